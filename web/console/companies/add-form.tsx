import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Dispatch,
  type FormEvent,
  type ReactNode,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Answer } from '../../../core/call.ts';
import { defaultCategory } from '../../../core/categories.ts';
import {
  createCompany,
  previewNewCompany,
  searchAdminCompanies,
} from '../../../core/companies/admin-calls.ts';
import {
  FOUNDER_MAX,
  isSharedName,
  NAME_MAX,
  type NewName,
  newDescriptors,
  newNames,
  type SharedName,
} from '../../../core/companies/fields.ts';
import { oncePerFields, ownIdOf } from '../../../core/companies/own-fields.ts';
import { formatRevenue } from '../../../core/companies/revenue.ts';
import { companyId, givesId } from '../../../core/companies/slug.ts';
import { guessWebsite } from '../../../core/companies/website.ts';
import type { Language } from '../../../core/languages.ts';
import { completeUrl } from '../../../core/text.ts';
import { namedText, type Translate } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { RankingRowPreview } from '../../shared/companies/ranking-row.tsx';
import { paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TYPING_PAUSE } from '../../shared/ui/search-input.tsx';
import { UNDO_TIME, useToast } from '../../shared/ui/toast.tsx';
import { fieldLabel, fieldProblem } from '../fields/field-value.tsx';
import { callKey, useCall } from '../shared/api.ts';
import { refreshRows } from '../shared/company-rows.ts';
import { whyText } from '../shared/lookalike-text.ts';
import { AiSearch } from './ai-search.tsx';
import { CompanyField } from './company-field.tsx';
import { withHeadlines } from './figure-draft.ts';
import { markedRow } from './marked-row.ts';
import {
  bodyOf,
  emptyDraft,
  isFilledIn,
  type NewCompanyDraft,
  type NewCompanyProblem,
  newCompanyProblems,
  takeFound,
} from './new-company.ts';
import { SharedFieldControls } from './shared-fields.tsx';
import { type KnownSources, KnownSourcesContext } from './source-picker.tsx';
import { SourcesField } from './sources-field.tsx';

const isFolded = (name: NewName) => newDescriptors()[name]?.folded === true;
const groups = oncePerFields(() => {
  const texts = newNames().filter((name) => name !== 'name' && !isSharedName(name));
  const shared = newNames().filter((name) => isSharedName(name)) as SharedName[];
  return {
    /** Unfolded fields: localized texts below the AI search, shared fields in the column beside. */
    texts: texts.filter((name) => !isFolded(name)),
    shared: shared.filter((name) => !isFolded(name as NewName)),
    /** Facts that a company can have from the start. */
    foldedTexts: texts.filter(isFolded),
    foldedShared: shared.filter((name) => isFolded(name as NewName)),
  };
});

type NewCompanyPreview = Answer<typeof previewNewCompany>;

const problemWords = (
  t: Translate<'add' | 'edit' | 'refusals'>,
  { field, kind }: NewCompanyProblem,
  language: Language,
) =>
  kind === 'missing' && ownIdOf(field) === undefined
    ? namedText(t, 'add:missing.', field)
    : fieldProblem(t, newDescriptors()[field], kind === 'missing' ? 'required' : 'invalid', language);

