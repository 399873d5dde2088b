import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { JobKind, JobResult } from '../../../core/jobs/calls.ts';
import { Problem } from '../../../core/problem.ts';
import { databaseProblem } from '../database/failure.ts';
import type { AuthoredUnit, Database } from '../database/types.ts';
import type { Now } from '../time/clock.ts';
import { type Lease, LeaseEnded } from './lease.ts';
import { type HeldJob, updateRunning } from './store.ts';
import type { BatchWork, ItemFailure, ItemWork, SaveItem } from './work.ts';

/** Longest `Retry-After` of a provider that a job waits for, in seconds. */
const JOB_PAUSE_MAX = 60;

export interface JobWorkerOptions {
  database: Database;
  kinds: Record<JobKind, ItemWork | BatchWork>;
  now: Now;
  /** Called after a job: with the reason where it failed. */
  onEnd(reason: string | undefined): void;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

const toFailure = (problem: Problem | undefined): ItemFailure => ({
  error: problem?.message ?? 'Something went wrong on our side.',
  code: problem?.reason ?? problem?.code ?? 'internal_error',
});

/** Failures of the whole job: the next item would meet the same one. */
const JOB_FAILURES: readonly string[] = [
  'ai_not_configured',
  'ai_limit_spent',
  'unavailable',
  'storage_full',
];

/** Works through the items of one job while its lease is held, from the first one without a result. */
export function createJobWorker({ database, kinds, now, log, onEnd }: JobWorkerOptions) {
  async function runItems(job: HeldJob, lease: Lease, work: ItemWork): Promise<void> {
    const { signal } = lease;
    for (const itemId of job.input.companyIds.slice(job.results.length)) {
      signal.throwIfAborted();
      let save: SaveItem;
      try {
        save = await prepare(work, itemId, job, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Problem)) throw error;
        if (error.code === 'ai_not_configured') {
          await end(job, lease, { status: 'failed', error: error.message });
          return;
        }
        if (error.code !== 'ai_limit_spent') throw error;
        // The rest continues when the limit is raised, or next month.
        await database.write(async ({ tx }) => {
          await lease.confirm(tx);
          await updateRunning(tx, job.id, { status: 'paused', error: error.message });
        });
        log.warn({ job: job.id, reason: error.message }, 'a job is paused');
        return;
      }
      signal.throwIfAborted();
      await saveItem(job, lease, itemId, work, save);
    }
    await finish(job, lease);
  }

  async function runBatches(job: HeldJob, lease: Lease, { size, save }: BatchWork): Promise<void> {
    const { companyIds } = job.input;
    while (job.results.length < companyIds.length) {
      lease.signal.throwIfAborted();
      const batch = companyIds.slice(job.results.length, job.results.length + size);
      job.results.push(...(await commit(job, lease, (unit) => save(unit, batch, job))));
    }
    await finish(job, lease);
  }

  /** Saves results together with the job's progress. @throws LeaseEnded where the job was cancelled */
  function commit(
    job: HeldJob,
    lease: Lease,
    work: (unit: AuthoredUnit) => Promise<JobResult[]>,
  ): Promise<JobResult[]> {
    return database.write(async (unit) => {
      const { tx } = unit;
      await lease.confirm(tx);
      const made = await work({ ...unit, actor: { kind: 'person', name: job.created_by }, now: now() });
      const results = [...job.results, ...made];
      const change = { progress: results.length, results: JSON.stringify(results) };
      if (!(await updateRunning(tx, job.id, change))) throw new LeaseEnded('The job was cancelled.');
      return made;
    });
  }

  /** Does the slow part of an item; a failure limited to the item becomes the result of the item. */
  async function prepare(
    work: ItemWork,
    itemId: string,
    job: HeldJob,
    signal: AbortSignal,
  ): Promise<SaveItem> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work.prepare(itemId, job, signal);
      } catch (error) {
        signal.throwIfAborted();
        const known = error instanceof Problem ? error : databaseProblem(error);
        if (known && JOB_FAILURES.includes(known.code)) throw known;
        // A provider that is down for a while would fail every item that is left within a second.
        const wait = known?.retryAfter;
        if (attempt === 0 && wait !== undefined && wait <= JOB_PAUSE_MAX) {
          await pause(wait * 1000, undefined, { signal }).catch(() => signal.throwIfAborted());
          continue;
        }
        if (!known) log.error({ job: job.id, err: error }, 'an item of a job failed');
        return ({ tx }) => work.failed(tx, itemId, toFailure(known));
      }
    }
  }

  async function saveItem(job: HeldJob, lease: Lease, itemId: string, work: ItemWork, save: SaveItem) {
    try {
      job.results.push(...(await commit(job, lease, async (unit) => [await save(unit)])));
    } catch (error) {
      if (error instanceof LeaseEnded || databaseProblem(error)) throw error;
      const known = error instanceof Problem ? error : undefined;
      if (!known) log.error({ job: job.id, err: error }, 'an item of a job failed');
      job.results.push(
        ...(await commit(job, lease, async ({ tx }) => [await work.failed(tx, itemId, toFailure(known))])),
      );
    }
  }

  async function finish(job: HeldJob, lease: Lease): Promise<void> {
    await end(job, lease, { status: 'done' });
    log.info({ job: job.id, kind: job.kind, items: job.results.length }, 'a job is done');
  }

  async function end(
    job: HeldJob,
    lease: Lease,
    how: { status: 'done' } | { status: 'failed'; error: string },
  ) {
    const finished_at = now().toISOString();
    await database.write(async ({ tx }) => {
      await lease.confirm(tx);
      await updateRunning(tx, job.id, { ...how, finished_at });
    });
    onEnd(how.status === 'failed' ? how.error : undefined);
  }

  return (job: HeldJob, lease: Lease): Promise<void> => {
    const work: ItemWork | BatchWork | undefined = kinds[job.kind];
    // A newer version has put it in: left as it is, it would be taken again and again before all others.
    if (!work)
      return end(job, lease, { status: 'failed', error: `This version has no jobs of '${job.kind}'.` });
    return 'prepare' in work ? runItems(job, lease, work) : runBatches(job, lease, work);
  };
}
