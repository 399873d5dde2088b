import { z } from 'zod';
import { DAY } from '../time.ts';

/** A source that answered is not asked again before, in milliseconds. */
export const ASK_AGAIN = 30 * DAY;
/** One that did not is asked again sooner, to tell an outage from an end; in milliseconds. */
export const ASK_FAILED_AGAIN = 3 * DAY;
/** So many failures in a row, each some days after the other, are no outage any more. */
export const LINK_FAILURES_BEFORE_REPORT = 2;

/** Why an address gave no answer at all. */
export const LINK_FAILURES = [
  'unknown_host',
  'unreachable',
  'timeout',
  'insecure',
  'inner_address',
  'too_many_redirects',
  'unusable',
] as const;
export type LinkFailure = (typeof LINK_FAILURES)[number];

/** Why a logo of another site could not be fetched. */
export const LOGO_FAILURES = [...LINK_FAILURES, 'refused', 'too_large', 'no_picture'] as const;
export type LogoFailure = (typeof LOGO_FAILURES)[number];

/** What became of a company's logo: `own` is a path of this site, `kept` one that was fetched from another. */
export const logoStateSchema = z.object({
  state: z.enum(['none', 'own', 'waiting', 'kept', 'failed']),
  failure: z.enum(LOGO_FAILURES).nullable(),
  /** Time of the fetch or of the last attempt: ISO 8601. */
  checked_at: z.string().nullable(),
});
export type StoredLogoState = z.output<typeof logoStateSchema>;

/** What became of asking: the status of the answer, or why there was none. */
export type LinkAnswer = { status: number; failure: null } | { status: null; failure: LinkFailure };

/** What the last look at a source's address found. */
export const linkCheckSchema = z.object({
  url: z.string(),
  /** ISO 8601. */
  checked_at: z.string(),
  status: z.number().int().nullable(),
  failure: z.enum(LINK_FAILURES).nullable(),
  /** How often in a row it failed, the last time included. */
  failures: z.number().int(),
});
export type LinkCheck = z.output<typeof linkCheckSchema>;

/**
 * Whether an answer means that the page is unavailable. Statuses 401, 403, 429 and 999 do not count as
 * failures: many sites refuse machines but serve people.
 */
export function isFailure({ status, failure }: LinkAnswer): boolean {
  return failure !== null || status === 404 || status === 410 || (status >= 500 && status < 600);
}

/** What is kept after an answer. */
export function checkAfter(
  url: string,
  answer: LinkAnswer,
  before: Pick<LinkCheck, 'failures'> | undefined,
  at: Date,
): LinkCheck {
  const failures = isFailure(answer) ? (before?.failures ?? 0) + 1 : 0;
  return { url, checked_at: at.toISOString(), ...answer, failures };
}

/** The moments since when an address must have been asked, so that it is left alone now. */
export function leftAloneSince(now: Date): { answered: string; failed: string } {
  const before = (time: number) => new Date(now.getTime() - time).toISOString();
  return { answered: before(ASK_AGAIN), failed: before(ASK_FAILED_AGAIN) };
}

/** Whether it is time to ask an address: for the first time, or again. */
export function isDue(check: Pick<LinkCheck, 'checked_at' | 'failures'> | undefined, now: Date): boolean {
  if (!check) return true;
  const since = leftAloneSince(now);
  return check.checked_at < (check.failures > 0 ? since.failed : since.answered);
}
