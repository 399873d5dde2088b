import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { v4 as uuid } from 'uuid';
import { searchAdminCompanies } from '../../../core/companies/admin-calls.ts';
import {
  IMPORT_OUTCOMES,
  type ImportAnswer,
  importCompanies,
  importTable,
  readImportProgress,
} from '../../../core/import-export/calls.ts';
import type { FileProblem } from '../../../core/import-export/rules.ts';
import { LANGUAGE_NAMES, type Language, offeredLanguages, usualLanguage } from '../../../core/languages.ts';
import { formatList, withCommas } from '../../../core/list-text.ts';
import { ofWhole, refusal, withinBody } from '../../../core/refusal.ts';
import { formatNumber } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { EDIT_PARAMETER } from '../../shared/console/sections.ts';
import { paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { detailsOf, refusalLine, withoutStop } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { ErrorList } from '../../shared/ui/error-list.tsx';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import { Select } from '../../shared/ui/input.tsx';
import { Progress } from '../../shared/ui/progress.tsx';
import { StatusIcon } from '../../shared/ui/status-icons.tsx';
import { callKey } from '../shared/api.ts';
import { refreshRows } from '../shared/company-rows.ts';
import { companyLines, problemLines } from '../shared/import-problem-text.ts';
import { whyText } from '../shared/lookalike-text.ts';
import { sendFile } from '../shared/send-file.ts';
import { type FileCheck, isTable } from './check-file.ts';

/** Details that the result of an import lists (specification, section 8). */
const DETAILS = 3;
const ERRORS_FILE = 'import-errors.txt';
/** Companies that a trial run names of each kind. */
const LISTED_NAMES_MAX = 100;
/** The server knows of an import a moment after it has the whole file, in milliseconds. */
const PROGRESS_AFTER = 800;
const PROGRESS_EVERY = 500;

interface ChosenFile {
  file: File;
  /** Null while it is being read. */
  check: FileCheck | null;
}

type Valid = Extract<FileCheck, { valid: true }>;

/** Reads files in a thread of its own. @returns a function that has one read, and the one before forgotten */
function useFileCheck(onChecked: (file: File, check: FileCheck) => void) {
  const worker = useRef<Worker>(null);
  useEffect(() => () => worker.current?.terminate(), []);
  return (file: File) => {
    worker.current?.terminate();
    const next = new Worker(new URL('./check-file-worker.ts', import.meta.url), { type: 'module' });
    worker.current = next;
    const finish = (check: FileCheck) => {
      next.terminate();
      onChecked(file, check);
    };
    next.onmessage = ({ data }: MessageEvent<FileCheck>) => finish(data);
    // What stops the thread is a file that there is not the memory for, or that is gone.
    next.onerror = () =>
      finish({ valid: false, format: null, problems: [ofWhole(refusal('file_unreadable'))] });
    next.postMessage(file);
  };
}

interface Run {
  dryRun: boolean;
  job: string;
}

/** Chooses, checks, previews, confirms and runs an import. */
export function ImportPanel({ onBusy }: { onBusy(busy: boolean): void }) {
  const { t } = useTranslation(['transfer', 'edit', 'problems', 'refusals', 'common']);
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [textLanguage, setTextLanguage] = useState<Language>(usualLanguage());
  const [asking, setAsking] = useState(false);
  const [sentJob, setSentJob] = useState<string | null>(null);
  const check = useFileCheck((file, result) => setChosen({ file, check: result }));
  const title = useRef<HTMLHeadingElement>(null);

  const run = useMutation({
    mutationFn: ({ file, dryRun, job }: Run & { file: File }) =>
      sendFile(
        isTable(file) ? importTable : importCompanies,
        { query: { job, language: textLanguage, dry_run: dryRun ? 'true' : undefined } },
        file,
        { onSent: () => setSentJob(job) },
      ),
    onSettled: () => setSentJob(null),
    onSuccess: ({ dryRun }) => {
      if (dryRun) return;
      void refreshRows(client);
      void client.invalidateQueries({ queryKey: callKey(searchAdminCompanies) });
    },
  });
  const importing = run.isPending && !run.variables.dryRun;
  useEffect(() => onBusy(importing), [importing, onBusy]);

  function choose(file: File) {
    run.reset();
    setTextLanguage(usualLanguage());
    setChosen({ file, check: null });
    check(file);
  }

  function start(dryRun: boolean) {
    if (chosen) run.mutate({ file: chosen.file, dryRun, job: uuid() });
  }

  const valid = chosen?.check?.valid ? chosen.check : null;
  const answer = run.data;
  const isDone = answer !== undefined && !answer.dryRun;
  return (
    <section aria-labelledby="import" className="rounded-2xl border border-line bg-raised p-5 sm:p-6">
      <h2 id="import" ref={title} tabIndex={-1} className="text-xl outline-none">
        {t('transfer:import.title')}
      </h2>
      <p className="mt-1 mb-5 text-soft">{t('transfer:import.text')}</p>
      {run.isPending || isDone ? null : (
        <FileDrop
          label={t(chosen ? 'transfer:import.chooseOther' : 'transfer:import.choose')}
          hint={t('transfer:import.chooseHint')}
          accept=".json,.csv,application/json,text/csv"
          onFile={choose}
        />
      )}
      <div role="status" className="not-empty:mt-5">
        {chosen && !chosen.check ? <p>{t('transfer:import.checking', { file: chosen.file.name })}</p> : null}
        {chosen && valid ? <Summary file={chosen.file} check={valid} /> : null}
      </div>
      {chosen?.check && !chosen.check.valid ? (
        <Alert
          title={t('transfer:import.invalid', { file: chosen.file.name })}
          problems={chosen.check.problems}
        />
      ) : null}

      {valid && !isDone ? (
        <>
          {valid.unnamed > 0 ? (
            <Select
              className="mt-4"
              label={t('transfer:import.language')}
              hint={t('transfer:import.languageHint', { count: valid.unnamed })}
              value={textLanguage}
              onChange={(next) => {
                setTextLanguage(next);
                run.reset();
              }}
              options={offeredLanguages().map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            />
          ) : null}
          <div className="mt-5 flex flex-wrap gap-3">
            <Button busy={run.isPending} disabled={valid.companies === 0} onClick={() => start(true)}>
              {t('transfer:import.trial')}
            </Button>
            <Button
              look="primary"
              busy={run.isPending}
              disabled={valid.companies === 0}
              onClick={() => setAsking(true)}
            >
              {importing ? t('transfer:import.running') : t('transfer:import.run')}
            </Button>
          </div>
        </>
      ) : null}

      {run.isPending ? <ImportProgress run={run.variables} isSent={sentJob === run.variables.job} /> : null}
      {run.error ? <Alert title={importFailureText(t, run.error, valid, run.variables)} /> : null}
      {answer && !run.isPending ? <Result answer={answer} /> : null}
      {isDone ? (
        <Button
          className="mt-5"
          onClick={() => {
            run.reset();
            setChosen(null);
            title.current?.focus();
          }}
        >
          {t('transfer:import.another')}
        </Button>
      ) : null}

      <Confirm
        open={asking}
        type="warning"
        title={t('transfer:import.askTitle')}
        message={t('transfer:import.ask', { count: valid?.companies ?? 0, file: chosen?.file.name ?? '' })}
        confirmLabel={t('transfer:import.run')}
        cancelLabel={t('edit:cancel')}
        onConfirm={() => {
          setAsking(false);
          start(false);
        }}
        onCancel={() => setAsking(false)}
      />
    </section>
  );
}

type ImportTexts = Translate<'transfer' | 'problems' | 'refusals' | 'common'>;

/** Why an import failed as a whole (specification, section 8). */
function importFailureText(
  t: ImportTexts,
  error: unknown,
  check: Valid | null,
  run: Run | undefined,
): string {
  const details = detailsOf(error).map(withinBody);
  const reason =
    details.length > 0
      ? refusalLine(t, details)
      : problemText(t, error, error instanceof Error ? error.message : '');
  const message = withoutStop(reason);
  if (run?.dryRun) return t('transfer:import.trialFailed', { message });
  return check?.format === 'multilingual'
    ? t('transfer:import.multilingualFailed', { message })
    : t('transfer:import.failed', { message });
}

function Alert({ title, problems = [] }: { title: string; problems?: readonly FileProblem[] }) {
  const { t } = useTranslation(['transfer', 'refusals']);
  return (
    <div role="alert" className="mt-5 rounded-xl border border-danger px-4 py-3">
      <p className="break-words font-medium text-danger">{title}</p>
      {problems.length > 0 ? (
        <ErrorList
          className="mt-1 text-sm"
          errors={problemLines(t, problems)}
          total={problems.length}
          file={ERRORS_FILE}
        />
      ) : null}
    </div>
  );
}

function FileFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 py-1.5">
      <dt className="w-28 shrink-0 text-soft">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

function Summary({ file, check }: { file: File; check: Valid }) {
  const { t } = useTranslation('transfer');
  const { language } = useRoot();
  const languages = check.languages.map(({ language: of, count }) =>
    t('import.inLanguage', { language: LANGUAGE_NAMES[of], number: formatNumber(count, language) }),
  );
  return (
    <>
      <dl className="number text-sm">
        <FileFact name={t('import.file')}>{file.name}</FileFact>
        <FileFact name={t('import.format')}>{t(`import.formats.${check.format}`)}</FileFact>
        <FileFact name={t('import.companies')}>{formatNumber(check.companies, language)}</FileFact>
        <FileFact name={t('import.languages')}>
          {formatList(languages, language) || t('import.noLanguage')}
        </FileFact>
      </dl>
      {check.companies === 0 ? <p className="mt-2 font-medium">{t('import.noCompanies')}</p> : null}
    </>
  );
}

/** How far the server is; only the process that imports knows, and any of several may be asked. */
function ImportProgress({ run, isSent }: { run: Run; isSent: boolean }) {
  const { t } = useTranslation('transfer');
  const { language } = useRoot();
  const [isAsked, setIsAsked] = useState(false);
  useEffect(() => {
    if (!isSent) return;
    const timer = setTimeout(() => setIsAsked(true), PROGRESS_AFTER);
    return () => clearTimeout(timer);
  }, [isSent]);
  const parts = { query: { job: run.job } };
  const progress = useQuery({
    queryKey: callKey(readImportProgress, parts),
    queryFn: () => callFromBrowser(readImportProgress, parts),
    enabled: isAsked,
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.error ? false : PROGRESS_EVERY),
  });
  const { processed = 0, total = 0 } = progress.data ?? {};
  const label = !isSent
    ? t('import.sending')
    : total === 0
      ? t('import.reading')
      : t(run.dryRun ? 'import.trying' : 'import.importing', {
          processed: formatNumber(processed, language),
          total: formatNumber(total, language),
        });
  return (
    <div className="mt-5" role="status">
      <Progress label={label} value={total > 0 ? processed : undefined} total={total || 1} />
    </div>
  );
}

/** Result of an import or of a trial run. */
function Result({ answer }: { answer: ImportAnswer }) {
  const { t } = useTranslation(['transfer', 'edit', 'refusals']);
  const { language } = useRoot();
  const { dryRun, success, items = [] } = answer;
  const alike = items.filter(({ lookalikes }) => lookalikes);
  const title = dryRun
    ? t('transfer:result.trial')
    : success
      ? t('transfer:result.done', {
          count: answer.processed,
          number: formatNumber(answer.processed, language),
        })
      : t('transfer:result.partly', { count: answer.errors, number: formatNumber(answer.errors, language) });
  return (
    <div
      role="status"
      className={`mt-5 rounded-xl border px-4 py-4 ${success ? 'border-line' : 'border-warning'}`}
    >
      <p className="flex items-center gap-3 font-medium">
        <StatusIcon status={!success ? 'warning' : dryRun ? 'info' : 'success'} />
        {title}
      </p>
      <dl className="number mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {IMPORT_OUTCOMES.map((outcome) => (
          <div key={outcome}>
            <dt className="text-soft text-sm">{t(`transfer:result.${outcome}`)}</dt>
            <dd
              className={`figure text-2xl ${outcome === 'failed' && answer.failed > 0 ? 'text-danger' : ''}`}
            >
              {formatNumber(answer[outcome], language)}
            </dd>
          </div>
        ))}
      </dl>
      {!dryRun && answer.created > 0 ? (
        <p className="mt-3 text-sm">
          {t('transfer:result.noScores')}{' '}
          <Link className="link" to={paths.admin('scores')}>
            {t('transfer:result.evaluate')}
          </Link>
        </p>
      ) : null}
      {answer.problems.length > 0 ? (
        <ErrorList
          className="mt-3 text-sm"
          errors={companyLines(t, answer.problems)}
          total={answer.errors}
          listed={DETAILS}
          file={ERRORS_FILE}
        />
      ) : null}
      {alike.length > 0 ? (
        <details open className="mt-3 text-sm">
          <summary className="min-h-8 font-medium text-warning">
            {t('transfer:result.lookalikes', { count: alike.length })}
          </summary>
          <ul className="list-disc pl-5">
            {alike.slice(0, LISTED_NAMES_MAX).map(({ id, index, lookalikes: [first] = [] }) =>
              first ? (
                <li key={index} className="wrap-anywhere">
                  <Link
                    className="link"
                    to={`${paths.admin('edit')}?${EDIT_PARAMETER}=${encodeURIComponent(first.id)}`}
                    target="_blank"
                  >
                    {t('transfer:result.lookalike', {
                      id: id ?? '',
                      name: first.name,
                      why: whyText(t, first.reasons, language),
                    })}
                  </Link>
                </li>
              ) : null,
            )}
          </ul>
        </details>
      ) : null}
      {IMPORT_OUTCOMES.filter((outcome) => outcome !== 'failed').map((outcome) => {
        const ids = items.filter((item) => item.outcome === outcome).map(({ id }) => id ?? '');
        if (ids.length === 0) return null;
        const unnamed = answer[outcome] - Math.min(ids.length, LISTED_NAMES_MAX);
        return (
          <details key={outcome} className="mt-3 text-sm">
            <summary className="min-h-8 font-medium">
              {t(`transfer:result.${outcome}`)} ({formatNumber(answer[outcome], language)})
            </summary>
            <p className="break-words text-soft">
              {withCommas(ids.slice(0, LISTED_NAMES_MAX), language)}
              {unnamed > 0 ? ` ${t('transfer:result.more', { count: unnamed })}` : ''}
            </p>
          </details>
        );
      })}
    </div>
  );
}
