import { z } from 'zod';
import { defineCall } from '../call.ts';
import { matchSchema } from '../companies/match.ts';
import { languageChoice, unstorable } from '../schemas.ts';
import { isStorable, SEARCH_MAX } from '../text.ts';

export const FOUND_MAX = 20;

const namedValues = <T extends z.ZodType>(value: T) => z.array(z.object({ value, name: z.string() }));

export const searchAll = defineCall({
  name: 'searchAll',
  method: 'GET',
  path: '/search',
  access: 'public',
  tag: 'Companies',
  summary:
    'What a few letters may mean: companies best first, founders, categories, kinds, countries and tags. Where only other spellings are found, `suggestion` is the one that was found. `name_missing` says that no company is called what was typed: what is found is only related to it. `incomplete` says that many companies were imported a moment ago and are found by their names alone until the index has followed.',
  query: z.object({
    q: z.string().max(SEARCH_MAX).refine(isStorable, unstorable),
    ...languageChoice,
    limit: z.coerce.number().int().min(1).max(FOUND_MAX).optional(),
  }),
  answer: z.object({
    companies: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        category: z.string(),
        revenue: z.string(),
        employees: z.number().int().nullable(),
        /** Path of its logo, or of the mark that stands for one. */
        picture: z.string(),
        /** Null if no passage shows the match: found by sound or despite typing errors. */
        match: matchSchema.nullable(),
      }),
    ),
    /** Companies that are found, on any page. */
    total: z.number().int(),
    founders: z.array(z.object({ id: z.string(), name: z.string() })),
    categories: namedValues(z.string()),
    kinds: namedValues(z.string()),
    countries: namedValues(z.string()),
    tags: namedValues(z.string()),
    suggestion: z.string().nullable(),
    name_missing: z.boolean(),
    incomplete: z.boolean(),
  }),
  cached: true,
  costly: true,
});
export type Answers = z.output<typeof searchAll.answer>;
