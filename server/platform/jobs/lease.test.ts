import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { deleteOldLeases, endLease, heldNames, holdLease, LEASE, type Lease, LeaseEnded } from './lease.ts';

const silent = { warn: () => {} };

for (const dialect of dialects) {
  describe(`a lease on ${dialect}`, () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await testApp(dialect);
    });
    afterEach(async () => {
      vi.useRealTimers();
      await app.close();
    });

    /** A process with a clock of its own, set by `behind` milliseconds. */
    const aProcess = (ahead = 0) => ({
      database: app.database,
      now: () => new Date(app.clock.now.getTime() + ahead),
      log: silent,
    });
    const something = async () => 'something';
    const held = async () =>
      (await heldNames(app.database.read, app.clock.now).execute()).map(({ name }) => name);

    /** Work that goes on until it is told to end. */
    function longWork() {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<Lease>();
      return {
        begun: begun.promise,
        end: resolve,
        fail: reject,
        work: async (_: string, lease: Lease) => {
          begun.resolve(lease);
          await promise;
        },
      };
    }

    test('is one process’s of many, and free when its work has ended', async () => {
      let working = 0;
      let most = 0;
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () =>
          holdLease(aProcess(), 'x', something, async () => {
            most = Math.max(most, ++working);
            await app.get('/healthz');
            working--;
          }),
        ),
      );
      expect(most).toBe(1);
      expect(outcomes).toContain(true);
      expect(await held()).toEqual([]);
      expect(await holdLease(aProcess(), 'x', something, async () => {})).toBe(true);
    });

    test('is free where nothing is to be done, where the work fails, and where it is put down', async () => {
      expect(
        await holdLease(
          aProcess(),
          'x',
          async () => undefined,
          async () => {},
        ),
      ).toBe(false);
      expect(await held()).toEqual([]);
      const failing = holdLease(aProcess(), 'x', something, async () => {
        expect(await held()).toEqual(['x']);
        throw new Error('a fault of ours');
      });
      await expect(failing).rejects.toThrow('a fault of ours');
      expect(await held()).toEqual([]);
      const stop = new AbortController();
      const stopped = holdLease(
        aProcess(),
        'x',
        something,
        async (_, { signal }) => {
          stop.abort(new LeaseEnded('put down'));
          signal.throwIfAborted();
        },
        stop.signal,
      );
      expect(await stopped).toBe(true);
      expect(await held()).toEqual([]);
    });

    test('of a process that vanished runs out, and that one can save nothing when it comes back', async () => {
      const vanished = longWork();
      const over = holdLease(aProcess(), 'x', something, vanished.work);
      const lease = await vanished.begun;
      expect(await holdLease(aProcess(LEASE - 1), 'x', something, async () => {})).toBe(false);
      const next = longWork();
      const succeeding = holdLease(aProcess(LEASE), 'x', something, next.work);
      const successor = await next.begun;
      await expect(app.database.write(({ tx }) => lease.confirm(tx))).rejects.toThrow(LeaseEnded);
      await app.database.write(({ tx }) => successor.confirm(tx));
      // Its end frees nothing that is another's.
      vanished.end();
      expect(await over).toBe(true);
      expect(await holdLease(aProcess(LEASE), 'x', something, async () => {})).toBe(false);
      next.end();
      expect(await succeeding).toBe(true);
      expect(await app.database.read.selectFrom('leases').selectAll().execute()).toEqual([]);
    });

    test('is renewed while the work runs, and the work hears of it when it was taken away', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const long = longWork();
      const over = holdLease(aProcess(), 'x', something, long.work);
      const { signal } = await long.begun;
      const until = async () =>
        (await app.database.read.selectFrom('leases').select('held_until').executeTakeFirst())?.held_until;
      const before = await until();
      app.clock.forward(20_000);
      vi.advanceTimersByTime(5_000);
      await vi.waitUntil(async () => (await until()) !== before);
      expect(await until()).toBe(new Date(app.clock.now.getTime() + LEASE).toISOString());
      await app.database.write(({ tx }) => endLease(tx, 'x'));
      vi.advanceTimersByTime(5_000);
      await vi.waitUntil(() => signal.aborted);
      expect(signal.reason).toBeInstanceOf(LeaseEnded);
      long.fail(signal.reason);
      expect(await over).toBe(true);
    });

    test('that was written before the clock was set back holds nobody up', async () => {
      const long = longWork();
      const over = holdLease(aProcess(), 'x', something, long.work);
      await long.begun;
      app.clock.forward(-3_600_000);
      expect(await held()).toEqual([]);
      expect(await holdLease(aProcess(), 'x', something, async () => {})).toBe(true);
      long.end();
      await over;
    });

    test('that nobody will ask for again is forgotten after a day', async () => {
      const held_until = app.clock.now.toISOString();
      await app.database.write(({ tx }) =>
        tx
          .insertInto('leases')
          .values({ name: 'sent mail', holder: 'a killed process', held_until })
          .execute(),
      );
      const left = async (hours: number) => {
        const at = new Date(app.clock.now.getTime() + hours * 3_600_000);
        await app.database.write(({ tx }) => deleteOldLeases(tx, at));
        return (await app.database.read.selectFrom('leases').selectAll().execute()).length;
      };
      expect([await left(24), await left(25)]).toEqual([1, 0]);
    });
  });
}
