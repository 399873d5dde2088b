import type { RouterContextProvider } from 'react-router';
import { findComments } from '../../core/comments/calls.ts';
import type { Comment } from '../../core/comments/comment.ts';
import { LIST_MAX } from '../../core/companies/calls.ts';
import { load } from '../api.ts';
import { nextCursor } from '../companies/load-list.ts';

/** Threads that are rendered with the page; more come on demand. */
export const THREADS = 20;
/** Search parameter that asks for more threads at once: how one goes on without JavaScript. */
export const THREADS_PARAM = 'comments';

export interface CommentList {
  threads: Comment[];
  /** Leads to the next threads; null at the end. */
  cursor: string | null;
}

export const NO_COMMENTS: CommentList = { threads: [], cursor: null };

/** The threads on a company, as many as the address asks for. @throws CallError */
export async function loadComments(
  request: Request,
  context: Readonly<RouterContextProvider>,
  companyId: string,
): Promise<CommentList> {
  const asked = Number(new URL(request.url).searchParams.get(THREADS_PARAM));
  const limit = Number.isInteger(asked) ? Math.min(Math.max(asked, THREADS), LIST_MAX) : THREADS;
  const { answer, headers } = await load(context, findComments, {
    params: { id: companyId },
    query: { limit },
  });
  return { threads: answer, cursor: nextCursor(headers) };
}
