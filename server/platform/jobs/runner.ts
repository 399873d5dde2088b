import { every } from '../time/timer.ts';
import { holdLease, LeaseEnded } from './lease.ts';
import { beginJob, findFreeJob } from './store.ts';
import { createJobWorker, type JobWorkerOptions } from './worker.ts';

/** Interval at which a process polls for jobs of other processes, in milliseconds. */
const JOB_POLL_MS = 3_000;

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

const putDown = () => new LeaseEnded('The job is put down.');

/** Works on the jobs of the database, one at a time in each process. */
export function createJobRunner(options: JobWorkerOptions): JobRunner {
  const { database, now, log } = options;
  const work = createJobWorker(options);
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
        await holdLease({ database, now, log }, id, (tx) => beginJob(tx, id, now()), work, abort.signal);
      } finally {
        current = undefined;
      }
    }
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
