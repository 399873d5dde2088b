import { findComments } from '../../core/comments/calls.ts';
import { LIST_MAX } from '../../core/companies/calls.ts';
import { callFromLoader } from '../api.ts';
import type { Asked } from '../root.server.ts';
import { keepStill } from '../still/draw.server.tsx';
import type { OnUse } from '../still/still.tsx';
import { type CommentList, THREADS, THREADS_PARAM } from './comment-list.ts';

/** The threads on a company, as many as the address asks for. @throws CallError */
export async function loadComments(asked: Asked, companyId: string): Promise<OnUse<CommentList>> {
  const threads = Number(asked.url.searchParams.get(THREADS_PARAM));
  const limit = Number.isInteger(threads) ? Math.min(Math.max(threads, THREADS), LIST_MAX) : THREADS;
  const { answer, next } = await callFromLoader(asked.context, findComments, {
    params: { id: companyId },
    query: { limit },
  });
  return keepStill(asked, { threads: answer, cursor: next });
}
