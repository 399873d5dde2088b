import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { aiUpdateCompany, type FieldProposal } from '../../../core/ai/calls.ts';
import {
  type AdminCompany,
  searchAdminCompanies,
  updateCompany,
} from '../../../core/companies/admin-calls.ts';
import type { Language } from '../../../core/languages.ts';
import { withinBody } from '../../../core/refusal.ts';
import type { Translate } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { detailsOf, refusalLine } from '../../shared/refusal-text.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey } from '../shared/api.ts';
import { refreshRows } from '../shared/company-rows.ts';
import { useLocalDraft } from '../shared/local-drafts.ts';
import { type Changes, listChanges, readChanges, writeCompany } from './company-changes.ts';
import { type CompanyDraft, disagreementsOf, draftOn, isChanged } from './company-draft.ts';
import { newerVersion } from './newer-version.ts';
import type { UpdateState } from './update-status.tsx';

/** What was changed stays in sight this long, in milliseconds (specification, section 4). */
const DONE_SHOWN_MS = 3000;
const SHOWN_AFTER_AI = 8000;

/** How the company is being updated; `base` is the version that the update is made against. */
export type Work =
  | { by: 'fields'; base: AdminCompany; draft: CompanyDraft }
  | { by: 'json'; base: AdminCompany; text: string }
  | { by: 'ai'; base: AdminCompany; proposals: FieldProposal[]; model: string };

type Typed = Exclude<Work, { by: 'ai' }>;

const IDLE: UpdateState = { kind: 'idle' };

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

/** Line with the refused fields and the reasons; undefined without details. */
function refusedLine(t: Translate<'refusals'>, error: unknown): string | undefined {
  const details = detailsOf(error).map(withinBody);
  return details.length > 0 ? refusalLine(t, details) : undefined;
}

/**
 * An update of a company, by its fields, as JSON or by AI: what is being done, the save against the
 * version it began with, and what became of it. Needs the texts of `transfer`, `edit`, `problems` and
 * `refusals`.
 */
export function useCompanyUpdate(company: AdminCompany, language: Language, onSaved: () => void) {
  const { t } = useTranslation(['transfer', 'edit', 'problems', 'refusals', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const [work, setWork] = useState<Work | null>(null);
  const [status, setStatus] = useState(IDLE);
  const { id } = company;
  const unsaved = isUnsaved(work);
  const localDraft = useLocalDraft<{ work: Typed | null }>({
    form: 'company-update',
    subject: id,
    // What a model proposed is asked for again.
    value: unsaved && work && work.by !== 'ai' ? { work } : undefined,
    model: { work: null },
  });

  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(clearing.current), []);

  function tell(next: UpdateState, duration?: number) {
    clearTimeout(clearing.current);
    setStatus(next);
    if (duration) clearing.current = setTimeout(() => setStatus(IDLE), duration);
  }

  /** Puts a version in the place of the one that the search found. */
  function keep(newer: AdminCompany) {
    client.setQueriesData<AdminCompany[]>({ queryKey: callKey(searchAdminCompanies) }, (found) =>
      found?.map((other) => (other.id === newer.id ? newer : other)),
    );
    void refreshRows(client);
  }

  const update = useMutation({
    mutationFn: ({ work: { base, ...done }, changes }: { work: Work; changes: Changes }) =>
      callFromBrowser(updateCompany, {
        params: { id },
        body: { ...changes, version: base.version, ...(done.by === 'ai' ? { model: done.model } : {}) },
      }),
    onMutate: () => tell(IDLE),
    onSuccess: (saved, { work: done, changes }) => {
      const duration = done.by === 'ai' ? SHOWN_AFTER_AI : DONE_SHOWN_MS;
      setWork(null);
      localDraft.noteSaved();
      tell({ kind: 'success', changes: listChanges(done.base, changes) }, duration);
      keep(saved);
      onSaved();
    },
    onError: (error, { work: failed }) => {
      const newer = newerVersion(error);
      if (newer) {
        setWork(workOn(newer, failed));
        keep(newer);
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
    mutationFn: () => callFromBrowser(aiUpdateCompany, { params: { id }, body: { language } }),
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

  return {
    work,
    /** Goes on with what is being done. */
    setWork,
    /** Opens another task, or none. */
    open(next: Work | null) {
      tell(IDLE);
      setWork(next);
    },
    unsaved,
    /** What an earlier page left on this device. Where others saved since, the save says so. */
    localDraft,
    status,
    update,
    ask,
  };
}
