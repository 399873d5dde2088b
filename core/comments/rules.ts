import { searchForm } from '../text.ts';
import type { Comment } from './calls.ts';

/** Comments are posted under this name, logged in or not (specification, section 6). */
export const ANONYMOUS_AUTHOR = 'Anonymous User';
export const COMMENT_MAX = 5000;
export const AUTHOR_MAX = 80;

/** Held comments wait for a moderator; deleted ones can be restored for a while. */
export const COMMENT_STATUSES = ['published', 'held', 'deleted'] as const;
export type CommentStatus = (typeof COMMENT_STATUSES)[number];
/** A deleted comment can be restored this long, in days; then it is cleared. */
export const DELETED_KEPT_DAYS = 30;

export const REPORT_REASONS = ['spam', 'abuse', 'off-topic', 'other'] as const;

/** Whether the button may send: there is text, and nothing is being sent. */
export function canSendComment(content: string, sending: boolean): boolean {
  return !sending && content.trim() !== '';
}

interface FlatComment {
  id: string;
  parent_id: string | null;
}

/**
 * Nests a flat list, given oldest first: top-level comments newest first, replies oldest first. A
 * reply whose parent is not in the list stands at the top.
 */
export function nestComments<C extends FlatComment>(
  oldestFirst: readonly C[],
): (C & { replies: (C & { replies: unknown[] })[] })[] {
  type Nested = C & { replies: Nested[] };
  const byId = new Map<string, Nested>(oldestFirst.map((row) => [row.id, { ...row, replies: [] }]));
  const top: Nested[] = [];
  for (const nested of byId.values()) {
    const parent = nested.parent_id === null ? undefined : byId.get(nested.parent_id);
    if (parent) parent.replies.push(nested);
    else top.push(nested);
  }
  return top.reverse();
}

type Stored = Omit<Comment, 'replies' | 'deleted' | 'held'> & { status: CommentStatus };

/**
 * What the public sees of threads: a deleted comment is an empty place while something stands below
 * it, and nothing otherwise.
 */
export function hideDeleted(comments: readonly (Stored & { replies: readonly unknown[] })[]): Comment[] {
  return comments.flatMap(({ status, ...comment }) => {
    const replies = hideDeleted(comment.replies as (Stored & { replies: readonly unknown[] })[]);
    if (status !== 'deleted') return [{ ...comment, replies }];
    return replies.length > 0 ? [{ ...comment, author: '', content: '', deleted: true, replies }] : [];
  });
}

/** Whether a comment has one of the words, in any case and width, also inside of another word. */
export function hasBlockedWord(
  { author, content }: { author: string; content: string },
  blockedWords: readonly string[],
): boolean {
  const text = searchForm(`${author}\n${content}`);
  return blockedWords.some((word) => text.includes(searchForm(word)));
}

type Counted = { deleted?: boolean | undefined; replies: readonly unknown[] };

/** Comments and replies together, without the places of deleted ones. */
export function countComments(comments: readonly Counted[]): number {
  return comments.reduce(
    (sum, comment) => sum + (comment.deleted ? 0 : 1) + countComments(comment.replies as Counted[]),
    0,
  );
}
