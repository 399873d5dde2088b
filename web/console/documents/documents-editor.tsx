import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { findAuditEntries } from '../../../core/admins/audit-calls.ts';
import type { Answer } from '../../../core/call.ts';
import { findDocuments, resetDocument, saveDocument } from '../../../core/documents/calls.ts';
import { DOCUMENT_MAX, DOCUMENTS, type DocumentName } from '../../../core/documents/rules.ts';
import type { SavedMeanwhile } from '../../../core/edit-version.ts';
import { LANGUAGE_NAMES, type Language, offeredLanguages } from '../../../core/languages.ts';
import { refusal } from '../../../core/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { inLanguage, paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Select, TextArea } from '../../shared/ui/input.tsx';
import { callKey, useCall } from '../shared/api.ts';
import { ConflictChoice } from '../shared/conflict-choice.tsx';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { useLocalDraft } from '../shared/local-drafts.ts';
import { useNamedPlace } from '../shared/named-place.ts';
import { LoadFailed, Loading } from '../shared/section.tsx';
import { savedMeanwhile } from '../shared/three-way-merge.ts';

type Stored = Answer<typeof saveDocument>;

/** Typed texts by page and language, each with the version that it began with: a newer one is not overwritten. */
type TypedTexts = Record<string, { text: string; version: string }>;

const documentKeyOf = ({ document, language }: Pick<Stored, 'document' | 'language'>) =>
  `${document} ${language}`;

const withoutText = (texts: TypedTexts, key: string): TypedTexts =>
  Object.fromEntries(Object.entries(texts).filter(([other]) => other !== key));

