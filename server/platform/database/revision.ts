import { sql } from 'kysely';
import type { DeferredCounters } from '#engine/sql';
import { after } from '../time/timer.ts';
import type { CacheTag } from './cache-tags.ts';
import type { Schema } from './schema.ts';
import type { ApplyIncrement, Db, Revision } from './types.ts';

/** How long a change of another process may stay unseen, in milliseconds. */
const LOOK_AGAIN_AFTER = 250;
/**
 * Name of the row in `state`, and of the counter that raises it: a write with this counter has changed the directory.
 */
export const REVISION = 'revision';
/** Likes and views make cached responses stale at most this often, in milliseconds. */
const COUNTS_EVERY = 1000;
/** Number of tags whose last change is remembered; above it the older half is forgotten. */
const REMEMBERED_TAGS = 20_000;

interface WritableRevision extends Revision {
  /** In a write: responses with the tags become stale after the commit. */
  raise(counters: DeferredCounters<Schema>, tags: Iterable<CacheTag>): void;
  /**
   * In a write: as `raise`, but at most once a second.
   * @returns tags for `raiseLater` after the commit
   */
  raiseSoon(counters: DeferredCounters<Schema>, tags: readonly CacheTag[]): readonly CacheTag[];
  /** After the commit: raises the revision for the tags within a second. */
  raiseLater(tags: Iterable<CacheTag>): void;
  /** Called after the commit of a write that raised the revision. */
  expire(): void;
  close(): void;
}

/**
 * The revision is stored in the database, so that all processes see a change. Each process reads it again after 250
 * ms, or at once after a change of its own.
 * @param write runs a write that only raises the revision
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
  /** Tags that wait for the timer. */
  let waiting = new Set<CacheTag>();
  /** Revision up to which the changed tags are known. */
  let seen: number | undefined;
  let floor = 0;
  const changedAt = new Map<string, number>();

  /** Forgets the older half of the tags. A forgotten tag counts as changed at the latest revision among them. */
  function forgetOldest(): void {
    const newest = [...changedAt].sort(([, a], [, b]) => b - a);
    changedAt.clear();
    for (const [name, revision] of newest.splice(0, REMEMBERED_TAGS / 2)) changedAt.set(name, revision);
    floor = Math.max(floor, newest[0]?.[1] ?? 0);
  }

  /** @param before the known revision when the read began */
  async function readChangedTags(value: number, before: number | undefined): Promise<void> {
    // The database was replaced by an older copy: all cached values may belong to the replaced one.
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
      // Of two concurrent reads, the one that began first may end last.
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
    // Keys are applied in order, and the revision has the first key.
    for (const tag of tags) counters.increment(`tag ${tag}`, 1, (tx) => raiseTag(tx, tag));
  }

  async function raiseWaiting(): Promise<void> {
    timer = undefined;
    lastCounts = performance.now();
    const raised = waiting;
    waiting = new Set();
    // After a failure the next counter raises the tags.
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
      // This process has changed the directory during the read, which may be older than the change.
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
      // Later calls must not join a read that began before the change.
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