/** One company by hand, with a look at what visitors will see. */
export function AddForm({
  language,
  draft,
  onChange,
}: {
  /** The language of the texts, not of the interface. */
  language: Language;
  draft: NewCompanyDraft;
  onChange: Dispatch<SetStateAction<NewCompanyDraft>>;
}) {
  const { t } = useTranslation(['add', 'edit', 'refusals', 'ui', 'problems', 'common']);
  const { year, language: shown } = useRoot();
  const client = useQueryClient();
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  const [turn, setTurn] = useState(0);
  const problems = refusals > 0 ? newCompanyProblems(draft, year) : [];
  const preview = useNewCompany(draft, language);

  const change = (changes: Partial<NewCompanyDraft>) =>
    onChange((current) => withHeadlines({ ...current, ...changes }));
  const [isOpen, setOpen] = useState(false);
  const known: KnownSources = {
    sources: draft.sources,
    add: (url, supports) => change({ sources: [...draft.sources, { url, supports }] }),
  };
  const focus = (field: NewName) => {
    const control = form.current?.elements.namedItem(field);
    if (control instanceof HTMLElement) control.focus();
  };

  function startAnew() {
    onChange(emptyDraft(year));
    setRefusals(0);
    setTurn(turn + 1);
    focus('name');
  }

  const save = useMutation({
    mutationFn: () => callFromBrowser(createCompany, { body: bodyOf(draft, language) }),
    onSuccess: (company) => {
      startAnew();
      void refreshRows(client);
      void client.invalidateQueries({ queryKey: callKey(searchAdminCompanies) });
      toast({
        type: 'success',
        title: t('add:saved', { name: company.name }),
        duration: UNDO_TIME,
        link: { label: t('add:view'), href: paths.company(company.id) },
      });
    },
    onError: () => toast({ type: 'error', title: t('add:saveFailed'), message: t('add:failed') }),
  });

  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals > 0) summary.current?.focus();
  }, [refusals]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    if (newCompanyProblems(draft, year).length > 0) {
      save.reset();
      setRefusals(refusals + 1);
    } else save.mutate();
  }

  const problem = (field: NewName) => {
    const found = problems.find((one) => one.field === field);
    return found && problemWords(t, found, shown);
  };
  const textField = (name: NewName, hint?: ReactNode) => (
    <CompanyField
      key={name}
      fields={newDescriptors()}
      name={name as keyof NewCompanyDraft & string}
      draft={draft}
      language={language}
      required={newDescriptors()[name]?.required === 'always'}
      hint={hint}
      problem={problem(name)}
      onChange={change}
    />
  );

  return (
    <form method="post" ref={form} noValidate onSubmit={submit}>
      <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-5">
          {textField('name', draft.name.trim() ? <IdHint name={draft.name} preview={preview} /> : undefined)}
          <AiSearch
            key={turn}
            draft={draft}
            language={language}
            onNameMissing={() => focus('name')}
            onFound={(found) => change({ found })}
            onAccept={(fields) => onChange((current) => withHeadlines(takeFound(current, fields)))}
          />
          {groups().texts.map((name) => textField(name))}
        </div>
        <div className="space-y-4 self-start rounded-xl border border-line bg-raised p-5">
          <SharedFieldControls
            isNew
            names={groups().shared}
            draft={draft}
            problem={(field) => problem(field as NewName)}
            language={language}
            latest={year}
            hints={{ website: <WebsiteGuess draft={draft} onAccept={(website) => change({ website })} /> }}
            onChange={change}
          />
        </div>
      </div>

      <details
        className="mt-8 rounded-xl border border-line px-5"
        open={isOpen || problems.some(({ field }) => isFolded(field))}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="min-h-11 cursor-pointer py-3">
          <span className="font-medium">{t('add:facts')}</span>{' '}
          <span className="text-soft text-sm">{t('add:factsText')}</span>
        </summary>
        <div className="space-y-6 pb-5">
          <KnownSourcesContext value={known}>
            <SharedFieldControls
              isNew
              names={groups().foldedShared}
              draft={draft}
              problem={(field) => problem(field as NewName)}
              onChange={change}
            />
            {groups().foldedTexts.map((name) => textField(name))}
          </KnownSourcesContext>
        </div>
      </details>

      <div className="mt-8">
        <SourcesField
          key={turn}
          heading="h2"
          sources={draft.sources}
          showProblems={problem('sources') !== undefined}
          onChange={(sources) => change({ sources })}
        />
      </div>

      <Preview draft={draft} language={language} place={preview?.place} />

      <div ref={summary} tabIndex={-1} role="alert" className="outline-none">
        {problems.length > 0 ? (
          <NewCompanyErrors problems={problems} onOpen={focus} />
        ) : save.error ? (
          <div className="mt-8 rounded-xl border border-danger px-5 py-4">
            <p className="font-medium text-danger">{t('add:saveFailed')}</p>
            <p className="mt-1 text-sm">{problemText(t, save.error, t('add:failed'))}</p>
          </div>
        ) : null}
      </div>
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <Button
          disabled={!isFilledIn(draft, year)}
          busy={save.isPending}
          onClick={() => {
            startAnew();
            save.reset();
          }}
        >
          {t('add:clear')}
        </Button>
        <Button type="submit" look="primary" busy={save.isPending}>
          {save.isPending ? t('add:saving') : t('add:save')}
        </Button>
      </div>
    </form>
  );
}

