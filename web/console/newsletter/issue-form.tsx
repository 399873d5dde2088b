import { useMutation } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { equalJson } from '../../../core/equal-json.ts';
import { LANGUAGE_NAMES, type Language, offeredLanguages } from '../../../core/languages.ts';
import { translateIssue } from '../../../core/newsletter/calls.ts';
import {
  companyLine,
  ISSUE_BODY_MAX,
  ISSUE_SUBJECT_MAX,
  type IssueText,
  type IssueTexts,
  isWhole,
} from '../../../core/newsletter/rules.ts';
import { refusal } from '../../../core/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { TextArea, TextInput } from '../../shared/ui/input.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { AiReason } from '../ai/ai-reason.tsx';
import { SavedBy } from '../shared/conflict-choice.tsx';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { CompanyPicker } from './company-picker.tsx';
import type { IssueDraft } from './use-issue.ts';

const NO_ISSUE_TEXT: IssueText = { subject: '', body: '' };

/** The words of an issue, a tab for each language. */
export function IssueForm({
  draft,
  language,
  onLanguage,
}: {
  draft: IssueDraft;
  language: Language;
  onLanguage(language: Language): void;
}) {
  const { t } = useTranslation(['newsletter', 'problems', 'common']);
  const form = useRef<HTMLFormElement>(null);
  const [offers, setOffers] = useState<IssueTexts>({});
  const { isChanged, isSaving, newer, error, texts } = draft;
  return (
    <form
      ref={form}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isSaving) draft.save();
      }}
    >
      <LocalDraftNotice
        offer={draft.localDraft}
        onRestore={({ texts, version }) => draft.change(texts, version)}
      />
      <Tabs
        label={t('newsletter:languages')}
        value={language}
        onChange={onLanguage}
        tabs={offeredLanguages().map((value) => ({
          value,
          label: LANGUAGE_NAMES[value],
          note: t(isWhole(texts[value]) ? 'newsletter:written' : 'newsletter:open'),
          content: (
            <IssueFields
              key={value}
              draft={draft}
              language={value}
              form={form}
              offer={offers[value]}
              onOffer={(text) =>
                setOffers(({ [value]: _, ...others }) => (text ? { ...others, [value]: text } : others))
              }
            />
          ),
        }))}
      />
      {newer ? (
        <div role="alert" className="mt-4 rounded-xl border border-warning px-4 py-3">
          <p>
            <SavedBy {...newer} />
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button busy={isSaving} onClick={draft.overwrite}>
              {t('newsletter:mine')}
            </Button>
            <Button onClick={draft.reset}>{t('newsletter:theirs')}</Button>
          </div>
        </div>
      ) : null}
      {error ? (
        <p role="alert" className="mt-4 text-danger text-sm">
          {problemText(t, error, t('newsletter:failed'))}
        </p>
      ) : null}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" busy={isSaving} disabled={!isChanged}>
          {t('newsletter:save')}
        </Button>
        {isChanged ? <Button onClick={draft.reset}>{t('newsletter:discard')}</Button> : null}
        <p role="status" className="text-soft text-sm">
          {draft.isSaved ? t('newsletter:saved') : isChanged ? t('newsletter:unsaved') : null}
        </p>
      </div>
    </form>
  );
}

interface IssueFieldsProps {
  draft: IssueDraft;
  language: Language;
  form: RefObject<HTMLFormElement | null>;
  /** A translation that arrived after words were typed in the same fields. */
  offer: IssueText | undefined;
  onOffer(text: IssueText | undefined): void;
}

