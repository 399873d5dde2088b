import type { RouterContextProvider } from 'react-router';
import type { Category } from '../../core/categories.ts';
import { findCompanies, LIST_MAX } from '../../core/companies/calls.ts';
import type { Facet } from '../../core/companies/facet-pages.ts';
import { SORTS, type Sort } from '../../core/companies/sorts.ts';
import { callFromLoader, nextCursor } from '../api.ts';
import { languageOf, pageError } from '../shell/load-page.ts';

/** Rows of a ranking that are rendered with the page; more come on demand. */
export const PAGE_LENGTH = 100;
/** Search parameter that asks for more rows at once: how one goes on without JavaScript. */
export const ROWS_PARAM = 'rows';

/** Of which companies a list is, beside its category: the value of a facet. */
export type ListFilter = { [F in Facet]?: string };

export interface CompanyList {
  companies: Awaited<ReturnType<typeof fetchList>>['answer'];
  total: number;
  /** Leads to the next rows; null at the end. */
  cursor: string | null;
  q: string;
  sort: Sort;
}

function fetchList(
  context: Readonly<RouterContextProvider>,
  query: Parameters<typeof callFromLoader<typeof findCompanies>>[2]['query'],
) {
  return callFromLoader(context, findCompanies, { query: query ?? {} });
}

/** The list that a page's address asks for; a search or order that cannot be is left out. */
export async function loadList(
  request: Request,
  context: Readonly<RouterContextProvider>,
  category: Category,
  filter: ListFilter = {},
): Promise<CompanyList> {
  const address = new URL(request.url).searchParams;
  const q = (address.get('q') ?? '').slice(0, 200).replaceAll('\u0000', '').toWellFormed();
  const sort = SORTS.find((known) => known === address.get('sort')) ?? 'score';
  try {
    const { answer, headers } = await fetchList(context, {
      category,
      ...filter,
      language: languageOf(request),
      q,
      sort,
      limit: rowsAsked(address.get(ROWS_PARAM)),
    });
    return {
      companies: answer,
      total: Number(headers.get('x-total-count')),
      cursor: nextCursor(headers),
      q,
      sort,
    };
  } catch (error) {
    return pageError(error);
  }
}

function rowsAsked(text: string | null): number {
  const rows = Number(text);
  return Number.isInteger(rows) ? Math.min(Math.max(rows, PAGE_LENGTH), LIST_MAX) : PAGE_LENGTH;
}
