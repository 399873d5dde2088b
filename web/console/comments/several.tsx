import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ModerationOfSeveral, moderateComments } from '../../../core/comments/admin-calls.ts';
import { DELETED_KEPT_DAYS } from '../../../core/comments/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { UNDO_TIME, useToast } from '../../shared/ui/toast.tsx';
import { reloadThreads } from './reload-threads.ts';
import type { ModeratedComment } from './use-moderation.tsx';

const UNDONE_BY = { approve: 'hold', delete: 'restore' } as const satisfies Partial<
  Record<ModerationOfSeveral, ModerationOfSeveral>
>;

/** Does the same with several comments by one call, which one Undo takes back. */
export function useModerationOfSeveral({ onDone }: { onDone(): void }) {
  const { t } = useTranslation(['moderation', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const [pending, setPending] = useState<readonly string[] | null>(null);
  const act = useMutation({
    mutationFn: ({ task, ids }: { task: ModerationOfSeveral; ids: readonly string[] }) =>
      callFromBrowser(moderateComments, { body: { task, ids: [...ids] } }),
    onSuccess: async ({ done }, { task }) => {
      await reloadThreads(client);
      setPending(null);
      onDone();
      toast({
        type: done.length > 0 ? 'success' : 'info',
        title: t(`moderation:several.done.${task}`, { count: done.length }),
        ...((task === 'approve' || task === 'delete') && done.length > 0
          ? {
              duration: UNDO_TIME,
              action: {
                label: t('moderation:undo'),
                run: () => act.mutate({ task: UNDONE_BY[task], ids: done }),
              },
            }
          : {}),
      });
    },
    onError: (error) =>
      toast({ type: 'error', title: t('moderation:several.failed'), message: problemText(t, error, '') }),
  });

  function run(task: ModerationOfSeveral, comments: readonly ModeratedComment[]) {
    const ids = comments.map(({ id }) => id);
    if (act.isPending || ids.length === 0) return;
    if (task === 'delete') setPending(ids);
    else act.mutate({ task, ids });
  }

  const dialog = (
    <Confirm
      open={pending !== null}
      type="danger"
      title={t('moderation:several.askTitle')}
      message={t('moderation:several.ask', { count: pending?.length ?? 0, days: DELETED_KEPT_DAYS })}
      confirmLabel={act.isPending ? t('moderation:deleting') : t('moderation:actions.delete')}
      cancelLabel={t('moderation:cancel')}
      loading={act.isPending}
      onConfirm={() => pending && act.mutate({ task: 'delete', ids: pending })}
      onCancel={() => setPending(null)}
    />
  );
  return { run, isPending: act.isPending, dialog };
}

/** Bulk actions for the selected comments. */
export function SelectionBar({
  selected,
  busy,
  onRun,
  onClear,
}: {
  selected: readonly ModeratedComment[];
  busy: boolean;
  onRun(task: ModerationOfSeveral): void;
  onClear(): void;
}) {
  const { t } = useTranslation('moderation');
  const tasks: [ModerationOfSeveral, boolean][] = [
    ['approve', selected.some(({ status }) => status === 'held')],
    ['dismiss', selected.some(({ reports }) => reports > 0)],
    ['restore', selected.some(({ status }) => status === 'deleted')],
    ['delete', selected.some(({ status }) => status !== 'deleted')],
  ];
  return (
    <div
      role="toolbar"
      aria-label={t('several.title')}
      className="sticky bottom-3 z-10 mt-4 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-raised p-3 shadow-lg"
    >
      <span className="number mr-2 text-sm" aria-live="polite">
        {t('several.count', { count: selected.length })}
      </span>
      {tasks.map(([task, isPossible]) =>
        isPossible ? (
          <Button key={task} busy={busy} onClick={() => onRun(task)}>
            {t(`actions.${task as 'approve'}`)}
          </Button>
        ) : null,
      )}
      <button type="button" className="min-h-11 px-2 text-soft text-sm" onClick={onClear}>
        {t('several.clear')}
      </button>
    </div>
  );
}
