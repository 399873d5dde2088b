// Apart from the loader: the schemas of its call, and Zod with them, stay out of the public pages.
import type { Comment } from '../../../core/comments/comment.ts';

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
