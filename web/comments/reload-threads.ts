import type { QueryClient } from '@tanstack/react-query';
import { findAdminComments } from '../../core/comments/admin-calls.ts';
import { callKey } from '../console/api.ts';

export function reloadThreads(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: callKey(findAdminComments) });
}
