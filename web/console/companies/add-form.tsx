import { type Dispatch, type ReactNode, type SetStateAction, useRef, useState } from 'react';
import {
  isSharedName,
  type NewName,
  newDescriptors,
  newNames,
  type SharedName,
} from '../../../core/companies/fields.ts';
import { oncePerFields, ownIdOf } from '../../../core/companies/own-fields.ts';
import { givesId } from '../../../core/companies/slug.ts';
import { guessWebsite } from '../../../core/companies/website.ts';
import type { Language } from '../../../core/languages.ts';
import { namedText, type Translate } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { fieldLabel, fieldProblem } from '../fields/field-value.tsx';
import { whyText } from '../shared/lookalike-text.ts';
import { AiSearch } from './ai-search.tsx';
import { CompanyField } from './company-field.tsx';
import { withHeadlines } from './figure-draft.ts';
import {
  emptyDraft,
  isFilledIn,
  type NewCompanyDraft,
  type NewCompanyProblem,
  takeFound,
} from './new-company.ts';
import { type NewCompanyPreview, PreviewSection, useNewCompanyPreview } from './new-company-preview.tsx';
import { SharedFieldControls } from './shared-fields.tsx';
import { type KnownSources, KnownSourcesContext } from './source-picker.tsx';
import { SourcesField } from './sources-field.tsx';
import { useNewCompanySave } from './use-new-company-save.ts';

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

const problemWords = (
  t: Translate<'add' | 'edit' | 'refusals'>,
  { field, kind }: NewCompanyProblem,
  language: Language,
) =>
  kind === 'missing' && ownIdOf(field) === undefined
    ? namedText(t, 'add:missing.', field)
    : fieldProblem(t, newDescriptors()[field], kind === 'missing' ? 'required' : 'invalid', language);

/** Why a field is refused, in words. */
function useProblemText(problems: NewCompanyProblem[]): (field: NewName) => string | undefined {
  const { t } = useTranslation(['add', 'edit', 'refusals']);
  const { language } = useRoot();
  return (field) => {
    const found = problems.find((one) => one.field === field);
    return found && problemWords(t, found, language);
  };
}

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
  const { t } = useTranslation(['add', 'problems', 'common']);
  const { year } = useRoot();
  const form = useRef<HTMLFormElement>(null);
  const [turn, setTurn] = useState(0);
  const preview = useNewCompanyPreview(draft, language);

  const change = (changes: Partial<NewCompanyDraft>) =>
    onChange((current) => withHeadlines({ ...current, ...changes }));
  const focus = (field: NewName) => {
    const control = form.current?.elements.namedItem(field);
    if (control instanceof HTMLElement) control.focus();
  };

  function startAnew() {
    onChange(emptyDraft(year));
    setTurn(turn + 1);
    focus('name');
  }

  const { save, problems, summary, submit, reset } = useNewCompanySave(draft, language, startAnew);
  const problem = useProblemText(problems);
  return (
    <form method="post" ref={form} noValidate onSubmit={submit}>
      <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-5">
          <NewTextField
            name="name"
            draft={draft}
            language={language}
            hint={draft.name.trim() ? <IdHint name={draft.name} preview={preview} /> : undefined}
            problem={problem('name')}
            onChange={change}
          />
          <AiSearch
            key={turn}
            draft={draft}
            language={language}
            onNameMissing={() => focus('name')}
            onFound={(found) => change({ found })}
            onAccept={(fields) => onChange((current) => withHeadlines(takeFound(current, fields)))}
          />
          {groups().texts.map((name) => (
            <NewTextField
              key={name}
              name={name}
              draft={draft}
              language={language}
              problem={problem(name)}
              onChange={change}
            />
          ))}
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

      <FoldedFacts draft={draft} language={language} problems={problems} onChange={change} />

      <div className="mt-8">
        <SourcesField
          key={turn}
          heading="h2"
          sources={draft.sources}
          showProblems={problem('sources') !== undefined}
          onChange={(sources) => change({ sources })}
        />
      </div>

      <PreviewSection draft={draft} language={language} place={preview?.place} />

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
            reset();
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

/** A text of the new company. */
function NewTextField({
  name,
  draft,
  language,
  hint,
  problem,
  onChange,
}: {
  name: NewName;
  draft: NewCompanyDraft;
  language: Language;
  hint?: ReactNode;
  problem: string | undefined;
  onChange(changes: Partial<NewCompanyDraft>): void;
}) {
  return (
    <CompanyField
      fields={newDescriptors()}
      name={name as keyof NewCompanyDraft & string}
      draft={draft}
      language={language}
      required={newDescriptors()[name]?.required === 'always'}
      hint={hint}
      problem={problem}
      onChange={onChange}
    />
  );
}

/** Facts that a company can have from the start, open where one of them is refused. */
function FoldedFacts({
  draft,
  language,
  problems,
  onChange,
}: {
  draft: NewCompanyDraft;
  language: Language;
  problems: NewCompanyProblem[];
  onChange(changes: Partial<NewCompanyDraft>): void;
}) {
  const { t } = useTranslation('add');
  const problem = useProblemText(problems);
  const [isOpen, setOpen] = useState(false);
  const known: KnownSources = {
    sources: draft.sources,
    add: (url, supports) => onChange({ sources: [...draft.sources, { url, supports }] }),
  };
  return (
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
            onChange={onChange}
          />
          {groups().foldedTexts.map((name) => (
            <NewTextField
              key={name}
              name={name}
              draft={draft}
              language={language}
              problem={problem(name)}
              onChange={onChange}
            />
          ))}
        </KnownSourcesContext>
      </div>
    </details>
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
