import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { DeferredCounters } from './deferred-counters.ts';
import { beginWrite } from './sqlite.ts';

interface QueuedWrite<Schema> {
  work: (tx: Kysely<Schema>, counters: DeferredCounters<Schema>) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Maximum number of writes of one commit. */
const COMMIT_BATCH = 256;

/**
 * Runs writes one after another on the one writing connection of SQLite and commits those that wait
 * at the same time together: one flush to the disk for all of them. Each write is a savepoint of
 * its own, so it is all or nothing by itself, and it is answered only after the commit.
 */
export function groupCommit<Schema>(
  sqlite: DatabaseSync,
  tx: Kysely<Schema>,
): <T>(work: (tx: Kysely<Schema>, counters: DeferredCounters<Schema>) => Promise<T>) => Promise<T> {
  const savepoint = sqlite.prepare('savepoint job');
  const release = sqlite.prepare('release job');
  // A connection that was closed meanwhile cannot be asked.
  const isBegun = () => sqlite.isOpen && sqlite.isTransaction;
  let queue: QueuedWrite<Schema>[] = [];
  let running = false;

  async function commitBatch(batch: QueuedWrite<Schema>[]): Promise<void> {
    const outcomes: (() => void)[] = [];
    try {
      await beginWrite(sqlite);
      const counters = new DeferredCounters<Schema>();
      for (const job of batch) {
        savepoint.run();
        try {
          const own = new DeferredCounters<Schema>();
          const value = await job.work(tx, own);
          release.run();
          counters.incrementAll(own);
          outcomes.push(() => job.resolve(value));
        } catch (error) {
          // A full disk ends the whole transaction, and with it what the batch had written before.
          if (!isBegun()) throw error;
          sqlite.exec('rollback to job; release job');
          outcomes.push(() => job.reject(error));
        }
      }
      await counters.apply(tx);
      sqlite.exec('commit');
    } catch (error) {
      if (isBegun()) sqlite.exec('rollback');
      for (const job of batch) job.reject(error);
      return;
    }
    for (const settle of outcomes) settle();
  }

  async function run(): Promise<void> {
    running = true;
    // Writes of this turn of the event loop and the next join the first batch: clients that were answered together
    // after the last commit come back together.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    while (queue.length > 0) {
      const batch = queue.slice(0, COMMIT_BATCH);
      queue = queue.slice(COMMIT_BATCH);
      await commitBatch(batch);
    }
    running = false;
  }

  return <T>(work: (tx: Kysely<Schema>, counters: DeferredCounters<Schema>) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      // A batch runs in the context of its first write: each work keeps the one of its caller.
      queue.push({
        work: AsyncLocalStorage.bind(work),
        resolve: resolve as (value: unknown) => void,
        reject,
      });
      if (!running) void run();
    });
}
