import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { removeFromTrash, restoreFromTrash, type TrashEntry } from '../../../core/companies/history-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { isConflictError } from '../shared/api.ts';
import { refreshRows, restoreAll } from '../shared/company-rows.ts';

/**
 * Restores deleted companies, and erases them for good. Needs the texts of `edit` and `problems`.
 * @param list takes the focus from the button of a restored company
 */
export function useTrashActions(list: RefObject<HTMLElement | null>, onManyRestored: () => void) {
  const { t } = useTranslation(['edit', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const [erasing, setErasing] = useState<TrashEntry | null>(null);
  const restore = useMutation({
    mutationFn: (entry: TrashEntry) => callFromBrowser(restoreFromTrash, { params: { id: entry.id } }),
    onSuccess: async (_, entry) => {
      await refreshRows(client);
      list.current?.focus();
      toast({ type: 'success', title: t('trash.restored', { name: entry.name }) });
    },
    onError: (error) =>
      toast({
        type: 'error',
        title: t('trash.restoreFailed'),
        message: isConflictError(error) ? t('trash.taken') : problemText(t, error, ''),
      }),
  });
  const erase = useMutation({
    mutationFn: (entry: TrashEntry) => callFromBrowser(removeFromTrash, { params: { id: entry.id } }),
    onSuccess: async () => {
      await refreshRows(client);
      setErasing(null);
    },
  });
  const [restored, setRestored] = useState(0);
  const restoreMany = useMutation({
    mutationFn: (entries: readonly TrashEntry[]) => {
      setRestored(0);
      return restoreAll(
        entries.map((entry) => ({ bin_id: entry.id, id: entry.company_id })),
        { onProgress: setRestored },
      );
    },
    onSuccess: async ({ done, failed }) => {
      await refreshRows(client);
      onManyRestored();
      list.current?.focus();
      toast({
        type: failed.length > 0 ? 'warning' : 'success',
        title: t('trash.restoredMany', { count: done.length }),
        ...(failed.length > 0 ? { message: t('trash.notRestored', { count: failed.length }) } : {}),
      });
    },
    onError: (error) =>
      toast({ type: 'error', title: t('trash.restoreFailed'), message: problemText(t, error, '') }),
  });

  return {
    restore,
    restoreMany,
    /** Number of companies that `restoreMany` has restored so far. */
    restored,
    erase,
    /** The company whose erasure is asked about. */
    erasing,
    setErasing,
  };
}
