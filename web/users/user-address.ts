import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { SEARCH_MAX } from '../../core/companies/calls.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../core/pagination.ts';
import {
  ACCOUNT_FILTERS,
  NEWSLETTER_FILTERS,
  USER_SORTS,
  type UserSort,
  VERIFICATION_FILTERS,
} from '../../core/users/calls.ts';

/** What the section shows, as its address carries it. */
export interface UserAddress {
  q: string;
  verification: (typeof VERIFICATION_FILTERS)[number];
  newsletter: (typeof NEWSLETTER_FILTERS)[number];
  account: (typeof ACCOUNT_FILTERS)[number];
  sort: UserSort;
  desc: boolean;
  /** From 1. */
  page: number;
  size: number;
  /** The id of the user in the panel. */
  user: string | null;
}

const ALL = 'all';
const NEWEST = '-created_at';

function oneOf<Value>(values: readonly Value[], given: unknown): Value | undefined {
  return values.find((value) => value === given);
}

export function readUserAddress(query: URLSearchParams): UserAddress {
  const order = query.get('sort') ?? NEWEST;
  const sort = oneOf(USER_SORTS, order.replace(/^-/, ''));
  const page = Number(query.get('page'));
  return {
    q: (query.get('q') ?? '').slice(0, SEARCH_MAX),
    verification: oneOf(VERIFICATION_FILTERS, query.get('verification')) ?? ALL,
    newsletter: oneOf(NEWSLETTER_FILTERS, query.get('newsletter')) ?? ALL,
    account: oneOf(ACCOUNT_FILTERS, query.get('account')) ?? ALL,
    sort: sort ?? 'created_at',
    desc: sort ? order.startsWith('-') : true,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: oneOf<number>(PAGE_SIZES, Number(query.get('size'))) ?? DEFAULT_PAGE_SIZE,
    user: query.get('user') || null,
  };
}

/**
 * The query of an address with changes; what is as usual is left out. Filters, order and size begin
 * again at the first page.
 */
export function writeUserAddress(query: URLSearchParams, changes: Partial<UserAddress>): URLSearchParams {
  const isAnotherList = Object.keys(changes).some((name) => name !== 'page' && name !== 'user');
  const address = { ...readUserAddress(query), ...(isAnotherList ? { page: 1 } : {}), ...changes };
  const order = `${address.desc ? '-' : ''}${address.sort}`;
  const next = new URLSearchParams(query);
  const set = (name: string, value: string | number | null, usual: string | number | null) => {
    if (value === usual || value === null) next.delete(name);
    else next.set(name, String(value));
  };
  set('q', address.q, '');
  set('verification', address.verification, ALL);
  set('newsletter', address.newsletter, ALL);
  set('account', address.account, ALL);
  set('sort', order, NEWEST);
  set('page', address.page, 1);
  set('size', address.size, DEFAULT_PAGE_SIZE);
  set('user', address.user, null);
  return next;
}

/** The address and a function that changes it without a step in the browser's history. */
export function useUserAddress() {
  const [query, setQuery] = useSearchParams();
  const address = useMemo(() => readUserAddress(query), [query]);
  const change = useCallback(
    (changes: Partial<UserAddress>) =>
      setQuery((current) => writeUserAddress(current, changes), { replace: true, preventScrollReset: true }),
    [setQuery],
  );
  return { address, change };
}

/** State of a location in which the panel was opened, so that closing it can go back. */
export const OPENED_HERE = { userPanel: 'opened here' };

/** The addresses with and without the panel of a user. */
export function usePanelAddress() {
  const location = useLocation();
  const navigate = useNavigate();
  const searchOf = (user: string | null) =>
    writeUserAddress(new URLSearchParams(location.search), { user }).toString();
  return {
    searchOf,
    open: (id: string) =>
      void navigate({ search: searchOf(id) }, { state: OPENED_HERE, preventScrollReset: true }),
    close: () => {
      const state = location.state as Partial<typeof OPENED_HERE> | null;
      // Opened by its address, there is nothing to go back to.
      if (state?.userPanel === OPENED_HERE.userPanel) void navigate(-1);
      else void navigate({ search: searchOf(null) }, { replace: true, preventScrollReset: true });
    },
  };
}

/** The user that a location shows. */
export function userIn({ search }: { search: string }): string | null {
  return readUserAddress(new URLSearchParams(search)).user;
}
