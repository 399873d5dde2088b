import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { aiUpdateCompany, type FieldProposal } from '../../core/ai/calls.ts';
import {
  type AdminCompany,
  type Change,
  findCompanyRows,
  searchAdminCompanies,
  updateCompany,
} from '../../core/companies/admin-calls.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../core/languages.ts';
import { withinBody } from '../../core/refusal.ts';
import { readSettings } from '../../core/settings/calls.ts';
import type { AiProvider } from '../../core/settings/rules.ts';
import { AiReason } from '../ai/ai-reason.tsx';
import { CallError, callFromBrowser } from '../api.ts';
import { callKey, useCall } from '../console/api.ts';
import type { Translate } from '../i18n/translate.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { problemText } from '../problem-text.ts';
import { detailsOf, refusalLine } from '../refusal-text.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { TextArea } from '../ui/input.tsx';
import { StatusIcon } from '../ui/status-icons.tsx';
import { useToast } from '../ui/toast.tsx';
import { AiProposals } from './ai-proposals.tsx';
import { ChangeList } from './change-list.tsx';
import { type Changes, listChanges, readChanges, writeCompany } from './company-changes.ts';
import {
  type CompanyDraft,
  changesOf,
  disagreementsOf,
  draftOf,
  draftOn,
  isChanged,
} from './company-draft.ts';
import { EditForm } from './edit-form.tsx';
import { LogoTile } from './logo-tile.tsx';

/** What was changed stays in sight this long, in milliseconds (specification, section 4). */
const SHOWN = 3000;
const SHOWN_AFTER_AI = 8000;

const PROVIDER_NAMES: Record<AiProvider, string> = { claude: 'Claude', gemini: 'Gemini' };

/** How the company is being updated; `base` is the version that the update is made against. */
type Work =
  | { by: 'fields'; base: AdminCompany; draft: CompanyDraft }
  | { by: 'json'; base: AdminCompany; text: string }
  | { by: 'ai'; base: AdminCompany; proposals: FieldProposal[]; model: string };

type Status =
  | { kind: 'idle' }
  | { kind: 'success'; changes: Change[] }
  | { kind: 'error'; message: string; ai?: unknown };

const IDLE: Status = { kind: 'idle' };

function isUnsaved(work: Work | null): boolean {
  if (work?.by === 'fields') return isChanged(work.base, work.draft);
  if (work?.by === 'json') return work.text !== writeCompany(work.base);
  return work !== null;
}

/** The same work against a newer version: what they changed is theirs, the rest stays. */
function workOn(newer: AdminCompany, work: Work): Work {
  if (work.by === 'fields') {
    const mine = disagreementsOf(work.base, work.draft, newer).filter(
      ({ changedBy }) => changedBy !== 'them',
    );
    return {
      by: 'fields',
      base: newer,
      draft: draftOn(newer, work.draft, new Set(mine.map(({ key }) => key))),
    };
  }
  if (work.by === 'json') {
    const { changes = {} } = readChanges(work.base, work.text);
    return { by: 'json', base: newer, text: writeCompany(newer, changes) };
  }
  return { ...work, base: newer };
}

