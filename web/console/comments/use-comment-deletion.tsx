import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { chunksOf } from '../../../core/chunks.ts';
import {
  type AdminReply,
  countCommentsByVisitor,
  deleteComment,
  deleteCommentsByVisitor,
  RESTORED_MAX,
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

/** One comment, or all comments of its visitor. */
export type DeletionTask = 'delete' | 'deleteByVisitor';

interface CommentDeletion {
  task: DeletionTask;
  comment: AdminReply;
}

/** The dialog that tells of a deletion closes itself after this long, in milliseconds (specification, section 9). */
const DELETED_DIALOG_MS = 1000;

/** Asks before comments are deleted, deletes them and offers to undo it. Needs the texts of `moderation` and `problems`. */
export function useCommentDeletion({
  restore,
  focusOn,
  focusAfterDeletion,
}: {
  /** Undoes the deletion of one comment. */
  restore(comment: AdminReply): void;
  /** Moves the focus to the first of some comments, by id, after the next rendering. */
  focusOn(ids: readonly string[]): void;
  focusAfterDeletion(): HTMLElement | null;
}): { ask(deletion: CommentDeletion): void; dialogs: ReactNode } {
  const { t } = useTranslation('moderation');
  const client = useQueryClient();
  const toast = useToast();
  const [pending, setPending] = useState<CommentDeletion | null>(null);
  const [notice, setNotice] = useState(false);
  const restoreMany = useRestoreComments(focusOn);
  const remove = useMutation({
    mutationFn: ({ task, comment: { id } }: CommentDeletion) =>
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
                  run: () => restoreMany.mutate({ ids, first: comment.id }),
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
          run: () => restore(comment),
        },
      });
    },
  });
  const { reset } = remove;

  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(false), DELETED_DIALOG_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  const ask = useCallback(
    (deletion: CommentDeletion) => {
      reset();
      setPending(deletion);
    },
    [reset],
  );
  const dialogs = (
    <>
      <DeletionConfirm
        pending={pending}
        remove={remove}
        onClose={() => setPending(null)}
        focusAfterDeletion={focusAfterDeletion}
      />
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
  return { ask, dialogs };
}

function useRestoreComments(focusOn: (ids: readonly string[]) => void) {
  const { t } = useTranslation(['moderation', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
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
}

function DeletionConfirm({
  pending,
  remove,
  onClose,
  focusAfterDeletion,
}: {
  pending: CommentDeletion | null;
  remove: UseMutationResult<unknown, Error, CommentDeletion>;
  onClose(): void;
  focusAfterDeletion(): HTMLElement | null;
}) {
  const { t } = useTranslation(['moderation', 'problems', 'common']);
  // The closing animation still shows the previous content.
  const lastTask = useRef<DeletionTask>('delete');
  if (pending) lastTask.current = pending.task;
  const task = lastTask.current;
  // The confirmation of `deleteByVisitor` states how many comments the visitor has, so the count is loaded
  // first.
  const byVisitor = pending?.task === 'deleteByVisitor' ? pending.comment.id : null;
  const counted = useCall(
    countCommentsByVisitor,
    { params: { id: byVisitor ?? '' } },
    { enabled: byVisitor !== null, staleTime: 0, gcTime: 0 },
  );
  return (
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
      onCancel={onClose}
      finalFocus={() => (remove.isSuccess ? focusAfterDeletion() : null)}
    >
      {remove.error ? (
        <p role="alert" className="text-danger text-sm">
          {t(`moderation:failed.${task}`)}. {problemText(t, remove.error, '')}
        </p>
      ) : null}
    </Confirm>
  );
}
