import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { MOVING_FOR, type Shown, type Topic } from '../database/topics.ts';
import type { Database } from '../database/types.ts';
import { holdLease } from '../operations/lease.ts';
import { periodically } from '../operations/periodically.ts';
import type { Services } from '../services.ts';
import type { Metrics } from './metrics.ts';

/** How often a process looks whether nobody tells the CDN, in milliseconds. */
const TAKE_OVER_EVERY = 10_000;
/** What changes within so long is told together, in milliseconds. */
const COLLECT = 1000;
/** Other processes know of a change a quarter of a second later: what the CDN fetches then is new for sure. */
const KNOWN_EVERYWHERE = 500;
/**
 * Numbers that move with each reader; what shows them may show them a minute long, and would be fetched anew
 * all the time.
 */
const MOVING: readonly string[] = ['likes', 'visits', 'comments'] satisfies Topic[];
/** The longest pause before it is told again, in milliseconds. */
const LONGEST_PAUSE = 60_000;
const ANSWER_WITHIN = 10_000;
/** Tags of one request: the least that a CDN takes at once. */
const TAGS_AT_ONCE = 30;
/** Of more changes than this, everything is let go of. */
const TAGS_MAX = 600;
/** The tag of all that a CDN keeps. */
const EVERYTHING = 'everything';

/** The name of a topic as a header may have it, whatever the company is called: ASCII, no space and no comma. */
const tagOf = (topic: Topic): string => encodeURI(topic.toWellFormed()).replaceAll(',', '%2C');

/**
 * What tells a CDN to keep a page, and by which names to let go of it. A browser goes on asking each
 * time (RFC 9111, 5.2.2.10, and RFC 9213).
 * @param seconds how long it may be kept
 */
export function cdnHeaders(seconds: number, { on }: Shown): Record<string, string> {
  const tags = [EVERYTHING, ...on.map(tagOf)];
  const kept = `max-age=${seconds}, stale-while-revalidate=${seconds}`;
  return {
    'cache-control': `public, max-age=0, must-revalidate, s-maxage=${seconds}`,
    'cdn-cache-control': kept,
    'surrogate-control': kept,
    'cache-tag': tags.join(','),
    'surrogate-key': tags.join(' '),
  };
}

/** The tags of what was changed after a revision, and up to which one that is known. */
async function changedAfter({ read, revision }: Database, seen: number | undefined) {
  const upTo = await revision.current();
  // Not known, or an older database stands in its place.
  if (seen === undefined || upTo < seen) return { tags: [EVERYTHING], upTo };
  const rows = await read.selectFrom('topics').select('name').where('revision', '>', seen).execute();
  const tags = rows.map(({ name }) => tagOf(name as Topic));
  return { tags: tags.length > TAGS_MAX || tags.includes(EVERYTHING) ? [EVERYTHING] : tags, upTo };
}

/**
 * Tells a CDN what to let go of, soon after it was changed, in one of all processes. Whoever begins
 * with it does not know what was told before and lets go of everything; so does each start, after
 * which the pages may be of another version.
 * @param movingFor how long moving numbers may be shown, in milliseconds: it is told of them as often at most
 */
export function purgeCdn(
  app: FastifyInstance,
  { env, database, now }: Pick<Services, 'env' | 'database' | 'now'>,
  onTold: Metrics['countPurge'],
  movingFor = MOVING_FOR,
): void {
  const { CDN_PURGE_URL: url, CDN_PURGE_HEADER: header } = env;
  if (!url) return;
  const [name = '', ...value] = header?.split(':') ?? [];
  const stopping = new AbortController();

  async function tell(address: string, tags: readonly string[], signal: AbortSignal): Promise<void> {
    for (let from = 0; from < tags.length; from += TAGS_AT_ONCE) {
      const some = tags.slice(from, from + TAGS_AT_ONCE);
      const answer = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'surrogate-key': some.join(' '),
          ...(name ? { [name]: value.join(':').trim() } : {}),
        },
        body: JSON.stringify({ tags: some }),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN)]),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    }
  }

  async function follow(url: string, signal: AbortSignal): Promise<void> {
    let seen: number | undefined;
    let failures = 0;
    let toldOfMoving = Number.NEGATIVE_INFINITY;
    const moved = new Set<string>();
    for (;;) {
      const { tags: changed, upTo } = await changedAfter(database, seen);
      const tags = changed.filter((tag) => !MOVING.includes(tag));
      for (const tag of changed) if (MOVING.includes(tag)) moved.add(tag);
      const at = performance.now();
      const isTimeToMove = at - toldOfMoving >= movingFor;
      if (isTimeToMove) tags.push(...moved);
      try {
        if (tags.length > 0) {
          await pause(KNOWN_EVERYWHERE, undefined, { signal });
          await tell(url, tags, signal);
          onTold('told');
          if (isTimeToMove && moved.size > 0) {
            toldOfMoving = at;
            moved.clear();
          }
          if (failures > 0) app.log.info('the CDN was told again');
        }
        failures = 0;
        seen = upTo;
      } catch (error) {
        signal.throwIfAborted();
        onTold('failed');
        if (failures === 0) app.log.warn({ reason: (error as Error).message }, 'the CDN was not told');
        failures++;
      }
      await pause(Math.min(COLLECT * 2 ** failures, LONGEST_PAUSE), undefined, { signal });
    }
  }

  app.addHook('preClose', async () => stopping.abort());
  periodically(app, TAKE_OVER_EVERY, async () => {
    try {
      await holdLease(
        { database, now, log: app.log },
        'cdn',
        async () => true,
        (_, { signal }) => follow(url, signal),
        stopping.signal,
      );
    } catch (error) {
      // The database is away, or the server stops; whoever begins again lets go of everything.
      if (!stopping.signal.aborted) app.log.warn({ reason: (error as Error).message }, 'the CDN waits');
    }
  });
}
