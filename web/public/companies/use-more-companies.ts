import { type MouseEvent, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Category } from '../../../core/categories.ts';
import type { RankedCompany } from '../../../core/companies/calls.ts';
import { nextCursor } from '../../shared/api.ts';
import {
  type ListedCompanies as List,
  type ListFilter,
  PAGE_LENGTH,
  ROWS_PARAM,
} from '../../shared/companies/list.ts';
import { useRoot } from '../../shared/root-data.ts';

/** The rows that were added to a list. */
interface MoreCompanies {
  /** Key of the list that the rows belong to. */
  of: string;
  companies: RankedCompany[];
  cursor: string | null;
}

/** State of the request for more rows. */
export type MoreState = 'idle' | 'loading' | 'failed';

/** What was added, by entry of the history: Back leads to the same rows at the same place. */
const added = new Map<string, MoreCompanies>();

/** The rows that a reader adds to a list, and the address of a page with one more step of rows. */
export function useMoreCompanies(list: List, category: Category, filter: ListFilter) {
  const { language } = useRoot();
  const { search, key } = useLocation();
  const of = [
    category,
    ...Object.entries({ ...list.choices, ...filter }).flat(),
    language,
    list.sort,
    list.q,
    list.cursor,
  ].join(' ');
  const [kept, setMore] = useState(() => added.get(key));
  const more = kept?.of === of ? kept : { of, companies: [], cursor: list.cursor };
  const [state, setState] = useState<MoreState>('idle');
  useEffect(() => {
    if (kept) added.set(key, kept);
  }, [key, kept]);

  async function showMore(event: MouseEvent) {
    event.preventDefault();
    if (state === 'loading') return;
    setState('loading');
    const { href } = window.location;
    const query = new URLSearchParams({
      category,
      ...list.choices,
      ...filter,
      language,
      sort: list.sort,
      limit: String(PAGE_LENGTH),
      cursor: more.cursor ?? '',
    });
    if (list.q) query.set('q', list.q);
    try {
      const response = await fetch(`/api/companies?${query}`);
      if (!response.ok) throw new Error(String(response.status));
      const next = (await response.json()) as RankedCompany[];
      setMore({ of, companies: [...more.companies, ...next], cursor: nextCursor(response.headers) });
      // As many come when the page is loaded again (as of comments: one piece for both would be in all pages).
      if (window.location.href === href) history.replaceState(history.state, '', `?${further}`);
      setState('idle');
    } catch {
      setState('failed');
    }
  }

  const further = new URLSearchParams(search);
  further.set(ROWS_PARAM, String(list.shown + more.companies.length + PAGE_LENGTH));
  return {
    /** Key of the list, which changes with its search, order and filters. */
    of,
    more,
    state,
    further,
    showMore,
  };
}
