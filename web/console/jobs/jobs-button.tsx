import { findJobs } from '../../../core/jobs/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ActivityIcon } from '../../shared/ui/icons.tsx';
import { useCall } from '../shared/api.ts';
import { useShowJobs } from '../shared/show-jobs.ts';
import { isUnderWay } from './job-state.ts';

/**
 * Opens the background jobs; says how far the running ones are. A phone's header has room for it only
 * then: `JobsMenuItem` is always in the menu. Needs the texts of `jobs`.
 */
export function JobsButton() {
  const { t } = useTranslation('jobs');
  const show = useShowJobs();
  const { data: jobs = [] } = useCall(findJobs, {});
  const running = jobs.filter(isUnderWay);
  const progress = running.reduce((sum, job) => sum + job.progress, 0);
  const total = running.reduce((sum, job) => sum + job.total, 0);
  const isBusy = running.length > 0;
  return (
    <button
      type="button"
      className={`relative min-h-11 min-w-11 items-center justify-center gap-2 rounded-lg px-2 text-soft hover:text-ink ${isBusy ? 'flex' : 'hidden sm:flex'}`}
      aria-label={isBusy ? t('openRunning', { progress, total }) : t('title')}
      aria-haspopup="dialog"
      onClick={() => show()}
    >
      <span className={isBusy ? 'text-accent' : ''}>
        <ActivityIcon />
      </span>
      {isBusy ? (
        <>
          <span
            aria-hidden="true"
            className="absolute top-2 left-6.5 size-2.5 animate-pulse rounded-full bg-accent sm:hidden"
          />
          <span aria-hidden="true" className="number hidden text-ink text-sm sm:inline">
            {progress}/{total}
          </span>
        </>
      ) : null}
    </button>
  );
}

/** Opens the background jobs from the menu of a narrow window. */
export function JobsMenuItem({ onClick }: { onClick(): void }) {
  const { t } = useTranslation('jobs');
  const show = useShowJobs();
  return (
    <div className="mt-1 border-line border-t pt-1 sm:hidden">
      <button
        type="button"
        className="text-soft text-sm"
        aria-haspopup="dialog"
        onClick={() => {
          onClick();
          show();
        }}
      >
        {t('title')}
      </button>
    </div>
  );
}
