import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type AdminCompanyRow, COMPANIES_BATCH } from '../../../core/companies/admin-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { ErrorList } from '../../shared/ui/error-list.tsx';
import { Progress } from '../../shared/ui/progress.tsx';
import { isConflictError } from '../shared/api.ts';
import { type TaskKind, useCompanyTasks } from '../shared/company-rows.ts';
import { useBulkChange } from '../shared/use-start-job.ts';
import type { Chosen } from './chosen-companies.ts';
import { NameList } from './name-list.tsx';

export interface Task {
  kind: TaskKind;
  chosen: Chosen;
}

/** Asks before many companies, or one for the trash, are changed; shows how far it is and what failed. */
export function TaskDialog({
  task,
  onDone,
  onClose,
  finalFocus,
}: {
  task: Task | null;
  /** Called after each run with the ids of the finished companies; without ids for the whole selection. */
  onDone(ids?: string[]): void;
  onClose(): void;
  /** Where the focus goes once rows are gone. */
  finalFocus(): HTMLElement | null;
}) {
  // The closing animation still shows the previous content.
  const last = useRef(task);
  // Each opening asks anew: what failed before is no answer to it.
  const opening = useRef(0);
  if (task && task !== last.current) opening.current++;
  if (task) last.current = task;
  return last.current ? (
    <Asking
      key={opening.current}
      task={last.current}
      open={task !== null}
      onDone={onDone}
      onClose={onClose}
      finalFocus={finalFocus}
    />
  ) : null;
}

function Asking({
  task: { kind, chosen },
  open,
  onDone,
  onClose,
  finalFocus,
}: {
  task: Task;
  open: boolean;
  onDone(ids?: string[]): void;
  onClose(): void;
  finalFocus(): HTMLElement | null;
}) {
  const { t } = useTranslation(['edit', 'problems', 'common']);
  const { run } = useCompanyTasks();
  const [finished, setFinished] = useState(0);
  const stop = useRef<AbortController>(null);
  const bulk = useBulkChange();
  const { rows: companies, count } = chosen;
  /** Many companies are one job, which goes on when this page is closed. */
  const isJob = count > COMPANIES_BATCH || companies.length < count;
  const startJob = () =>
    bulk.mutate(
      {
        ...chosen.selection,
        change: kind === 'delete' ? { delete: true } : { show_on_site: kind === 'show' },
      },
      {
        onSuccess: () => {
          onDone();
          onClose();
        },
      },
    );
  const work = useMutation({
    mutationFn: (items: readonly AdminCompanyRow[]) => {
      stop.current = new AbortController();
      setFinished(0);
      return run(kind, items, { signal: stop.current.signal, onProgress: setFinished });
    },
    onSuccess: ({ done, failed }) => {
      onDone(done.map(({ item }) => item.id));
      if (failed.length === 0) onClose();
    },
  });
  const failed = work.data?.failed ?? [];
  const items = failed.length > 0 ? failed.map(({ item }) => item) : companies;
  const total = work.variables?.length ?? count;
  const [only] = companies;
  const one = count === 1 && only ? only : null;
  const reasonOf = (error: unknown) => problemText(t, error, '');
  return (
    <Confirm
      open={open}
      type={kind === 'delete' ? 'danger' : 'info'}
      title={one ? t(`ask.${kind}.title`) : t(`askMany.${kind}.title`, { count })}
      message={one ? t(`ask.${kind}.text`, { name: one.name }) : t(`askMany.${kind}.text`, { count })}
      confirmLabel={
        work.isPending ? t(`running.${kind}`) : failed.length > 0 ? t('tryAgain') : t(`confirm.${kind}`)
      }
      cancelLabel={failed.length > 0 ? t('common:close') : t('cancel')}
      loading={work.isPending || bulk.isPending}
      onConfirm={() => (isJob ? startJob() : work.mutate(items))}
      onCancel={onClose}
      finalFocus={kind === 'delete' && work.data ? finalFocus : undefined}
    >
      {work.isPending && total > 1 ? (
        <div className="flex items-center gap-4">
          <Progress value={finished} total={total} label={t('progress', { finished, total })} />
          <Button onClick={() => stop.current?.abort()}>{t('stop')}</Button>
        </div>
      ) : failed.length > 0 ? (
        <div role="alert" className="text-sm">
          <p className="font-medium text-danger">{t(one ? `failed.${kind}` : `failedMany.${kind}`)}</p>
          {one ? (
            <p className="mt-1 text-soft">{reasonOf(failed[0]?.error)}</p>
          ) : (
            <ErrorList
              className="mt-2 text-soft"
              errors={failed.map(({ item, error }) =>
                [item.name, reasonOf(error)].filter(Boolean).join(': '),
              )}
              total={failed.length}
              file={`failed-${kind}.txt`}
            />
          )}
        </div>
      ) : bulk.error ? (
        <p role="alert" className="text-danger">
          {isConflictError(bulk.error) ? t('bulk.others') : reasonOf(bulk.error)}
        </p>
      ) : one ? null : (
        <NameList names={chosen.names} count={count} />
      )}
    </Confirm>
  );
}
