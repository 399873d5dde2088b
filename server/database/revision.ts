import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from './open.ts';

/** How long another process's change may stay unseen, in milliseconds. */
const LOOK_AGAIN_AFTER = 250;
/** Likes and views make kept answers stale at most this often, in milliseconds. */
const COUNTERS_EVERY = 1000;

interface Revision {
  current(): Promise<number>;
  expire(): void;
  touch(tx: Db): Promise<void>;
  touchSoon(tx: Db): Promise<void>;
  close(): Promise<void>;
}

/**
 * The number that every kept answer carries. It stands in the database, so that all processes see a
 * change; each looks again after a quarter of a second, or at once after its own change.
 */
export function createRevision(
  read: Db,
  write: (work: (tx: Db) => Promise<void>) => Promise<void>,
  markTouched: () => void,
): Revision {
  let known: { value: number; at: number } | undefined;
  let looking: Promise<number> | undefined;
  let generation = 0;
  let lastCounters = 0;
  let timer: NodeJS.Timeout | undefined;
  // The timer is set inside a write and must not take that write for its own.
  const outsideOfWrites = AsyncLocalStorage.snapshot();

  async function look(): Promise<number> {
    const started = generation;
    const row = await read
      .selectFrom('state')
      .select('value')
      .where('name', '=', 'revision')
      .executeTakeFirst();
    const value = Number(row?.value ?? 0);
    if (started === generation) known = { value, at: performance.now() };
    return value;
  }

  async function touch(tx: Db): Promise<void> {
    markTouched();
    await tx
      .updateTable('state')
      .set((eb) => ({ value: eb.cast<string>(eb(eb.cast<number>('value', 'integer'), '+', 1), 'text') }))
      .where('name', '=', 'revision')
      .execute();
  }

  return {
    async current() {
      if (known && performance.now() - known.at < LOOK_AGAIN_AFTER) return known.value;
      const started = generation;
      looking ??= look().finally(() => {
        looking = undefined;
      });
      const value = await looking;
      // A change of this process's own arrived meanwhile: what was read may be older than it.
      return started === generation ? value : look();
    },
    expire() {
      generation++;
      known = undefined;
    },
    touch,
    async touchSoon(tx) {
      if (timer) return;
      const wait = lastCounters + COUNTERS_EVERY - performance.now();
      if (lastCounters === 0 || wait <= 0) {
        lastCounters = performance.now();
        return touch(tx);
      }
      timer = setTimeout(() => {
        timer = undefined;
        lastCounters = performance.now();
        // The next counter brings it up to date if the database is away just now.
        outsideOfWrites(() => write(touch)).catch(() => {});
      }, wait);
      timer.unref();
    },
    async close() {
      clearTimeout(timer);
    },
  };
}
