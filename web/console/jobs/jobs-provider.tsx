import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { findJobs, type Job, readJob } from '../../../core/jobs/calls.ts';
import { MINUTE } from '../../../core/time.ts';
import { readTranslationStatus } from '../../../core/translations/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { paths } from '../../shared/paths.ts';
import { UNDO_TIME, useToast } from '../../shared/ui/toast.tsx';
import { callKey, useCall } from '../shared/api.ts';
import { refreshRows } from '../shared/company-rows.ts';
import { ShowJobs, WATCH_EVERY } from '../shared/show-jobs.ts';
import { wasStartedHere } from '../shared/use-start-job.ts';
import { canUndo, countOutcomes, isUnderWay } from './job-state.ts';
import { JobsDialog } from './jobs-dialog.tsx';
import { useUndoJob } from './use-undo-job.ts';

/** How often jobs that somebody else may have started are looked for, in milliseconds. */
const JOBS_REFETCH_MS = MINUTE;
/** The parameter of an address that opens a job. */
const JOB = 'job';

/** Watches the background jobs and has the dialog that lists them. Needs the texts of `jobs`. */
export function JobsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [expanded, setExpanded] = useState<string | null>(null);
  const show = useCallback((jobId?: string) => {
    setExpanded(jobId ?? null);
    setOpen(true);
  }, []);
  useJobWatch(show);
  const [query, setQuery] = useSearchParams();
  const { pathname } = useLocation();
  // On the proposals page this parameter selects the job of the listed proposals.
  const named = pathname === paths.admin('proposals') ? null : query.get(JOB);
  // An address that names a job is only the way to its dialog.
  useEffect(() => {
    if (named === null) return;
    show(named);
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(JOB);
        return next;
      },
      { replace: true },
    );
  }, [named, show, setQuery]);
  return (
    <ShowJobs value={show}>
      {children}
      <JobsDialog open={open} expanded={expanded} onExpand={setExpanded} onClose={() => setOpen(false)} />
    </ShowJobs>
  );
}

/** Keeps what jobs change up to date and tells when one is over. */
function useJobWatch(show: (jobId: string) => void): void {
  const { t } = useTranslation('jobs');
  const client = useQueryClient();
  const toast = useToast();
  const { data: jobs } = useCall(
    findJobs,
    {},
    { refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? WATCH_EVERY : JOBS_REFETCH_MS) },
  );
  const { mutate: undo } = useUndoJob();
  const seen = useRef(new Map<string, Job>());

  useEffect(() => {
    async function tell(job: Job) {
      const parts = { params: { id: job.id } };
      const { results } = await client.fetchQuery({
        queryKey: callKey(readJob, parts),
        queryFn: () => callFromBrowser(readJob, parts),
        staleTime: 0,
      });
      const counts = countOutcomes(results);
      const isFailed = job.status === 'failed' || counts.some(({ outcome }) => outcome === 'failed');
      toast({
        type: isFailed ? 'warning' : 'success',
        title: t(isFailed ? `failedSome.${job.kind}` : 'ended', { kind: t(`kind.${job.kind}`) }),
        message: counts.map(({ outcome, count }) => t(`outcomes.${outcome}`, { count })).join(' · '),
        duration: UNDO_TIME,
        action:
          canUndo({ ...job, results }) &&
          (job.kind === 'bulk-change' || job.kind === 'import') &&
          !isFailed &&
          wasStartedHere(job.id)
            ? {
                label: t('undo'),
                run: () => undo(job.id, { onError: () => toast({ type: 'error', title: t('undoFailed') }) }),
              }
            : { label: t('results'), run: () => show(job.id) },
      });
    }

    for (const job of jobs ?? []) {
      const before = seen.current.get(job.id);
      seen.current.set(job.id, job);
      if (!before || !isUnderWay(before)) continue;
      if (job.status === 'paused') {
        // By itself: by a person it is no news.
        if (job.error) toast({ type: 'warning', title: t('pausedByLimit', { kind: t(`kind.${job.kind}`) }) });
      } else if (!isUnderWay(job)) {
        void refreshRows(client);
        // A cancelled job needs no notification.
        if (job.status !== 'cancelled') void tell(job).catch(() => {});
      } else if (job.progress !== before.progress) {
        void client.invalidateQueries({ queryKey: callKey(readTranslationStatus) });
      }
    }
  }, [jobs, client, toast, t, show, undo]);
}
