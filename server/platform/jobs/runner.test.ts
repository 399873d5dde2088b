import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobResult } from '../../../core/jobs/calls.ts';
import { problem } from '../../../core/problem.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { heldNames } from './lease.ts';
import { createJobRunner, type JobWork } from './runner.ts';
import { cancelJob, insertJob, readJob } from './store.ts';

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
    /** A process that does this with each company of a job. */
    const runnerOf = (work: JobWork) => {
      const note = (_: unknown, message: string) => void logged.push(message);
      return createJobRunner({
        database: app.database,
        kinds: { 'ai-update': work, 'translate-missing': work, 'bulk-change': work, import: work },
        now: () => app.clock.now,
        onEnd: () => {},
        log: { info: () => {}, warn: note, error: note } as never,
      });
    };
    const done = (company_id: string): JobResult => ({
      company_id,
      name: company_id,
      outcome: 'unchanged',
      updatedFields: [],
      proposed: [],
      model: null,
      languages: [],
      error: null,
      code: null,
      version: null,
      undone: null,
    });

    test('goes on where the save of one company fails, whose result says so', async () => {
      const id = await put(['good', 'gone', 'broken', 'last']);
      const runner = runnerOf(async (company) => async () => {
        if (company === 'gone') throw problem('company_not_found', 'It went meanwhile.');
        if (company === 'broken') throw new Error('a fault of ours');
        return done(company);
      });
      runner.wake();
      await runner.whenIdle();
      const { status, results } = await readJob(app.database.read, id);
      expect(status).toBe('done');
      expect(results.map(({ company_id, outcome, code }) => [company_id, outcome, code])).toEqual([
        ['good', 'unchanged', null],
        ['gone', 'failed', 'company_not_found'],
        ['broken', 'failed', 'internal_error'],
        ['last', 'unchanged', null],
      ]);
      expect(logged).toEqual(['an item of a job failed']);
    });

    test('is not paused by a process that has lost it', async () => {
      const id = await put(['a']);
      let tries = 0;
      const runner = runnerOf(async (company) => {
        if (++tries > 1) return async () => done(company);
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
