import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Answer } from '../../../core/call.ts';
import { csvColumns } from '../../../core/import-export/csv.ts';
import { TEXT_ENCODINGS, type TextEncodingName } from '../../../core/import-export/encoding.ts';
import {
  startImport,
  TAKEN_POLICIES,
  type TakenPolicy,
  tryImport,
} from '../../../core/import-export/job-calls.ts';
import {
  type ColumnMapping,
  type MappedColumn,
  unmappedRefusal,
} from '../../../core/import-export/mapping.ts';
import { findJobs, type Job } from '../../../core/jobs/calls.ts';
import { withinBody } from '../../../core/refusal.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { problemText } from '../../shared/problem-text.ts';
import { detailsOf, refusalLine } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import { Select } from '../../shared/ui/input.tsx';
import { Progress } from '../../shared/ui/progress.tsx';
import { saveFile } from '../../shared/ui/save-file.ts';
import { callKey } from '../shared/api.ts';
import { sendFile } from '../shared/send-file.ts';
import { ColumnChoice } from './column-choice.tsx';
import { rememberedMapping, rememberMapping } from './column-memory.ts';
import { ImportJobState, useImportJob } from './import-job-state.tsx';
import { TriedProblems } from './tried-problems.tsx';

type TrialAnswer = Answer<typeof tryImport>;

/** A file with the settings of its import. */
interface Attempt {
  file: File;
  mapping: ColumnMapping;
  taken: TakenPolicy;
  encoding: TextEncodingName | undefined;
}

const addressOf = ({ mapping, taken, encoding }: Attempt) => ({
  query: {
    taken,
    encoding,
    mapping: Object.keys(mapping).length > 0 ? JSON.stringify(mapping) : undefined,
  },
});

const DELIMITER_NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;
const TRIAL_COUNTS = ['created', 'updated', 'skipped', 'unchanged', 'failed'] as const;

/** Imports a file of any program by a job: chosen, tried with its columns mapped, and run. */
export function ImportJobTab() {
  const { t } = useTranslation(['transfer', 'jobs', 'edit', 'problems', 'refusals', 'common']);
  const client = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [found, setFound] = useState<TrialAnswer | null>(null);
  const [startedId, setStartedId] = useState<string | null>(null);
  const job = useImportJob(startedId);

  const trial = useMutation({
    mutationFn: (tried: Attempt) => sendFile(tryImport, addressOf(tried), tried.file),
  });
  const run = useMutation({
    mutationFn: (sent: Attempt) => sendFile(startImport, addressOf(sent), sent.file),
    onSuccess: ({ job: started }) => {
      client.setQueryData<Job[]>(callKey(findJobs, {}), (jobs = []) => [started, ...jobs]);
      void client.invalidateQueries({ queryKey: callKey(findJobs) });
      setStartedId(started.id);
      setAttempt(null);
      setFound(null);
      trial.reset();
    },
  });

  function attemptWith(next: Attempt) {
    run.reset();
    setAttempt(next);
    // A callback of `mutate` is only called for the latest trial: a slower, earlier one changes nothing.
    trial.mutate(next, {
      onSuccess: (answer) => {
        setFound(answer);
        const remembered = rememberedMapping(answer.columns);
        // Choices for this file override the mapping remembered from earlier files.
        if (Object.keys(remembered).length > 0)
          attemptWith({ ...next, mapping: { ...remembered, ...next.mapping } });
      },
    });
  }

  const failure = run.error ?? trial.error;
  const details = detailsOf(failure).map(withinBody);
  return (
    <section aria-labelledby="import-job" className="rounded-2xl border border-line bg-raised p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="import-job" ref={title} tabIndex={-1} className="text-xl outline-none">
            {t('transfer:job.title')}
          </h2>
          <p className="mt-1 max-w-2xl text-soft">{t('transfer:job.text')}</p>
        </div>
        <Button
          onClick={() =>
            saveFile(
              new Blob([`\uFEFF${csvColumns().join(',')}\r\n`], { type: 'text/csv' }),
              'import-template.csv',
            )
          }
        >
          {t('transfer:job.template')}
        </Button>
      </div>
      {job ? (
        <ImportJobState
          job={job}
          onAnother={() => {
            setStartedId(null);
            title.current?.focus();
          }}
        />
      ) : (
        <>
          <div className="mt-5">
            <FileDrop
              label={t(attempt ? 'transfer:import.chooseOther' : 'transfer:import.choose')}
              hint={t('transfer:job.hint')}
              accept=".json,.csv,.tsv,.txt,application/json,text/csv,text/tab-separated-values,text/plain"
              onFile={(file) => {
                setFound(null);
                attemptWith({ file, mapping: {}, taken: attempt?.taken ?? 'skip', encoding: undefined });
              }}
            />
          </div>
          {trial.isPending ? (
            <div role="status" className="mt-5">
              <Progress
                label={t('transfer:import.checking', { file: attempt?.file.name ?? '' })}
                value={undefined}
                total={1}
              />
            </div>
          ) : null}
          {failure && !trial.isPending ? (
            <p role="alert" className="mt-5 rounded-xl border border-danger px-4 py-3 text-danger">
              {details.length > 0
                ? refusalLine(t, details)
                : problemText(t, failure, failure instanceof Error ? failure.message : '')}
            </p>
          ) : null}
          {attempt && found ? (
            <Found
              attempt={attempt}
              found={found}
              busy={run.isPending}
              isStale={trial.isPending || trial.isError}
              onChange={attemptWith}
              onRun={() => run.mutate(attempt)}
            />
          ) : null}
        </>
      )}
    </section>
  );
}

