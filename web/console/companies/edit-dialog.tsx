import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type AdminCompany, readAdminCompany } from '../../../core/companies/admin-calls.ts';
import type { InboxKind } from '../../../core/dashboard/calls.ts';
import { type Draft, type DraftSummary, readCompanyDraft } from '../../../core/drafts/calls.ts';
import { type Language, usualLanguage } from '../../../core/languages.ts';
import { formatList } from '../../../core/list-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { EDIT_PARAMETER } from '../../shared/console/sections.ts';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey } from '../shared/api.ts';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { useMay } from '../shared/may.ts';
import { NotLoaded } from '../shared/section.tsx';
import { WorkControl } from '../work/work-button.tsx';
import { CompanyDialog, type CompanyEditor } from './company-dialog.tsx';
import type { CompanyDraft } from './company-draft.ts';
import { DraftEditor } from './draft-editor.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { EditForm } from './edit-form.tsx';
import { HistoryDialog } from './edit-history.tsx';
import type { SaveTarget } from './save-bar.tsx';
import { StepBar } from './step-bar.tsx';
import { useCompanyDraft } from './use-company-draft.ts';
import { useDraftChanged } from './use-draft-actions.ts';
import { newerDraft } from './use-draft-editor.ts';
import { usePresence } from './use-presence.ts';
import type { Steps } from './use-steps.ts';

/** Editor of a company in all languages, with version history and draft. */
export function EditDialog({
  steps,
  work,
  ...props
}: Omit<EditorProps, 'editor' | 'onNext'> & {
  steps: Steps;
  /** The kind of work whose list the company was opened from. */
  work: InboxKind | undefined;
}) {
  const { t } = useTranslation(['edit', 'work']);
  return (
    <CompanyDialog
      parameter={EDIT_PARAMETER}
      title={t('edit')}
      className="max-w-5xl"
      finalFocus={steps.finalFocus}
      header={(busy) => <StepBar steps={steps} busy={busy} />}
    >
      {(editor) => (
        <>
          {work ? (
            <div className="mb-4">
              <WorkControl
                kind={work}
                item={editor.company.id}
                name={`${editor.company.name}: ${t(`work:kinds.${work}`)}`}
              />
            </div>
          ) : null}
          <Editor {...props} editor={editor} onNext={steps.next} />
        </>
      )}
    </CompanyDialog>
  );
}

interface EditorProps {
  editor: CompanyEditor;
  dataLanguage: Language;
  /** Opens the next company. */
  onNext: (() => void) | undefined;
  onSaved(): void;
}

/** What readers see, or its draft, whichever of the two is edited. */
function Editor(props: EditorProps) {
  const { company, unsaved } = props.editor;
  const presence = usePresence(company.id).data;
  const [edited, setEdited] = useState<{ draft: Draft; mine?: CompanyDraft } | null>(null);
  return (
    <>
      <OtherEditors names={presence?.others ?? []} />
      {edited ? (
        <DraftEditor
          key={edited.draft.version}
          company={company}
          {...edited}
          unsaved={unsaved}
          firstLanguage={company.content[props.dataLanguage] ? props.dataLanguage : usualLanguage()}
          onNext={props.onNext}
          onClose={() => {
            unsaved.current = false;
            setEdited(null);
          }}
        />
      ) : (
        <ShownEditor
          {...props}
          draft={presence?.draft ?? null}
          newest={presence?.version ?? company.version}
          onDraft={(draft, mine) => setEdited(mine ? { draft, mine } : { draft })}
        />
      )}
    </>
  );
}

