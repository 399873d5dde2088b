import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { searchAdminCompanies } from '../../../core/companies/admin-calls.ts';
import type { Language } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey } from '../shared/api.ts';
import { deleteAll, refreshRows } from '../shared/company-rows.ts';
import {
  type BulkResult,
  type CreatedCompany,
  createPasted,
  EMPTY_RESULT,
  type PastedCompanies,
  pastedText,
  readCompanies,
  withoutCreated,
} from './pasted-companies.ts';

export interface BulkImportProps {
  /** Of companies that do not say theirs. */
  language: Language;
  text: string;
  onChange(text: string): void;
}

/**
 * Creates the pasted companies, also under another id, and takes the creation back. Needs the texts of `add`, `edit`
 * and `problems`.
 */
export function useBulkImport({ language, text, onChange }: BulkImportProps) {
  const { t } = useTranslation(['add', 'edit', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const [result, setResult] = useState<BulkResult | null>(null);
  const refresh = () => {
    void refreshRows(client);
    void client.invalidateQueries({ queryKey: callKey(searchAdminCompanies) });
  };

  const run = useMutation({
    mutationFn: async () => createPasted(readCompanies(text), language, 'report'),
    onMutate: () => setResult(null),
    onSuccess: (made) => {
      setResult(made);
      onChange(withoutCreated(text, [...made.created, ...made.unchanged]));
      if (made.created.length > 0) refresh();
      const count = made.created.length + made.unchanged.length;
      if (made.failed.length === 0 && count > 0)
        toast({ type: 'success', title: t('add:bulk.done', { count }) });
    },
  });

  const taken = result?.failed.filter(({ takenBy }) => takenBy !== null) ?? [];
  /** Those of a taken name all the same, under the next free id. */
  const addAnyway = useMutation({
    mutationFn: () =>
      createPasted(
        taken.map(({ company }) => company),
        language,
        'next_id',
      ),
    onSuccess: (made) => {
      const { created, unchanged, failed } = result ?? EMPTY_RESULT;
      const next = {
        created: [...created, ...made.created],
        unchanged: [...unchanged, ...made.unchanged],
        failed: [...failed.filter(({ takenBy }) => takenBy === null), ...made.failed],
      };
      setResult(next);
      onChange(withoutCreated(text, [...made.created, ...made.unchanged]));
      refresh();
    },
  });

  /** Companies that are not in the directory any more stand in the box again, unless it is being edited. */
  function putBack(companies: PastedCompanies) {
    try {
      onChange(pastedText([...companies, ...(text.trim() ? readCompanies(text) : [])]));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }

  /** What was made goes where deleted companies go, and what was pasted back into the box. */
  const undo = useMutation({
    mutationFn: (made: readonly CreatedCompany[]) => deleteAll(made),
    onSuccess: ({ done, failed }) => {
      const gone = new Set(done.map(({ item }) => item));
      setResult(
        (current) => current && { ...current, created: current.created.filter((one) => !gone.has(one)) },
      );
      putBack(done.map(({ item }) => item.company));
      refresh();
      if (failed.length > 0)
        toast({ type: 'error', title: t('edit:undoFailed'), message: problemText(t, failed[0]?.error, '') });
      else toast({ type: 'success', title: t('edit:undone', { count: done.length }) });
    },
  });

  const busy = run.isPending || addAnyway.isPending || undo.isPending;
  return { result, taken, run, addAnyway, undo, busy };
}
