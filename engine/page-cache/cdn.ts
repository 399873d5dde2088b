import { setTimeout as pause } from 'node:timers/promises';
import type { CacheTag } from './dependencies.ts';

/** Changes within so long are sent in one purge, in milliseconds; failures double it. */
const COLLECT_MS = 1000;
/** Other processes see a change within 250 ms; after this time what the CDN fetches is new for sure. */
const KNOWN_EVERYWHERE = 500;
/** Longest pause after failures, in milliseconds. */
const PURGE_PAUSE_MAX = 60_000;
const PURGE_TIMEOUT = 10_000;
/** Tags of one request: the smallest limit of the known CDNs. */
const TAGS_PER_REQUEST = 30;
/** Above this number of tags everything is purged. */
const PURGE_TAGS_MAX = 600;
/** Tag of all responses. */
export const EVERYTHING = 'everything';

/** A tag as a header may have it, whatever an id contains: ASCII, without spaces and commas. */
const headerTag = (tag: CacheTag): string => encodeURI(tag.toWellFormed()).replaceAll(',', '%2C');

/**
 * Headers that let a CDN keep a page, and the tags by which it is purged (RFC 9213, RFC 9111 5.2.2.10). Browsers go on
 * asking each time.
 * @param seconds how long it may be kept
 */
export function cdnHeaders(seconds: number, tags: readonly CacheTag[]): Record<string, string> {
  const all = [EVERYTHING, ...tags.map(headerTag)];
  const kept = `max-age=${seconds}, stale-while-revalidate=${seconds}`;
  return {
    'cache-control': `public, max-age=0, must-revalidate, s-maxage=${seconds}`,
    'cdn-cache-control': kept,
    'surrogate-control': kept,
    'cache-tag': all.join(','),
    'surrogate-key': all.join(' '),
  };
}

export interface PurgeOptions {
  url: string;
  /** `Name: value`, for the CDN's token. */
  header: string | undefined;
  /** Tags that changed after a revision, and the revision up to which that is known. */
  changedAfter(revision: number): Promise<{ tags: readonly CacheTag[]; upTo: number }>;
  /** The newest revision. */
  currentRevision(): Promise<number>;
  /** Tags of counters, which change with every reader: they are purged at most once in `softStaleMs`. */
  softTags: readonly CacheTag[];
  softStaleMs: number;
  /** Milliseconds in which changes are collected; tests have less. */
  collectMs?: number | undefined;
  /** Called after each purge, with the reason where it failed. */
  onPurge(outcome: 'told' | 'failed', reason?: string): void;
  log: { info(message: string): void; warn(details: object, message: string): void };
}

/**
 * Purges a CDN by tags soon after changes, until the signal aborts. It begins by purging everything: what was purged
 * before is not known, and the pages may be of another version.
 */
export async function purgeCdn(options: PurgeOptions, signal: AbortSignal): Promise<never> {
  const { softTags, softStaleMs, collectMs = COLLECT_MS, onPurge, log } = options;
  let seen: number | undefined;
  let failures = 0;
  let softPurgedAt = Number.NEGATIVE_INFINITY;
  const pendingSoft = new Set<CacheTag>();
  for (;;) {
    const { tags: changed, upTo } = await changedSince(options, seen);
    const tags = changed.filter((tag) => !softTags.includes(tag));
    for (const tag of changed) if (softTags.includes(tag)) pendingSoft.add(tag);
    const now = performance.now();
    const softIsDue = now - softPurgedAt >= softStaleMs;
    if (softIsDue) tags.push(...pendingSoft);
    try {
      if (tags.length > 0) {
        await pause(KNOWN_EVERYWHERE, undefined, { signal });
        await sendPurge(options, tags.map(headerTag), signal);
        onPurge('told');
        if (softIsDue && pendingSoft.size > 0) {
          softPurgedAt = now;
          pendingSoft.clear();
        }
        if (failures > 0) log.info('the CDN was told again');
      }
      failures = 0;
      seen = upTo;
    } catch (error) {
      signal.throwIfAborted();
      const reason = (error as Error).message;
      onPurge('failed', reason);
      if (failures === 0) log.warn({ reason }, 'the CDN was not told');
      failures++;
    }
    await pause(Math.min(collectMs * 2 ** failures, PURGE_PAUSE_MAX), undefined, { signal });
  }
}

async function changedSince({ changedAfter, currentRevision }: PurgeOptions, seen: number | undefined) {
  if (seen === undefined) return { tags: [EVERYTHING], upTo: await currentRevision() };
  const { tags, upTo } = await changedAfter(seen);
  // A lower revision is that of a restored database.
  const isAll = upTo < seen || tags.length > PURGE_TAGS_MAX || tags.includes(EVERYTHING);
  return { tags: isAll ? [EVERYTHING] : tags, upTo };
}

async function sendPurge({ url, header }: PurgeOptions, tags: readonly string[], signal: AbortSignal) {
  const [name = '', ...value] = header?.split(':') ?? [];
  for (let from = 0; from < tags.length; from += TAGS_PER_REQUEST) {
    const some = tags.slice(from, from + TAGS_PER_REQUEST);
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'surrogate-key': some.join(' '),
        ...(name ? { [name]: value.join(':').trim() } : {}),
      },
      body: JSON.stringify({ tags: some }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PURGE_TIMEOUT)]),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  }
}
