import type { Comment } from '../../../core/comments/comment.ts';
import {
  byAge,
  countComments,
  flattenComments,
  nestComments,
  REPLIES_CARRIED,
} from '../../../core/comments/rules.ts';
import type { CommentList } from './comment-list.ts';

/** A thread with further replies; replies with the same id are replaced. */
export function withReplies(thread: Comment, replies: readonly Comment[]): Comment {
  const byId = new Map(flattenComments([thread]).map((comment) => [comment.id, comment]));
  for (const reply of replies) byId.set(reply.id, reply);
  return nestComments([...byId.values()]).find(({ id }) => id === thread.id) ?? thread;
}

/** How many replies of a thread are not carried. */
export function missingReplies(thread: Comment): number {
  if (thread.more_replies === undefined) return 0;
  const carried = countComments([thread]) - (thread.deleted ? 0 : 1);
  return Math.max(1, (thread.replies_count ?? 0) - carried);
}

/** Number of comments: counted in the threads if all are loaded, else the given count. */
export function commentsLoaded({ threads, cursor }: CommentList, counted: number): number {
  const isWhole = cursor === null && threads.every((thread) => missingReplies(thread) === 0);
  return isWhole ? countComments(threads) : counted;
}

/** Threads with a comment that was just posted. */
export function withPosted(threads: readonly Comment[], posted: Comment): Comment[] {
  if (posted.parent_id === null) return [posted, ...threads];
  return threads.map((thread) => {
    const isHere = flattenComments([thread]).some(({ id }) => id === posted.parent_id);
    if (!isHere) return thread;
    return { ...withReplies(thread, [posted]), replies_count: (thread.replies_count ?? 0) + 1 };
  });
}

/**
 * The threads as they were just loaded, with what was shown already and is older than those, and with
 * the replies that were asked for.
 */
export function refreshed(before: CommentList, loaded: CommentList): CommentList {
  const known = new Map(before.threads.map((thread) => [thread.id, thread]));
  const threads = loaded.threads.map((thread) => {
    const old = known.get(thread.id);
    const hadMore = old && flattenComments(old.replies).length > REPLIES_CARRIED;
    if (!hadMore || thread.more_replies === undefined) return thread;
    const merged = withReplies(old, flattenComments([thread]));
    return { ...merged, replies_count: thread.replies_count, more_replies: old.more_replies };
  });
  const last = threads.at(-1);
  if (!last || loaded.cursor === null) return { threads, cursor: loaded.cursor };
  const older = before.threads.filter((thread) => byAge(thread, last) < 0);
  return older.length > 0
    ? { threads: [...threads, ...older], cursor: before.cursor }
    : { threads, cursor: loaded.cursor };
}

/** Threads with a comment as it is now; with null it is gone, or an empty place where something stands below it. */
export function withChanged(
  threads: readonly Comment[],
  id: string,
  change: (comment: Comment) => Comment | null,
): Comment[] {
  return threads.flatMap((comment): Comment[] => {
    if (comment.id !== id) return [{ ...comment, replies: withChanged(comment.replies, id, change) }];
    const changed = change(comment);
    if (changed) return [changed];
    const isEmptyPlace = comment.replies.length > 0 || missingReplies(comment) > 0;
    return isEmptyPlace ? [{ ...comment, author: '', content: '', person: null, deleted: true }] : [];
  });
}
