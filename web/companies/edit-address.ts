import type { SortingState } from '@tanstack/react-table';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { CATEGORIES, type Category } from '../../core/categories.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../core/languages.ts';

/** What the section shows, as its address carries it. */
export interface EditAddress {
  /** The language of the data, not of the interface. */
  lang: Language;
  category: Category;
  q: string;
  sorting: SortingState;
  /** The company in the editor. */
  edit: string | null;
}

/** The query parameter that names the company in the editor. */
export const EDIT_PARAMETER = 'edit';

/** The columns that can be sorted by. */
export const SORTABLE = ['name', 'founder', 'revenue', 'employees', 'score', 'visible'] as const;

function isCategory(value: unknown): value is Category {
  return CATEGORIES.includes(value as Category);
}

export function readEditAddress(query: URLSearchParams): EditAddress {
  const lang = query.get('lang');
  const category = query.get('category');
  const sort = query.get('sort') ?? '';
  const id = sort.replace(/^-/, '');
  return {
    lang: isLanguage(lang) ? lang : DEFAULT_LANGUAGE,
    category: isCategory(category) ? category : 'all',
    q: query.get('q') ?? '',
    sorting: SORTABLE.some((column) => column === id) ? [{ id, desc: sort.startsWith('-') }] : [],
    edit: query.get(EDIT_PARAMETER) || null,
  };
}

/** The query of an address with changes; what is as usual is left out. */
export function writeEditAddress(query: URLSearchParams, changes: Partial<EditAddress>): URLSearchParams {
  const { lang, category, q, sorting, edit } = { ...readEditAddress(query), ...changes };
  const [sort] = sorting;
  const next = new URLSearchParams(query);
  const set = (name: string, value: string | null) => {
    if (value) next.set(name, value);
    else next.delete(name);
  };
  set('lang', lang === DEFAULT_LANGUAGE ? null : lang);
  set('category', category === 'all' ? null : category);
  set('q', q);
  set('sort', sort ? `${sort.desc ? '-' : ''}${sort.id}` : null);
  set(EDIT_PARAMETER, edit);
  return next;
}

/** The address and a function that changes it without a step in the browser's history. */
export function useEditAddress() {
  const [query, setQuery] = useSearchParams();
  const address = useMemo(() => readEditAddress(query), [query]);
  // What was asked for last: a change that comes before the one before it is shown must not undo it.
  const latest = useRef(query);
  useEffect(() => {
    latest.current = query;
  }, [query]);
  const change = useCallback(
    (changes: Partial<EditAddress>) => {
      latest.current = writeEditAddress(latest.current, changes);
      setQuery(latest.current, { replace: true, preventScrollReset: true });
    },
    [setQuery],
  );
  return { address, change, query };
}
