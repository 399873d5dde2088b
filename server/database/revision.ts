import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from './open.ts';
import type { ApplySum } from './sums.ts';

/** How long another process's change may stay unseen, in milliseconds. */
const LOOK_AGAIN_AFTER = 250;
/** The row of `state`, and the sum that raises it: a write that has this sum changed the directory. */
export const REVISION = 'revision';
/** Likes and views make kept answers stale at most this often, in milliseconds. */
const COUNTERS_EVERY = 1000;

interface Revision {
  current(): Promise<number>;
  expire(): void;
  /** The revision as far as it is known without asking: undefined when it has to be looked at. */
  known(): number | undefined;
  touch(): void;
  touchSoon(): void;
  close(): Promise<void>;
}

/**
 * The number that every kept answer carries. It stands in the database, so that all processes see a
 * change; each looks again after a quarter of a second, or at once after its own change.
 */
export function createRevision(
  read: Db,
  write: (work: () => Promise<void>) => Promise<void>,
  add: (key: string, amount: number, apply: ApplySum) => void,
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
      .where('name', '=', REVISION)
      .executeTakeFirst();
    const value = Number(row?.value ?? 0);
    if (started === generation) known = { value, at: performance.now() };
    return value;
  }

  const touch = () => add(REVISION, 1, raise);

  function fresh(): number | undefined {
    return known && performance.now() - known.at < LOOK_AGAIN_AFTER ? known.value : undefined;
  }

  return {
    async current() {
      const value = fresh();
      if (value !== undefined) return value;
      const started = generation;
      looking ??= look().finally(() => {
        looking = undefined;
      });
      const found = await looking;
      // A change of this process's own arrived meanwhile: what was read may be older than it.
      return started === generation ? found : look();
    },
    expire() {
      generation++;
      known = undefined;
    },
    known: fresh,
    touch,
    touchSoon() {
      if (timer) return;
      const wait = lastCounters + COUNTERS_EVERY - performance.now();
      if (lastCounters === 0 || wait <= 0) {
        lastCounters = performance.now();
        touch();
        return;
      }
      timer = setTimeout(() => {
        timer = undefined;
        lastCounters = performance.now();
        // The next counter brings it up to date if the database is away just now.
        outsideOfWrites(() => write(async () => touch())).catch(() => {});
      }, wait);
      timer.unref();
    },
    async close() {
      clearTimeout(timer);
    },
  };
}

const raise: ApplySum = async (tx, by) => {
  await tx
    .updateTable('state')
    .set((eb) => ({ value: eb.cast<string>(eb(eb.cast<number>('value', 'integer'), '+', by), 'text') }))
    .where('name', '=', REVISION)
    .execute();
};
