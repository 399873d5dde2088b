import { z } from 'zod';
import { defineCall } from '../call.ts';
import { limitSchema } from '../companies/calls.ts';
import { refusedAs } from '../refusal.ts';
import { categorySchema, languageChoice, unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';

/** Fields whose changes readers are told, besides that a company was added. */
export const REPORTED_FIELDS = [
  'revenue',
  'employees',
  'founded',
  'category',
  'country',
  'status',
  'website',
] as const;
/**
 * `rank`: the place of a company, where an evaluation moved it by five or more. `comment`: comments on a company were
 * published.
 */
export const CHANGED_FIELDS = ['created', 'rank', 'comment', ...REPORTED_FIELDS] as const;

/** Changes of one answer without a `limit`. */
export const CHANGES_USUAL = 100;

const valueSchema = z.union([z.string(), z.number(), z.null()]);

export const changeSchema = z.object({
  id: z.string(),
  /** When the field was changed last; edits within an hour of each other are one change. */
  at: z.string(),
  company: z.object({ id: z.string(), name: z.string() }),
  field: z.enum(CHANGED_FIELDS),
  from: valueSchema,
  to: valueSchema,
  /** The year of a figure. */
  year: z.number().int().nullable(),
  /** The address of the source of a figure. */
  source: z.string().nullable(),
  /** Of `comment`: the newest of the comments, of which `to` is the number. */
  comment: z
    .object({
      id: z.string(),
      author: z.string(),
      /** Tells people of one name apart. */
      person: z.number().int().nullable(),
      /** Path of the comment on its company's page, without language. */
      path: z.string(),
    })
    .nullable(),
});
export type PublicChange = z.output<typeof changeSchema>;

export const findChanges = defineCall({
  name: 'findChanges',
  method: 'GET',
  path: '/changes',
  access: 'public',
  tag: 'Companies',
  summary:
    'What changed in the directory, newest first: companies that were added, figures and facts from what to what, and new comments, those on one company within an hour as one. Link rel=next leads on.',
  query: z.object({
    ...languageChoice,
    since: z
      .string()
      .max(40)
      .refine((text) => !Number.isNaN(Date.parse(text)), refusedAs('invalid_day'))
      .transform((text) => new Date(text).toISOString())
      .optional()
      .describe('Only later changes: a day or a moment, as `2026-11-01`.'),
    kind: z
      .enum(['added', 'changed', 'facts', 'comment'])
      .optional()
      .describe(
        'Only companies that were added, only facts that changed, both of these, or only new comments.',
      ),
    category: categorySchema.optional(),
    company: z
      .string()
      .max(200)
      .refine(isStorable, unstorable)
      .optional()
      .describe('Only those of this one. A merged one leads to the one that it was merged into.'),
    limit: limitSchema.optional(),
    cursor: z.string().max(2000).optional(),
  }),
  answer: z.array(changeSchema),
  problems: ['company_not_found'],
  cached: true,
});
