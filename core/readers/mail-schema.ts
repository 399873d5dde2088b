import { z } from 'zod';
import { FREQUENCIES } from './rules.ts';

export const frequencySchema = z.enum(FREQUENCIES, { error: `Must be one of ${FREQUENCIES.join(', ')}` });

/** A mail that an address was sent, and why. */
export const sentMailSchema = z.object({
  sent_at: z.string().nullable(),
  frequency: frequencySchema,
  /** The day on which it was made, in the time zone of the reader. */
  period: z.string(),
  /** The companies that it told of, each with the follows because of which it did. */
  companies: z.array(z.object({ id: z.string(), because_of: z.array(z.string()) })),
  /** The newsletters in it. */
  newsletters: z.array(z.string()),
});
export type SentMail = z.output<typeof sentMailSchema>;