function IssueFields({ draft, language, form, offer, onOffer }: IssueFieldsProps) {
  const { t } = useTranslation(['newsletter', 'refusals', 'common']);
  const [picking, setPicking] = useState(false);
  const text = draft.texts[language] ?? NO_ISSUE_TEXT;
  const put = (changes: Partial<IssueText>) =>
    draft.change({ ...draft.texts, [language]: { ...text, ...changes } });
  const tooLong = (value: string, max: number) =>
    [...value].length > max ? refusalText(t, refusal('too_long', { max })) : undefined;
  const name = `body-${language}`;
  /** Where the cursor stood, on a line of its own. */
  function insert(id: string) {
    const field = form.current?.elements.namedItem(name);
    const at = field instanceof HTMLTextAreaElement ? field.selectionEnd : text.body.length;
    const [before, after] = [text.body.slice(0, at).trimEnd(), text.body.slice(at).trimStart()];
    put({ body: [before, companyLine(id), after].filter(Boolean).join('\n\n') });
    setPicking(false);
  }
  return (
    <div className="mt-4 space-y-4">
      <TextInput
        label={t('newsletter:subjectField')}
        lang={language}
        value={text.subject}
        problem={tooLong(text.subject, ISSUE_SUBJECT_MAX)}
        onChange={(subject) => put({ subject })}
      />
      <TextArea
        label={t('newsletter:body')}
        hint={t('newsletter:bodyHint')}
        name={name}
        lang={language}
        rows={16}
        value={text.body}
        problem={tooLong(text.body, ISSUE_BODY_MAX)}
        onChange={(body) => put({ body })}
      />
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setPicking(true)}>{t('newsletter:insertCompany')}</Button>
        <TranslateButton draft={draft} language={language} onOffer={onOffer} />
      </div>
      {offer ? (
        <div role="status" className="rounded-xl border border-line bg-tint px-4 py-3">
          <p>{t('newsletter:offerText')}</p>
          <p lang={language} className="wrap-anywhere mt-2 line-clamp-3 text-soft text-sm">
            {offer.subject} · {offer.body}
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button
              onClick={() => {
                put(offer);
                onOffer(undefined);
              }}
            >
              {t('newsletter:offerUse')}
            </Button>
            <Button onClick={() => onOffer(undefined)}>{t('newsletter:offerDrop')}</Button>
          </div>
        </div>
      ) : null}
      <CompanyPicker open={picking} onClose={() => setPicking(false)} onPick={insert} language={language} />
    </div>
  );
}

const areSame = (one: IssueText | undefined, other: IssueText | undefined) =>
  equalJson(one ?? NO_ISSUE_TEXT, other ?? NO_ISSUE_TEXT);

/** Has an AI write the text of a language from another one; nothing is saved, and nothing typed meanwhile is lost. */
function TranslateButton({
  draft,
  language,
  onOffer,
}: Pick<IssueFieldsProps, 'draft' | 'language' | 'onOffer'>) {
  const { t } = useTranslation('newsletter');
  const [asking, setAsking] = useState(false);
  const { texts } = draft;
  const from = offeredLanguages().find((one) => one !== language && isWhole(texts[one]));
  const original = from && texts[from];
  const translate = useMutation({
    mutationFn: async () => {
      if (!from || !original) return undefined;
      const replaced = draft.latest()[language];
      const { text } = await callFromBrowser(translateIssue, {
        body: { from, to: language, text: original },
      });
      return { text, replaced };
    },
    // The tab may have been left by then: the texts of its last render are old.
    onSuccess(made) {
      if (!made) return;
      if (areSame(draft.latest()[language], made.replaced))
        draft.change((before) => ({ ...before, [language]: made.text }));
      else onOffer(made.text);
    },
    onSettled: () => setAsking(false),
  });
  if (!from) return null;
  const { subject, body } = texts[language] ?? NO_ISSUE_TEXT;
  const isEmpty = subject.trim() === '' && body.trim() === '';
  return (
    <>
      <Button busy={translate.isPending} onClick={() => (isEmpty ? translate.mutate() : setAsking(true))}>
        {t('translate', { language: LANGUAGE_NAMES[from] })}
      </Button>
      {translate.error ? (
        <div role="alert" className="basis-full">
          <AiReason error={translate.error} />
        </div>
      ) : null}
      <Confirm
        open={asking}
        type="warning"
        title={t('replaceTitle')}
        message={t('replaceText', { language: LANGUAGE_NAMES[language] })}
        confirmLabel={t('translate', { language: LANGUAGE_NAMES[from] })}
        cancelLabel={t('stay')}
        loading={translate.isPending}
        onConfirm={() => translate.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
