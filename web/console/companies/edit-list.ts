import type { Sent } from '../../../core/call.ts';
import { allCategories } from '../../../core/categories.ts';
import { type findCompanyRows, ROW_SORTS, type RowSort } from '../../../core/companies/admin-calls.ts';
import { DRAFT_STATES } from '../../../core/companies/draft-rules.ts';
import {
  ISSUES,
  OLD_YEARS,
  OLD_YEARS_USUAL,
  UNCHECKED_MONTHS,
  UNCHECKED_MONTHS_USUAL,
} from '../../../core/companies/issues.ts';
import { type CountedFilter, rowFilters } from '../../../core/companies/row-filters.ts';
import type { InboxKind } from '../../../core/dashboard/calls.ts';
import { offeredLanguages, usualLanguage } from '../../../core/languages.ts';
import {
  choice,
  type ListState,
  ordersOf,
  type Parameter,
  pageNumber,
  pageSize,
  searchWords,
} from '../shared/list-state.ts';

/** The orders of the table; the empty one is that of the directory. */
export const EDIT_ORDERS = ['', ...ordersOf(ROW_SORTS)] as const;

/** Filters of the panel, in its order; each is a parameter of the address. */
export const PANEL_FILTERS = [
  'visibility',
  'missing',
  'outdated',
  'unreviewed',
  'lacks',
  'changed_days',
  'changed_by',
  'status',
  'kind',
  'tag',
  'country',
  'field',
] as const satisfies readonly CountedFilter[];
export type PanelFilter = (typeof PANEL_FILTERS)[number];

/** A parameter with the values of its filter's schema; other values count as unset. */
const filterValue = (filter: PanelFilter): Parameter<string> => ({
  usual: '',
  read: (text) => (text === '' || rowFilters[filter].safeParse(text).success ? text : undefined),
});
const panelParameters = Object.fromEntries(
  PANEL_FILTERS.map((filter) => [filter, filterValue(filter)]),
) as Record<PanelFilter, Parameter<string>>;

export const EDIT_LIST = {
  /** The language of the data, not of the interface. */
  lang: choice(offeredLanguages, usualLanguage),
  category: choice(allCategories, 'all'),
  q: searchWords,
  issue: choice(['', ...ISSUES], ''),
  draft: choice(['', 'any', ...DRAFT_STATES], ''),
  ...panelParameters,
  years: choice<number>(OLD_YEARS, OLD_YEARS_USUAL),
  months: choice<number>(UNCHECKED_MONTHS, UNCHECKED_MONTHS_USUAL),
  sort: choice(EDIT_ORDERS, ''),
  page: pageNumber,
  size: pageSize,
};

export type EditState = ListState<typeof EDIT_LIST>;
export type EditOrder = EditState['sort'];

/** The filters of the panel that are set. */
type RowsQuery = NonNullable<Sent<typeof findCompanyRows>['query']>;
const panelQuery = (filters: Pick<EditState, PanelFilter>): Pick<RowsQuery, PanelFilter> =>
  Object.fromEntries(
    PANEL_FILTERS.flatMap((filter) => (filters[filter] === '' ? [] : [[filter, filters[filter]]])),
  );

/** Parameters of the address that are no part of a saved view. */
const NOT_OF_VIEWS: readonly (keyof EditState)[] = ['page', 'size'];

/** What a saved view keeps of an address, in one spelling. */
export function viewQuery(query: URLSearchParams): string {
  const kept = Object.keys(EDIT_LIST).flatMap((name) => {
    const value = NOT_OF_VIEWS.some((one) => one === name) ? null : query.get(name);
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(kept).toString();
}

/** Key of a selection's scope: language, category and filters. A search keeps the selection. */
export const scopeOf = (state: EditState): string =>
  JSON.stringify([state.lang, state.category, state.issue, state.draft, panelQuery(state)]);

/** Without any filter. */
export const UNFILTERED: Partial<EditState> = {
  q: '',
  category: 'all',
  issue: '',
  draft: '',
  ...Object.fromEntries(PANEL_FILTERS.map((filter) => [filter, ''])),
};

export const isNarrowedBy = (state: EditState): boolean =>
  Object.entries(UNFILTERED).some(([name, value]) => state[name as keyof EditState] !== value);

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
  ...filters
}: Omit<EditState, 'page' | 'size'>) {
  return {
    language: lang,
    category,
    q,
    ...(issue === '' ? {} : { issue, years, months }),
    ...(draft === '' ? {} : { draft }),
    ...panelQuery(filters),
    ...(sort === ''
      ? {}
      : {
          sort: sort.replace(/^-/, '') as RowSort,
          order: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
        }),
  };
}

/** The filters alone, as calls for all companies that match take them. */
export function filterOf(state: EditState) {
  const {
    sort: _,
    order: __,
    ...filter
  } = rowsOf({ ...state, sort: '' }) as ReturnType<typeof rowsOf> & {
    sort?: RowSort;
    order?: 'asc' | 'desc';
  };
  return filter;
}

/** The kind of work in the inbox that the filters show. */
export function workOf({ issue, draft }: EditState): InboxKind | undefined {
  if (draft === 'failed') return 'failed_drafts';
  if (draft === 'waiting') return 'drafts';
  return issue === '' ? undefined : issue;
}
