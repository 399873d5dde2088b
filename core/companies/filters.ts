import { z } from 'zod';
import { refusedAs } from '../refusal.ts';
import { categorySchema, languageChoice, unstorable } from '../schemas.ts';
import { isStorable, SEARCH_MAX } from '../text.ts';
import { type FacetFilters, facetFilters } from './facts.ts';
import { ownChoiceOf } from './own-filters.ts';
import { type RangeFilters, rangeFilters } from './ranges.ts';

/** Choices of own fields. */
const FIELD_CHOICES_MAX = 40;

export type CompanyFilters = FacetFilters & RangeFilters & { field?: string[] | undefined };

/** Filters of every call that lists or counts companies. */
export const companyFilters = {
  category: categorySchema.optional(),
  ...languageChoice,
  q: z.string().max(SEARCH_MAX).refine(isStorable, unstorable).optional(),
  ...facetFilters,
  ...rangeFilters,
  field: z
    .string()
    .max(FIELD_CHOICES_MAX * 120)
    .transform((text) => [
      ...new Set(
        text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      ),
    ])
    .pipe(
      z
        .array(
          z.string().refine((text) => ownChoiceOf(text) !== undefined, refusedAs('unknown_field_choice')),
        )
        .max(FIELD_CHOICES_MAX),
    )
    .optional()
    .describe('Own fields, as `opens:dawn,ovens:3..5`: of each field that is named, one of the choices.'),
};
