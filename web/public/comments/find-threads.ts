import type { Comment } from '../../../core/comments/comment.ts';
import { nextCursor, request } from '../../shared/api.ts';
import { findComments } from '../../shared/public-calls.ts';
import { type CommentList, THREADS } from './comment-list.ts';

/** Threads on a company, from the newest or from where a cursor leads. @throws CallError */
export async function fetchThreads(
  id: string,
  { limit = THREADS, cursor }: { limit?: number; cursor?: string | undefined } = {},
): Promise<CommentList> {
  const response = await request(findComments, { params: { id }, query: { limit, cursor } });
  return { threads: (await response.json()) as Comment[], cursor: nextCursor(response.headers) };
}
