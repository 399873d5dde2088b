import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { JobKind, JobResult } from '../../core/jobs/calls.ts';
import { DEFAULT_LANGUAGE } from '../../core/languages.ts';
import { Problem } from '../../core/problem.ts';
import type { Now } from '../clock.ts';
import { databaseProblem } from '../database/failure.ts';
import type { AuthoredUnit, Database, Db, Unit } from '../database/types.ts';
import { findFreeJob, type HeldJob, takeJob, updateHeld } from './store.ts';

/** How long a process has a job for itself without saying so again, in milliseconds. */
const LEASE = 30_000;
const RENEW_EVERY = 5_000;
/** How often a process looks for work without being told, in milliseconds. */
const LOOK_EVERY = 3_000;
/** A pause that a provider asks for is waited out up to here, in seconds. */
const LONGEST_PAUSE = 60;

/**
 * What a kind of job does with one company: first what takes its time, outside of any transaction,
 * then the save, in the same transaction as the job's progress. An item that is interrupted has saved
 * nothing and is done again from its beginning; one that has saved is never done again.
 * @throws Problem which becomes the item's result; ai_not_configured, which ends the job
 */
export type JobWork = (
  companyId: string,
  job: HeldJob,
  signal: AbortSignal,
) => Promise<(unit: AuthoredUnit) => Promise<JobResult>>;

export interface JobRunner {
  start(): void;
  /** Looks for work now; called after a job was put in. */
  wake(): void;
  /** Ends the work on a job that was cancelled. */
  abort(jobId: string): void;
  /** Resolves when there is nothing to do; for tests. */
  whenIdle(): Promise<void>;
  /** Puts down what is being worked on, for another process or the next start. */
  stop(): Promise<void>;
}

interface Options {
  database: Database;
  kinds: Record<JobKind, JobWork>;
  now: Now;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/** The lease is gone: the job was cancelled, or another process has taken it over. */
class Lost extends Error {}

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

/** Works on the jobs of the database, one at a time in each process. */
export function createJobRunner({ database, kinds, now, log }: Options): JobRunner {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let current: { id: string; abort: AbortController } | undefined;

  const leaseEnd = () => new Date(now().getTime() + LEASE);

  // A renewal changes what a save is checked against: our writes to the job go one after another.
  let turn: Promise<unknown> = Promise.resolve();
  function writeHeld<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const written = turn.then(() => database.write(work));
    turn = written.catch(() => {});
    return written;
  }

  async function takeNext(): Promise<HeldJob | undefined> {
    for (;;) {
      const free = await findFreeJob(database.read, now());
      if (!free) return undefined;
      const job = await database.write(({ tx }) => takeJob(tx, free, now(), leaseEnd()));
      if (job) return job;
    }
  }

  async function workOff(): Promise<void> {
    while (!stopped) {
      const job = await takeNext();
      if (!job) return;
      const abort = new AbortController();
      current = { id: job.id, abort };
      if (stopped) abort.abort(new Lost());
      const renewal = setInterval(() => {
        renew(job, abort).catch((error: Error) => {
          // The lease has time left, and the next save will tell.
          log.warn({ job: job.id, reason: error.message }, 'the lease of a job could not be renewed');
        });
      }, RENEW_EVERY);
      try {
        await runJob(job, abort.signal);
      } catch (error) {
        // On a stop, or where the database is away, the job is free again: what is done stays done.
        await writeHeld(({ tx }) => updateHeld(tx, job, { leased_until: null })).catch(() => {});
        if (!(error instanceof Lost)) throw error;
      } finally {
        clearInterval(renewal);
        current = undefined;
      }
    }
  }

  async function renew(job: HeldJob, abort: AbortController): Promise<void> {
    await writeHeld(async ({ tx }) => {
      const leased_until = leaseEnd().toISOString();
      if (!(await updateHeld(tx, job, { leased_until }))) abort.abort(new Lost());
      return leased_until;
    }).then((leased_until) => {
      job.leased_until = leased_until;
    });
  }

  async function runJob(job: HeldJob, signal: AbortSignal): Promise<void> {
    for (const companyId of job.input.companyIds.slice(job.results.length)) {
      signal.throwIfAborted();
      let save: (unit: AuthoredUnit) => Promise<JobResult>;
      try {
        save = await prepare(companyId, job, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Problem) || error.code !== 'ai_not_configured') throw error;
        await end(job, { status: 'failed', error: error.message });
        return;
      }
      signal.throwIfAborted();
      await saveItem(job, companyId, save);
    }
    await end(job, { status: 'done' });
    log.info({ job: job.id, kind: job.kind, items: job.results.length }, 'a job is done');
  }

  /** The slow part of an item; a failure that concerns only this item becomes its result. */
  async function prepare(companyId: string, job: HeldJob, signal: AbortSignal) {
    for (let attempt = 0; ; attempt++) {
      try {
        return await kinds[job.kind](companyId, job, signal);
      } catch (error) {
        signal.throwIfAborted();
        const known = error instanceof Problem ? error : databaseProblem(error);
        if (known && ['ai_not_configured', 'unavailable', 'storage_full'].includes(known.code)) throw known;
        // A provider that is down for a while would fail every company that is left within a second.
        const wait = known?.retryAfter;
        if (attempt === 0 && wait !== undefined && wait <= LONGEST_PAUSE) {
          await pause(wait * 1000, undefined, { signal }).catch(() => signal.throwIfAborted());
          continue;
        }
        if (!known) log.error({ job: job.id, err: error }, 'an item of a job failed');
        return ({ tx }: AuthoredUnit) => failedResult(tx, companyId, known);
      }
    }
  }

  async function saveItem(job: HeldJob, companyId: string, save: (unit: AuthoredUnit) => Promise<JobResult>) {
    const commit = (work: (unit: AuthoredUnit) => Promise<JobResult>) =>
      writeHeld(async (unit) => {
        const { tx } = unit;
        // First of all, so that nothing is saved under a lease that is gone.
        if (!(await updateHeld(tx, job, {}))) throw new Lost();
        const result = await work({ ...unit, actor: { kind: 'person', name: job.created_by }, now: now() });
        const results = [...job.results, result];
        await updateHeld(tx, job, { progress: results.length, results: JSON.stringify(results) });
        return result;
      });
    try {
      job.results.push(await commit(save));
    } catch (error) {
      if (error instanceof Lost || databaseProblem(error)) throw error;
      const known = error instanceof Problem ? error : undefined;
      if (!known) log.error({ job: job.id, err: error }, 'an item of a job failed');
      job.results.push(await commit(({ tx }) => failedResult(tx, companyId, known)));
    }
  }

  async function end(job: HeldJob, how: { status: 'done' } | { status: 'failed'; error: string }) {
    const finished_at = now().toISOString();
    await writeHeld(({ tx }) => updateHeld(tx, job, { ...how, finished_at, leased_until: null }));
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
      timer = setInterval(wake, LOOK_EVERY);
      timer.unref();
      wake();
    },
    wake,
    abort(jobId) {
      if (current?.id === jobId) current.abort.abort(new Lost());
    },
    async whenIdle() {
      while (working) await working;
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      current?.abort.abort(new Lost());
      await working;
    },
  };
}
