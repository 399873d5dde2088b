import { findComments } from '../../../core/comments/calls.ts';
import { LIST_MAX } from '../../../core/companies/calls.ts';
import { callFromLoader } from '../../shared/api.ts';
import type { LoaderArgs } from '../page/root.server.ts';
import { type CommentList, THREADS, THREADS_PARAM } from './comment-list.ts';

/** Loads the newest threads on a company, as many as the address asks for. @throws CallError */
export async function loadComments({ url, context }: LoaderArgs, companyId: string): Promise<CommentList> {
  const threads = Number(url.searchParams.get(THREADS_PARAM));
  const limit = Number.isInteger(threads) ? Math.min(Math.max(threads, THREADS), LIST_MAX) : THREADS;
  const call = { params: { id: companyId }, query: { limit } };
  const { answer, next } = await callFromLoader(context, findComments, call);
  return { threads: answer, cursor: next };
}
