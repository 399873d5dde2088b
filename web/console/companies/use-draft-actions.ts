import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AdminCompany, readAdminCompany } from '../../../core/companies/admin-calls.ts';
import {
  type Draft,
  discardCompanyDraft,
  notePresence,
  publishCompanyDraft,
  saveCompanyDraft,
} from '../../../core/drafts/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { UNDO_TIME, useToast } from '../../shared/ui/toast.tsx';
import { callKey } from '../shared/api.ts';
import { refreshRows } from '../shared/company-rows.ts';
import type { Changes } from './company-changes.ts';
import { newerVersion } from './newer-version.ts';

/** Has rows, and what the open editor knows of its draft, loaded again. */
export function useDraftChanged(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([refreshRows(client), client.invalidateQueries({ queryKey: callKey(notePresence) })]);
}

/** What can be done with a draft as it is. Needs the texts of `drafts` and `problems`. */
export function useDraftActions(company: AdminCompany, draft: Draft) {
  const { t } = useTranslation(['drafts', 'edit', 'problems', 'common']);
  const { language } = useRoot();
  const client = useQueryClient();
  const toast = useToast();
  const changed = useDraftChanged();
  const params = { id: company.id };
  const { name } = company;
  const showCompany = (newer: AdminCompany) =>
    client.setQueryData(callKey(readAdminCompany, { params }), newer);

  function onError(error: unknown) {
    const newer = newerVersion(error);
    void changed();
    if (newer) showCompany(newer);
    toast({
      type: 'error',
      title: t('drafts:failed'),
      message: newer ? t('drafts:stale') : problemText(t, error, ''),
    });
  }

  const publish = useMutation({
    mutationFn: () =>
      callFromBrowser(publishCompanyDraft, { params, body: { draft_version: draft.version } }),
    onSuccess: async ({ company: published }) => {
      await changed();
      if (published) showCompany(published);
      toast({ type: 'success', title: t('drafts:published', { name }) });
    },
    onError,
  });
  const schedule = useMutation({
    mutationFn: (at: string | null) =>
      callFromBrowser(publishCompanyDraft, { params, body: { at, draft_version: draft.version } }),
    onSuccess: async (_, at) => {
      await changed();
      const date = at && formatDateTime(at, language);
      toast({
        type: 'success',
        title: date ? t('drafts:scheduled', { name, date }) : t('drafts:takenBack'),
      });
    },
    onError,
  });
  const restore = useMutation({
    mutationFn: async () => {
      const body = { ...(draft.changes as Changes), version: draft.company_version, draft_version: 0 };
      await callFromBrowser(saveCompanyDraft, { params, body });
      if (draft.state !== 'scheduled' || !draft.publish_at) return;
      await callFromBrowser(publishCompanyDraft, { params, body: { at: draft.publish_at } });
    },
    onSuccess: () => toast({ type: 'success', title: t('drafts:restored') }),
    onError: (error) =>
      toast({ type: 'error', title: t('edit:undoFailed'), message: problemText(t, error, '') }),
    onSettled: changed,
  });
  const discard = useMutation({
    mutationFn: () => callFromBrowser(discardCompanyDraft, { params }),
    onSuccess: async () => {
      await changed();
      toast({
        type: 'success',
        title: t('drafts:discarded'),
        duration: UNDO_TIME,
        action: { label: t('edit:undo'), run: () => restore.mutate() },
      });
    },
    onError,
  });
  return {
    publish,
    schedule,
    discard,
    busy: publish.isPending || schedule.isPending || discard.isPending,
  };
}
