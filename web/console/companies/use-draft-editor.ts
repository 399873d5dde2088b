import { useMutation } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import { type Draft, saveCompanyDraft } from '../../../core/drafts/calls.ts';
import { equalJson } from '../../../core/equal-json.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError, callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { useLocalDraft } from '../shared/local-drafts.ts';
import type { Changes } from './company-changes.ts';
import {
  type CompanyDraft,
  companyChangesOf,
  companyDraftOf,
  type Disagreement,
  disagreementsOf,
  draftOn,
} from './company-draft.ts';
import { baseOfDraft, withChanges } from './draft-changes.ts';
import { useDraftChanged } from './use-draft-actions.ts';

/** Two states of a draft that somebody has to decide about, field by field. */
interface DraftDecision {
  /** What the kept fields are put on. */
  theirs: AdminCompany;
  mine: CompanyDraft;
  disagreements: Disagreement[];
  savedBy: { changed_by: string; changed_at: string | null } | undefined;
}

/** The newest draft, where that is why a save of a draft was refused; null where it is gone. */
export function newerDraft(error: unknown): Draft | null | undefined {
  if (!(error instanceof CallError) || error.code !== 'conflict') return undefined;
  return error.body['draft'] as Draft | null | undefined;
}

/** What is to be decided between a form and the newest draft, which somebody else saved. */
function betweenDrafts(company: AdminCompany, mine: CompanyDraft, newest: Draft): DraftDecision {
  const theirs = withChanges(company, newest.changes as Changes);
  return {
    theirs,
    mine,
    disagreements: disagreementsOf(company, mine, theirs),
    savedBy: { changed_by: newest.saved_by, changed_at: newest.saved_at },
  };
}

/** What the form begins with: the draft on the company of now, unless both changed a field. */
function begin(company: AdminCompany, draft: Draft, mine: CompanyDraft | undefined) {
  if (mine) return { form: mine, decision: betweenDrafts(company, mine, draft) };
  const base = baseOfDraft(company, draft);
  const drafted = companyDraftOf(withChanges(base, draft.changes as Changes));
  if (base === company) return { form: drafted, decision: null };
  const disagreements = disagreementsOf(base, drafted, company);
  const own = disagreements.filter(({ changedBy }) => changedBy === 'me').map(({ key }) => key);
  const form = draftOn(company, drafted, new Set(own));
  const isOpen = disagreements.some(({ changedBy }) => changedBy === 'both');
  return {
    form,
    decision: isOpen ? { theirs: company, mine: drafted, disagreements, savedBy: undefined } : null,
  };
}

/** Editing of a draft: form on top of the company's current version, save, and conflicts to resolve. */
export function useDraftEditor({
  company,
  draft,
  mine,
  unsaved,
  onSaved,
}: {
  company: AdminCompany;
  draft: Draft;
  /** Text that was typed before another administrator's draft was loaded. */
  mine?: CompanyDraft | undefined;
  unsaved: RefObject<boolean>;
  onSaved(): void;
}) {
  const { t } = useTranslation(['drafts', 'edit', 'problems', 'common']);
  const toast = useToast();
  const changed = useDraftChanged();
  const [first] = useState(() => begin(company, draft, mine));
  const [form, setForm] = useState(first.form);
  const [decision, setDecision] = useState<DraftDecision | null>(first.decision);
  const [version, setVersion] = useState(draft.version);
  unsaved.current =
    decision !== null || !equalJson(companyChangesOf(company, form), companyChangesOf(company, first.form));

  const localDraft = useLocalDraft<{ company: AdminCompany; form: CompanyDraft }>({
    form: 'company-draft',
    subject: company.id,
    value: unsaved.current ? { company, form } : undefined,
    model: { company, form },
  });

  const save = useMutation({
    mutationFn: (saved: CompanyDraft) =>
      callFromBrowser(saveCompanyDraft, {
        params: { id: company.id },
        body: {
          ...companyChangesOf(company, saved),
          version: company.version,
          draft_version: version,
          ...(typeof draft.changes['model'] === 'string' ? { model: draft.changes['model'] } : {}),
        },
      }),
    onSuccess: async () => {
      unsaved.current = false;
      localDraft.noteSaved();
      await changed();
      toast({ type: 'success', title: t('drafts:saved', { name: company.name }) });
      onSaved();
    },
    onError: (error, saved) => {
      const newest = newerDraft(error);
      if (newest === undefined) return;
      setVersion(newest?.version ?? 0);
      setForm(saved);
      if (newest) setDecision(betweenDrafts(company, saved, newest));
    },
  });

  return {
    form,
    setForm,
    /** Offer of an unsaved form that an earlier page left on this device. */
    localDraft,
    /** Puts the fields of that form on the newest company. */
    restore(left: { company: AdminCompany; form: CompanyDraft }) {
      const typed = disagreementsOf(left.company, left.form, company);
      const own = typed.filter(({ changedBy }) => changedBy !== 'them').map(({ key }) => key);
      setForm(draftOn(company, left.form, new Set(own)));
    },
    decision,
    decide(keptFields: ReadonlySet<string>) {
      if (!decision) return form;
      const decided = draftOn(decision.theirs, decision.mine, keptFields);
      setForm(decided);
      setDecision(null);
      return decided;
    },
    save,
    failure: save.error
      ? newerDraft(save.error) === null
        ? t('drafts:meanwhile')
        : problemText(t, save.error, t('edit:failed.update'))
      : null,
  };
}