/** Who else has the company in the editor. */
function OtherEditors({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('drafts');
  const { language } = useRoot();
  return (
    <div role="status">
      {names.length > 0 ? (
        <p className="mb-4 rounded-xl border border-warning/50 bg-tint px-4 py-3 text-sm">
          {t('present', { count: names.length, names: formatList(names, language) })}
        </p>
      ) : null}
    </div>
  );
}

/** The draft, once it is loaded. */
function LoadedDraft({
  company,
  summary,
  newest,
  onEdit,
}: {
  company: AdminCompany;
  summary: DraftSummary;
  /** The newest version of the company. */
  newest: number;
  onEdit(draft: Draft): void;
}) {
  const { t } = useTranslation('drafts');
  const parts = { params: { id: company.id } };
  const draft = useQuery({
    // Loaded anew with whatever a heartbeat tells of the draft and its company.
    queryKey: [...callKey(readCompanyDraft, parts), summary, newest],
    queryFn: () => callFromBrowser(readCompanyDraft, parts),
    placeholderData: keepPreviousData,
  });
  if (!draft.data) return <NotLoaded query={draft} failed={t('readFailed')} lines={2} />;
  const { data } = draft;
  return <DraftNotice company={company} draft={data} onEdit={() => onEdit(data)} />;
}

function ShownEditor({
  editor,
  dataLanguage,
  draft: summary,
  newest,
  onNext,
  onSaved,
  onDraft,
}: EditorProps & {
  draft: DraftSummary | null;
  newest: number;
  /** @param mine values typed in this form, if the draft is another administrator's */
  onDraft(draft: Draft, mine?: CompanyDraft): void;
}) {
  const { t } = useTranslation(['edit', 'drafts', 'moderation']);
  const { language } = useRoot();
  const client = useQueryClient();
  const toast = useToast();
  const mayPublish = useMay()('companies.write');
  const changed = useDraftChanged();
  const then = useRef<() => void>(undefined);
  const { base, draft, setDraft, busy, failure, save, saveDraft, conflict, localDraft, restore } =
    useCompanyDraft({ ...editor, onClose: () => (then.current ?? editor.onClose)() }, onSaved);
  const [historyOpen, setHistoryOpen] = useState(false);
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
  const saves: SaveTarget[] = [];
  if (!summary) saves.push('new-draft');
  if (mayPublish) saves.push('company');
  const usual = saves.at(-1);
  const keepAsDraft = () => {
    if (!editor.unsaved.current) return then.current?.();
    saveDraft.mutate(undefined, {
      onSuccess: () => {
        void changed();
        toast({ type: 'success', title: t('drafts:saved', { name: base.name }) });
        editor.unsaved.current = false;
        then.current?.();
      },
      onError: (error) => {
        const newest = newerDraft(error);
        if (newest) onDraft(newest, draft);
      },
    });
  };
  return (
    <>
      {summary ? (
        <LoadedDraft company={editor.company} summary={summary} newest={newest} onEdit={onDraft} />
      ) : null}
      <EditForm
        company={base}
        draft={draft}
        onChange={setDraft}
        firstLanguage={base.content[dataLanguage] ? dataLanguage : usualLanguage()}
        failure={failure}
        busy={busy}
        saves={saves}
        onNext={onNext}
        onSave={(target = usual, after) => {
          then.current = after;
          if (target === 'company') save();
          else keepAsDraft();
        }}
        onCancel={editor.onClose}
        header={
          <>
            <LocalDraftNotice offer={localDraft} onRestore={restore} />
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <div className="min-w-0">
                <p className="font-medium text-lg">{base.name}</p>
                <p className="number text-soft text-sm">
                  {t('edit:lastSaved', {
                    date: formatDateTime(base.updated_at, language),
                    version: base.version,
                  })}
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                {base.show_on_site ? (
                  <a className="button" href={paths.company(base.id)} target="_blank" rel="noopener">
                    {t('moderation:company.openPage')} <span aria-hidden="true">↗</span>
                  </a>
                ) : null}
                <Button onClick={() => setHistoryOpen(true)}>{t('edit:history.open')}</Button>
              </div>
            </div>
          </>
        }
      />
      <HistoryDialog
        company={base}
        unsaved={editor.unsaved.current}
        open={historyOpen}
        onClose={() => setHistoryOpen(false)}
        onRestored={(restored) => {
          onSaved();
          toast({ type: 'success', title: t('edit:history.restored', { name: restored.name }) });
          client.setQueryData(callKey(readAdminCompany, { params: { id: base.id } }), restored);
        }}
      />
    </>
  );
}
