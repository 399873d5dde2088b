import { LRUCache } from 'lru-cache';
import type { CachedResponse } from './cached-response.ts';
import type { CacheTag } from './dependencies.ts';

/** Knows when tags were changed last. */
export interface RevisionSource {
  /** The newest revision; reads it where it is not known to be up to date. */
  current(): Promise<number>;
  /** The newest revision where it is known to be up to date, else undefined. */
  known(): number | undefined;
  isChanged(tags: readonly CacheTag[], since: number): boolean;
}

export interface FreshnessOptions {
  revision: RevisionSource;
  /** ISO date: a response is stale in the next year, a daily one on the next day. */
  today: () => string;
  /** How long a page may show counters that have changed since, in milliseconds. */
  softStaleMs: number;
}

/** `soft-stale`: only counters of the response have changed; may be sent while it is rendered again. */
export type CacheFreshness = 'fresh' | 'soft-stale' | 'stale';

const yearPart = (day: string) => day.slice(0, 4);

/** Whether a response still says what the database does. */
export function freshness(
  { dependencies: { tags, softTags = [], daily }, revision, day, isPage, at }: CachedResponse,
  { revision: source, today, softStaleMs }: FreshnessOptions,
): CacheFreshness {
  const now = today();
  if (day !== now && (daily || yearPart(day) !== yearPart(now))) return 'stale';
  if (source.isChanged(tags, revision)) return 'stale';
  if (softTags.length === 0 || !source.isChanged(softTags, revision)) return 'fresh';
  if (!isPage) return 'stale';
  return performance.now() - at < softStaleMs ? 'fresh' : 'soft-stale';
}

/** Responses by key, the most recently used ones within a bound. @param maxBytes of all bodies and headers */
export const createStore = (maxBytes: number) =>
  new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    sizeCalculation: (response, key) => response.size + key.length,
  });