/** The pages of plain text: about, privacy, terms and contact, each language by itself. */
export function DocumentsEditor({ onDirty }: { onDirty(dirty: boolean): void }) {
  const { t } = useTranslation('documents');
  const heading = useNamedPlace<HTMLHeadingElement>('documents');
  const { data, error, refetch } = useCall(findDocuments, {}, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <section aria-labelledby="documents" className="mt-16 max-w-3xl border-line border-t pt-10">
      <h2 ref={heading} id="documents" tabIndex={-1} className="scroll-mt-24 text-xl outline-none">
        {t('title')}
      </h2>
      <p className="mt-1 text-soft">{t('text')}</p>
      {data ? (
        <DocumentEditor documents={data} onDirty={onDirty} />
      ) : error ? (
        <LoadFailed error={error} text={t('loadFailed')} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </section>
  );
}

function DocumentEditor({ documents, onDirty }: { documents: Stored[]; onDirty(dirty: boolean): void }) {
  const { t } = useTranslation(['documents', 'problems', 'refusals', 'common']);
  const { language: interfaceLanguage } = useRoot();
  const client = useQueryClient();
  const [document, setDocument] = useState<DocumentName>('about');
  const [language, setLanguage] = useState<Language>(interfaceLanguage);
  /** Unsaved texts by page and language: they survive a change of the selection. */
  const [typed, setTyped] = useState<TypedTexts>({});
  const [asking, setAsking] = useState(false);
  const [meanwhile, setMeanwhile] = useState<{ saved: SavedMeanwhile<Stored>; mine: string }>();
  const localDraft = useLocalDraft<{ typed: TypedTexts }>({
    form: 'documents',
    subject: 'all',
    value: Object.keys(typed).length > 0 ? { typed } : undefined,
    model: { typed },
  });
  const chosen = documents.find((one) => one.document === document && one.language === language);

  function keep(next: TypedTexts) {
    setTyped(next);
    onDirty(Object.keys(next).length > 0);
  }
  const forget = (key: string) => keep(withoutText(typed, key));
  function take(stored: Stored) {
    client.setQueryData<Stored[]>(callKey(findDocuments, {}), (all) =>
      all?.map((one) => (documentKeyOf(one) === documentKeyOf(stored) ? stored : one)),
    );
    forget(documentKeyOf(stored));
    const rest = withoutText(localDraft.draft?.value.typed ?? {}, documentKeyOf(stored));
    localDraft.noteSaved(Object.keys(rest).length > 0 ? { typed: rest } : undefined);
    void client.invalidateQueries({ queryKey: callKey(findAuditEntries) });
  }
  const save = useMutation({
    mutationFn: ({ text, version }: { text: string; version: string }) =>
      callFromBrowser(saveDocument, { params: { document }, body: { language, text, version } }),
    onSuccess: (stored) => {
      setMeanwhile(undefined);
      take(stored);
    },
    onError: (error, { text }) => {
      const newer = savedMeanwhile<Stored>(error);
      if (newer) setMeanwhile({ saved: newer, mine: text });
    },
  });
  const reset = useMutation({
    mutationFn: () => callFromBrowser(resetDocument, { params: { document }, query: { language } }),
    onSuccess: take,
    onSettled: () => setAsking(false),
  });
  if (!chosen) return null;

  const key = documentKeyOf(chosen);
  const text = typed[key]?.text ?? chosen.text;
  const isDirty = typed[key] !== undefined;
  const isOwn = chosen.updated_at !== null;
  const problem =
    text.trim() === ''
      ? t('refusals:required')
      : [...text].length > DOCUMENT_MAX
        ? refusalText(t, refusal('too_long', { max: DOCUMENT_MAX }))
        : undefined;
  const failed = save.error ?? reset.error;
  function type(value: string) {
    save.reset();
    reset.reset();
    if (value === chosen?.text) forget(key);
    else if (chosen) {
      const { version } = typed[key] ?? chosen;
      keep({ ...typed, [key]: { text: value, version } });
    }
  }
  function choose(change: () => void) {
    save.reset();
    reset.reset();
    setMeanwhile(undefined);
    change();
  }

  return (
    <form
      method="post"
      className="mt-4 space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isDirty || problem || save.isPending) return;
        reset.reset();
        save.mutate({ text, version: (typed[key] ?? chosen).version });
      }}
    >
      <LocalDraftNotice offer={localDraft} onRestore={({ typed: left }) => keep(left)} />
      <div className="grid grid-cols-2 gap-4">
        <Select
          label={t('page')}
          value={document}
          onChange={(value) => choose(() => setDocument(value))}
          options={DOCUMENTS.map((value) => ({ value, label: t(`common:${value}`) }))}
        />
        <Select
          label={t('common:language')}
          value={language}
          onChange={(value) => choose(() => setLanguage(value))}
          options={offeredLanguages().map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
      </div>
      <p className="flex flex-wrap items-center gap-3 text-sm">
        <Badge tone={isOwn ? 'good' : 'neutral'}>{t(isOwn ? 'own' : 'shipped')}</Badge>
        {chosen.updated_at === null ? null : (
          <span className="number text-soft">{formatDateTime(chosen.updated_at, interfaceLanguage)}</span>
        )}
        <a
          className="link"
          href={inLanguage(paths.document(document), language)}
          target="_blank"
          rel="noopener"
        >
          {t('open')} <span aria-hidden="true">↗</span>
        </a>
      </p>
      <TextArea
        label={t('markdown')}
        hint={t('hint', { site: '{{site}}', if: '{{#contact}}', end: '{{/contact}}' })}
        lang={language}
        rows={18}
        value={text}
        onChange={type}
        problem={problem}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" busy={save.isPending} disabled={!isDirty && !save.isPending}>
          {t(save.isPending ? 'saving' : 'save')}
        </Button>
        {isDirty ? <Button onClick={() => forget(key)}>{t('discard')}</Button> : null}
        {isOwn ? <Button onClick={() => setAsking(true)}>{t('reset')}</Button> : null}
        <p role="status" className="text-soft text-sm">
          {save.isSuccess ? t('saved') : reset.isSuccess ? t('wasReset') : isDirty ? t('unsaved') : null}
        </p>
      </div>
      {meanwhile ? (
        <ConflictChoice
          saved={meanwhile.saved}
          fields={[
            {
              key: 'text',
              label: `${t(`common:${document}`)} (${LANGUAGE_NAMES[language]})`,
              mine: meanwhile.mine,
              theirs: meanwhile.saved.current.text,
              language,
            },
          ]}
          busy={save.isPending}
          onSave={(mine) => {
            const { current } = meanwhile.saved;
            if (mine.has('text')) save.mutate({ text: meanwhile.mine, version: current.version });
            else {
              setMeanwhile(undefined);
              save.reset();
              take(current);
            }
          }}
          onBack={() => setMeanwhile(undefined)}
        />
      ) : null}
      {failed && !meanwhile ? (
        <p role="alert" className="text-danger text-sm">
          {problemText(t, failed, t('failed'))}
        </p>
      ) : null}
      <Confirm
        open={asking}
        type="warning"
        title={t('ask.title')}
        message={t('ask.text', { page: t(`common:${document}`), language: LANGUAGE_NAMES[language] })}
        confirmLabel={t('reset')}
        cancelLabel={t('ask.cancel')}
        loading={reset.isPending}
        onConfirm={() => {
          save.reset();
          reset.mutate();
        }}
        onCancel={() => setAsking(false)}
      />
    </form>
  );
}
