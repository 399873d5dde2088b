import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../core/call.ts';
import { type AdminComment, findAdminComments } from '../../core/comments/admin-calls.ts';
import { LIST_MAX } from '../../core/companies/calls.ts';
import type { Language } from '../../core/languages.ts';
import { request } from '../api.ts';
import { callKey } from '../console/api.ts';
import type { ModerationAddress } from './moderation-address.ts';

/** The conversations of the filters: as many as one call gives, and how many there are. */
export interface CountedThreads {
  threads: AdminComment[];
  total: number;
}

export function useThreads({ q, category, status }: ModerationAddress, language: Language) {
  const query = { q, category, status, language, limit: LIST_MAX };
  return useQuery({
    queryKey: callKey(findAdminComments, { query }),
    queryFn: async (): Promise<CountedThreads> => {
      const response = await request(findAdminComments, { query });
      const threads = (await response.json()) as Answer<typeof findAdminComments>;
      return { threads, total: Number(response.headers.get('x-total-count') ?? threads.length) };
    },
    placeholderData: keepPreviousData,
  });
}

export function reloadThreads(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: callKey(findAdminComments) });
}
