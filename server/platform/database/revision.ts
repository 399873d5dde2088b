import { sql } from 'kysely';
import type { DeferredCounters } from '#engine/sql';
import { after } from '../time/timer.ts';
import type { CacheTag } from './cache-tags.ts';
import type { Schema } from './schema.ts';
import type { ApplyIncrement, Db, Revision } from './types.ts';

/** How long another process's change may stay unseen, in milliseconds. */
const LOOK_AGAIN_AFTER = 250;
/** The row of `state`, and the counter that raises it: a write that has this counter changed the directory. */
export const REVISION = 'revision';
/** Likes and views make cached responses stale at most this often, in milliseconds. */
const COUNTS_EVERY = 1000;
/** Number of tags whose last change is remembered; above it the older half is forgotten. */
const REMEMBERED_TAGS = 20_000;

interface WritableRevision extends Revision {
  /** In a write: cached responses that show the tags are stale once it is committed. */
  raise(counters: DeferredCounters<Schema>, tags: Iterable<CacheTag>): void;
  /**
   * In a write: the same, at most once a second.
   * @returns what is to be raised later, once the write is committed
   */
  raiseSoon(counters: DeferredCounters<Schema>, tags: readonly CacheTag[]): readonly CacheTag[];
  /** After the commit: raises them within the second. */
  raiseLater(tags: Iterable<CacheTag>): void;
  /** Called after the commit of a write that raised the revision. */
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
  write: (work: (counters: DeferredCounters<Schema>) => void) => Promise<void>,
): WritableRevision {
  let known: { value: number; at: number } | undefined;
  let looking: Promise<number> | undefined;
  let generation = 0;
  let lastCounts = 0;
  let timer: NodeJS.Timeout | undefined;
  /** What waits for the timer. */
  let waiting = new Set<CacheTag>();
  /** The revision up to which the changes of tags are known, and of which on they are told apart. */
  let seen: number | undefined;
  let floor = 0;
  const changedAt = new Map<string, number>();

  /** What is forgotten counts as changed when the last of it was. */
  function forgetOldest(): void {
    const newest = [...changedAt].sort(([, a], [, b]) => b - a);
    changedAt.clear();
    for (const [name, revision] of newest.splice(0, REMEMBERED_TAGS / 2)) changedAt.set(name, revision);
    floor = Math.max(floor, newest[0]?.[1] ?? 0);
  }

  /** @param before up to which revision it was known when the value was asked for */
  async function readChangedTags(value: number, before: number | undefined): Promise<void> {
    // An older database stands in its place: nothing of what is kept can be told to be its.
    if (before !== undefined && value < before) {
      changedAt.clear();
      floor = Number.POSITIVE_INFINITY;
    }
    if (seen === undefined || value > seen) {
      const rows = await read
        .selectFrom('topics')
        .select(['name', 'revision'])
        .where('revision', '>', before ?? -1)
        .orderBy('revision', 'desc')
        .limit(REMEMBERED_TAGS + 1)
        .execute();
      // Two looks may be under way, and the one that began first may be the last to come back.
      for (const { name, revision } of rows)
        changedAt.set(name, Math.max(Number(revision), changedAt.get(name) ?? 0));
      if (changedAt.size > REMEMBERED_TAGS) forgetOldest();
    }
    seen = Math.max(value, seen ?? 0);
  }

  async function look(): Promise<number> {
    const started = generation;
    const before = seen;
    const row = await read
      .selectFrom('state')
      .select('value')
      .where('name', '=', REVISION)
      .executeTakeFirst();
    const value = Number(row?.value ?? 0);
    await readChangedTags(value, before);
    if (started === generation) known = { value, at: performance.now() };
    return value;
  }

  function lookTogether(): Promise<number> {
    const own: Promise<number> = look().finally(() => {
      if (looking === own) looking = undefined;
    });
    return own;
  }

  function fresh(): number | undefined {
    return known && performance.now() - known.at < LOOK_AGAIN_AFTER ? known.value : undefined;
  }

  function raise(counters: DeferredCounters<Schema>, tags: Iterable<CacheTag>): void {
    counters.increment(REVISION, 1, applyRaise);
    // After the revision, whose key comes first.
    for (const tag of tags) counters.increment(`tag ${tag}`, 1, (tx) => raiseTag(tx, tag));
  }

  async function raiseWaiting(): Promise<void> {
    timer = undefined;
    lastCounts = performance.now();
    const raised = waiting;
    waiting = new Set();
    // The next counter brings it up to date if the database is away just now.
    await write((all) => raise(all, raised)).catch(() => {
      for (const tag of raised) waiting.add(tag);
    });
  }

  return {
    async current() {
      const value = fresh();
      if (value !== undefined) return value;
      const started = generation;
      looking ??= lookTogether();
      const found = await looking;
      // A change of this process's own arrived meanwhile: what was read may be older than it.
      return started === generation ? found : look();
    },
    known: fresh,
    isChanged(tags, since) {
      const isNewer = (tag: CacheTag) => (changedAt.get(tag) ?? floor) > since;
      return isNewer('everything') || tags.some(isNewer);
    },
    raise,
    raiseSoon(counters, tags) {
      const isTooSoon = lastCounts !== 0 && performance.now() < lastCounts + COUNTS_EVERY;
      if (timer || isTooSoon) return tags;
      lastCounts = performance.now();
      raise(counters, [...waiting, ...tags]);
      return [];
    },
    raiseLater(tags) {
      for (const tag of tags) waiting.add(tag);
      if (timer || waiting.size === 0) return;
      timer = after(Math.max(0, lastCounts + COUNTS_EVERY - performance.now()), raiseWaiting);
      timer.unref();
    },
    expire() {
      generation++;
      known = undefined;
      // Who asks from here on does not join a look that began before the change.
      looking = undefined;
    },
    close() {
      clearTimeout(timer);
    },
  };
}

const raiseTag = async (tx: Db, tag: CacheTag): Promise<void> => {
  await sql`
    insert into topics (name, revision)
    select cast(${tag} as text), cast(value as bigint) from state where name = ${REVISION}
    on conflict (name) do update set revision = excluded.revision
  `.execute(tx);
};

const applyRaise: ApplyIncrement = async (tx, by) => {
  await tx
    .updateTable('state')
    .set((eb) => ({ value: eb.cast<string>(eb(eb.cast<number>('value', 'integer'), '+', by), 'text') }))
    .where('name', '=', REVISION)
    .execute();
};
