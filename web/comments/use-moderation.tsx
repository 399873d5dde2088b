import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AdminComment,
  approveComment,
  deleteComment,
  deleteCommentsByVisitor,
  dismissReports,
  restoreComment,
} from '../../core/comments/admin-calls.ts';
import { DELETED_KEPT_DAYS } from '../../core/comments/rules.ts';
import { send } from '../api.ts';
import { problemText } from '../problem-text.ts';
import { Confirm } from '../ui/confirm.tsx';
import { UNDO_TIME, useToast } from '../ui/toast.tsx';
import { reloadThreads } from './use-threads.ts';

/** A comment or a reply. */
export type ModeratedComment = Omit<
  AdminComment,
  'created_at' | 'company_id' | 'company_name' | 'company_category' | 'replies'
>;

/** What is asked about first, and what is done at once. */
type Deletion = 'delete' | 'deleteByVisitor';
type AtOnce = 'approve' | 'dismiss' | 'restore';
export type ModerationTask = Deletion | AtOnce;

const CALLS = { approve: approveComment, dismiss: dismissReports, restore: restoreComment } as const;

/** The dialog that tells of a deletion closes itself after this long, in milliseconds (specification, section 9). */
const TOLD_FOR = 1000;

/** What can be done with a comment as it is now. */
export function tasksFor(comment: ModeratedComment): ModerationTask[] {
  // Cleared for good: its place is kept for the replies.
  if (comment.status === 'deleted') return comment.content === '' ? [] : ['restore'];
  return [
    ...(comment.status === 'held' ? (['approve'] as const) : []),
    ...(comment.reports > 0 ? (['dismiss'] as const) : []),
    'delete',
    'deleteByVisitor',
  ];
}

/** Moderates comments and says how it went. Needs the texts of `moderation` and `problems`. */
export function useModeration({ focusAfterDeletion }: { focusAfterDeletion(): HTMLElement | null }): {
  run(task: ModerationTask, comment: ModeratedComment): void;
  /** The comment that something is under way for. */
  busy: string | undefined;
  dialogs: ReactNode;
} {
  const { t } = useTranslation(['moderation', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const [asked, setAsked] = useState<{ task: Deletion; comment: ModeratedComment } | null>(null);
  const [told, setTold] = useState(false);
  // It keeps its words while it fades out.
  const lastTask = useRef<Deletion>('delete');
  if (asked) lastTask.current = asked.task;

  const act = useMutation({
    mutationFn: ({ task, comment: { id } }: { task: AtOnce; comment: ModeratedComment }) =>
      send(CALLS[task], { params: { id } }),
    onSuccess: async (_, { task }) => {
      await reloadThreads(client);
      toast({ type: 'success', title: t(`moderation:done.${task}`) });
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
        ? send(deleteComment, { params: { id } }).then(() => 1)
        : send(deleteCommentsByVisitor, { params: { id } }).then(({ deleted }) => deleted),
    onSuccess: async (count, { task, comment }) => {
      await reloadThreads(client);
      setAsked(null);
      if (task === 'deleteByVisitor') {
        toast({ type: 'success', title: t('moderation:done.deleteByVisitor', { count }) });
        return;
      }
      setTold(true);
      toast({
        type: 'success',
        title: t('moderation:done.delete.text'),
        duration: UNDO_TIME,
        action: {
          label: t('moderation:undo'),
          run: () => act.mutate({ task: 'restore', comment }),
        },
      });
    },
  });
  const { reset } = remove;

  useEffect(() => {
    if (!told) return;
    const timer = setTimeout(() => setTold(false), TOLD_FOR);
    return () => clearTimeout(timer);
  }, [told]);

  const { mutate } = act;
  const run = useCallback(
    (task: ModerationTask, comment: ModeratedComment) => {
      if (task === 'delete' || task === 'deleteByVisitor') {
        reset();
        setAsked({ task, comment });
      } else mutate({ task, comment });
    },
    [mutate, reset],
  );

  const task = lastTask.current;
  const dialogs = (
    <>
      <Confirm
        open={asked !== null}
        type="danger"
        title={t(`moderation:ask.${task}.title`)}
        message={t(`moderation:ask.${task}.text`, { days: DELETED_KEPT_DAYS })}
        confirmLabel={remove.isPending ? t('moderation:deleting') : t('moderation:actions.delete')}
        cancelLabel={t('moderation:cancel')}
        loading={remove.isPending}
        onConfirm={() => asked && remove.mutate(asked)}
        onCancel={() => setAsked(null)}
        finalFocus={() => (remove.isSuccess ? (focusAfterDeletion() ?? true) : true)}
      >
        {remove.error ? (
          <p role="alert" className="text-danger text-sm">
            {t(`moderation:failed.${task}`)}. {problemText(t, remove.error, '')}
          </p>
        ) : null}
      </Confirm>
      <Confirm
        open={told}
        type="success"
        title={t('moderation:done.delete.title')}
        message={t('moderation:done.delete.text')}
        confirmLabel={t('moderation:ok')}
        onConfirm={() => setTold(false)}
        onCancel={() => setTold(false)}
        finalFocus={() => focusAfterDeletion() ?? true}
      />
    </>
  );
  return { run, busy: act.isPending ? act.variables.comment.id : undefined, dialogs };
}
