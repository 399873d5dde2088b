import { allCategories } from '../../../core/categories.ts';
import { ROW_SORTS, type RowSort } from '../../../core/companies/admin-calls.ts';
import { DRAFT_STATES } from '../../../core/companies/draft-rules.ts';
import {
  ISSUES,
  OLD_YEARS,
  OLD_YEARS_USUAL,
  UNCHECKED_MONTHS,
  UNCHECKED_MONTHS_USUAL,
} from '../../../core/companies/issues.ts';
import { offeredLanguages, usualLanguage } from '../../../core/languages.ts';
import { choice, type ListState, ordersOf, pageNumber, pageSize, searchWords } from '../shared/list-state.ts';

/** The orders of the table; the empty one is that of the directory. */
export const EDIT_ORDERS = ['', ...ordersOf(ROW_SORTS)] as const;

export const EDIT_LIST = {
  /** The language of the data, not of the interface. */
  lang: choice(offeredLanguages, usualLanguage),
  category: choice(allCategories, 'all'),
  q: searchWords,
  issue: choice(['', ...ISSUES], ''),
  draft: choice(['', 'any', ...DRAFT_STATES], ''),
  years: choice<number>(OLD_YEARS, OLD_YEARS_USUAL),
  months: choice<number>(UNCHECKED_MONTHS, UNCHECKED_MONTHS_USUAL),
  sort: choice(EDIT_ORDERS, ''),
  page: pageNumber,
  size: pageSize,
};

export type EditState = ListState<typeof EDIT_LIST>;
export type EditOrder = EditState['sort'];

/** Query of the call that lists the rows: filters and order from the address. */
export function rowsOf({
  lang,
  category,
  q,
  issue,
  draft,
  years,
  months,
  sort,
}: Omit<EditState, 'page' | 'size'>) {
  return {
    language: lang,
    category,
    q,
    ...(issue === '' ? {} : { issue, years, months }),
    ...(draft === '' ? {} : { draft }),
    ...(sort === ''
      ? {}
      : {
          sort: sort.replace(/^-/, '') as RowSort,
          order: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
        }),
  };
}
