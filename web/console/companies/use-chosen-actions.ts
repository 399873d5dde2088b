import { useMutation } from '@tanstack/react-query';
import { type AdminCompanyRow, findCompanyRows } from '../../../core/companies/admin-calls.ts';
import { exportSelection, exportSelectionTable } from '../../../core/import-export/calls.ts';
import { JOB_ITEMS_MAX } from '../../../core/jobs/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser, receiveFile } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { saveFile } from '../../shared/ui/save-file.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { isConflictError } from '../shared/api.ts';
import type { Chosen } from './chosen-companies.ts';
import { type EditState, filterOf } from './edit-list.ts';

/** Saves the chosen companies as a file. Needs the texts of `edit` and `problems`. */
export function useExportChosen(chosen: Chosen) {
  const { t } = useTranslation(['edit', 'problems', 'common']);
  const toast = useToast();
  return useMutation({
    mutationFn: (type: 'json' | 'csv') =>
      receiveFile(type === 'json' ? exportSelection : exportSelectionTable, {
        body: chosen.selection,
      }),
    onSuccess: ({ file, name }) => {
      saveFile(file, name);
      toast({ type: 'success', title: t('edit:bulk.exported'), message: name });
    },
    onError: (error) =>
      toast({
        type: 'error',
        title: t('edit:bulk.exportFailed'),
        message: isConflictError(error) ? t('edit:bulk.others') : problemText(t, error, ''),
      }),
  });
}

/**
 * Asks AI about the chosen companies, and loads them first where a filter names them. Needs the texts of
 * `edit` and `problems`.
 */
export function useAskAboutChosen(
  chosen: Chosen,
  state: EditState,
  askAi: (companies: readonly AdminCompanyRow[], count?: number) => void,
) {
  const { t } = useTranslation(['edit', 'problems', 'common']);
  const toast = useToast();
  // A job of AI takes ids; more than it takes need not be loaded.
  const { mutate, isPending } = useMutation({
    mutationFn: async (except: readonly string[]) =>
      chosen.count > JOB_ITEMS_MAX
        ? []
        : (await callFromBrowser(findCompanyRows, { query: filterOf(state) })).filter(
            ({ id }) => !except.includes(id),
          ),
    onSuccess: (found) => askAi(found, Math.max(found.length, chosen.count)),
    onError: (error) =>
      toast({ type: 'error', title: t('edit:bulk.matchingFailed'), message: problemText(t, error, '') }),
  });
  return {
    isPending,
    ask: () => (chosen.rows.length > 0 ? askAi(chosen.rows) : mutate(chosen.selection.except ?? [])),
  };
}
