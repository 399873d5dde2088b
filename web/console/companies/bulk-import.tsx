import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { defaultCategory } from '../../../core/categories.ts';
import { searchAdminCompanies } from '../../../core/companies/admin-calls.ts';
import { bulkCreate, type CompanyProblem } from '../../../core/import-export/calls.ts';
import { LANGUAGE_NAMES, type Language } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError, callFromBrowser } from '../../shared/api.ts';
import { paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorList } from '../../shared/ui/error-list.tsx';
import { TextArea } from '../../shared/ui/input.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey } from '../shared/api.ts';
import { deleteAll, refreshRows } from '../shared/company-rows.ts';
import { companyLines } from '../shared/import-problem-text.ts';

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

type Companies = Extract<
  NonNullable<Parameters<typeof callFromBrowser<typeof bulkCreate>>[1]['body']>,
  unknown[]
>;

/** The companies of a pasted text: an array, or an object that has one. @throws SyntaxError */
function readCompanies(text: string): Companies {
  const data: unknown = JSON.parse(text);
  const companies = Array.isArray(data) ? data : (data as { companies?: unknown } | null)?.companies;
  if (!Array.isArray(companies)) throw new SyntaxError('There are no companies.');
  return companies as Companies;
}

/** A company that is in the directory now: made, or there already. */
interface CreatedCompany {
  id: string;
  name: string;
  company: Companies[number];
  isHidden?: boolean;
}

interface FailedCompany {
  name: string;
  problems: CompanyProblem[];
  company: Companies[number];
  /** Id of an existing company with the same name. */
  takenBy: string | null;
}

interface BulkResult {
  created: CreatedCompany[];
  unchanged: CreatedCompany[];
  failed: FailedCompany[];
}

function nameOf(company: unknown): string {
  const { name, content } = (company ?? {}) as {
    name?: unknown;
    content?: Record<string, { name?: unknown }>;
  };
  const names = [name, ...Object.values(content ?? {}).map((text) => text?.name)];
  return names.find((one) => typeof one === 'string') ?? '';
}

const asText = (companies: readonly unknown[]) =>
  companies.length > 0 ? JSON.stringify(companies, null, 2) : '';

/** A text without the companies that were made; one that is being edited into something else stays. */
function withoutCreated(text: string, made: readonly CreatedCompany[]): string {
  if (made.length === 0) return text;
  const gone = made.map(({ company }) => JSON.stringify(company));
  try {
    return asText(
      readCompanies(text).filter((company) => {
        const at = gone.indexOf(JSON.stringify(company));
        if (at >= 0) gone.splice(at, 1);
        return at < 0;
      }),
    );
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return text;
  }
}

/** Creates companies, and groups them by outcome. */
async function makeAll(companies: Companies, language: Language, taken: 'report' | 'next_id') {
  const query = { language, taken };
  const answer = await callFromBrowser(bulkCreate, { query, body: { companies } });
  const result: BulkResult = { created: [], unchanged: [], failed: [] };
  const { items = [] } = answer;
  const problems = Map.groupBy(answer.problems, ({ index }) => index);
  for (const { index, id, outcome, taken: isTaken, hidden: isHidden = false } of items) {
    const company = companies[index];
    if (company === undefined) continue;
    const name = nameOf(company);
    if (outcome === 'failed') {
      const takenBy = isTaken ? id : null;
      result.failed.push({ name, problems: problems.get(index) ?? [], company, takenBy });
    } else
      result[outcome === 'created' ? 'created' : 'unchanged'].push({ id: id ?? '', name, company, isHidden });
  }
  return result;
}

const EMPTY_RESULT: BulkResult = { created: [], unchanged: [], failed: [] };

