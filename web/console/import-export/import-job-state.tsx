import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cancelJob, findJobs, type Job, readJob, undoJob } from '../../../core/jobs/calls.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Progress } from '../../shared/ui/progress.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { canUndo, countOutcomes, isUnderWay } from '../jobs/job-state.ts';
import { callKey, useCall } from '../shared/api.ts';
import { refreshRows } from '../shared/company-rows.ts';
import { useShowJobs } from '../shared/show-jobs.ts';

/** The import job started on this page, else the running import job; undefined without either. */
export function useImportJob(startedId: string | null): Job | undefined {
  const { data: jobs = [] } = useCall(findJobs, {});
  const imports = jobs.filter(({ kind }) => kind === 'import');
  return imports.find(({ id }) => id === startedId) ?? imports.find(isUnderWay);
}

/** How far an import is, and how it ended, with ways to cancel it and to take it back. Needs the texts of `transfer` and `jobs`. */
export function ImportJobState({ job, onAnother }: { job: Job; onAnother(): void }) {
  const { t } = useTranslation(['transfer', 'jobs', 'problems', 'common']);
  const { language } = useRoot();
  const client = useQueryClient();
  const toast = useToast();
  const showJobs = useShowJobs();
  const parts = { params: { id: job.id } };
  const isRunning = isUnderWay(job);
  const detail = useCall(readJob, parts, { enabled: !isRunning, staleTime: 0 });
  const cancel = useMutation({
    mutationFn: () => callFromBrowser(cancelJob, parts),
    onSettled: () => client.invalidateQueries({ queryKey: callKey(findJobs) }),
  });
  const undo = useMutation({
    mutationFn: () => callFromBrowser(undoJob, parts),
    onSuccess: (undone) => {
      client.setQueryData(callKey(readJob, parts), undone);
      void refreshRows(client);
      const kept = undone.results.filter((result) => result.undone === 'kept').length;
      const count = undone.results.filter((result) => result.undone === 'restored').length;
      toast({
        type: kept > 0 ? 'warning' : 'success',
        title: t('jobs:undone', { count }),
        ...(kept > 0 ? { message: t('jobs:kept', { count: kept }) } : {}),
      });
    },
  });
  const failed = cancel.error ?? undo.error;
  const done = formatNumber(job.progress, language);
  const total = formatNumber(job.total, language);
  const label = t('jobs:done', { done, total, count: job.total });
  return (
    <div className="mt-5 rounded-xl border border-line px-4 py-4">
      {isRunning ? (
        <>
          <Progress value={job.progress} total={job.total || 1} label={label} />
          <p className="mt-2 text-soft text-sm">{t('transfer:job.goesOn')}</p>
        </>
      ) : (
        <p role="status" className="font-medium">
          {t(`jobs:status.${job.status}`)} · {label}
          <span className="number block font-normal text-soft text-sm">
            {countOutcomes(detail.data?.results ?? [])
              .map(({ outcome, count }) => t(`jobs:outcomes.${outcome}`, { count }))
              .join(' · ')}
          </span>
        </p>
      )}
      {failed ? (
        <p role="alert" className="mt-2 text-danger text-sm">
          {problemText(t, failed, t(cancel.error ? 'jobs:cancelFailed' : 'jobs:undoFailed'))}
        </p>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-3">
        {isRunning ? (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {t(cancel.isPending ? 'jobs:cancelling' : 'jobs:cancel')}
          </Button>
        ) : (
          <>
            <Button look="primary" onClick={onAnother}>
              {t('transfer:import.another')}
            </Button>
            <Button onClick={() => showJobs(job.id)}>{t('jobs:results')}</Button>
            {detail.data && canUndo(detail.data) ? (
              <Button busy={undo.isPending} onClick={() => undo.mutate()}>
                {t(undo.isPending ? 'jobs:undoing' : 'jobs:undo')}
              </Button>
            ) : null}
          </>
        )}
      </div>
    </div>
  );
}
