import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import type { Answer, Call, Sent } from '../../core/call.ts';
import { readWaiting } from '../../core/dashboard/calls.ts';
import { endSession } from '../admins/session.ts';
import { ADMIN_TOKEN_KEY, CallError, callFromBrowser, request, storage } from '../api.ts';

/** A session that the server no longer knows ends here too, whichever call finds out. */
function noteRefusal(error: unknown): void {
  if (error instanceof CallError && error.status === 401 && storage.get(ADMIN_TOKEN_KEY)) endSession('over');
}

/** Retrying helps only where the server or the network failed. */
const MOST_RETRIES = 2;

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: noteRefusal }),
    mutationCache: new MutationCache({
      onError: noteRefusal,
      // Whatever was done may have been what waited.
      onSuccess: () => void client.invalidateQueries({ queryKey: callKey(readWaiting) }),
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
export function useCountedCall<C extends Call>(call: C, parts: Sent<C>) {
  type Row = Answer<C> extends (infer Item)[] ? Item : never;
  return useQuery({
    queryKey: callKey(call, parts),
    queryFn: async (): Promise<Counted<Row>> => {
      const response = await request(call, parts);
      const rows = (await response.json()) as Row[];
      return { rows, total: Number(response.headers.get('x-total-count') ?? rows.length) };
    },
    placeholderData: keepPreviousData,
  });
}
