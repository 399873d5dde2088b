// Apart from the loader: the schemas of its calls, and what draws rows, stay out of the public pages.

import type { StaticHtmlRef } from '#engine/static-html';
import type { CompanyCategory } from '../../../core/categories.ts';
import type { FacetCounts } from '../../../core/companies/calls.ts';
import type { Facet } from '../../../core/companies/facet-pages.ts';
import type { Sort } from '../../../core/companies/sorts.ts';
import type { FilterChoices } from './list-filters.ts';

/** Rows of a ranking that come with the page; more come on demand. */
export const PAGE_LENGTH = 100;
/** Class of a ranking's rows: places of four figures have more room. */
export const rowsClass = (total: number): string => (total > 999 ? 'rows rows-long' : 'rows');
/** Search parameter that asks for more rows at once: how one goes on without JavaScript. */
export const ROWS_PARAM = 'rows';

/** Of which companies a list is, beside its category: the value of a facet. */
export type ListFilter = { [F in Facet]?: string };

export interface Instead {
  /** No company is called what was searched for. */
  isNameMissing: boolean;
  /** Companies that were just imported may be missing. */
  isIncomplete: boolean;
  suggestion: string | null;
  category: CompanyCategory | undefined;
}

export interface ListedCompanies {
  /** The rows that are shown at first, and how many they are. */
  rows: StaticHtmlRef;
  shown: number;
  /** Those, as search engines read them; null where the router asks for the list. */
  described: StaticHtmlRef | null;
  total: number;
  /** Headline of the first company of a ranking by score; null where the list is searched or narrowed. */
  first: string | null;
  /** Leads to the next rows; null at the end. */
  cursor: string | null;
  q: string;
  sort: Sort;
  /** What is chosen in the address, beside what the page is of. */
  choices: FilterChoices;
  /** How many companies each choice would list; null while the filters are shut. */
  facets: FacetCounts | null;
  /** Of a search: whether its name is missing, what may have been meant, and the category that comes closest. */
  instead: Instead | null;
}
