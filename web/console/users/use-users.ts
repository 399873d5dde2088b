import type { QueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../core/call.ts';
import {
  type AdminUser,
  findUsers,
  readUser,
  readUserStats,
  type UserSort,
} from '../../../core/users/calls.ts';
import { type Counted, callKey, useCountedCall } from '../shared/api.ts';
import type { UserListState } from './user-list.ts';

/** Query of the call that lists users: filters and order from the address. */
export function userFiltersOf({ q, verification, newsletter, account, sort }: UserListState) {
  return {
    q,
    verification,
    newsletter,
    account,
    sort: sort.replace(/^-/, '') as UserSort,
    order: sort.startsWith('-') ? 'desc' : 'asc',
  } as const;
}

/** The users of the page that an address asks for. */
export function useUsers(state: UserListState) {
  const { page, size } = state;
  return useCountedCall(findUsers, {
    query: { ...userFiltersOf(state), limit: size, offset: (page - 1) * size },
  });
}

/** Has everything about users loaded again. */
export function reloadUsers(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [findUsers, readUser, readUserStats].map((call) => client.invalidateQueries({ queryKey: callKey(call) })),
  );
}

/** Merges a saved user into the list and the open record; it may stand elsewhere in the list now, or not at all. */
export function mergeUser(client: QueryClient, saved: AdminUser): void {
  client.setQueriesData<Counted<AdminUser>>(
    { queryKey: callKey(findUsers) },
    (known) => known && { ...known, rows: known.rows.map((user) => (user.id === saved.id ? saved : user)) },
  );
  client.setQueryData<Answer<typeof readUser>>(callKey(readUser, { params: { id: saved.id } }), {
    user: saved,
  });
  for (const call of [findUsers, readUserStats]) void client.invalidateQueries({ queryKey: callKey(call) });
}

/** Takes a deleted user out of the list; the server fills its page up. */
export function removeUser(client: QueryClient, id: string): void {
  client.setQueriesData<Counted<AdminUser>>({ queryKey: callKey(findUsers) }, (known) => {
    if (!known) return known;
    const rows = known.rows.filter((user) => user.id !== id);
    return { rows, total: known.total - (known.rows.length - rows.length) };
  });
  client.removeQueries({ queryKey: callKey(readUser, { params: { id } }) });
  for (const call of [findUsers, readUserStats]) void client.invalidateQueries({ queryKey: callKey(call) });
}
