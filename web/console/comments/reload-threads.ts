import type { QueryClient } from '@tanstack/react-query';
import { findAdminComments, findAdminReplies, readAdminComment } from '../../../core/comments/admin-calls.ts';
import { callKey } from '../shared/api.ts';

export async function reloadThreads(client: QueryClient): Promise<void> {
  await Promise.all(
    [findAdminComments, findAdminReplies, readAdminComment].map((call) =>
      client.invalidateQueries({ queryKey: callKey(call) }),
    ),
  );
}
