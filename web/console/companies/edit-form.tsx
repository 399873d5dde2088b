import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import {
  findField,
  SHARED,
  SHARED_FIELDS,
  type SharedName,
  sharedNames,
  textNames,
} from '../../../core/companies/fields.ts';
import { LANGUAGE_NAMES, type Language, offeredLanguages } from '../../../core/languages.ts';
import { findSourceChecks } from '../../../core/links/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { languageName } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { fieldProblem } from '../fields/field-value.tsx';
import { useCall } from '../shared/api.ts';
import { useShortcuts } from '../shared/use-shortcuts.ts';
import {
  type CompanyDraft,
  companyDraftOf,
  type DraftProblem,
  type SharedDraft,
  type TextDraft,
  withChecked,
  withText,
} from './company-draft.ts';
import { followFigures } from './figure-draft.ts';
import { LogoState } from './logo-state.tsx';
import { SaveBar, type SaveTarget } from './save-bar.tsx';
import { SharedFieldControls } from './shared-fields.tsx';
import { type KnownSources, KnownSourcesContext } from './source-picker.tsx';
import { SourcesField } from './sources-field.tsx';
import { TextControl } from './text-control.tsx';
import { Freshness, TextStatus } from './text-status.tsx';
import { useDraftForm } from './use-draft-form.ts';

/** Tables stand below, as wide as the form. */
const WIDE_FIELDS: readonly SharedName[] = SHARED_FIELDS.filter(
  (name) => name !== 'fields' && SHARED[name].control === 'table',
) as SharedName[];

interface EditFormProps {
  company: AdminCompany;
  draft: CompanyDraft;
  onChange(draft: CompanyDraft): void;
  /** The tab that is open at first. */
  firstLanguage: Language;
  /** What the last save failed with. */
  failure: string | null;
  busy: boolean;
  /** What can be saved, the usual save last. */
  saves?: readonly SaveTarget[];
  /** Called with a draft that may be saved. @param then what follows the save, where it is not the usual */
  onSave(target?: SaveTarget, then?: () => void): void;
  /** Opens the next company. */
  onNext?: (() => void) | undefined;
  onCancel(): void;
  header: ReactNode;
  /** It stands in a page of its own height, not in a dialog. */
  inPage?: boolean;
}

/** A company's texts in a tab for each language, beside the fields that all languages share. */
export function EditForm(props: EditFormProps) {
  const { company, draft, onChange, firstLanguage, failure, busy, saves, onSave, onNext, onCancel } = props;
  const { header, inPage } = props;
  const { t } = useTranslation(['edit', 'refusals']);
  const { language: shown } = useRoot();
  const [language, setLanguage] = useState(firstLanguage);
  const [started, setStarted] = useState<Language | null>(inPage || isTouched() ? null : firstLanguage);
  const { form, submit, problems, alert } = useDraftForm({
    company,
    draft,
    language,
    onLanguage: setLanguage,
    failure,
    busy,
    onSave,
  });
  // In a page there can be several.
  useShortcuts(
    form.ref,
    inPage ? {} : { 'mod+s': () => submit(), 'mod+enter': () => submit(undefined, onNext) },
  );

  // Optional: the form works without the results of the link checks.
  const checks = useCall(findSourceChecks, { params: { id: company.id } }).data;

  const shared = problems.filter((one) => one.language === null);
  const problem = (name: SharedName) =>
    fieldProblem(t, findField(name, null), shared.find(({ field }) => field === name)?.kind, shown);
  const stored = useMemo(() => companyDraftOf(company).shared, [company]);
  const changeShared = (changes: Partial<SharedDraft>) =>
    onChange({
      ...draft,
      shared: followFigures(stored, draft.shared, { ...draft.shared, ...changes }),
    });
  const known: KnownSources = {
    sources: draft.shared.sources,
    add: (url, supports) => changeShared({ sources: [...draft.shared.sources, { url, supports }] }),
  };

  return (
    <form method="post" {...form}>
      {header}
      <div className="mt-4 grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <Tabs<Language>
          label={t('languages')}
          value={language}
          onChange={(chosen) => {
            setStarted(null);
            setLanguage(chosen);
          }}
          tabs={offeredLanguages().map((of) => ({
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
                onCheck={(checked) => onChange(withChecked(draft, of, checked))}
                onChange={(changes) => onChange(withText(draft, of, changes))}
              />
            ) : (
              <div className="rounded-xl border border-line border-dashed px-6 py-12 text-center">
                <p className="text-soft">{t('noText', { language: languageName(of, shown) })}</p>
                <Button
                  className="mt-4"
                  onClick={() => {
                    setStarted(of);
                    onChange(withText(draft, of, {}));
                  }}
                >
                  {t('addText', { language: languageName(of, shown) })}
                </Button>
              </div>
            ),
          }))}
        />
        <SharedPanel
          company={company}
          stored={stored}
          shared={draft.shared}
          problem={problem}
          onChange={changeShared}
        />
      </div>
      <div className="mt-8 space-y-8">
        <KnownSourcesContext value={known}>
          <SharedFieldControls
            names={WIDE_FIELDS}
            draft={draft.shared}
            stored={stored}
            problem={problem}
            onChange={changeShared}
          />
        </KnownSourcesContext>
        <SourcesField
          sources={draft.shared.sources}
          checks={checks ?? []}
          showProblems={problems.some(({ field }) => field === 'sources')}
          onChange={(sources) => changeShared({ sources })}
        />
      </div>
      <SaveBar {...{ alert, busy, saves, inPage, onCancel }} onSave={submit} />
    </form>
  );
}

const TEXT_FIELD = 'input:not([type=checkbox]), textarea';

/** Where a focused field has a keyboard cover half of the form. */
const isTouched = () => matchMedia('(pointer: coarse)').matches;

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
  /** Shared spelling, shown as placeholder where the language has no own one. */
  founder: string;
  problems: DraftProblem[];
  checked: boolean;
  autoFocus: boolean;
  onCheck(checked: boolean): void;
  onChange(changes: Partial<TextDraft>): void;
}) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (autoFocus) panel.current?.querySelector<HTMLElement>(TEXT_FIELD)?.focus({ preventScroll: true });
  }, [autoFocus]);

  return (
    <div ref={panel} className="space-y-5">
      <Freshness company={company} language={language} checked={checked} onCheck={onCheck} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {textNames().map((name) => (
          <div
            key={name}
            className={findField(name, language)?.control === 'text' ? undefined : 'sm:col-span-2'}
          >
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

function SharedPanel({
  company,
  stored,
  shared,
  problem,
  onChange,
}: {
  company: AdminCompany;
  stored: SharedDraft;
  shared: SharedDraft;
  problem(field: SharedName): string | undefined;
  onChange(changes: Partial<SharedDraft>): void;
}) {
  const { t } = useTranslation('edit');
  const id = useId();
  return (
    <section aria-labelledby={id} className="self-start rounded-xl border border-line bg-raised p-5">
      <h3 id={id} className="text-lg">
        {t('shared')}
      </h3>
      <p className="mt-1 text-soft text-sm">{t('sharedText')}</p>
      <div className="mt-5 space-y-4">
        <SharedFieldControls
          names={sharedNames().filter((name) => !WIDE_FIELDS.includes(name) && name !== 'sources')}
          draft={shared}
          stored={stored}
          problem={problem}
          onChange={onChange}
        />
        {shared.logo === company.logo ? <LogoState id={company.id} /> : null}
      </div>
    </section>
  );
}