/** Many companies at once, pasted as JSON. What was made leaves the box; what failed stays, with its reason. */
export function BulkImport({
  language,
  text,
  onChange,
}: {
  /** Of companies that do not say theirs. */
  language: Language;
  text: string;
  onChange(text: string): void;
}) {
  const { t } = useTranslation(['add', 'edit', 'transfer', 'problems', 'refusals', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const [result, setResult] = useState<BulkResult | null>(null);
  const refresh = () => {
    void refreshRows(client);
    void client.invalidateQueries({ queryKey: callKey(searchAdminCompanies) });
  };

  const run = useMutation({
    mutationFn: async () => makeAll(readCompanies(text), language, 'report'),
    onMutate: () => setResult(null),
    onSuccess: (made) => {
      setResult(made);
      onChange(withoutCreated(text, [...made.created, ...made.unchanged]));
      if (made.created.length > 0) refresh();
      const count = made.created.length + made.unchanged.length;
      if (made.failed.length === 0 && count > 0)
        toast({ type: 'success', title: t('add:bulk.done', { count }) });
    },
  });

  const taken = result?.failed.filter(({ takenBy }) => takenBy !== null) ?? [];
  /** Those of a taken name all the same, under the next free id. */
  const addAnyway = useMutation({
    mutationFn: () =>
      makeAll(
        taken.map(({ company }) => company),
        language,
        'next_id',
      ),
    onSuccess: (made) => {
      const { created, unchanged, failed } = result ?? EMPTY_RESULT;
      const next = {
        created: [...created, ...made.created],
        unchanged: [...unchanged, ...made.unchanged],
        failed: [...failed.filter(({ takenBy }) => takenBy === null), ...made.failed],
      };
      setResult(next);
      onChange(withoutCreated(text, [...made.created, ...made.unchanged]));
      refresh();
    },
  });

  /** Companies that are not in the directory any more stand in the box again, unless it is being edited. */
  function putBack(companies: Companies) {
    try {
      onChange(asText([...companies, ...(text.trim() ? readCompanies(text) : [])]));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }

  /** What was made goes where deleted companies go, and what was pasted back into the box. */
  const undo = useMutation({
    mutationFn: (made: readonly CreatedCompany[]) => deleteAll(made),
    onSuccess: ({ done, failed }) => {
      const gone = new Set(done.map(({ item }) => item));
      setResult(
        (current) => current && { ...current, created: current.created.filter((one) => !gone.has(one)) },
      );
      putBack(done.map(({ item }) => item.company));
      refresh();
      if (failed.length > 0)
        toast({ type: 'error', title: t('edit:undoFailed'), message: problemText(t, failed[0]?.error, '') });
      else toast({ type: 'success', title: t('edit:undone', { count: done.length }) });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) run.mutate();
  }

  const busy = run.isPending || addAnyway.isPending || undo.isPending;
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
        <section aria-labelledby="bulk-made" className="mt-3 text-sm">
          <h3 id="bulk-made" className="font-medium">
            {t('add:bulk.made')}
          </h3>
          <CreatedList made={result.created} language={language} />
          {result.created.some(({ isHidden }) => isHidden) ? (
            <p className="mt-1">{t('add:bulk.hidden')}</p>
          ) : null}
          <Button className="mt-2" busy={busy} onClick={() => undo.mutate(result.created)}>
            {t('edit:undo')}
          </Button>
        </section>
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
        <section
          aria-labelledby="bulk-taken"
          className="mt-3 rounded-xl border border-warning px-4 py-3 text-sm"
        >
          <h3 id="bulk-taken" className="font-medium">
            {t('add:bulk.taken', { count: taken.length })}
          </h3>
          <CreatedList
            made={taken.map(({ name, takenBy, company }) => ({ id: takenBy ?? '', name, company }))}
            language={language}
          />
          <p className="mt-1">{t('add:bulk.takenText')}</p>
          <Button className="mt-2" busy={busy} onClick={() => addAnyway.mutate()}>
            {t('add:bulk.addAnyway')}
          </Button>
          {addAnyway.error ? (
            <p role="alert" className="mt-2 text-danger">
              {problemText(t, addAnyway.error, t('add:bulk.failed'))}
            </p>
          ) : null}
        </section>
      ) : null}
      {result && result.failed.length > 0 ? (
        <ErrorList
          className="mt-3 text-danger text-sm"
          errors={result.failed.map(({ name, problems }, index) => {
            // Created companies were removed from the text box: `index` counts the remaining companies.
            const inBox = problems.map((problem) => ({ ...problem, index }));
            const error = companyLines(t, inBox).join();
            return name ? t('add:bulk.named', { error, name }) : error;
          })}
          total={result.failed.length}
          file="import-errors.txt"
        />
      ) : null}
    </form>
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
