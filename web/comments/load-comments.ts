import type { RouterContextProvider } from 'react-router';
import { findComments } from '../../core/comments/calls.ts';
import { LIST_MAX } from '../../core/companies/calls.ts';
import { callFromLoader } from '../api.ts';
import { type CommentList, THREADS, THREADS_PARAM } from './comment-list.ts';

/** The threads on a company, as many as the address asks for. @throws CallError */
export async function loadComments(
  request: Request,
  context: Readonly<RouterContextProvider>,
  companyId: string,
): Promise<CommentList> {
  const asked = Number(new URL(request.url).searchParams.get(THREADS_PARAM));
  const limit = Number.isInteger(asked) ? Math.min(Math.max(asked, THREADS), LIST_MAX) : THREADS;
  const { answer, next } = await callFromLoader(context, findComments, {
    params: { id: companyId },
    query: { limit },
  });
  return { threads: answer, cursor: next };
}
