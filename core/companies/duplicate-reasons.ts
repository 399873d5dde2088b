import { z } from 'zod';

/** What two companies have in common that may be one: a name, the domain of the website, a founder and the year. */
export const DUPLICATE_REASONS = ['name', 'website', 'founder'] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/** A possible duplicate of a company, with what both have in common. */
export const lookalikeSchema = z.object({
  id: z.string(),
  name: z.string(),
  reasons: z.array(z.enum(DUPLICATE_REASONS)),
});
export type Lookalike = z.output<typeof lookalikeSchema>;
