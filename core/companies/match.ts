import { z } from 'zod';

/** What of a company was found. */
export const MATCHED = [
  'name',
  'founder',
  'category',
  'kind',
  'tag',
  'country',
  'city',
  'description',
  'highlights',
  'story',
  'timeline',
  'money',
  'first_customers',
  'lesson',
  'fields',
] as const;

export const matchSchema = z.object({
  field: z.enum(MATCHED),
  /** The passage, whole where it is short. */
  text: z.string(),
  /** Matched ranges in `text`: start and length of each, in UTF-16 code units. */
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type Match = z.output<typeof matchSchema>;
