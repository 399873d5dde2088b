import { z } from 'zod';
import { defineCall } from '../call.ts';
import { COMPANY_CATEGORIES } from '../categories.ts';
import { SEARCH_MAX } from '../companies/filters.ts';
import { KINDS } from '../companies/kinds.ts';
import { languageChoice, unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';

export const FOUND_MAX = 20;

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
] as const;

export const matchSchema = z.object({
  field: z.enum(MATCHED),
  /** The passage, whole where it is short. */
  text: z.string(),
  /** What was searched for in it: where each begins, and how long it is, in UTF-16 units. */
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type Match = z.output<typeof matchSchema>;

const namedSchema = <T extends z.ZodType>(value: T) => z.array(z.object({ value, name: z.string() }));

export const searchAll = defineCall({
  name: 'searchAll',
  method: 'GET',
  path: '/search',
  access: 'public',
  tag: 'Companies',
  summary:
    'What a few letters may mean: companies best first, founders, categories, kinds, countries and tags. Where only other spellings are found, `suggestion` is the one that was found.',
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
        category: z.enum(COMPANY_CATEGORIES),
        /** Null where it was found by what no passage shows: by its sound, or with letters that are wrong. */
        match: matchSchema.nullable(),
      }),
    ),
    /** Companies that are found, on any page. */
    total: z.number().int(),
    founders: z.array(z.object({ id: z.string(), name: z.string() })),
    categories: namedSchema(z.enum(COMPANY_CATEGORIES)),
    kinds: namedSchema(z.enum(KINDS)),
    countries: namedSchema(z.string()),
    tags: namedSchema(z.string()),
    suggestion: z.string().nullable(),
  }),
  cached: true,
});
export type Answers = z.output<typeof searchAll.answer>;
