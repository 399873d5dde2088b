import { z } from 'zod';
import { categorySchema, languageChoice, unstorable } from '../schemas.ts';
import { isStorable, SEARCH_MAX } from '../text.ts';
import { type FacetFilters, facetFilters } from './facts.ts';
import { type RangeFilters, rangeFilters } from './ranges.ts';

export type CompanyFilters = FacetFilters & RangeFilters;

/** Of which companies a list is: what every call that lists or counts them takes. */
export const companyFilters = {
  category: categorySchema.optional(),
  ...languageChoice,
  q: z.string().max(SEARCH_MAX).refine(isStorable, unstorable).optional(),
  ...facetFilters,
  ...rangeFilters,
};
