import type { DeferredCounters } from './deferred-counters.ts';
import type { ApplyIncrement, Db, Revision } from './types.ts';

/** How long another process's change may stay unseen, in milliseconds. */
const LOOK_AGAIN_AFTER = 250;
/** The row of `state`, and the counter that raises it: a write that has this counter changed the directory. */
export const REVISION = 'revision';
/** Likes and views make cached responses stale at most this often, in milliseconds. */
const COUNTS_EVERY = 1000;

interface WritableRevision extends Revision {
  /** In a write: cached responses are stale once it is committed. */
  raise(counters: DeferredCounters): void;
  /** In a write: the same, at most once a second. */
  raiseSoon(counters: DeferredCounters): void;
  /** After a commit that raised it. */
  expire(): void;
  close(): void;
}

/**
 * The revision stands in the database, so that all processes see a change; each looks again after a
 * quarter of a second, or at once after its own change.
 * @param write runs a write that does nothing but raise the revision
 */
export function createRevision(
  read: Db,
  write: (work: (counters: DeferredCounters) => void) => Promise<void>,
): WritableRevision {
  let known: { value: number; at: number } | undefined;
  let looking: Promise<number> | undefined;
  let generation = 0;
  let lastCounts = 0;
  let timer: NodeJS.Timeout | undefined;

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

  function fresh(): number | undefined {
    return known && performance.now() - known.at < LOOK_AGAIN_AFTER ? known.value : undefined;
  }

  const raise = (counters: DeferredCounters) => counters.increment(REVISION, 1, applyRaise);

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
    known: fresh,
    raise,
    raiseSoon(counters) {
      if (timer) return;
      const wait = lastCounts + COUNTS_EVERY - performance.now();
      if (lastCounts === 0 || wait <= 0) {
        lastCounts = performance.now();
        raise(counters);
        return;
      }
      timer = setTimeout(() => {
        timer = undefined;
        lastCounts = performance.now();
        // The next counter brings it up to date if the database is away just now.
        write(raise).catch(() => {});
      }, wait);
      timer.unref();
    },
    expire() {
      generation++;
      known = undefined;
    },
    close() {
      clearTimeout(timer);
    },
  };
}

const applyRaise: ApplyIncrement = async (tx, by) => {
  await tx
    .updateTable('state')
    .set((eb) => ({ value: eb.cast<string>(eb(eb.cast<number>('value', 'integer'), '+', by), 'text') }))
    .where('name', '=', REVISION)
    .execute();
};
