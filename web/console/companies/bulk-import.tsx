import type { FormEvent } from 'react';
import { defaultCategory } from '../../../core/categories.ts';
import { LANGUAGE_NAMES, type Language } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError } from '../../shared/api.ts';
import { paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorList } from '../../shared/ui/error-list.tsx';
import { TextArea } from '../../shared/ui/input.tsx';
import { companyLines } from '../shared/import-problem-text.ts';
import type { CreatedCompany, FailedCompany } from './pasted-companies.ts';
import { type BulkImportProps, useBulkImport } from './use-bulk-import.ts';

/** @param category one of this directory */
const exampleIn = (category: string) => `[
  {
    "name": "Acme",
    "description": "...",
    "category": ${JSON.stringify(category)},
    "founder": "Jo Doe",
    "revenue": "$1M",
    "employees": 1,
    "founded": 2020,
    "website": "https://acme.example",
    "story": "...",
    "highlights": ["..."]
  }
]`;

/** Many companies at once, pasted as JSON. What was made leaves the box; what failed stays, with its reason. */
export function BulkImport(props: BulkImportProps) {
  const { t } = useTranslation(['add', 'problems', 'common']);
  const { language, text, onChange } = props;
  const { result, taken, run, addAnyway, undo, busy } = useBulkImport(props);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) run.mutate();
  }

  const isUnreadable =
    run.error instanceof SyntaxError ||
    (run.error instanceof CallError && ['invalid_json', 'validation_failed'].includes(run.error.code ?? ''));
  const failure =
    run.error && (isUnreadable ? t('add:bulk.unreadable') : problemText(t, run.error, t('add:bulk.failed')));

  return (
    <form method="post" onSubmit={submit} className="mt-2">
      <p className="max-w-2xl text-soft">{t('add:bulk.text', { language: LANGUAGE_NAMES[language] })}</p>
      <TextArea
        className="mt-5"
        label={t('add:bulk.label')}
        isCode
        rows={12}
        placeholder={exampleIn(defaultCategory())}
        value={text}
        problem={failure || undefined}
        onChange={(value) => {
          onChange(value);
          if (run.error) run.reset();
        }}
      />
      <div role="alert" className="sr-only">
        {failure}
      </div>
      <Button className="mt-4" type="submit" disabled={text.trim() === ''} busy={busy}>
        {run.isPending ? t('add:bulk.running') : t('add:bulk.run')}
      </Button>
      <div role="status" className="not-empty:mt-4 text-sm">
        {result ? (
          <p className="font-medium">
            {t('add:bulk.result', {
              successful: result.created.length + result.unchanged.length,
              failed: result.failed.length,
            })}
          </p>
        ) : null}
      </div>
      {result && result.created.length > 0 ? (
        <CreatedCompanies
          created={result.created}
          language={language}
          busy={busy}
          onUndo={() => undo.mutate(result.created)}
        />
      ) : null}
      {result && result.unchanged.length > 0 ? (
        <section aria-labelledby="bulk-there" className="mt-3 text-sm">
          <h3 id="bulk-there" className="font-medium">
            {t('add:bulk.unchanged')}
          </h3>
          <CreatedList made={result.unchanged} language={language} />
        </section>
      ) : null}
      {taken.length > 0 ? (
        <TakenCompanies
          taken={taken}
          language={language}
          busy={busy}
          error={addAnyway.error}
          onAddAnyway={() => addAnyway.mutate()}
        />
      ) : null}
      {result && result.failed.length > 0 ? <FailedCompanies failed={result.failed} /> : null}
    </form>
  );
}

function CreatedCompanies({
  created,
  language,
  busy,
  onUndo,
}: {
  created: readonly CreatedCompany[];
  language: Language;
  busy: boolean;
  onUndo(): void;
}) {
  const { t } = useTranslation(['add', 'edit']);
  return (
    <section aria-labelledby="bulk-made" className="mt-3 text-sm">
      <h3 id="bulk-made" className="font-medium">
        {t('add:bulk.made')}
      </h3>
      <CreatedList made={created} language={language} />
      {created.some(({ isHidden }) => isHidden) ? <p className="mt-1">{t('add:bulk.hidden')}</p> : null}
      <Button className="mt-2" busy={busy} onClick={onUndo}>
        {t('edit:undo')}
      </Button>
    </section>
  );
}

/** Companies that were not created because others have their names. */
function TakenCompanies({
  taken,
  language,
  busy,
  error,
  onAddAnyway,
}: {
  taken: readonly FailedCompany[];
  language: Language;
  busy: boolean;
  error: Error | null;
  onAddAnyway(): void;
}) {
  const { t } = useTranslation(['add', 'problems', 'common']);
  return (
    <section aria-labelledby="bulk-taken" className="mt-3 rounded-xl border border-warning px-4 py-3 text-sm">
      <h3 id="bulk-taken" className="font-medium">
        {t('add:bulk.taken', { count: taken.length })}
      </h3>
      <CreatedList
        made={taken.map(({ name, takenBy, company }) => ({ id: takenBy ?? '', name, company }))}
        language={language}
      />
      <p className="mt-1">{t('add:bulk.takenText')}</p>
      <Button className="mt-2" busy={busy} onClick={onAddAnyway}>
        {t('add:bulk.addAnyway')}
      </Button>
      {error ? (
        <p role="alert" className="mt-2 text-danger">
          {problemText(t, error, t('add:bulk.failed'))}
        </p>
      ) : null}
    </section>
  );
}

function FailedCompanies({ failed }: { failed: readonly FailedCompany[] }) {
  const { t } = useTranslation(['add', 'edit', 'transfer', 'refusals']);
  return (
    <ErrorList
      className="mt-3 text-danger text-sm"
      errors={failed.map(({ name, problems }, index) => {
        // Created companies were removed from the text box: `index` counts the remaining companies.
        const inBox = problems.map((problem) => ({ ...problem, index }));
        const error = companyLines(t, inBox).join();
        return name ? t('add:bulk.named', { error, name }) : error;
      })}
      total={failed.length}
      file="import-errors.txt"
    />
  );
}

/** Companies by name, each with the way to its page and to its editor. */
function CreatedList({ made, language }: { made: readonly CreatedCompany[]; language: Language }) {
  const { t } = useTranslation(['add', 'edit']);
  return (
    <ul className="max-h-60 list-disc overflow-y-auto pl-5">
      {made.map(({ id, name, isHidden }) => (
        <li key={`${id} ${name}`} className="break-words">
          <a
            className="link inline-block min-h-6"
            lang={language}
            href={`${paths.admin('edit')}?edit=${encodeURIComponent(id)}`}
            target="_blank"
            rel="noopener"
            aria-label={t('add:bulk.open', { name: name || id })}
          >
            {name || id}
          </a>
          {isHidden ? ` · ${t('edit:hidden')}` : null}
        </li>
      ))}
    </ul>
  );
}
