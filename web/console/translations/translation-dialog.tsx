import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import {
  DEFAULT_LANGUAGE,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  offeredLanguages,
} from '../../../core/languages.ts';
import {
  readTranslationStatus,
  reviewTranslation,
  type TranslationStatus,
} from '../../../core/translations/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { formatDateTime, languageName } from '../../shared/console/format.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Select } from '../../shared/ui/input.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { CompanyDialog, type CompanyEditor } from '../companies/company-dialog.tsx';
import { emptyText, withChecked, withText } from '../companies/company-draft.ts';
import { EditConflict } from '../companies/edit-conflict.tsx';
import { SaveBar } from '../companies/save-bar.tsx';
import { TextStatus } from '../companies/text-status.tsx';
import { useCompanyDraft } from '../companies/use-company-draft.ts';
import { useDraftForm } from '../companies/use-draft-form.ts';
import { useCall } from '../shared/api.ts';
import { refreshRows } from '../shared/company-rows.ts';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { useOpened } from '../shared/opened.tsx';
import { modifierKey, useShortcuts } from '../shared/use-shortcuts.ts';
import { languageToDo, sourceFor } from './language-choice.ts';
import { SideBySide } from './side-by-side.tsx';

/** The query parameter that names the company in the editor. */
export const TRANSLATION_PARAMETER = 'company';

/** A company's text in one language beside that of another. */
export function TranslationDialog({
  unreviewed,
  listed,
}: {
  unreviewed: TranslationStatus['unreviewedTranslations'];
  /** The companies of the one list that is shown, in order; empty where there are several. */
  listed: readonly string[];
}) {
  const { t } = useTranslation('translations');
  return (
    <CompanyDialog parameter={TRANSLATION_PARAMETER} title={t('editor')} className="max-w-6xl">
      {(editor) => <TranslationEditor editor={editor} unreviewed={unreviewed} listed={listed} />}
    </CompanyDialog>
  );
}

/** The next machine translation behind one that was approved: of the company, else of the next in the list. */
function followingReview(
  { id, content }: AdminCompany,
  approved: Language,
  unreviewed: TranslationStatus['unreviewedTranslations'],
): { id: string; to: Language | undefined } | undefined {
  const own = offeredLanguages().find(
    (language) => language !== approved && content[language]?.reviewed === false,
  );
  if (own) return { id, to: own };
  const at = unreviewed.findIndex(({ company_id }) => company_id === id);
  const next = unreviewed[at + 1] ?? unreviewed.find(({ company_id }) => company_id !== id);
  return next && { id: next.company_id, to: next.languages[0] };
}

