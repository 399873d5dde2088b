import { useState } from 'react';
import { findDocuments } from '../../../core/documents/calls.ts';
import { DOCUMENT_MAX, DOCUMENTS, type DocumentName } from '../../../core/documents/rules.ts';
import { LANGUAGE_NAMES, type Language, offeredLanguages } from '../../../core/languages.ts';
import { refusal } from '../../../core/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { inLanguage, paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Select, TextArea } from '../../shared/ui/input.tsx';
import { useCall } from '../shared/api.ts';
import { ConflictChoice } from '../shared/conflict-choice.tsx';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { useNamedPlace } from '../shared/named-place.ts';
import { LoadFailed, Loading } from '../shared/section.tsx';
import type { StoredDocument } from './stored-document.ts';
import { useDocumentSave } from './use-document-save.ts';
import { useTypedTexts } from './use-typed-texts.ts';

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

function DocumentEditor({
  documents,
  onDirty,
}: {
  documents: StoredDocument[];
  onDirty(dirty: boolean): void;
}) {
  const { t } = useTranslation(['documents', 'problems', 'refusals', 'common']);
  const { language: interfaceLanguage } = useRoot();
  const [document, setDocument] = useState<DocumentName>('about');
  const [language, setLanguage] = useState<Language>(interfaceLanguage);
  const texts = useTypedTexts(onDirty);
  const { save, reset, asking, setAsking, conflict, clear } = useDocumentSave(
    document,
    language,
    texts.noteStored,
  );
  const chosen = documents.find((one) => one.document === document && one.language === language);
  if (!chosen) return null;

  const typed = texts.of(chosen);
  const { text, version } = typed ?? chosen;
  const isDirty = typed !== undefined;
  const isOwn = chosen.updated_at !== null;
  const problem =
    text.trim() === ''
      ? t('refusals:required')
      : [...text].length > DOCUMENT_MAX
        ? refusalText(t, refusal('too_long', { max: DOCUMENT_MAX }))
        : undefined;
  const failed = save.error ?? reset.error;
  function choose(change: () => void) {
    clear();
    conflict?.onBack();
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
        save.mutate({ text, version });
      }}
    >
      <LocalDraftNotice offer={texts.localDraft} onRestore={texts.restore} />
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
      <DocumentStatus stored={chosen} />
      <TextArea
        label={t('markdown')}
        hint={t('hint', { site: '{{site}}', if: '{{#contact}}', end: '{{/contact}}' })}
        lang={language}
        rows={18}
        value={text}
        onChange={(value) => {
          clear();
          texts.type(chosen, value);
        }}
        problem={problem}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" busy={save.isPending} disabled={!isDirty && !save.isPending}>
          {t(save.isPending ? 'saving' : 'save')}
        </Button>
        {isDirty ? <Button onClick={() => texts.forget(chosen)}>{t('discard')}</Button> : null}
        {isOwn ? <Button onClick={() => setAsking(true)}>{t('reset')}</Button> : null}
        <p role="status" className="text-soft text-sm">
          {save.isSuccess ? t('saved') : reset.isSuccess ? t('wasReset') : isDirty ? t('unsaved') : null}
        </p>
      </div>
      {conflict ? (
        <ConflictChoice
          saved={conflict.saved}
          fields={[
            {
              key: 'text',
              label: `${t(`common:${document}`)} (${LANGUAGE_NAMES[language]})`,
              mine: conflict.mine,
              theirs: conflict.saved.current.text,
              language,
            },
          ]}
          busy={save.isPending}
          onSave={conflict.onSave}
          onBack={conflict.onBack}
        />
      ) : null}
      {failed && !conflict ? (
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

/** Whether the text of a page is the directory's own, since when, and the way to the page. */
function DocumentStatus({ stored }: { stored: StoredDocument }) {
  const { t } = useTranslation('documents');
  const { language: interfaceLanguage } = useRoot();
  const { document, language, updated_at } = stored;
  const isOwn = updated_at !== null;
  return (
    <p className="flex flex-wrap items-center gap-3 text-sm">
      <Badge tone={isOwn ? 'good' : 'neutral'}>{t(isOwn ? 'own' : 'shipped')}</Badge>
      {updated_at === null ? null : (
        <span className="number text-soft">{formatDateTime(updated_at, interfaceLanguage)}</span>
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
  );
}
