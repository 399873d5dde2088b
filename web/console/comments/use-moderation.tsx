import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { chunksOf } from '../../../core/chunks.ts';
import {
  type AdminReply,
  approveComment,
  countCommentsByVisitor,
  deleteComment,
  deleteCommentsByVisitor,
  dismissReports,
  holdComment,
  RESTORED_MAX,
  restoreComment,
  restoreComments,
} from '../../../core/comments/admin-calls.ts';
import { DELETED_KEPT_DAYS } from '../../../core/comments/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { UNDO_TIME, useToast } from '../../shared/ui/toast.tsx';
import { useCall } from '../shared/api.ts';
import { reloadThreads } from './reload-threads.ts';

/** A comment or a reply. */
export type ModeratedComment = AdminReply;

/** Actions with a confirmation dialog (`Deletion`) and without one (`AtOnce`). */
type Deletion = 'delete' | 'deleteByVisitor';
type AtOnce = 'approve' | 'dismiss' | 'restore' | 'hold';
export type ModerationTask = Deletion | Exclude<AtOnce, 'hold'>;

const MODERATION_CALLS = {
  approve: approveComment,
  dismiss: dismissReports,
  restore: restoreComment,
  hold: holdComment,
} as const;

/** The dialog that tells of a deletion closes itself after this long, in milliseconds (specification, section 9). */
const DELETED_DIALOG_MS = 1000;

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
  const [pending, setPending] = useState<{ task: Deletion; comment: ModeratedComment } | null>(null);
  const [notice, setNotice] = useState(false);
  // The closing animation still shows the previous content.
  const lastTask = useRef<Deletion>('delete');
  if (pending) lastTask.current = pending.task;

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

  const remove = useMutation({
    mutationFn: ({ task, comment: { id } }: { task: Deletion; comment: ModeratedComment }) =>
      task === 'delete'
        ? callFromBrowser(deleteComment, { params: { id } }).then(() => ({ count: 1, ids: [id] }))
        : callFromBrowser(deleteCommentsByVisitor, { params: { id } }).then(({ deleted, ids = [] }) => ({
            count: deleted,
            ids,
          })),
    onSuccess: async ({ count, ids }, { task, comment }) => {
      await reloadThreads(client);
      setPending(null);
      if (task === 'deleteByVisitor') {
        toast({
          type: 'success',
          title: t('moderation:done.deleteByVisitor', { count }),
          duration: UNDO_TIME,
          ...(ids.length > 0
            ? {
                action: {
                  label: t('moderation:undo'),
                  run: () => restoreAll.mutate({ ids, first: comment.id }),
                },
              }
            : {}),
        });
        return;
      }
      setNotice(true);
      toast({
        type: 'success',
        title: t('moderation:done.delete.text'),
        duration: UNDO_TIME,
        action: {
          label: t('moderation:undo'),
          run: () => act.mutate({ task: 'restore', comment, isUndo: true }),
        },
      });
    },
  });
  const { reset } = remove;

  const restoreAll = useMutation({
    mutationFn: async ({ ids }: { ids: readonly string[]; first: string }) => {
      let restored = 0;
      for (const some of chunksOf(ids, RESTORED_MAX))
        restored += (await callFromBrowser(restoreComments, { body: { ids: some } })).restored;
      return restored;
    },
    onSuccess: async (count, { first }) => {
      await reloadThreads(client);
      focusOn([first]);
      toast({ type: 'success', title: t('moderation:done.restoreMany', { count }) });
    },
    onError: (error) =>
      toast({ type: 'error', title: t('moderation:failed.restoreMany'), message: problemText(t, error, '') }),
  });

  // The confirmation of `deleteByVisitor` states how many comments the visitor has, so the count is loaded
  // first.
  const byVisitor = pending?.task === 'deleteByVisitor' ? pending.comment.id : null;
  const counted = useCall(
    countCommentsByVisitor,
    { params: { id: byVisitor ?? '' } },
    { enabled: byVisitor !== null, staleTime: 0, gcTime: 0 },
  );

  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(false), DELETED_DIALOG_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  const { mutate } = act;
  const run = useCallback(
    (task: ModerationTask, comment: ModeratedComment) => {
      if (task === 'delete' || task === 'deleteByVisitor') {
        reset();
        setPending({ task, comment });
      } else mutate({ task, comment });
    },
    [mutate, reset],
  );

  const task = lastTask.current;
  const dialogs = (
    <>
      <Confirm
        open={pending !== null}
        type="danger"
        title={t(`moderation:ask.${task}.title`)}
        message={
          task === 'delete' ? (
            t('moderation:ask.delete.text', { days: DELETED_KEPT_DAYS })
          ) : counted.data ? (
            t('moderation:ask.deleteByVisitor.text', {
              count: counted.data.count,
              days: DELETED_KEPT_DAYS,
            })
          ) : counted.error ? (
            <span role="alert">{problemText(t, counted.error, t('moderation:loadFailed'))}</span>
          ) : (
            t('common:loading')
          )
        }
        confirmLabel={
          remove.isPending
            ? t('moderation:deleting')
            : task === 'deleteByVisitor' && counted.error
              ? t('common:retry')
              : t('moderation:actions.delete')
        }
        cancelLabel={t('moderation:cancel')}
        loading={remove.isPending}
        onConfirm={() => {
          if (!pending) return;
          if (pending.task === 'delete' || counted.data) remove.mutate(pending);
          else void counted.refetch();
        }}
        onCancel={() => setPending(null)}
        finalFocus={() => (remove.isSuccess ? focusAfterDeletion() : null)}
      >
        {remove.error ? (
          <p role="alert" className="text-danger text-sm">
            {t(`moderation:failed.${task}`)}. {problemText(t, remove.error, '')}
          </p>
        ) : null}
      </Confirm>
      <Confirm
        open={notice}
        type="success"
        title={t('moderation:done.delete.title')}
        message={t('moderation:done.delete.text')}
        confirmLabel={t('moderation:ok')}
        onConfirm={() => setNotice(false)}
        onCancel={() => setNotice(false)}
        finalFocus={focusAfterDeletion}
      />
    </>
  );
  return { run, busy: act.isPending ? act.variables.comment.id : undefined, dialogs };
}