function NewCompanyErrors({
  problems,
  onOpen,
}: {
  problems: NewCompanyProblem[];
  onOpen(field: NewName): void;
}) {
  const { t } = useTranslation(['add', 'edit', 'refusals']);
  const { language } = useRoot();
  return (
    <div className="mt-8 rounded-xl border border-danger px-5 py-4">
      <p className="font-medium text-danger">{t('add:fix')}</p>
      <ul className="mt-1 list-disc pl-5 text-sm">
        {problems.map((problem) => (
          <li key={problem.field}>
            <button type="button" className="link min-h-8 text-left" onClick={() => onOpen(problem.field)}>
              {problem.kind === 'refused' || ownIdOf(problem.field) !== undefined
                ? `${fieldLabel(t, problem.field, null, language)}: `
                : null}
              {problemWords(t, problem, language)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Preview of the company from the typed values, debounced by `TYPING_PAUSE`. Until the next answer arrives,
 * the previous preview is kept.
 */
function useNewCompany({ category, ...draft }: NewCompanyDraft, language: Language) {
  const typed = JSON.stringify({
    name: draft.name.trim().slice(0, NAME_MAX) || '-',
    website: completeUrl(draft.website.trim()),
    founder: draft.founder.trim().slice(0, FOUNDER_MAX),
    founded: draft.founded.trim(),
  });
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useCall(
    previewNewCompany,
    { query: { ...(JSON.parse(settled) as { name: string }), category, language } },
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  return data;
}

/** Id that the name gives, and possible duplicates. */
function IdHint({ name, preview }: { name: string; preview: NewCompanyPreview | undefined }) {
  const { t } = useTranslation(['add', 'edit']);
  const { language } = useRoot();
  if (!givesId(name)) return t('add:idLater');
  if (!preview) return null;
  return (
    <>
      {t('add:id', { id: preview.id })}
      {preview.lookalikes.map(({ id, name: there, reasons }) => (
        <span key={id} className="mt-1 block text-warning">
          {t('add:duplicate', { name: there, why: whyText(t, reasons, language) })}{' '}
          <a
            className="link"
            href={`${paths.admin('edit')}?edit=${encodeURIComponent(id)}`}
            target="_blank"
            rel="noopener"
          >
            {t('add:duplicateOpen')}
          </a>
        </span>
      ))}
    </>
  );
}

/** An address by the name, until one is typed: nobody has looked whether it is the company's. */
function WebsiteGuess({ draft, onAccept }: { draft: NewCompanyDraft; onAccept(website: string): void }) {
  const { t } = useTranslation('add');
  const guess = draft.website.trim() === '' ? guessWebsite(draft.name) : null;
  if (!guess) return t('websiteHint');
  return (
    <button type="button" className="link min-h-8 text-left" onClick={() => onAccept(`https://${guess}`)}>
      {t('websiteGuess', { website: guess })}
    </button>
  );
}

function Preview({
  draft,
  language,
  place,
}: {
  draft: NewCompanyDraft;
  language: Language;
  place: number | undefined;
}) {
  const { t } = useTranslation('add');
  const { name, category, description, founder, revenue, revenue_basis, employees, founded } = bodyOf(
    draft,
    language,
  );
  return (
    <section aria-labelledby="preview" className="mt-10">
      <h2 id="preview" className="text-lg">
        {t('preview')}
      </h2>
      <p className="mb-3 text-soft text-sm">{t('previewText')}</p>
      <div lang={language} className="rounded-xl border border-line border-dashed px-3 md:px-6">
        <RankingRowPreview
          rank={place ?? 1}
          company={{
            ...markedRow({
              id: name && givesId(name) ? companyId(name, 0) : '',
              category: category ?? defaultCategory(),
              employees: employees || null,
              revenue: formatRevenue(revenue ?? ''),
              revenue_basis: revenue_basis ?? null,
              logo: draft.logo,
              show_on_site: true,
            }),
            name: name || t('previewName'),
            description: description ?? '',
            founder: founder ?? '',
            revenue: formatRevenue(revenue ?? ''),
            founded: founded || null,
            score: 0,
            likes: 0,
          }}
        />
      </div>
    </section>
  );
}
