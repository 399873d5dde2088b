import { useMutation, useQueryClient } from '@tanstack/react-query';
import { findDuplicates, findMerges, undoMerge } from '../../../core/companies/duplicate-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey } from '../shared/api.ts';
import { refreshRows } from '../shared/company-rows.ts';

/** Reloads the queries affected by a merge or its undo. */
export function useMergesChanged(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      refreshRows(client),
      ...[findDuplicates, findMerges].map((call) => client.invalidateQueries({ queryKey: callKey(call) })),
    ]);
}

/** Takes merges back, and tells how it went. Needs the texts of `edit` and `problems`. */
export function useUndoMerge(): (merge: string) => void {
  const { t } = useTranslation(['edit', 'problems', 'common']);
  const toast = useToast();
  const changed = useMergesChanged();
  const { mutate } = useMutation({
    mutationFn: (id: string) => callFromBrowser(undoMerge, { params: { id } }),
    onSuccess: async ({ kept }) => {
      await changed();
      toast({ type: 'success', title: t(kept ? 'edit:merge.undoneKept' : 'edit:merge.undone') });
    },
    onError: (error) =>
      toast({
        type: 'error',
        title: t('edit:merge.undoFailed'),
        message: problemText(t, error, t('edit:merge.undoLater')),
      }),
  });
  return mutate;
}
