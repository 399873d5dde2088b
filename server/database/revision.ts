import { sql } from 'kysely';
import type { DeferredCounters } from './deferred-counters.ts';
import type { Topic } from './topics.ts';
import type { ApplyIncrement, Db, Revision } from './types.ts';

/** How long another process's change may stay unseen, in milliseconds. */
const LOOK_AGAIN_AFTER = 250;
/** The row of `state`, and the counter that raises it: a write that has this counter changed the directory. */
export const REVISION = 'revision';
/** Likes and views make cached responses stale at most this often, in milliseconds. */
const COUNTS_EVERY = 1000;
/** Topics whose change is remembered; past it all are taken as changed. */
const TOPICS_MAX = 20_000;

interface WritableRevision extends Revision {
  /** In a write: cached responses that show the topics are stale once it is committed. */
  raise(counters: DeferredCounters, topics: Iterable<Topic>): void;
  /** In a write: the same, at most once a second. */
  raiseSoon(counters: DeferredCounters, topics: readonly Topic[]): void;
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
  /** What waits for the timer. */
  let waiting = new Set<Topic>();
  /** The revision up to which the changes of topics are known, and of which on they are told apart. */
  let seen: number | undefined;
  let floor = 0;
  const changedAt = new Map<string, number>();

  async function lookAtTopics(value: number): Promise<void> {
    if (seen === undefined) floor = value;
    else if (value > seen) {
      const rows = await read
        .selectFrom('topics')
        .select(['name', 'revision'])
        .where('revision', '>', seen)
        .execute();
      for (const { name, revision } of rows) changedAt.set(name, Number(revision));
      if (changedAt.size > TOPICS_MAX) {
        changedAt.clear();
        floor = value;
      }
    }
    // An older database stands in its place: nothing of what is kept can be told to be its.
    else if (value < seen) floor = Number.POSITIVE_INFINITY;
    seen = Math.max(value, seen ?? 0);
  }

  async function look(): Promise<number> {
    const started = generation;
    const row = await read
      .selectFrom('state')
      .select('value')
      .where('name', '=', REVISION)
      .executeTakeFirst();
    const value = Number(row?.value ?? 0);
    await lookAtTopics(value);
    if (started === generation) known = { value, at: performance.now() };
    return value;
  }

  function fresh(): number | undefined {
    return known && performance.now() - known.at < LOOK_AGAIN_AFTER ? known.value : undefined;
  }

  function raise(counters: DeferredCounters, topics: Iterable<Topic>): void {
    counters.increment(REVISION, 1, applyRaise);
    // After the revision, whose key comes first.
    for (const topic of topics) counters.increment(`topic ${topic}`, 1, (tx) => applyTopic(tx, topic));
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
    known: fresh,
    isChanged(topics, since) {
      const isNewer = (topic: Topic) => (changedAt.get(topic) ?? floor) > since;
      return isNewer('everything') || topics.some(isNewer);
    },
    raise,
    raiseSoon(counters, topics) {
      if (timer) {
        for (const topic of topics) waiting.add(topic);
        return;
      }
      const wait = lastCounts + COUNTS_EVERY - performance.now();
      if (lastCounts === 0 || wait <= 0) {
        lastCounts = performance.now();
        raise(counters, [...waiting, ...topics]);
        return;
      }
      for (const topic of topics) waiting.add(topic);
      timer = setTimeout(() => {
        timer = undefined;
        lastCounts = performance.now();
        const raised = waiting;
        waiting = new Set();
        // The next counter brings it up to date if the database is away just now.
        write((all) => raise(all, raised)).catch(() => {
          for (const topic of raised) waiting.add(topic);
        });
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

const applyTopic = async (tx: Db, topic: Topic): Promise<void> => {
  await sql`
    insert into topics (name, revision)
    select cast(${topic} as text), cast(value as bigint) from state where name = ${REVISION}
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
