import { useEffect, useState } from 'react';
import type { Comment } from '../../../core/comments/comment.ts';
import { REPLIES_CARRIED } from '../../../core/comments/rules.ts';
import { nextCursor, request } from '../../shared/api.ts';
import { findReplies } from '../../shared/public-calls.ts';
import type { CommentList } from './comment-list.ts';
import { fetchThreads } from './find-threads.ts';
import { refreshed, withChanged, withPosted, withReplies } from './threads.ts';

export const commentAnchor = (id: string) => `comment-${id}`;

/** Displayed comment threads of a company: the threads of the page plus later additions. */
export function useComments(companyId: string, loaded: CommentList) {
  const [kept, setKept] = useState({ of: loaded, list: loaded, posted: 0 });
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string | null>(null);
  const list = kept.of === loaded ? kept.list : refreshed(kept.list, loaded);
  if (kept.of !== loaded) setKept({ of: loaded, list, posted: 0 });
  const change = (next: (list: CommentList) => CommentList) =>
    setKept((now) => ({ ...now, list: next(now.list) }));

  // After more comments were requested, focus moves to the first new comment.
  useEffect(() => {
    if (focused) document.getElementById(commentAnchor(focused))?.focus();
  }, [focused]);

  const params = { id: companyId };
  return {
    ...list,
    /** How many comments were posted here since the page counted them. */
    posted: kept.posted,
    isUnfolded: (id: string) => unfolded.has(id),
    /** Shows the folded replies to a comment, and leads to the first of them. */
    unfold(id: string, first?: string) {
      setUnfolded((now) => new Set(now).add(id));
      if (first) setFocused(first);
    },
    add(posted: Comment) {
      change((now) => ({ ...now, threads: withPosted(now.threads, posted) }));
      setKept((now) => ({ ...now, posted: now.posted + 1 }));
      if (posted.parent_id !== null) setUnfolded((now) => new Set(now).add(posted.parent_id ?? ''));
    },
    /** Shows a comment as it was edited; one that waits for approval is gone until then. */
    replace(edited: Comment) {
      change((now) => ({
        ...now,
        threads: withChanged(now.threads, edited.id, (comment) =>
          edited.held ? null : { ...comment, content: edited.content, edited_at: edited.edited_at },
        ),
      }));
    },
    /** Takes a comment out; one with replies keeps its place. */
    remove({ id }: Comment) {
      change((now) => ({ ...now, threads: withChanged(now.threads, id, () => null) }));
    },
    /** Loads more threads. @throws CallError */
    async more() {
      const { threads: next, cursor } = await fetchThreads(companyId, { cursor: list.cursor ?? undefined });
      change((now) => {
        const known = new Set(now.threads.map(({ id }) => id));
        const added = next.filter(({ id }) => !known.has(id));
        return { threads: [...now.threads, ...added], cursor };
      });
      setFocused(next[0]?.id ?? null);
    },
    /** Loads more replies of a thread. @throws CallError */
    async moreReplies(thread: Comment) {
      const response = await request(findReplies, {
        params: { ...params, commentId: thread.id },
        query: { limit: REPLIES_CARRIED, cursor: thread.more_replies },
      });
      const replies = (await response.json()) as Comment[];
      change((now) => ({
        ...now,
        threads: now.threads.map((one) =>
          one.id === thread.id
            ? {
                ...withReplies(one, replies),
                more_replies: nextCursor(response.headers) ?? undefined,
                replies_count: Number(response.headers.get('x-total-count')),
              }
            : one,
        ),
      }));
      for (const { parent_id } of replies)
        if (parent_id !== null) setUnfolded((now) => new Set(now).add(parent_id));
      setFocused(replies.find((reply) => !reply.deleted)?.id ?? null);
    },
  };
}

export type Comments = ReturnType<typeof useComments>;