/** A company that was found, what can be done with it, and what became of it. */
export function CompanyCard({
  company,
  dataLanguage,
  onUnsaved,
}: {
  company: AdminCompany;
  dataLanguage: Language;
  onUnsaved(id: string, unsaved: boolean): void;
}) {
  const { t } = useTranslation(['transfer', 'edit', 'categories', 'problems', 'refusals', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const settings = useCall(readSettings, {});
  const heading = useId();
  const editButton = useRef<HTMLButtonElement>(null);
  const [work, setWork] = useState<Work | null>(null);
  const [status, setStatus] = useState(IDLE);
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const { id } = company;
  const name = company.content[dataLanguage]?.name ?? company.name;
  const unsaved = isUnsaved(work);
  const provider = settings.data?.defaultAiProvider ?? 'claude';

  useEffect(() => {
    onUnsaved(id, unsaved);
    return () => onUnsaved(id, false);
  }, [id, unsaved, onUnsaved]);

  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(clearing.current), []);

  function tell(next: Status, duration?: number) {
    clearTimeout(clearing.current);
    setStatus(next);
    if (duration) clearing.current = setTimeout(() => setStatus(IDLE), duration);
  }

  /** Puts a version in the place of the one that the search found. */
  function keep(newer: AdminCompany) {
    client.setQueriesData<AdminCompany[]>({ queryKey: callKey(searchAdminCompanies) }, (found) =>
      found?.map((other) => (other.id === newer.id ? newer : other)),
    );
    void client.invalidateQueries({ queryKey: callKey(findCompanyRows) });
  }

  const update = useMutation({
    mutationFn: ({ work: { base, ...done }, changes }: { work: Work; changes: Changes }) =>
      callFromBrowser(updateCompany, {
        params: { id },
        body: { ...changes, version: base.version, ...(done.by === 'ai' ? { model: done.model } : {}) },
      }),
    onMutate: () => tell(IDLE),
    onSuccess: (saved, { work: done, changes }) => {
      const duration = done.by === 'ai' ? SHOWN_AFTER_AI : SHOWN;
      setWork(null);
      tell({ kind: 'success', changes: listChanges(done.base, changes) }, duration);
      keep(saved);
      editButton.current?.focus();
    },
    onError: (error, { work: failed }) => {
      const newer = error instanceof CallError ? error.body['company'] : undefined;
      if (error instanceof CallError && error.code === 'conflict' && newer) {
        setWork(workOn(newer as AdminCompany, failed));
        keep(newer as AdminCompany);
        tell({ kind: 'error', message: t('transfer:card.conflict') });
        return;
      }
      tell({
        kind: 'error',
        message: refusedLine(t, error) ?? problemText(t, error, t('edit:failed.update')),
      });
    },
  });

  const ask = useMutation({
    mutationFn: () =>
      callFromBrowser(aiUpdateCompany, { params: { id }, body: { preview: true, language: dataLanguage } }),
    onMutate: () => tell(IDLE),
    onSuccess: ({ preview = [], model }) => {
      if (preview.length > 0) setWork({ by: 'ai', base: company, proposals: preview, model });
      else toast({ type: 'info', title: t('transfer:ai.nothing'), message: t('transfer:ai.nothingText') });
    },
    onError: (error) => {
      const reason = problemText(t, error, t('edit:failed.update'));
      tell({ kind: 'error', message: t('transfer:ai.failed'), ai: error });
      toast({
        type: 'error',
        title: t('transfer:ai.failed'),
        message: reason,
      });
    },
  });

  /** Begins something else, after asking where something would be lost. */
  function begin(start: () => void) {
    if (unsaved) setLeaving(() => start);
    else start();
  }
  const open = (next: Work | null) => {
    tell(IDLE);
    setWork(next);
  };
  const close = () =>
    begin(() => {
      open(null);
      editButton.current?.focus();
    });
  const toggle = (by: 'fields' | 'json') => {
    if (work?.by === by) close();
    else if (by === 'json') begin(() => open({ by, base: company, text: writeCompany(company) }));
    else begin(() => open({ by, base: company, draft: draftOf(company) }));
  };

  const failure = status.kind === 'error' ? <p>{status.message}</p> : null;
  return (
    <article aria-labelledby={heading} className="rounded-2xl border border-line bg-raised">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-4 sm:px-6">
        <div className="flex min-w-0 flex-1 basis-72 items-center gap-4">
          <LogoTile name={name} logo={company.logo} size="small" />
          <div className="min-w-0">
            <h2 id={heading} className="truncate text-lg" lang={dataLanguage}>
              {name}
            </h2>
            <p className="number text-soft text-sm">
              {[
                t(`categories:${company.category}.name`),
                company.revenue,
                LANGUAGES.filter((language) => company.content[language])
                  .map((language) => LANGUAGE_NAMES[language])
                  .join(', '),
                company.show_on_site ? '' : t('edit:hidden'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
        </div>
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

      <UpdateStatus status={status} isOpen={work !== null} />

      {work?.by === 'fields' ? (
        <div className="border-line border-t bg-paper px-6 pt-1 pb-7 sm:rounded-b-2xl">
          <EditForm
            key={work.base.version}
            company={work.base}
            draft={work.draft}
            onChange={(draft) => setWork({ ...work, draft })}
            firstLanguage={dataLanguage}
            failure={status.kind === 'error' ? status.message : null}
            busy={update.isPending}
            onSave={() => {
              const changes = changesOf(work.base, work.draft);
              if (Object.keys(changes).length > 0) update.mutate({ work, changes });
              else close();
            }}
            onCancel={close}
            header={null}
            inPage
          />
        </div>
      ) : work?.by === 'json' ? (
        <JsonEditor
          base={work.base}
          text={work.text}
          failure={failure}
          busy={update.isPending}
          onChange={(text) => setWork({ ...work, text })}
          onUpdate={(changes) => update.mutate({ work, changes })}
          onCancel={close}
        />
      ) : work ? (
        <AiProposals
          company={work.base}
          proposals={work.proposals}
          failure={failure}
          busy={update.isPending}
          onUpdate={(changes) => update.mutate({ work, changes })}
          onCancel={close}
        />
      ) : null}

      <Confirm
        open={asking}
        title={t('edit:actions.aiUpdate')}
        message={t('transfer:ai.ask', { name, provider: PROVIDER_NAMES[provider] })}
        confirmLabel={t('edit:actions.aiUpdate')}
        cancelLabel={t('edit:cancel')}
        onConfirm={() => {
          setAsking(false);
          setWork(null);
          ask.mutate();
        }}
        onCancel={() => setAsking(false)}
      />
      <Confirm
        open={leaving !== null}
        type="warning"
        title={t('edit:leave.title')}
        message={t('edit:leave.text')}
        confirmLabel={t('edit:leave.discard')}
        cancelLabel={t('edit:leave.stay')}
        onConfirm={() => {
          setLeaving(null);
          leaving?.();
        }}
        onCancel={() => setLeaving(null)}
      />
    </article>
  );
}

/** Of values that were refused it is told which, and why. */
function refusedLine(t: Translate<'refusals'>, error: unknown): string | undefined {
  const details = detailsOf(error).map(withinBody);
  return details.length > 0 ? refusalLine(t, details) : undefined;
}

function UpdateStatus({ status, isOpen }: { status: Status; isOpen: boolean }) {
  const { t } = useTranslation('transfer');
  return (
    <div role="status">
      {status.kind === 'success' ? (
        <div className="border-line border-t px-4 py-4 sm:px-6">
          <p className="flex items-center gap-2 font-medium">
            <StatusIcon status="success" />
            {t('card.updated')}
          </p>
          <ChangeList changes={status.changes} />
        </div>
      ) : status.kind === 'error' && !isOpen ? (
        <div className="flex gap-2 border-line border-t px-4 py-4 sm:px-6">
          <StatusIcon status="danger" />
          <div>
            <p className="text-danger">{status.message}</p>
            {status.ai ? <AiReason error={status.ai} /> : null}
          </div>
        </div>
      ) : null}
    </div>
  );
}

/** A company as a text, with what its changes would do. */
function JsonEditor({
  base,
  text,
  failure,
  busy,
  onChange,
  onUpdate,
  onCancel,
}: {
  base: AdminCompany;
  text: string;
  failure: ReactNode;
  busy: boolean;
  onChange(text: string): void;
  onUpdate(changes: Changes): void;
  onCancel(): void;
}) {
  const { t } = useTranslation(['transfer', 'edit', 'refusals']);
  const [keep, setKeep] = useState(false);
  const { changes, errors, endsClaims } = readChanges(base, text, keep);
  const list = changes ? listChanges(base, changes) : [];

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy && changes && list.length > 0) onUpdate(changes);
  }

  return (
    <form onSubmit={submit} className="border-line border-t px-4 pt-5 pb-5 sm:px-6">
      <TextArea
        label={t('transfer:card.jsonLabel')}
        isCode
        rows={18}
        value={text}
        hint={t('transfer:card.jsonHint')}
        problem={
          errors ? t('transfer:card.jsonWrong', { reason: refusalLine(t, errors.slice(0, 3)) }) : undefined
        }
        onChange={onChange}
      />
      {list.length > 0 ? (
        <section className="mt-5">
          <h3 className="text-lg">{t('edit:history.changes', { count: list.length })}</h3>
          <ChangeList changes={list} />
        </section>
      ) : null}
      {endsClaims ? (
        <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-accent"
            checked={keep}
            onChange={(event) => setKeep(event.currentTarget.checked)}
          />
          {t('transfer:card.keepClaims')}
        </label>
      ) : null}
      <div className="mt-5 flex flex-wrap items-center justify-end gap-3">
        <div role="alert" className="min-w-0 flex-1 basis-64 text-danger text-sm">
          {failure}
        </div>
        <Button busy={busy} onClick={onCancel}>
          {t('edit:cancel')}
        </Button>
        <Button type="submit" look="primary" disabled={list.length === 0} busy={busy}>
          {busy ? t('transfer:card.updating') : t('transfer:card.update')}
        </Button>
      </div>
    </form>
  );
}
