import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { JobKind, JobResult } from '../../../core/jobs/calls.ts';
import { DEFAULT_LANGUAGE } from '../../../core/languages.ts';
import { Problem } from '../../../core/problem.ts';
import { databaseProblem } from '../database/failure.ts';
import type { AuthoredUnit, Database, Db } from '../database/types.ts';
import type { Now } from '../time/clock.ts';
import { every } from '../time/timer.ts';
import { holdLease, type Lease, LeaseEnded } from './lease.ts';
import { beginJob, findFreeJob, type HeldJob, updateRunning } from './store.ts';

/** Interval at which a process polls for jobs of other processes, in milliseconds. */
const JOB_POLL_MS = 3_000;
/** Longest `Retry-After` of a provider that a job waits for, in seconds. */
const JOB_PAUSE_MAX = 60;

/**
 * Work of a kind of job on one company: first the slow part outside of any transaction, then the save in the same
 * transaction as the job's progress. An interrupted item has saved nothing and starts again; a saved item is never
 * repeated.
 * @throws Problem which becomes the item's result; ai_not_configured, which ends the job; ai_limit_spent, which pauses it
 */
export type JobWork = (
  companyId: string,
  job: HeldJob,
  signal: AbortSignal,
) => Promise<(unit: AuthoredUnit) => Promise<JobResult>>;

/** Work that many companies share: a batch is saved in one transaction, with the job's progress. */
export interface BatchWork {
  /** Companies of a batch. */
  size: number;
  save(unit: AuthoredUnit, companyIds: readonly string[], job: HeldJob): Promise<JobResult[]>;
}

export interface JobRunner {
  start(): void;
  /** Looks for work now; called after a job was put in. */
  wake(): void;
  /** Ends the work on a job that was cancelled. */
  abort(jobId: string): void;
  /** Resolves when there is nothing to do; for tests. */
  whenIdle(): Promise<void>;
  /** Stops the current job; another process, or the next start, continues it. */
  stop(): Promise<void>;
}

interface JobRunnerOptions {
  database: Database;
  kinds: Record<JobKind, JobWork | BatchWork>;
  now: Now;
  /** Called after a job: with the reason where it failed. */
  onEnd(reason: string | undefined): void;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

async function failedResult(tx: Db, companyId: string, problem: Problem | undefined): Promise<JobResult> {
  const company = await tx
    .selectFrom('company_listings')
    .select('name')
    .where('company_id', '=', companyId)
    .where('language', '=', DEFAULT_LANGUAGE)
    .executeTakeFirst();
  return {
    company_id: companyId,
    name: company?.name ?? companyId,
    outcome: 'failed',
    updatedFields: [],
    proposed: [],
    model: null,
    languages: [],
    error: problem?.message ?? 'Something went wrong on our side.',
    code: problem?.reason ?? problem?.code ?? 'internal_error',
    version: null,
    undone: null,
  };
}

const putDown = () => new LeaseEnded('The job is put down.');

/** Works on the jobs of the database, one at a time in each process. */
export function createJobRunner({ database, kinds, now, log, onEnd }: JobRunnerOptions): JobRunner {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let current: { id: string; abort: AbortController } | undefined;

  async function workOff(): Promise<void> {
    while (!stopped) {
      const id = await findFreeJob(database.read, now());
      if (id === undefined) return;
      const abort = new AbortController();
      current = { id, abort };
      if (stopped) abort.abort(putDown());
      try {
        await holdLease({ database, now, log }, id, (tx) => beginJob(tx, id, now()), runJob, abort.signal);
      } finally {
        current = undefined;
      }
    }
  }

  async function runJob(job: HeldJob, lease: Lease): Promise<void> {
    const { signal } = lease;
    const work = kinds[job.kind];
    if (typeof work === 'object') return runBatches(job, lease, work);
    for (const companyId of job.input.companyIds.slice(job.results.length)) {
      signal.throwIfAborted();
      let save: (unit: AuthoredUnit) => Promise<JobResult>;
      try {
        save = await prepare(work, companyId, job, signal);
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
      await saveItem(job, lease, companyId, save);
    }
    await end(job, lease, { status: 'done' });
    log.info({ job: job.id, kind: job.kind, items: job.results.length }, 'a job is done');
  }

  async function runBatches(job: HeldJob, lease: Lease, { size, save }: BatchWork): Promise<void> {
    const { companyIds } = job.input;
    while (job.results.length < companyIds.length) {
      lease.signal.throwIfAborted();
      const batch = companyIds.slice(job.results.length, job.results.length + size);
      job.results.push(...(await commit(job, lease, (unit) => save(unit, batch, job))));
    }
    await end(job, lease, { status: 'done' });
    log.info({ job: job.id, kind: job.kind, items: job.results.length }, 'a job is done');
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
  async function prepare(work: JobWork, companyId: string, job: HeldJob, signal: AbortSignal) {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work(companyId, job, signal);
      } catch (error) {
        signal.throwIfAborted();
        const known = error instanceof Problem ? error : databaseProblem(error);
        if (
          known &&
          ['ai_not_configured', 'ai_limit_spent', 'unavailable', 'storage_full'].includes(known.code)
        )
          throw known;
        // A provider that is down for a while would fail every company that is left within a second.
        const wait = known?.retryAfter;
        if (attempt === 0 && wait !== undefined && wait <= JOB_PAUSE_MAX) {
          await pause(wait * 1000, undefined, { signal }).catch(() => signal.throwIfAborted());
          continue;
        }
        if (!known) log.error({ job: job.id, err: error }, 'an item of a job failed');
        return ({ tx }: AuthoredUnit) => failedResult(tx, companyId, known);
      }
    }
  }

  async function saveItem(
    job: HeldJob,
    lease: Lease,
    companyId: string,
    save: (unit: AuthoredUnit) => Promise<JobResult>,
  ) {
    try {
      job.results.push(...(await commit(job, lease, async (unit) => [await save(unit)])));
    } catch (error) {
      if (error instanceof LeaseEnded || databaseProblem(error)) throw error;
      const known = error instanceof Problem ? error : undefined;
      if (!known) log.error({ job: job.id, err: error }, 'an item of a job failed');
      job.results.push(
        ...(await commit(job, lease, async ({ tx }) => [await failedResult(tx, companyId, known)])),
      );
    }
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

  function wake(): void {
    if (stopped) return;
    if (working) {
      again = true;
      return;
    }
    working = workOff()
      // The timer looks again.
      .catch((error: Error) => log.warn({ reason: error.message }, 'the jobs have to wait'))
      .finally(() => {
        working = undefined;
        if (again) {
          again = false;
          wake();
        }
      });
  }

  return {
    start() {
      timer = every(JOB_POLL_MS, wake);
      timer.unref();
      wake();
    },
    wake,
    abort(jobId) {
      if (current?.id === jobId) current.abort.abort(putDown());
    },
    async whenIdle() {
      while (working) await working;
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      current?.abort.abort(putDown());
      await working;
    },
  };
}