function TranslationEditor({
  editor,
  unreviewed,
  listed,
}: {
  editor: CompanyEditor;
  unreviewed: TranslationStatus['unreviewedTranslations'];
  listed: readonly string[];
}) {
  const { exchange } = useOpened(TRANSLATION_PARAMETER);
  const { t } = useTranslation(['translations', 'edit', 'refusals']);
  const { language: shown } = useRoot();
  const client = useQueryClient();
  const then = useRef<() => void>(undefined);
  const { state } = useLocation();
  const status = useCall(readTranslationStatus, { query: { company: editor.company.id } });
  const pending = status.data?.pendingUpdates[0];
  const { base, setBase, draft, setDraft, busy, failure, save, conflict, localDraft, restore } =
    useCompanyDraft(
      { ...editor, onClose: () => (then.current ?? editor.onClose)() },
      () => void refreshRows(client),
    );
  // Of the list as it was when the company was opened: a save takes the company out of it.
  const [next] = useState(() => listed[listed.indexOf(editor.company.id) + 1]);
  const onNext = next === undefined ? undefined : () => exchange(next, { to: undefined });
  const existing = LANGUAGES.filter((language) => base.content[language]);
  // The only text of a company has nothing beside it.
  const targets = offeredLanguages().filter((language) => existing.some((other) => other !== language));
  const [target, setTarget] = useState<Language>(() => {
    const wanted = (state as { to?: unknown } | null)?.to;
    return (
      targets.find((language) => language === wanted) ?? languageToDo(base) ?? targets[0] ?? DEFAULT_LANGUAGE
    );
  });
  const [chosenSource, setSource] = useState<Language | null>(null);
  // A language is not translated from itself.
  const source = chosenSource && chosenSource !== target ? chosenSource : sourceFor(base, target);
  const { form, submit, problems, alert } = useDraftForm({
    company: base,
    draft,
    language: target,
    onLanguage: setTarget,
    failure,
    busy,
    onSave: (_, after) => {
      then.current = after;
      save();
    },
  });
  useShortcuts(form.ref, { 'mod+s': () => submit(), 'mod+enter': () => submit(undefined, onNext) });

  function noteReview(language: Language) {
    const text = base.content[language];
    if (text) setBase({ ...base, content: { ...base.content, [language]: { ...text, reviewed: true } } });
    void refreshRows(client);
  }

  function showNext(approved: Language) {
    const next = followingReview(base, approved, unreviewed);
    if (!next) editor.onClose();
    else if (next.id === base.id && next.to) setTarget(next.to);
    else exchange(next.id, { to: next.to });
  }

  if (conflict) {
    return (
      <EditConflict
        key={conflict.version}
        savedBy={conflict.savedBy}
        disagreements={conflict.disagreements}
        busy={busy}
        onSave={conflict.save}
        onBack={conflict.back}
      />
    );
  }
  return (
    <form method="post" {...form}>
      <LocalDraftNotice offer={localDraft} onRestore={restore} />
      <div className="space-y-3">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="font-medium text-lg">{base.name}</p>
          {onNext ? (
            <Button
              disabled={busy}
              title={`${t('edit:keys.saveNext')}: ${modifierKey()} Enter`}
              onClick={onNext}
            >
              {t('edit:steps.next')} <span aria-hidden="true">→</span>
            </Button>
          ) : null}
        </div>
        <Select
          className="sm:w-60"
          label={t('source')}
          value={source}
          onChange={(value) => setSource(value)}
          options={existing
            .filter((language) => language !== target)
            .map((value) => ({ value, label: languageName(value, shown) }))}
        />
      </div>
      <div className="mt-4">
        <Tabs<Language>
          label={t('target')}
          value={target}
          onChange={setTarget}
          tabs={targets.map((language) => ({
            value: language,
            label: LANGUAGE_NAMES[language],
            note: <TextStatus company={base} draft={draft} language={language} problems={problems} />,
            content: (
              <SideBySide
                company={base}
                source={source}
                target={language}
                text={draft.texts[language] ?? emptyText()}
                changed={pending?.modified_language === source ? pending.changed : []}
                problems={problems.filter((problem) => problem.language === language)}
                onChange={(changes) => setDraft(withText(draft, language, changes))}
              >
                <TargetState
                  editor={editor}
                  company={base}
                  language={language}
                  checked={draft.checked.includes(language)}
                  onCheck={(checked) => setDraft(withChecked(draft, language, checked))}
                  onReviewed={() => noteReview(language)}
                  onNext={() => showNext(language)}
                />
              </SideBySide>
            ),
          }))}
        />
      </div>
      <SaveBar alert={alert} busy={busy} onCancel={editor.onClose} />
    </form>
  );
}

/** State of a missing, outdated or unreviewed translation, with controls to confirm the text unchanged. */
function TargetState({
  editor,
  company,
  language,
  checked,
  onCheck,
  onReviewed,
  onNext,
}: {
  editor: CompanyEditor;
  company: AdminCompany;
  language: Language;
  checked: boolean;
  onCheck(checked: boolean): void;
  onReviewed(): void;
  onNext(): void;
}) {
  const { t } = useTranslation(['translations', 'edit', 'problems', 'common']);
  const { language: shown } = useRoot();
  const toast = useToast();
  const review = useMutation({
    mutationFn: () => callFromBrowser(reviewTranslation, { params: { id: company.id }, body: { language } }),
    onMutate: () => editor.onBusy(true),
    onSettled: () => editor.onBusy(false),
    onSuccess: () => {
      onReviewed();
      toast({ type: 'success', title: t('reviewed', { language: languageName(language, shown) }) });
    },
  });
  const text = company.content[language];
  if (!text) {
    return (
      <p className="text-soft text-sm">{t('edit:noText', { language: languageName(language, shown) })}</p>
    );
  }
  if (!text.pending_since && text.reviewed) return null;
  return (
    <div className="rounded-xl border border-line bg-raised px-4 py-3 text-sm">
      {text.pending_since ? (
        <>
          <p>
            {t('edit:behind', {
              language: languageName(text.pending_language ?? language, shown),
              date: formatDateTime(text.pending_since, shown),
            })}
          </p>
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-accent"
              checked={checked}
              onChange={(event) => onCheck(event.currentTarget.checked)}
            />
            {t('edit:upToDate')}
          </label>
        </>
      ) : null}
      {text.reviewed ? null : (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="min-w-0 flex-1 basis-60">{t('edit:machine', { model: text.model ?? '' })}</p>
          <div className="flex flex-wrap gap-2">
            <Button busy={review.isPending} onClick={() => review.mutate()}>
              {t('markReviewed')}
            </Button>
            <Button
              look="primary"
              busy={review.isPending}
              onClick={() => review.mutate(undefined, { onSuccess: onNext })}
            >
              {t('approveNext')}
            </Button>
          </div>
        </div>
      )}
      {review.error ? (
        <p role="alert" className="mt-2 text-danger">
          {problemText(t, review.error, t('reviewFailed'))}
        </p>
      ) : null}
    </div>
  );
}
