import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobResult } from '../../../core/jobs/calls.ts';
import { toJobResult } from '../../../core/jobs/result.ts';
import { problem } from '../../../core/problem.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { heldNames } from './lease.ts';
import { createJobRunner } from './runner.ts';
import { cancelJob, insertJob, readJob } from './store.ts';
import type { ItemWork } from './work.ts';

for (const dialect of dialects) {
  describe(`the work on a job on ${dialect}`, () => {
    let app: TestApp;
    let logged: string[];
    beforeEach(async () => {
      app = await testApp(dialect);
      logged = [];
    });
    afterEach(() => app.close());

    const authored = () => ({ actor: { kind: 'person', name: 'admin' } as const, now: app.clock.now });
    const put = async (companyIds: string[]) => {
      const { id } = await app.database.write((unit) =>
        insertJob({ ...unit, ...authored() }, { kind: 'ai-update', input: { companyIds } }),
      );
      return id;
    };
    const resultOf = (id: string): JobResult =>
      toJobResult({ company_id: id, name: id, outcome: 'unchanged' });
    /** A process that does this with each item of a job. */
    const runnerOf = (prepare: ItemWork['prepare']) => {
      const note = (_: unknown, message: string) => void logged.push(message);
      const work: ItemWork = {
        prepare,
        failed: async (_tx, id, failure) => ({
          ...resultOf(id),
          outcome: 'failed',
          name: `item ${id}`,
          ...failure,
        }),
      };
      return createJobRunner({
        database: app.database,
        kinds: { 'ai-update': work, 'translate-missing': work, 'bulk-change': work, import: work },
        now: () => app.clock.now,
        onEnd: () => {},
        log: { info: () => {}, warn: note, error: note } as never,
      });
    };

    test('goes on where the save of one item fails, whose result its kind of work makes', async () => {
      const id = await put(['good', 'gone', 'broken', 'last']);
      const runner = runnerOf(async (company) => async () => {
        if (company === 'gone') throw problem('company_not_found', 'It went meanwhile.');
        if (company === 'broken') throw new Error('a fault of ours');
        return resultOf(company);
      });
      runner.wake();
      await runner.whenIdle();
      const { status, results } = await readJob(app.database.read, id);
      expect(status).toBe('done');
      expect(results.map(({ name, outcome, code }) => [name, outcome, code])).toEqual([
        ['good', 'unchanged', null],
        ['item gone', 'failed', 'company_not_found'],
        ['item broken', 'failed', 'internal_error'],
        ['last', 'unchanged', null],
      ]);
      expect(logged).toEqual(['an item of a job failed']);
    });

    test('of a kind that this version does not have fails, and the next one is done', async () => {
      const unknown = await put(['a']);
      await app.database.write(({ tx }) =>
        tx.updateTable('jobs').set({ kind: 'of-tomorrow' }).where('id', '=', unknown).execute(),
      );
      const next = await put(['b']);
      const runner = runnerOf(async (id) => async () => resultOf(id));
      runner.wake();
      await runner.whenIdle();
      expect(await readJob(app.database.read, unknown)).toMatchObject({
        status: 'failed',
        error: "This version has no jobs of 'of-tomorrow'.",
      });
      expect((await readJob(app.database.read, next)).status).toBe('done');
    });

    test('is not paused by a process that has lost it', async () => {
      const id = await put(['a']);
      let tries = 0;
      const runner = runnerOf(async (company) => {
        if (++tries > 1) return async () => resultOf(company);
        await app.database.write(({ tx }) => tx.deleteFrom('leases').where('name', '=', id).execute());
        throw problem('ai_limit_spent', 'Nothing is left for this month.');
      });
      runner.wake();
      await runner.whenIdle();
      expect((await readJob(app.database.read, id)).status).toBe('done');
    });

    test('is over for every process once it is cancelled', async () => {
      const id = await put(['a']);
      const begun = Promise.withResolvers<void>();
      const runner = runnerOf(
        (_company, _job, signal) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
            begun.resolve();
          }),
      );
      const held = async () =>
        (await heldNames(app.database.read, app.clock.now).execute()).map(({ name }) => name);
      runner.wake();
      await begun.promise;
      expect(await held()).toContain(id);
      await app.database.write((unit) => cancelJob({ ...unit, ...authored() }, id));
      expect(await held()).not.toContain(id);
      await runner.stop();
      expect(await readJob(app.database.read, id)).toMatchObject({ status: 'cancelled', results: [] });
    });
  });
}
