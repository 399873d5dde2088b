import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { cancelJob, findJobs, type Job, pauseJob, resumeJob } from '../../../core/jobs/calls.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Progress } from '../../shared/ui/progress.tsx';
import { LimitSpent, NotConfigured } from '../ai/ai-reason.tsx';
import { callKey, useCall } from '../shared/api.ts';
import { useMay } from '../shared/may.ts';
import { Loading, NotLoaded } from '../shared/section.tsx';
import { JobResults } from './job-results.tsx';
import { hasEnded, isUnderWay } from './job-state.ts';

/** The background jobs, the newest first, with what can be done about each. */
export function JobsDialog({
  open,
  expanded,
  onExpand,
  onClose,
}: {
  open: boolean;
  /** The job whose results are in sight. */
  expanded: string | null;
  onExpand(jobId: string | null): void;
  onClose(): void;
}) {
  const { t } = useTranslation('jobs');
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} className="max-w-3xl">
      <p className="text-soft">{t('text')}</p>
      <WithTexts features={['ai', 'edit']} fallback={<Loading lines={3} />}>
        <JobList expanded={expanded} onExpand={onExpand} onLeave={onClose} />
      </WithTexts>
    </Dialog>
  );
}

function JobList({
  expanded,
  onExpand,
  onLeave,
}: {
  expanded: string | null;
  onExpand(jobId: string | null): void;
  /** Called when a link leads away. */
  onLeave(): void;
}) {
  const { t } = useTranslation('jobs');
  const jobs = useCall(findJobs, {});
  if (!jobs.data) return <NotLoaded query={jobs} failed={t('loadFailed')} lines={3} />;
  if (jobs.data.length === 0) return <p className="py-10 text-center text-soft">{t('empty')}</p>;
  return (
    <ul className="mt-2 divide-y divide-line">
      {jobs.data.map((job) => (
        <JobItem
          key={job.id}
          job={job}
          expanded={expanded === job.id}
          onToggle={() => onExpand(expanded === job.id ? null : job.id)}
          onLeave={onLeave}
        />
      ))}
    </ul>
  );
}

function JobItem({
  job,
  expanded,
  onToggle,
  onLeave,
}: {
  job: Job;
  expanded: boolean;
  onToggle(): void;
  onLeave(): void;
}) {
  const { t } = useTranslation(['jobs', 'problems', 'common']);
  const { language } = useRoot();
  const client = useQueryClient();
  const id = useId();
  const may = useMay();
  const cancel = useMutation({
    mutationFn: () => callFromBrowser(cancelJob, { params: { id: job.id } }),
    // Also where it was over already: then the list is behind.
    onSettled: () => client.invalidateQueries({ queryKey: callKey(findJobs) }),
  });
  const canPause = may('jobs.write');
  const looksAgain = { onSettled: () => client.invalidateQueries({ queryKey: callKey(findJobs) }) };
  const pause = useMutation({
    mutationFn: () => callFromBrowser(pauseJob, { params: { id: job.id } }),
    ...looksAgain,
  });
  const resume = useMutation({
    mutationFn: () => callFromBrowser(resumeJob, { params: { id: job.id } }),
    ...looksAgain,
  });
  const done = formatNumber(job.progress, language);
  const total = formatNumber(job.total, language);
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h3 id={`${id}-title`} className="text-lg">
            {t(`jobs:kind.${job.kind}`)}
          </h3>
          <p className="number text-soft text-sm">
            <span className={job.status === 'failed' ? 'text-danger' : isUnderWay(job) ? 'text-accent' : ''}>
              {t(`jobs:status.${job.status}`)}
            </span>
            {!hasEnded(job) ? null : ` · ${t('jobs:done', { done, total, count: job.total })}`}
            {' · '}
            <time dateTime={job.created_at}>{formatDateTime(job.created_at, language)}</time> ·{' '}
            {job.created_by || t('jobs:bySchedule')}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {canPause && isUnderWay(job) ? (
            <Button busy={pause.isPending} aria-describedby={`${id}-title`} onClick={() => pause.mutate()}>
              {t('jobs:pause')}
            </Button>
          ) : null}
          {canPause && job.status === 'paused' ? (
            <Button
              look="primary"
              busy={resume.isPending}
              aria-describedby={`${id}-title`}
              onClick={() => resume.mutate()}
            >
              {t('jobs:resume')}
            </Button>
          ) : null}
          {!hasEnded(job) && may('jobs.write') ? (
            <Button busy={cancel.isPending} aria-describedby={`${id}-title`} onClick={() => cancel.mutate()}>
              {t(cancel.isPending ? 'jobs:cancelling' : 'jobs:cancel')}
            </Button>
          ) : null}
          {job.progress > 0 ? (
            <Button
              aria-expanded={expanded}
              aria-controls={`${id}-results`}
              aria-describedby={`${id}-title`}
              onClick={onToggle}
            >
              {t(expanded ? 'jobs:hideResults' : 'jobs:results')}
            </Button>
          ) : null}
        </div>
      </div>
      {hasEnded(job) ? null : (
        <div className="mt-2">
          <Progress
            value={job.progress}
            total={job.total}
            label={t('jobs:done', { done, total, count: job.total })}
          />
        </div>
      )}
      {cancel.error ? (
        <p role="alert" className="mt-2 text-danger text-sm">
          {problemText(t, cancel.error, t('jobs:cancelFailed'))}
        </p>
      ) : null}
      {pause.error || resume.error ? (
        <p role="alert" className="mt-2 text-danger text-sm">
          {problemText(
            t,
            pause.error ?? resume.error,
            t(pause.error ? 'jobs:pauseFailed' : 'jobs:resumeFailed'),
          )}
        </p>
      ) : null}
      {/* The one reason for which a job pauses by itself. */}
      {job.status === 'paused' && job.error ? <LimitSpent /> : null}
      {/* A job fails as a whole only without a configured AI provider. */}
      {job.status === 'failed' ? <NotConfigured /> : null}
      <div id={`${id}-results`}>
        {expanded && job.progress > 0 ? <JobResults jobId={job.id} onLeave={onLeave} /> : null}
      </div>
    </li>
  );
}
