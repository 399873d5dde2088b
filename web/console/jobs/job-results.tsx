import { useState } from 'react';
import { Link } from 'react-router';
import { figureOf } from '../../../core/companies/figures.ts';
import { type JobDetail, type JobResult, readJob } from '../../../core/jobs/calls.ts';
import { formatList } from '../../../core/list-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { languageList } from '../../shared/console/format.ts';
import { paths } from '../../shared/paths.ts';
import { failureText, problemText } from '../../shared/problem-text.ts';
import { refusalLine } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { saveFile } from '../../shared/ui/save-file.ts';
import { AiReason, NamedFailure } from '../ai/ai-reason.tsx';
import { fieldLabel } from '../fields/field-value.tsx';
import { useCall } from '../shared/api.ts';
import { useMay } from '../shared/may.ts';
import { NotLoaded } from '../shared/section.tsx';
import { WATCH_EVERY } from '../shared/show-jobs.ts';
import { useStartJob } from '../shared/use-start-job.ts';
import { canUndo, countOutcomes, isUnderWay, repeatFailed, sortResults } from './job-state.ts';
import { useUndoJob } from './use-undo-job.ts';

const OUTCOME_COLORS: Record<JobResult['outcome'], string> = {
  failed: 'text-danger',
  proposed: 'text-warning',
  created: 'text-accent',
  updated: 'text-accent',
  skipped: 'text-soft',
  unchanged: 'text-soft',
};

/** Results of a job by company, with undo, repeat and links to open proposals. */
export function JobResults({ jobId, onLeave }: { jobId: string; onLeave(): void }) {
  const { t } = useTranslation(['jobs', 'problems', 'ui']);
  const job = useCall(
    readJob,
    { params: { id: jobId } },
    {
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? WATCH_EVERY : false),
    },
  );
  if (!job.data) return <NotLoaded query={job} failed={t('loadFailed')} lines={2} />;
  const { results } = job.data;
  const failed = results.filter(({ error }) => error !== null);
  const failedText = () =>
    failed
      .map(({ name, error, code }) => `${name}: ${code ? failureText(t, code) : ''} ${error ?? ''}`.trim())
      .join('\n');
  return (
    <div className="mt-3 rounded-xl border border-line bg-raised p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="number text-sm">
          {countOutcomes(results)
            .map(({ outcome, count }) => t(`outcomes.${outcome}`, { count }))
            .join(' · ')}
        </p>
        <div className="flex flex-wrap gap-2">
          {failed.length > 0 ? (
            <Button
              onClick={() =>
                saveFile(
                  new Blob([`${failedText()}\n`], { type: 'text/plain' }),
                  `failed-${job.data.kind}.txt`,
                )
              }
            >
              {t('ui:errors.download')}
            </Button>
          ) : null}
          <JobActions job={job.data} onLeave={onLeave} />
        </div>
      </div>
      <ul className="mt-2 divide-y divide-line">
        {sortResults(results).map((result, index) => (
          <ResultItem
            // Rows of an import can have no company.
            key={result.company_id || `${index}`}
            result={result}
            onLeave={onLeave}
          />
        ))}
      </ul>
    </div>
  );
}

function JobActions({ job, onLeave }: { job: JobDetail; onLeave(): void }) {
  const { t } = useTranslation(['jobs', 'problems', 'common']);
  const [asking, setAsking] = useState(false);
  const start = useStartJob();
  const may = useMay();
  const mayWrite = may('jobs.write');
  const repetition = mayWrite && repeatFailed(job);
  const undo = useUndoJob();
  const isToDecide = job.results.some(({ outcome }) => outcome === 'proposed');
  return (
    <div className="flex flex-wrap gap-2">
      {isToDecide ? (
        <Link
          to={`${paths.admin('proposals')}?job=${encodeURIComponent(job.id)}`}
          className="button"
          onClick={onLeave}
        >
          {t('jobs:decideAll')}
        </Link>
      ) : null}
      {repetition ? (
        <Button busy={start.isPending} onClick={() => start.mutate(repetition)}>
          {t('jobs:repeat')}
        </Button>
      ) : null}
      {mayWrite && canUndo(job) ? (
        <Button
          onClick={() => {
            undo.reset();
            setAsking(true);
          }}
        >
          {t('jobs:undo')}
        </Button>
      ) : null}
      {start.error ? (
        <div role="alert">
          <AiReason error={start.error} />
        </div>
      ) : null}
      <Confirm
        open={asking}
        type="warning"
        title={t('jobs:undoTitle')}
        message={t('jobs:undoText')}
        confirmLabel={t(undo.isPending ? 'jobs:undoing' : 'jobs:undo')}
        cancelLabel={t('common:close')}
        loading={undo.isPending}
        onConfirm={() => undo.mutate(job.id, { onSuccess: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      >
        {undo.error ? (
          <p role="alert" className="text-danger text-sm">
            {problemText(t, undo.error, t('jobs:undoFailed'))}
          </p>
        ) : null}
      </Confirm>
    </div>
  );
}

function ResultItem({ result, onLeave }: { result: JobResult; onLeave(): void }) {
  const { t } = useTranslation(['jobs', 'edit', 'refusals']);
  const { language } = useRoot();
  const { name, outcome, undone, error, code, row, details = [] } = result;
  const figures = new Set(result.updatedFields.map(figureOf));
  const fields = [...figures].map((field) => fieldLabel(t, field, null, language));
  const what =
    result.languages.length > 0 ? languageList(result.languages, language) : formatList(fields, language);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 [contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
      <div className="min-w-0 flex-1 basis-48">
        {row === undefined ? null : <span className="number text-soft">{t('jobs:row', { row })} </span>}
        {result.company_id ? (
          <Link
            to={`${paths.admin('edit')}?edit=${encodeURIComponent(result.company_id)}`}
            className="link inline-block min-h-6 font-medium"
            onClick={onLeave}
          >
            {name}
          </Link>
        ) : null}
        <p className="text-sm">
          <span className={OUTCOME_COLORS[outcome]}>{t(`jobs:outcome.${outcome}`)}</span>
          {what ? <span className="text-soft">: {what}</span> : null}
          {undone ? <span className="text-warning"> · {t(`jobs:undoneItem.${undone}`)}</span> : null}
        </p>
        {error ? (
          <p className="text-soft text-sm">
            {details.length > 0 ? refusalLine(t, details) : <NamedFailure code={code} detail={error} />}
          </p>
        ) : null}
      </div>
      {result.proposed.length > 0 ? (
        <Link
          to={`${paths.admin('proposals')}?company=${encodeURIComponent(result.company_id)}`}
          className="button"
          aria-label={t('jobs:decideNamed', { name })}
          onClick={onLeave}
        >
          {t('jobs:decide')}
        </Link>
      ) : null}
    </li>
  );
}
