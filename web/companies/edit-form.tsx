import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { AdminCompany } from '../../core/companies/admin-calls.ts';
import {
  SHARED,
  SHARED_FIELDS,
  type SharedField,
  TEXT_FIELDS,
  TEXTS,
  type TextField,
} from '../../core/companies/fields.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../core/languages.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useRoot } from '../root-data.ts';
import { Button } from '../ui/button.tsx';
import { FOOTER, FOOTER_IN_PAGE } from '../ui/dialog.tsx';
import { formatDateTime, languageName } from '../ui/format.ts';
import { Tabs } from '../ui/tabs.tsx';
import {
  type CompanyDraft,
  type DraftProblem,
  draftOf,
  EMPTY_TEXT,
  isTextChanged,
  problemsOf,
  type SharedDraft,
  type TextDraft,
} from './company-draft.ts';
import { CompanyField } from './company-field.tsx';
import { fieldProblem } from './field-value.tsx';
import { followFigures } from './figure-draft.ts';
import { SharedFieldControls } from './shared-fields.tsx';
import { SourcesField } from './sources-field.tsx';

interface EditFormProps {
  company: AdminCompany;
  draft: CompanyDraft;
  onChange(draft: CompanyDraft): void;
  /** The tab that is open at first. */
  firstLanguage: Language;
  /** What the last save failed with. */
  failure: string | null;
  busy: boolean;
  /** Called with a draft that may be saved. */
  onSave(): void;
  onCancel(): void;
  header: ReactNode;
  /** It stands in a page of its own height, not in a dialog. */
  inPage?: boolean;
}

/** A company's texts in a tab for each language, beside the fields that all languages share. */
export function EditForm(props: EditFormProps) {
  const { company, draft, onChange, firstLanguage, failure, busy, onSave, onCancel, header, inPage } = props;
  const { t } = useTranslation('edit');
  const { language: shown } = useRoot();
  const form = useRef<HTMLFormElement>(null);
  const [language, setLanguage] = useState(firstLanguage);
  const [started, setStarted] = useState<Language | null>(null);
  const [refusals, setRefusals] = useState(0);
  const problems = refusals > 0 ? problemsOf(company, draft) : [];

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const found = problemsOf(company, draft);
    const [first] = found;
    if (!first) {
      onSave();
      return;
    }
    const here = found.some((problem) => problem.language === language);
    if (!here && first.language) setLanguage(first.language);
    setRefusals(refusals + 1);
  }

  const changeText = (of: Language, changes: Partial<TextDraft>) =>
    onChange({
      ...draft,
      texts: { ...draft.texts, [of]: { ...(draft.texts[of] ?? EMPTY_TEXT), ...changes } },
    });

  const stored = useMemo(() => draftOf(company).shared, [company]);
  const changeShared = (changes: Partial<SharedDraft>) =>
    onChange({
      ...draft,
      shared: followFigures(stored, draft.shared, { ...draft.shared, ...changes }),
    });

  const alert = problems.some(({ kind }) => kind === 'required')
    ? t('requiredFields')
    : problems.length > 0
      ? t('checkFields')
      : failure;

  return (
    <form ref={form} noValidate onSubmit={submit}>
      {header}
      <div className="mt-4 grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <Tabs<Language>
          label={t('languages')}
          value={language}
          onChange={setLanguage}
          tabs={LANGUAGES.map((of) => ({
            value: of,
            label: LANGUAGE_NAMES[of],
            note: <TextStatus company={company} draft={draft} language={of} problems={problems} />,
            content: draft.texts[of] ? (
              <TextPanel
                company={company}
                text={draft.texts[of]}
                language={of}
                founder={draft.shared.founder}
                problems={problems.filter((problem) => problem.language === of)}
                checked={draft.checked.includes(of)}
                autoFocus={started === of}
                onCheck={(checked) =>
                  onChange({
                    ...draft,
                    checked: checked ? [...draft.checked, of] : draft.checked.filter((other) => other !== of),
                  })
                }
                onChange={(changes) => changeText(of, changes)}
              />
            ) : (
              <div className="rounded-xl border border-line border-dashed px-6 py-12 text-center">
                <p className="text-soft">{t('noText', { language: languageName(of, shown) })}</p>
                <Button
                  className="mt-4"
                  onClick={() => {
                    setStarted(of);
                    changeText(of, {});
                  }}
                >
                  {t('addText', { language: languageName(of, shown) })}
                </Button>
              </div>
            ),
          }))}
        />
        <SharedPanel
          stored={stored}
          shared={draft.shared}
          problems={problems.filter((problem) => problem.language === null)}
          onChange={changeShared}
        />
      </div>
      <div className="mt-8">
        <SourcesField
          sources={draft.shared.sources}
          showProblems={problems.some(({ field }) => field === 'sources')}
          onChange={(sources) => changeShared({ sources })}
        />
      </div>
      <div className={inPage ? FOOTER_IN_PAGE : FOOTER}>
        <div role="alert" className={`min-w-0 flex-1 text-danger text-sm ${alert ? 'basis-64' : ''}`}>
          {alert ? <p>{alert}</p> : null}
        </div>
        <Button busy={busy} onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? t('saving') : t('save')}
        </Button>
      </div>
    </form>
  );
}

