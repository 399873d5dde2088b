import { useEffect, useId, useRef, useState } from 'react';
import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../core/languages.ts';
import { formatList } from '../../../core/list-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { useProviderName } from '../ai/ask-ai.tsx';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { AiProposals } from './ai-proposals.tsx';
import { type Changes, writeCompany } from './company-changes.ts';
import { companyChangesOf, companyDraftOf } from './company-draft.ts';
import { EditForm } from './edit-form.tsx';
import { JsonEditor } from './json-editor.tsx';
import { useLeaveQuestion } from './leave-question.tsx';
import { markedRow } from './marked-row.ts';
import { UpdateStatus } from './update-status.tsx';
import { useCompanyUpdate, type Work } from './use-company-update.ts';

/** A company in a search result, with its actions and their outcome. */
export function CompanyCard({
  company,
  dataLanguage,
  onUnsaved,
}: {
  company: AdminCompany;
  dataLanguage: Language;
  onUnsaved(id: string, unsaved: boolean): void;
}) {
  const { t } = useTranslation(['transfer', 'edit']);
  const heading = useId();
  const editButton = useRef<HTMLButtonElement>(null);
  const focusEdit = () => editButton.current?.focus();
  const { work, setWork, open, unsaved, localDraft, status, update, ask } = useCompanyUpdate(
    company,
    dataLanguage,
    focusEdit,
  );
  const { begin, question } = useLeaveQuestion(unsaved);
  const [asking, setAsking] = useState(false);
  const provider = useProviderName();
  const { id } = company;
  const name = company.content[dataLanguage]?.name ?? company.name;

  useEffect(() => {
    onUnsaved(id, unsaved);
    return () => onUnsaved(id, false);
  }, [id, unsaved, onUnsaved]);

  const close = () =>
    begin(() => {
      open(null);
      focusEdit();
    });
  const toggle = (by: 'fields' | 'json') => {
    if (work?.by === by) close();
    else if (by === 'json') begin(() => open({ by, base: company, text: writeCompany(company) }));
    else begin(() => open({ by, base: company, draft: companyDraftOf(company) }));
  };

  return (
    <article aria-labelledby={heading} className="rounded-2xl border border-line bg-raised">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-4 sm:px-6">
        <CompanySummary company={company} name={name} language={dataLanguage} heading={heading} />
        <div className="flex flex-wrap gap-2">
          <Button
            ref={editButton}
            aria-label={t('edit:named.edit', { name })}
            aria-expanded={work?.by === 'fields'}
            onClick={() => toggle('fields')}
          >
            {t('edit:actions.edit')}
          </Button>
          <Button
            aria-label={t('transfer:card.jsonNamed', { name })}
            aria-expanded={work?.by === 'json'}
            onClick={() => toggle('json')}
          >
            {t('transfer:card.json')}
          </Button>
          <Button
            aria-label={t('edit:named.aiUpdate', { name })}
            busy={ask.isPending}
            onClick={() => begin(() => setAsking(true))}
          >
            {ask.isPending ? t('transfer:ai.asking') : t('edit:actions.aiUpdate')}
          </Button>
        </div>
      </div>

      {localDraft.draft && work?.by !== 'ai' ? (
        <div className="px-4 sm:px-6">
          <LocalDraftNotice offer={localDraft} onRestore={(left) => open(left.work)} />
        </div>
      ) : null}

      <UpdateStatus status={status} isOpen={work !== null} />

      {work ? (
        <WorkEditor
          work={work}
          language={dataLanguage}
          failure={status.kind === 'error' ? status.message : null}
          busy={update.isPending}
          onChange={setWork}
          onUpdate={(changes) => update.mutate({ work, changes })}
          onCancel={close}
        />
      ) : null}

      <Confirm
        open={asking}
        title={t('edit:actions.aiUpdate')}
        message={t('transfer:ai.ask', { name, provider })}
        confirmLabel={t('edit:actions.aiUpdate')}
        cancelLabel={t('edit:cancel')}
        onConfirm={() => {
          setAsking(false);
          setWork(null);
          ask.mutate();
        }}
        onCancel={() => setAsking(false)}
      />
      {question}
    </article>
  );
}

/** Logo and name, and the facts by which administrators tell companies apart. */
function CompanySummary({
  company,
  name,
  language,
  heading,
}: {
  company: AdminCompany;
  name: string;
  language: Language;
  /** Id of the heading. */
  heading: string;
}) {
  const { t } = useTranslation(['edit', 'categories']);
  const { language: shown } = useRoot();
  return (
    <div data-category={company.category} className="flex min-w-0 flex-1 basis-72 items-center gap-4">
      <LogoTile company={markedRow(company)} size="small" />
      <div className="min-w-0">
        <h2 id={heading} className="truncate text-lg" lang={language}>
          {name}
        </h2>
        <p className="number text-soft text-sm">
          {[
            t(`categories:${company.category}.name`),
            company.revenue,
            formatList(
              LANGUAGES.filter((one) => company.content[one]).map((one) => LANGUAGE_NAMES[one]),
              shown,
            ),
            company.show_on_site ? '' : t('edit:hidden'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </div>
  );
}

/** The editor of an update: of the fields, the JSON or the proposals of AI. */
function WorkEditor({
  work,
  language,
  failure,
  busy,
  onChange,
  onUpdate,
  onCancel,
}: {
  work: Work;
  language: Language;
  /** Why the last save failed. */
  failure: string | null;
  busy: boolean;
  onChange(work: Work): void;
  onUpdate(changes: Changes): void;
  onCancel(): void;
}) {
  if (work.by === 'fields')
    return (
      <div className="border-line border-t bg-paper px-6 pt-1 pb-7 sm:rounded-b-2xl">
        <EditForm
          key={work.base.version}
          company={work.base}
          draft={work.draft}
          onChange={(draft) => onChange({ ...work, draft })}
          firstLanguage={language}
          failure={failure}
          busy={busy}
          onSave={() => {
            const changes = companyChangesOf(work.base, work.draft);
            if (Object.keys(changes).length > 0) onUpdate(changes);
            else onCancel();
          }}
          onCancel={onCancel}
          header={null}
          inPage
        />
      </div>
    );
  const message = failure === null ? null : <p>{failure}</p>;
  if (work.by === 'json')
    return (
      <JsonEditor
        base={work.base}
        text={work.text}
        failure={message}
        busy={busy}
        onChange={(text) => onChange({ ...work, text })}
        onUpdate={onUpdate}
        onCancel={onCancel}
      />
    );
  return (
    <AiProposals
      company={work.base}
      proposals={work.proposals}
      failure={message}
      busy={busy}
      onUpdate={onUpdate}
      onCancel={onCancel}
    />
  );
}
