import { useRef } from 'react';
import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import type { Draft } from '../../../core/drafts/calls.ts';
import type { Language } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../shared/ui/button.tsx';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import type { CompanyDraft } from './company-draft.ts';
import { DraftBadge } from './draft-notice.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { EditForm } from './edit-form.tsx';
import { useDraftEditor } from './use-draft-editor.ts';

/** The form of a company's draft. Publishing it is another step. */
export function DraftEditor({
  company,
  draft,
  mine,
  unsaved,
  firstLanguage,
  onNext,
  onClose,
}: {
  company: AdminCompany;
  draft: Draft;
  mine?: CompanyDraft | undefined;
  unsaved: { current: boolean };
  firstLanguage: Language;
  /** Opens the next company. */
  onNext?: (() => void) | undefined;
  /** Back to what readers see. */
  onClose(): void;
}) {
  const { t } = useTranslation('drafts');
  const then = useRef<() => void>(undefined);
  const { form, setForm, localDraft, restore, decision, decide, save, failure } = useDraftEditor({
    ...{ company, draft, mine, unsaved },
    onSaved: () => {
      onClose();
      then.current?.();
    },
  });
  if (decision) {
    return (
      <EditConflict
        savedBy={decision.savedBy}
        disagreements={decision.disagreements}
        busy={save.isPending}
        onSave={(keptFields) => save.mutate(decide(keptFields))}
        onBack={decide}
      />
    );
  }
  return (
    <EditForm
      company={company}
      draft={form}
      onChange={setForm}
      firstLanguage={firstLanguage}
      failure={failure}
      busy={save.isPending}
      saves={['draft']}
      onNext={onNext}
      onSave={(_, after) => {
        then.current = after;
        save.mutate(form);
      }}
      onCancel={onClose}
      header={
        <>
          <LocalDraftNotice offer={localDraft} onRestore={restore} />
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p className="flex flex-wrap items-center gap-3 font-medium text-lg">
              {company.name}
              <span className="font-normal text-sm">
                <DraftBadge state={draft.state} />
              </span>
            </p>
            <Button onClick={onClose}>{t('leave')}</Button>
          </div>
        </>
      }
    />
  );
}
