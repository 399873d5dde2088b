import { DAY, HOUR } from '../time.ts';

/**
 * What readers can follow. A search is its query with its filters; the newsletter is that of a category, or `all`; a
 * thread of comments is the id of its first one.
 */
export const FOLLOW_KINDS = [
  'company',
  'founder',
  'category',
  'country',
  'kind',
  'tag',
  'search',
  'newsletter',
  'thread',
] as const;
export type FollowKind = (typeof FOLLOW_KINDS)[number];

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const USUAL_FREQUENCY = 'weekly' satisfies Frequency;

/** What an address follows at most. */
export const FOLLOWS_MAX = 200;
/** What waits for the confirmation of one address: a new one takes the place of the oldest. */
export const WAITING_MAX = 20;
/** Threads that an address asks for within this time are confirmed by one mail, in milliseconds. */
export const ONE_CONFIRMATION = HOUR;
/** An unconfirmed follow is removed after this long, in milliseconds. */
export const UNCONFIRMED_LIFETIME = 7 * DAY;
/** Retention of the log of mails sent to an address, shown to the owner of the address, in days. */
export const SENT_KEPT_DAYS = 90;
/** The local hour at which a digest is made. */
export const DIGEST_HOUR = 8;

/** Parameters of a list that do not narrow it: they change the order, the page or the view. */
const ONLY_SHOWN = ['language', 'lang', 'sort', 'limit', 'cursor', 'page', 'rows', 'view', 'company'];

/** The one spelling of a search that is followed: what narrows the list, in the order of the names. */
export function searchValue(query: string): string {
  const params = new URLSearchParams(query);
  for (const name of ONLY_SHOWN) params.delete(name);
  for (const [name, value] of [...params]) if (value.trim() === '') params.delete(name, value);
  params.sort();
  return params.toString();
}

/** Whether a text names a time zone of the IANA. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