/** Result of a trial run, with the settings to change and the button that starts the import. */
function Found({
  attempt,
  found,
  busy,
  isStale,
  onChange,
  onRun,
}: {
  attempt: Attempt;
  /** The last trial. */
  found: TrialAnswer;
  busy: boolean;
  /** Something was changed since, and is being tried or was refused. */
  isStale: boolean;
  onChange(attempt: Attempt): void;
  onRun(): void;
}) {
  const { t } = useTranslation(['transfer', 'edit', 'refusals']);
  const { language } = useRoot();
  const delimiter = DELIMITER_NAMES[found.delimiter as keyof typeof DELIMITER_NAMES];
  const format =
    found.type === 'json' ? 'JSON' : `CSV${delimiter ? ` · ${t(`transfer:job.${delimiter}`)}` : ''}`;
  const savable = found.created + found.updated;
  const columns = found.columns.map((column): MappedColumn => {
    const chosen = attempt.mapping[column.header];
    return chosen === undefined ? column : { header: column.header, column: chosen };
  });
  const isMapped = unmappedRefusal(columns) === undefined;
  return (
    <>
      <div className="mt-6 flex flex-wrap items-end gap-x-8 gap-y-4">
        <dl className="number text-sm">
          <div className="flex gap-3 py-1">
            <dt className="w-24 shrink-0 text-soft">{t('transfer:import.file')}</dt>
            <dd className="min-w-0 wrap-anywhere">{attempt.file.name}</dd>
          </div>
          <div className="flex gap-3 py-1">
            <dt className="w-24 shrink-0 text-soft">{t('transfer:import.format')}</dt>
            <dd>{format}</dd>
          </div>
          <div className="flex gap-3 py-1">
            <dt className="w-24 shrink-0 text-soft">{t('transfer:import.companies')}</dt>
            <dd>{formatNumber(found.total, language)}</dd>
          </div>
        </dl>
        <Select
          label={t('transfer:job.encoding')}
          value={found.encoding}
          onChange={(encoding) => onChange({ ...attempt, encoding })}
          options={TEXT_ENCODINGS.map((value) => ({ value, label: value.toUpperCase() }))}
        />
        {found.taken > 0 ? (
          <Select
            label={t('transfer:job.taken', { count: found.taken })}
            value={attempt.taken}
            onChange={(taken) => onChange({ ...attempt, taken })}
            options={TAKEN_POLICIES.map((value) => ({ value, label: t(`transfer:job.policy.${value}`) }))}
          />
        ) : null}
      </div>
      {columns.length > 0 ? (
        <ColumnChoice
          columns={columns}
          onChange={(changed) => {
            rememberMapping(changed);
            onChange({ ...attempt, mapping: { ...attempt.mapping, ...changed } });
          }}
        />
      ) : null}
      <div role="status" className="mt-6">
        <p className="font-medium">{t('transfer:result.trial')}</p>
        <dl className="number mt-3 grid grid-cols-2 gap-3 sm:grid-cols-5">
          {TRIAL_COUNTS.map((outcome) => (
            <div key={outcome}>
              <dt className="text-soft text-sm">
                {t(outcome === 'skipped' ? 'transfer:job.skipped' : `transfer:result.${outcome}`)}
              </dt>
              <dd
                className={`figure text-2xl ${outcome === 'failed' && found.failed > 0 ? 'text-danger' : ''}`}
              >
                {formatNumber(found[outcome], language)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <Button
        className="mt-6"
        look="primary"
        busy={busy}
        disabled={savable === 0 || !isMapped || isStale}
        onClick={onRun}
      >
        {busy ? t('transfer:import.sending') : t('transfer:job.run', { count: savable })}
      </Button>
      <TriedProblems problems={found.problems} />
    </>
  );
}
