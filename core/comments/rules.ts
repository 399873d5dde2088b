import { isInvisible } from '../text.ts';
import { MINUTE } from '../time.ts';
import type { Comment } from './comment.ts';

/** Comments are posted under this name, logged in or not (specification, section 6). */
export const ANONYMOUS_AUTHOR = 'Anonymous User';
export const COMMENT_MAX = 5000;
export const AUTHOR_MAX = 80;

/** Replies are nested this deep at most; a reply to the deepest becomes its sibling. */
export const DEEPEST_REPLY = 8;
/** Replies of one thread in an answer; further ones are loaded on demand. */
export const REPLIES_CARRIED = 100;
/** Characters of a comment's text that the lists of the console carry; the whole is asked for. */
export const EXCERPT_MAX = 1000;

/** Held comments wait for a moderator; deleted ones can be restored for a while. */
export const COMMENT_STATUSES = ['published', 'held', 'deleted'] as const;
export type CommentStatus = (typeof COMMENT_STATUSES)[number];
/**
 * Period, in milliseconds, in which an author can edit or delete a comment. With an account, deletion is
 * possible later, too.
 */
export const COMMENT_CHANGEABLE = 15 * MINUTE;
/** A deleted comment can be restored this long, in days; then it is cleared. */
export const DELETED_KEPT_DAYS = 30;

export const REPORT_REASONS = ['spam', 'abuse', 'off-topic', 'other'] as const;

/** Whether the button may send: there is text, and nothing is being sent. */
export function canSendComment(content: string, sending: boolean): boolean {
  return !sending && !isInvisible(content);
}

interface Placed {
  id: string;
  parent_id: string | null;
  /** Top-level comment of the thread; null or absent if unknown. */
  root_id?: string | null;
}

/**
 * Where each comment is shown: below its parent, but never deeper than `DEEPEST_REPLY`, where it
 * stands beside its parent instead. One whose parent is not in the list stands directly below its
 * root, or at the top. Walks in loops only: chains are as long as people made them.
 */
export function shownParents(comments: readonly Placed[]): Map<string, string | null> {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const shown = new Map<string, { parent: string | null; depth: number }>();
  const parentOf = ({ id, parent_id, root_id }: Placed): string | null => {
    if (parent_id === null) return null;
    if (byId.has(parent_id)) return parent_id;
    return root_id && root_id !== id && byId.has(root_id) ? root_id : null;
  };
  for (const comment of comments) {
    const waiting: Placed[] = [];
    const met = new Set<string>();
    // Up to one whose place is known; in the usual order that is the parent.
    for (let up: Placed | undefined = comment; up && !shown.has(up.id) && !met.has(up.id); ) {
      waiting.push(up);
      met.add(up.id);
      const parent = parentOf(up);
      up = parent === null ? undefined : byId.get(parent);
    }
    for (let down = waiting.pop(); down; down = waiting.pop()) {
      const parent = parentOf(down);
      const above = parent === null ? undefined : shown.get(parent);
      if (!above) shown.set(down.id, { parent: null, depth: 0 });
      else if (above.depth < DEEPEST_REPLY) shown.set(down.id, { parent, depth: above.depth + 1 });
      else shown.set(down.id, above);
    }
  }
  return new Map([...shown].map(([id, { parent }]) => [id, parent]));
}

/** A comment as it is stored. */
export type CommentAsStored = Omit<
  Comment,
  'replies' | 'deleted' | 'held' | 'replies_count' | 'more_replies' | 'edited_at'
> &
  Placed & { status: CommentStatus; edited_at: string | null };

/**
 * What the public sees of stored comments, still flat and in their order: each with the parent that it
 * is shown below. A deleted comment is an empty place while something stands below it, and nothing
 * otherwise. `context` are comments that are not meant themselves but stand above those that are;
 * deleted ones among them are given too, as the places of what stands below.
 */
export function presentComments(
  comments: readonly CommentAsStored[],
  context: readonly CommentAsStored[] = [],
): Comment[] {
  const all = [...context, ...comments];
  const parents = shownParents(all);
  const needed = new Set<string>();
  for (const { id, status } of comments) {
    if (status !== 'published') continue;
    for (let up = parents.get(id); up && !needed.has(up); up = parents.get(up)) needed.add(up);
  }
  const isContext = new Set(context.map(({ id }) => id));
  return all.flatMap(({ status, root_id: _, edited_at, ...comment }) => {
    const placed = {
      ...comment,
      ...(edited_at ? { edited_at } : {}),
      parent_id: parents.get(comment.id) ?? null,
      replies: [],
    };
    if (status !== 'deleted') return isContext.has(comment.id) ? [] : [placed];
    return needed.has(comment.id)
      ? [{ ...placed, author: '', content: '', person: null, deleted: true }]
      : [];
  });
}

/**
 * Nests comments below the parents they are shown below: top-level ones newest first, replies oldest
 * first, whatever order they come in.
 */
export function nestComments(comments: readonly Comment[]): Comment[] {
  const ordered = [...comments].sort(byAge).map((comment): Comment => ({ ...comment, replies: [] }));
  const byId = new Map(ordered.map((comment) => [comment.id, comment]));
  const top: Comment[] = [];
  for (const comment of ordered) {
    const parent = comment.parent_id === null ? undefined : byId.get(comment.parent_id);
    (parent?.replies ?? top).push(comment);
  }
  return top.reverse();
}

type Aged = Pick<Comment, 'timestamp' | 'id'>;

/** The older one first: the order in which replies are shown, and the reverse of threads. */
export function byAge(a: Aged, b: Aged): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? -1 : 1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** The comments of a tree in one list. */
export function flattenComments(tree: readonly Comment[]): Comment[] {
  const flat: Comment[] = [...tree];
  // The list grows while it is walked, until what was added last has no replies.
  for (const comment of flat) for (const reply of comment.replies) flat.push(reply);
  return flat;
}

/** Comments and replies together, without the places of deleted ones. */
export function countComments(tree: readonly Comment[]): number {
  return flattenComments(tree).filter((comment) => !comment.deleted).length;
}
