import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import {
  type AdminReply,
  approveComment,
  dismissReports,
  holdComment,
  restoreComment,
} from '../../../core/comments/admin-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { UNDO_TIME, useToast } from '../../shared/ui/toast.tsx';
import { reloadThreads } from './reload-threads.ts';
import { type DeletionTask, useCommentDeletion } from './use-comment-deletion.tsx';

/** A comment or a reply. */
export type ModeratedComment = AdminReply;

/** Actions without a confirmation dialog; a `DeletionTask` has one. */
type AtOnce = 'approve' | 'dismiss' | 'restore' | 'hold';
export type ModerationTask = DeletionTask | Exclude<AtOnce, 'hold'>;

const MODERATION_CALLS = {
  approve: approveComment,
  dismiss: dismissReports,
  restore: restoreComment,
  hold: holdComment,
} as const;

/** Actions available for a comment in its current state. */
export function moderationTasks(comment: ModeratedComment): ModerationTask[] {
  // Cleared for good: its place is kept for the replies.
  if (comment.status === 'deleted') return comment.content === '' ? [] : ['restore'];
  return [
    ...(comment.status === 'held' ? (['approve'] as const) : []),
    ...(comment.reports > 0 ? (['dismiss'] as const) : []),
    'delete',
    'deleteByVisitor',
  ];
}

/** Attribute with a comment's id. After an action the next comment gets the focus, else the previous. */
const COMMENT_ATTRIBUTE = 'data-comment';
export const focusTarget = (id: string) => ({ [COMMENT_ATTRIBUTE]: id, tabIndex: -1 });

/** The elements of comments, in their order. */
export const commentsOf = (container: ParentNode | null): HTMLElement[] =>
  container ? [...container.querySelectorAll<HTMLElement>(`[${COMMENT_ATTRIBUTE}]`)] : [];

function placesAfter(id: string): string[] {
  const ids = commentsOf(document).map((place) => place.getAttribute(COMMENT_ATTRIBUTE) ?? '');
  const at = ids.indexOf(id);
  return at < 0 ? ids : [...ids.slice(at + 1), ...ids.slice(0, at).toReversed()];
}

/**
 * Moves the focus to the first of some comments that is there, once they are drawn anew: the button
 * that was pressed is gone. Somebody who went on to type is left alone.
 */
function useFocusOn(fallback: () => HTMLElement | null) {
  const [pendingIds, setPendingIds] = useState<readonly string[] | null>(null);
  useEffect(() => {
    if (!pendingIds) return;
    setPendingIds(null);
    if (document.activeElement?.matches('input, select, textarea')) return;
    const place = pendingIds
      .map((id) => document.querySelector<HTMLElement>(`[${COMMENT_ATTRIBUTE}="${CSS.escape(id)}"]`))
      .find((found) => found !== null);
    (place ?? fallback())?.focus();
  }, [pendingIds, fallback]);
  return setPendingIds;
}

/** Moderates comments and says how it went. Needs the texts of `moderation` and `problems`. */
export function useModeration({ focusAfterDeletion }: { focusAfterDeletion(): HTMLElement | null }): {
  run(task: ModerationTask, comment: ModeratedComment): void;
  /** Id of the comment with an action under way. */
  busy: string | undefined;
  dialogs: ReactNode;
} {
  const { t } = useTranslation(['moderation', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();

  const focusOn = useFocusOn(focusAfterDeletion);
  const act = useMutation({
    mutationFn: ({ task, comment: { id } }: { task: AtOnce; comment: ModeratedComment; isUndo?: boolean }) =>
      callFromBrowser(MODERATION_CALLS[task], { params: { id } }),
    onSuccess: async (_, { task, comment, isUndo = false }) => {
      const next = placesAfter(comment.id);
      await reloadThreads(client);
      // An undo returns the comment to the list, so the comment is the first candidate for the focus.
      focusOn(isUndo ? [comment.id, ...next] : [...next, comment.id]);
      toast({
        type: 'success',
        title: t(`moderation:done.${task}`),
        ...(task === 'approve'
          ? {
              duration: UNDO_TIME,
              action: {
                label: t('moderation:undo'),
                run: () => act.mutate({ task: 'hold', comment, isUndo: true }),
              },
            }
          : {}),
      });
    },
    onError: (error, { task }) =>
      toast({
        type: 'error',
        title: t(`moderation:failed.${task}`),
        message: problemText(t, error, ''),
      }),
  });
  const { mutate } = act;
  const { ask, dialogs } = useCommentDeletion({
    restore: (comment) => mutate({ task: 'restore', comment, isUndo: true }),
    focusOn,
    focusAfterDeletion,
  });

  const run = useCallback(
    (task: ModerationTask, comment: ModeratedComment) => {
      if (task === 'delete' || task === 'deleteByVisitor') ask({ task, comment });
      else mutate({ task, comment });
    },
    [mutate, ask],
  );
  return { run, busy: act.isPending ? act.variables.comment.id : undefined, dialogs };
}
