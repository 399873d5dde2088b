import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type AdminCompany, updateCompany } from '../../../core/companies/admin-calls.ts';
import { saveCompanyDraft } from '../../../core/drafts/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { useLocalDraft } from '../shared/local-drafts.ts';
import type { CompanyEditor } from './company-dialog.tsx';
import {
  type CompanyDraft,
  companyChangesOf,
  companyDraftOf,
  disagreementsOf,
  draftOn,
  isChanged,
} from './company-draft.ts';
import { newerVersion, saverOf } from './newer-version.ts';

interface Saved {
  base: AdminCompany;
  draft: CompanyDraft;
}

/**
 * A company that is being edited: its draft, the save against the version it was loaded in, and what
 * to do where somebody else saved meanwhile. Needs the texts of `edit` and `problems`.
 */
export function useCompanyDraft({ company, unsaved, onBusy, onClose }: CompanyEditor, onSaved: () => void) {
  const { t } = useTranslation(['edit', 'problems', 'common']);
  const toast = useToast();
  const [base, setBase] = useState(company);
  const [draft, setDraft] = useState(() => companyDraftOf(company));
  const [newer, setNewer] = useState<AdminCompany | null>(null);
  // Leaving takes a moment, in which this can be drawn again.
  const finished = useRef(false);
  unsaved.current = !finished.current && isChanged(base, draft);
  const localDraft = useLocalDraft<Saved>({
    form: 'company',
    subject: company.id,
    value: unsaved.current ? { base, draft } : undefined,
    model: { base, draft },
  });

  function finish() {
    finished.current = true;
    unsaved.current = false;
    onClose();
  }

  const save = useMutation({
    mutationFn: (saved: Saved) =>
      callFromBrowser(updateCompany, {
        params: { id: company.id },
        body: { ...companyChangesOf(saved.base, saved.draft), version: saved.base.version },
      }),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: (saved) => {
      localDraft.noteSaved();
      onSaved();
      toast({ type: 'success', title: t('edit:saved', { name: saved.name }) });
      finish();
    },
    onError: (error, saved) => {
      const current = newerVersion(error);
      if (current) {
        onSaved();
        resolveNewerVersion(saved, current);
        return;
      }
      toast({ type: 'error', title: t('edit:updateFailed'), message: t('edit:failed.update') });
    },
  });

  /** The same beside what readers see. Refused where there is a draft that this form does not know. */
  const saveDraft = useMutation({
    mutationFn: () =>
      callFromBrowser(saveCompanyDraft, {
        params: { id: company.id },
        body: { ...companyChangesOf(base, draft), version: base.version, draft_version: 0 },
      }),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: () => {
      localDraft.noteSaved();
      setDraft(companyDraftOf(base));
    },
  });

  /** A newer version was saved: with nothing to decide there is nothing left to save either. */
  function resolveNewerVersion(saved: Saved, current: AdminCompany) {
    if (disagreementsOf(saved.base, saved.draft, current).length === 0) finish();
    else {
      setBase(saved.base);
      setDraft(saved.draft);
      setNewer(current);
    }
  }

  /** Saves the changes; without changes it only finishes. */
  function saveChanges(saved: Saved) {
    if (isChanged(saved.base, saved.draft)) save.mutate(saved);
    else finish();
  }

  const failed = save.error ?? saveDraft.error;
  return {
    /** A draft of an earlier page on this device. */
    localDraft,
    /** A draft of the version that is there goes on; else what others saved since is to be decided. */
    restore(left: Saved) {
      if (left.base.version === base.version) setDraft(left.draft);
      else resolveNewerVersion(left, base);
    },
    base,
    setBase,
    draft,
    setDraft,
    busy: save.isPending || saveDraft.isPending,
    /** What the last save failed with. */
    failure: failed ? problemText(t, failed, t('edit:failed.update')) : null,
    save: () => saveChanges({ base, draft }),
    saveDraft,
    /** What to decide where a newer version was saved; null where there is none. */
    conflict: newer
      ? {
          version: newer.version,
          savedBy: saverOf(save.error),
          disagreements: disagreementsOf(base, draft, newer),
          save: (mine: ReadonlySet<string>) =>
            saveChanges({ base: newer, draft: draftOn(newer, draft, mine) }),
          back: (mine: ReadonlySet<string>) => {
            save.reset();
            setBase(newer);
            setDraft(draftOn(newer, draft, mine));
            setNewer(null);
          },
        }
      : null,
  };
}
