import { trimmedText } from '../text.ts';

/** Comments are posted under this name, logged in or not (specification, section 6). */
export const ANONYMOUS_AUTHOR = 'Anonymous User';
export const COMMENT_MAX = 5000;
export const AUTHOR_MAX = 80;

/** 1 to 5,000 characters after trimming. */
export const commentContent = trimmedText(1, COMMENT_MAX);

/** The author as sent, trimmed; absent or empty is 'Anonymous User'. */
export const commentAuthor = trimmedText(0, AUTHOR_MAX)
  .nullish()
  .transform((author) => author || ANONYMOUS_AUTHOR);

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

/** Comments and replies together. */
export function countComments(comments: readonly { replies: readonly unknown[] }[]): number {
  return comments.reduce(
    (sum, comment) => sum + 1 + countComments(comment.replies as { replies: readonly unknown[] }[]),
    0,
  );
}
