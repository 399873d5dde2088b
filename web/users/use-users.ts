import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Answer, Sent } from '../../core/call.ts';
import { LIST_MAX } from '../../core/companies/calls.ts';
import { pageCount } from '../../core/pagination.ts';
import { type AdminUser, findUsers, readUser, readUserStats } from '../../core/users/calls.ts';
import { request } from '../api.ts';
import { callKey } from '../console/api.ts';
import { selectUsers } from './select-users.ts';
import type { UserAddress } from './user-address.ts';

type Query = NonNullable<Sent<typeof findUsers>['query']>;

/** Users, and how many there are of their kind on any page. */
interface CountedUsers {
  users: AdminUser[];
  total: number;
}

function countedUsers(query: Query) {
  return {
    queryKey: callKey(findUsers, { query }),
    queryFn: async (): Promise<CountedUsers> => {
      const response = await request(findUsers, { query });
      const users = (await response.json()) as Answer<typeof findUsers>;
      return { users, total: Number(response.headers.get('x-total-count') ?? users.length) };
    },
  };
}

/** What the call understands of an address: its filters and its order. */
export function filtersOf({ q, verification, newsletter, account, sort, desc }: UserAddress) {
  return { q, verification, newsletter, account, sort, order: desc ? 'desc' : 'asc' } as const;
}

/**
 * The users that an address asks for. As many as one call gives are loaded once and filtered here;
 * where there are more, the server is asked for each page.
 */
export function useUsers(address: UserAddress) {
  const all = useQuery(countedUsers({ limit: LIST_MAX }));
  const areMore = all.data !== undefined && all.data.total > all.data.users.length;
  const { page, size } = address;
  const paged = useQuery({
    ...countedUsers({ ...filtersOf(address), limit: size, offset: (page - 1) * size }),
    enabled: areMore,
    placeholderData: keepPreviousData,
  });
  const { q, verification, newsletter, account, sort, desc } = address;
  const found = useMemo(
    () =>
      all.data && !areMore
        ? selectUsers(all.data.users, { q, verification, newsletter, account, sort, desc })
        : undefined,
    [all.data, areMore, q, verification, newsletter, account, sort, desc],
  );
  const matching = areMore ? paged.data?.total : found?.length;
  const pages = pageCount(matching ?? 0, size);
  const shownPage = Math.min(page, pages);
  return {
    /** Those of the page; undefined until they are here. */
    users: areMore ? paged.data?.users : found?.slice((shownPage - 1) * size, shownPage * size),
    matching,
    pages,
    page: shownPage,
    /** Of all users. */
    total: all.data?.total,
    error: areMore ? paged.error : all.error,
    /** The last one known by its id, on whichever page. */
    find: (id: string) =>
      paged.data?.users.find((user) => user.id === id) ?? all.data?.users.find((user) => user.id === id),
  };
}

/** Has everything about users loaded again. */
export function reloadUsers(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [findUsers, readUser, readUserStats].map((call) => client.invalidateQueries({ queryKey: callKey(call) })),
  );
}

/** Merges a saved user into the lists and the open record. */
export function mergeUser(client: QueryClient, saved: AdminUser): void {
  client.setQueriesData<CountedUsers>(
    { queryKey: callKey(findUsers) },
    (known) => known && { ...known, users: known.users.map((user) => (user.id === saved.id ? saved : user)) },
  );
  client.setQueriesData<Answer<typeof readUser>>(
    { queryKey: callKey(readUser, { params: { id: saved.id } }) },
    (known) => known && { user: saved },
  );
  void client.invalidateQueries({ queryKey: callKey(readUserStats) });
}

/** Takes a deleted user out of the lists that are here; a page of a longer list is filled up by the server. */
export function removeUser(client: QueryClient, id: string): void {
  client.setQueriesData<CountedUsers>({ queryKey: callKey(findUsers) }, (known) => {
    if (!known) return known;
    const users = known.users.filter((user) => user.id !== id);
    return { users, total: known.total - (known.users.length - users.length) };
  });
  client.removeQueries({ queryKey: callKey(readUser, { params: { id } }) });
  void client.invalidateQueries({ queryKey: callKey(readUserStats) });
  void client.invalidateQueries({
    queryKey: callKey(findUsers),
    predicate: ({ state }) => {
      const known = state.data as CountedUsers | undefined;
      return known !== undefined && known.total > known.users.length;
    },
  });
}
