import {
  keepPreviousData,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { readAdminSession } from '../../../core/admins/calls.ts';
import type { Answer, Call, Sent } from '../../../core/call.ts';
import { readAdminStats, readInbox, readWaiting } from '../../../core/dashboard/calls.ts';
import { findWork } from '../../../core/work/calls.ts';
import {
  ADMIN_TOKEN_KEY,
  CallError,
  callFromBrowser,
  nextCursor,
  request,
  storage,
} from '../../shared/api.ts';
import { endSession } from './session.ts';

/** A session that the server no longer knows ends here too, and another role shows, whichever call finds out. */
function noteRefusal(client: QueryClient, error: unknown): void {
  if (!(error instanceof CallError)) return;
  if (error.status === 401 && storage.get(ADMIN_TOKEN_KEY)) endSession('over');
  if (error.body['reason'] === 'not_your_role' || error.code === 'second_factor_required')
    void client.invalidateQueries({ queryKey: callKey(readAdminSession) });
}

/** Retrying helps only where the server or the network failed. */
const MOST_RETRIES = 2;

// By default in a timer: the second press of a double click would come before the button is busy, and save twice.
notifyManager.setScheduler(queueMicrotask);

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => noteRefusal(client, error) }),
    mutationCache: new MutationCache({
      onError: (error) => noteRefusal(client, error),
      // Any mutation may change the inbox, waiting items, work items or the dashboard's counts.
      onSuccess: () => {
        for (const call of [readInbox, readWaiting, readAdminStats, findWork])
          void client.invalidateQueries({ queryKey: callKey(call) });
      },
    }),
    defaultOptions: {
      // Without a network a call fails at once and says so (specification, section 8). By default it
      // would wait without a word, and a forgotten delete would be sent when the network is back.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        retry: (count, error) =>
          count < MOST_RETRIES &&
          (!(error instanceof CallError) || error.status === 0 || error.status >= 500),
      },
    },
  });
  return client;
}

/** The key under which a call's answer is kept: `callKey(findBin)` is all answers of that call. */
export function callKey<C extends Call>(call: C, parts?: Sent<C>): QueryKey {
  return parts === undefined ? [call.name] : [call.name, parts];
}

/** The answer of a GET call, kept and refreshed by TanStack Query. */
export function useCall<C extends Call>(
  call: C,
  parts: Sent<C>,
  options: Omit<UseQueryOptions<Answer<C>>, 'queryKey' | 'queryFn'> = {},
): UseQueryResult<Answer<C>> {
  return useQuery({
    queryKey: callKey(call, parts),
    queryFn: () => callFromBrowser(call, parts),
    ...options,
  });
}

/** Rows of a list, and how many there are of their kind whether they were sent or not. */
export interface Counted<Row> {
  rows: Row[];
  total: number;
}

/** A list with its count; the last one stays in sight while the next is on its way. */
export function useCountedCall<C extends Call>(
  call: C,
  parts: Sent<C> & { query?: object },
  options: { staleTime?: number; enabled?: boolean } = {},
) {
  type Row = Answer<C> extends (infer Item)[] ? Item : never;
  return useQuery({
    queryKey: callKey(call, parts),
    queryFn: async (): Promise<Counted<Row>> => {
      let response = await request(call, parts);
      const total = totalCountOf(response);
      const rows = (await response.json()) as Row[];
      const query = parts.query as { limit?: number } | undefined;
      // An answer is bounded by bytes too: the page is filled up by those that follow.
      for (let left = (query?.limit ?? 0) - rows.length; left > 0; ) {
        const cursor = nextCursor(response.headers);
        if (cursor === null) break;
        response = await request(call, {
          ...parts,
          query: { ...query, limit: left, offset: undefined, cursor },
        });
        const more = (await response.json()) as Row[];
        rows.push(...more);
        left -= more.length;
      }
      return { rows, total: total ?? rows.length };
    },
    placeholderData: keepPreviousData,
    ...options,
  });
}

/** How many there are of what a call answers a part of. */
function totalCountOf(response: Response): number | undefined {
  const count = response.headers.get('x-total-count');
  return count === null ? undefined : Number(count);
}

/**
 * A list that grows by a step each time that more is asked for: the answers so far, and the count of
 * what they are parts of. The call takes `limit` and `offset`.
 */
export function useGrowingCall<C extends Call>(
  call: C,
  query: Record<string, unknown>,
  step: number,
  options: { enabled?: boolean } = {},
) {
  return useInfiniteQuery({
    queryKey: callKey(call, { query, step } as unknown as Sent<C>),
    queryFn: async ({ pageParam: offset }) => {
      const response = await request(call, {
        query: { ...query, limit: step, offset },
      } as unknown as Sent<C>);
      return { answer: (await response.json()) as Answer<C>, total: totalCountOf(response) ?? 0 };
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.total > pages.length * step ? pages.length * step : undefined),
    placeholderData: keepPreviousData,
    ...options,
  });
}

/** A list that grows by an answer each time that more is asked for. The call takes `cursor`. */
export function useFollowedCall<C extends Call>(
  call: C,
  parts: Sent<C> & { query?: object },
  options: { enabled?: boolean } = {},
) {
  return useInfiniteQuery({
    queryKey: callKey(call, parts),
    queryFn: async ({ pageParam: cursor }) => {
      const response = await request(call, { ...parts, query: { ...parts.query, cursor } } as Sent<C>);
      return { answer: (await response.json()) as Answer<C>, next: nextCursor(response.headers) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    ...options,
  });
}

/** Whether a call was refused because something else holds by now: a taken id, another number of companies. */
export const isConflictError = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'conflict';