/** A word below a tab's language: what is to be done there. Needs the texts of `edit`. */
export function TextStatus({
  company,
  draft,
  language,
  problems,
}: {
  company: AdminCompany;
  draft: CompanyDraft;
  language: Language;
  problems: DraftProblem[];
}) {
  const { t } = useTranslation('edit');
  const stored = company.content[language];
  if (problems.some((problem) => problem.language === language))
    return <span className="text-danger">{t('status.problem')}</span>;
  if (isTextChanged(company, draft, language))
    return <span className="text-accent">{t('status.unsaved')}</span>;
  if (!stored) return <span>{t('status.missing')}</span>;
  if (stored.pending_since) return <span className="text-warning">{t('status.pending')}</span>;
  if (!stored.reviewed) return <span className="text-warning">{t('status.machine')}</span>;
  return <span>{t('status.current')}</span>;
}

function TextPanel({
  company,
  text,
  language,
  founder,
  problems,
  checked,
  autoFocus,
  onCheck,
  onChange,
}: {
  company: AdminCompany;
  text: TextDraft;
  language: Language;
  /** The shared spelling, shown where this language has none of its own. */
  founder: string;
  problems: DraftProblem[];
  checked: boolean;
  autoFocus: boolean;
  onCheck(checked: boolean): void;
  onChange(changes: Partial<TextDraft>): void;
}) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (autoFocus) panel.current?.querySelector('input')?.focus();
  }, [autoFocus]);

  return (
    <div ref={panel} className="space-y-5">
      <Freshness company={company} language={language} checked={checked} onCheck={onCheck} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {TEXT_FIELDS.map((name) => (
          <div key={name} className={TEXTS[name].control === 'text' ? undefined : 'sm:col-span-2'}>
            <TextControl
              name={name}
              text={text}
              language={language}
              founder={founder}
              problems={problems}
              onChange={onChange}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

/** A field of a text. Needs the texts of `edit` and `refusals`. */
export function TextControl({
  name,
  text,
  language,
  founder,
  problems,
  rows,
  onChange,
}: {
  name: TextField;
  text: TextDraft;
  language: Language;
  /** The shared spelling, shown where this language has none of its own. */
  founder: string;
  /** Of the language. */
  problems: readonly DraftProblem[];
  rows?: number | undefined;
  onChange(changes: Partial<TextDraft>): void;
}) {
  const { t } = useTranslation(['edit', 'refusals']);
  const { language: shown } = useRoot();
  const field = TEXTS[name];
  const kind = problems.find((problem) => problem.field === name)?.kind;
  return (
    <CompanyField
      fields={TEXTS}
      name={name}
      draft={text}
      language={language}
      required={field.required !== undefined}
      placeholder={name === 'founder' ? founder : undefined}
      rows={rows}
      problem={fieldProblem(t, field, kind, shown)}
      onChange={onChange}
    />
  );
}

/** Says that a text is behind another language, or made by a machine, and lets it be confirmed as it is. */
function Freshness({
  company,
  language,
  checked,
  onCheck,
}: {
  company: AdminCompany;
  language: Language;
  checked: boolean;
  onCheck(checked: boolean): void;
}) {
  const { t } = useTranslation('edit');
  const { language: shown } = useRoot();
  const text = company.content[language];
  if (!text || (!text.pending_since && text.reviewed)) return null;
  return (
    <div className="rounded-xl border border-line bg-raised px-4 py-3 text-sm">
      <p>
        {text.pending_since
          ? t('behind', {
              language: languageName(text.pending_language ?? language, shown),
              date: formatDateTime(text.pending_since, shown),
            })
          : t('machine', { model: text.model ?? '' })}
      </p>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-accent"
          checked={checked}
          onChange={(event) => onCheck(event.currentTarget.checked)}
        />
        {t('upToDate')}
      </label>
    </div>
  );
}

function SharedPanel({
  stored,
  shared,
  problems,
  onChange,
}: {
  stored: SharedDraft;
  shared: SharedDraft;
  problems: DraftProblem[];
  onChange(changes: Partial<SharedDraft>): void;
}) {
  const { t } = useTranslation(['edit', 'refusals']);
  const { language } = useRoot();
  const id = useId();
  const problem = (name: SharedField) =>
    fieldProblem(t, SHARED[name], problems.find(({ field }) => field === name)?.kind, language);
  return (
    <section aria-labelledby={id} className="self-start rounded-xl border border-line bg-raised p-5">
      <h3 id={id} className="text-lg">
        {t('shared')}
      </h3>
      <p className="mt-1 text-soft text-sm">{t('sharedText')}</p>
      <div className="mt-5 space-y-4">
        <SharedFieldControls
          names={SHARED_FIELDS}
          draft={shared}
          stored={stored}
          problem={problem}
          onChange={onChange}
        />
      </div>
    </section>
  );
}
