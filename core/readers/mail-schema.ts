import { z } from 'zod';
import { refusedAs } from '../refusal.ts';
import { languageSchema } from '../schemas.ts';
import { FREQUENCIES, isTimeZone } from './rules.ts';

export const timeZoneSchema = z.string().max(64).refine(isTimeZone, refusedAs('invalid_time_zone'));

export const frequencySchema = z.enum(FREQUENCIES, { error: `Must be one of ${FREQUENCIES.join(', ')}` });

/** A mail that an address was sent, and why. */
export const sentMailSchema = z.object({
  sent_at: z.string().nullable(),
  /** Of a digest, or that it is an issue of the newsletter, or about replies. */
  frequency: z.enum([...FREQUENCIES, 'issue', 'replies']),
  /** The day on which it was made: of a digest in the time zone of the reader, else in UTC. */
  period: z.string(),
  /** The newsletter issue of the mail; null for digests and mails about replies. */
  issue: z.object({ id: z.string(), subject: z.string(), language: languageSchema }).nullable(),
  /** Companies in the mail, each with the follows that match the company. */
  companies: z.array(z.object({ id: z.string(), because_of: z.array(z.string()) })),
  /** The newsletters in it, or because of which an issue was sent. */
  newsletters: z.array(z.string()),
});
export type SentMail = z.output<typeof sentMailSchema>;
