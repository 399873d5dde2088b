import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAdminCompany } from '../../../core/companies/admin-calls.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { EDIT_PARAMETER } from '../../shared/console/sections.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey } from '../shared/api.ts';
import { KeptNotice } from '../shared/kept-notice.tsx';
import { CompanyDialog, type CompanyEditor } from './company-dialog.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { EditForm } from './edit-form.tsx';
import { HistoryDialog } from './edit-history.tsx';
import { useCompanyDraft } from './use-company-draft.ts';

/** The editor of a company in all its languages, with its history. */
export function EditDialog({ dataLanguage, onSaved }: { dataLanguage: Language; onSaved(): void }) {
  const { t } = useTranslation('edit');
  return (
    <CompanyDialog parameter={EDIT_PARAMETER} title={t('edit')} className="max-w-5xl">
      {(editor) => <Editor editor={editor} dataLanguage={dataLanguage} onSaved={onSaved} />}
    </CompanyDialog>
  );
}

function Editor({
  editor,
  dataLanguage,
  onSaved,
}: {
  editor: CompanyEditor;
  dataLanguage: Language;
  onSaved(): void;
}) {
  const { t } = useTranslation('edit');
  const { language } = useRoot();
  const client = useQueryClient();
  const toast = useToast();
  const { base, draft, setDraft, busy, failure, save, conflict, kept, restore } = useCompanyDraft(
    editor,
    onSaved,
  );
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
  return (
    <>
      <EditForm
        company={base}
        draft={draft}
        onChange={setDraft}
        firstLanguage={base.content[dataLanguage] ? dataLanguage : DEFAULT_LANGUAGE}
        failure={failure}
        busy={busy}
        onSave={save}
        onCancel={editor.onClose}
        header={
          <>
            <KeptNotice offer={kept} onRestore={restore} />
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <div className="min-w-0">
                <p className="font-medium text-lg">{base.name}</p>
                <p className="number text-soft text-sm">
                  {t('lastSaved', {
                    date: formatDateTime(base.updated_at, language),
                    version: base.version,
                  })}
                </p>
              </div>
              <Button onClick={() => setHistoryOpen(true)}>{t('history.open')}</Button>
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
          toast({ type: 'success', title: t('history.restored', { name: restored.name }) });
          client.setQueryData(callKey(readAdminCompany, { params: { id: base.id } }), restored);
        }}
      />
    </>
  );
}
