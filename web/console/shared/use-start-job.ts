import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Sent } from '../../../core/call.ts';
import { createJob, findJobs, type Job } from '../../../core/jobs/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey } from './api.ts';
import { useShowJobs } from './show-jobs.ts';

/** Starts work in the background and says where it can be watched. */
export function useStartJob() {
  const { t } = useTranslation('jobs');
  const client = useQueryClient();
  const toast = useToast();
  const showJobs = useShowJobs();
  return useMutation({
    mutationFn: (body: Sent<typeof createJob>['body']) => callFromBrowser(createJob, { body }),
    onSuccess: ({ input: _, results: __, more = [], ...job }) => {
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
    },
  });
}
