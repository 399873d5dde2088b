import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Sent } from '../../../core/call.ts';
import { bulkChange } from '../../../core/jobs/bulk-change-calls.ts';
import { createJob, findJobs, type Job } from '../../../core/jobs/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey, isConflictError } from './api.ts';
import { refreshRows } from './company-rows.ts';
import { useShowJobs } from './show-jobs.ts';

/** Ids of the jobs that were started on this page: jobs of other administrators are watched too. */
const startedHere = new Set<string>();
export const wasStartedHere = (jobId: string): boolean => startedHere.has(jobId);

/** Says that work in the background began, and where it can be watched. Needs the texts of `jobs`. */
function useJobStarted() {
  const { t } = useTranslation('jobs');
  const client = useQueryClient();
  const toast = useToast();
  const showJobs = useShowJobs();
  return (job: Job, more: readonly Job[] = []) => {
    for (const { id } of [job, ...more]) startedHere.add(id);
    // Known at once: one that is done before the next look would end unnoticed.
    client.setQueryData<Job[]>(callKey(findJobs, {}), (jobs = []) => [...more.toReversed(), job, ...jobs]);
    const count = [job, ...more].reduce((sum, { total }) => sum + total, 0);
    void client.invalidateQueries({ queryKey: callKey(findJobs) });
    toast({
      type: 'info',
      title: t('started', { kind: t(`kind.${job.kind}`) }),
      message: t('companies', { count }),
      action: { label: t('watch'), run: () => showJobs(job.id) },
    });
  };
}

/** Starts work in the background. */
export function useStartJob() {
  const tell = useJobStarted();
  return useMutation({
    mutationFn: (body: Sent<typeof createJob>['body']) => callFromBrowser(createJob, { body }),
    onSuccess: ({ input: _, results: __, more = [], ...job }) => tell(job, more),
  });
}

/** Changes many companies by one job. */
export function useBulkChange() {
  const tell = useJobStarted();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Sent<typeof bulkChange>['body']) => callFromBrowser(bulkChange, { body }),
    onSuccess: ({ job }) => tell(job),
    // Other companies match than are shown.
    onError: (error) => {
      if (isConflictError(error)) void refreshRows(client);
    },
  });
}
