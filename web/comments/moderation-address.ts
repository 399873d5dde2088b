import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { CATEGORIES, type Category } from '../../core/categories.ts';
import { COMMENT_FILTERS, type CommentFilter } from '../../core/comments/admin-calls.ts';
import { SEARCH_MAX } from '../../core/companies/calls.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../core/pagination.ts';

/** What the section shows, as its address carries it. */
export interface ModerationAddress {
  q: string;
  category: Category;
  status: CommentFilter;
  /** From 1. */
  page: number;
  size: number;
}

const ALL = 'all';

function oneOf<Value>(values: readonly Value[], given: unknown): Value | undefined {
  return values.find((value) => value === given);
}

export function readModerationAddress(query: URLSearchParams): ModerationAddress {
  const page = Number(query.get('page'));
  return {
    q: (query.get('q') ?? '').slice(0, SEARCH_MAX),
    category: oneOf(CATEGORIES, query.get('category')) ?? ALL,
    status: oneOf(COMMENT_FILTERS, query.get('status')) ?? ALL,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: oneOf<number>(PAGE_SIZES, Number(query.get('size'))) ?? DEFAULT_PAGE_SIZE,
  };
}

/** The query of an address with changes; what is as usual is left out. Another list begins at its first page. */
export function writeModerationAddress(
  query: URLSearchParams,
  changes: Partial<ModerationAddress>,
): URLSearchParams {
  const address = { ...readModerationAddress(query), page: 1, ...changes };
  const next = new URLSearchParams(query);
  const usual: ModerationAddress = { q: '', category: ALL, status: ALL, page: 1, size: DEFAULT_PAGE_SIZE };
  for (const name of Object.keys(usual) as (keyof ModerationAddress)[]) {
    if (address[name] === usual[name]) next.delete(name);
    else next.set(name, String(address[name]));
  }
  return next;
}

/** The address and a function that changes it without a step in the browser's history. */
export function useModerationAddress() {
  const [query, setQuery] = useSearchParams();
  const address = useMemo(() => readModerationAddress(query), [query]);
  const change = useCallback(
    (changes: Partial<ModerationAddress>) =>
      setQuery((current) => writeModerationAddress(current, changes), {
        replace: true,
        preventScrollReset: true,
      }),
    [setQuery],
  );
  return { address, change };
}
