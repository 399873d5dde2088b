import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readJob, undoJob } from '../../../core/jobs/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey } from '../shared/api.ts';
import { refreshRows } from '../shared/company-rows.ts';

/** Takes back what a job did, and says for how many companies, and how many stay as they are. Needs the texts of `jobs`. */
export function useUndoJob() {
  const { t } = useTranslation('jobs');
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (id: string) => callFromBrowser(undoJob, { params: { id } }),
    onSuccess: async (undone, id) => {
      client.setQueryData(callKey(readJob, { params: { id } }), undone);
      const countOf = (what: 'restored' | 'kept') =>
        undone.results.filter((result) => result.undone === what).length;
      const kept = countOf('kept');
      await refreshRows(client);
      toast({
        type: kept > 0 ? 'warning' : 'success',
        title: t('undone', { count: countOf('restored') }),
        ...(kept > 0 ? { message: t('kept', { count: kept }) } : {}),
      });
    },
  });
}
