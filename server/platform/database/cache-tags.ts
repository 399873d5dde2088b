import type { CacheDependencies } from '#engine/page-cache';
import { MINUTE } from '../../../core/time.ts';

/** Tags of cached responses. A write names the tags it changes, a response the tags it depends on. */
export type CacheTag =
  /** All responses: the settings, all scores, an import. */
  | 'everything'
  /** The configuration of the directory. */
  | 'configuration'
  /** The companies as lists show them: which there are, their order, and the text of a row. */
  | 'directory'
  /** Collections: which there are, their words and lists. */
  | 'collections'
  /** Issues of the newsletter that were sent. */
  | 'newsletters'
  /** Lists that readers share: which there are, their words and companies. */
  | 'lists'
  /** Likes of the companies, which decide between equal scores. */
  | 'likes'
  /** Visits, views and whatever else is counted by day. */
  | 'visits'
  /** How many comments each company has. */
  | 'comments'
  | `company:${string}`
  | `comments:${string}`
  /** The companies of a kind or a country: which there are, and what decides how similar they are to others. */
  | `having:${string}`;

/** Whether a tag concerns all companies, not a single one. */
export const isGlobalTag = (tag: CacheTag): boolean => !tag.includes(':');

/** Counters that move with every reader. */
export const SOFT_TAGS: readonly CacheTag[] = ['likes', 'visits', 'comments'];

/** How long a page may show counters that have changed since, in milliseconds. */
export const SOFT_STALE_MS = MINUTE;

const ALL_TAGS: readonly CacheTag[] = ['directory', ...SOFT_TAGS];

/** Dependencies of a response without declared dependencies. */
export const DEPENDS_ON_ALL: CacheDependencies = {
  tags: [...ALL_TAGS, 'collections', 'newsletters', 'lists'],
  daily: true,
};

/** Place, likes, views and number of comments of a company. */
export const COMPANY_NUMBERS: readonly CacheTag[] = ALL_TAGS;

/**
 * Tags that an edit of one company changes.
 * @param states the company before and after the edit, unless only its texts changed
 */
export const companyTags = (
  id: string,
  states: readonly { kinds: readonly string[]; country: string | null }[] = [],
): CacheTag[] => [
  `company:${id}`,
  'directory',
  ...states.flatMap(({ kinds, country }) => [
    ...kinds.map((kind) => facetTag('kind', kind)),
    ...(country ? [facetTag('country', country)] : []),
  ]),
];

export const facetTag = (facet: string, value: string): CacheTag => `having:${facet} ${value}`;

/** Tags that a comment on a company changes. */
export const commentTags = (companyId: string): CacheTag[] => [`comments:${companyId}`, 'comments'];
