import { z } from 'zod';
import { LANGUAGES } from '../languages.ts';
import { refusedAs } from '../refusal.ts';
import { unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';
import { DRAFT_STATES } from './draft-rules.ts';
import { facetFilters } from './facts.ts';
import { ISSUES } from './issues.ts';
import { editorsChoiceOf } from './own-filters.ts';

/** Fields that a filter for missing values can name. */
export const LACKED_FIELDS = ['sources', 'logo', 'website', 'country', 'kinds', 'tags', 'figures'] as const;
/** Days within which a change is recent. */
export const CHANGED_WITHIN = [1, 7, 30, 90] as const;
const CHANGED_DAYS_MAX = 3650;

const languageOrAny = z.enum(['any', ...LANGUAGES]).optional();
const shortText = z.string().min(1).max(200).refine(isStorable, unstorable);
const isOwnChoice = (text: string): boolean => editorsChoiceOf(text) !== undefined;

/**
 * The filters of the console's table beside search and category, which bulk changes take too. A new one is a line here
 * and one in `ROW_CONDITIONS` of the server.
 */
export const rowFilters = {
  issue: z
    .enum(ISSUES)
    .optional()
    .describe(
      'What is to be looked after: `old`, the newest figure of revenue or people is of more than `years` years ago; `unchecked` for more than `months` months; `unsourced`; `contradiction`, the headline is not what its latest figure says.',
    ),
  draft: z
    .enum(['any', ...DRAFT_STATES])
    .optional()
    .describe('With a draft, whatever it waits for or of one state.'),
  visibility: z.enum(['shown', 'hidden']).optional(),
  missing: languageOrAny.describe('Without a text in the language, or in any language of the directory.'),
  outdated: languageOrAny.describe('With a text that another language is ahead of.'),
  unreviewed: languageOrAny.describe("With a machine's text that nobody looked over."),
  lacks: z.enum(LACKED_FIELDS).optional().describe('With nothing in the field.'),
  changed_days: z.coerce.number().int().min(1).max(CHANGED_DAYS_MAX).optional(),
  changed_by: shortText.optional().describe('User name, or model; with `changed_days` within these.'),
  status: facetFilters.status,
  kind: facetFilters.kind,
  tag: facetFilters.tag,
  country: facetFilters.country,
  field: shortText
    .refine(isOwnChoice, refusedAs('unknown_field_choice'))
    .optional()
    .describe('A choice of an own field, as `opens:dawn`, or a range of its numbers, as `ovens:3..5`.'),
};
export type RowFilters = { [F in keyof typeof rowFilters]?: z.output<(typeof rowFilters)[F]> };
export type RowFilterName = keyof typeof rowFilters;
export const ROW_FILTER_NAMES = Object.keys(rowFilters) as RowFilterName[];
/** Filters whose options are counted: how many companies have an issue is a call of its own. */
export type CountedFilter = Exclude<RowFilterName, 'issue'>;
