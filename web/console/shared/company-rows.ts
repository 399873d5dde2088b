import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import {
  type AdminCompanyRow,
  COMPANIES_BATCH,
  countCompanyIssues,
  countCompanyRows,
  countRowFilters,
  deleteCompanies,
  findCompanyRows,
  previewNewCompany,
  setVisibilities,
} from '../../../core/companies/admin-calls.ts';
import { findTrash, restoreCompanies } from '../../../core/companies/history-calls.ts';
import { readTranslationStatus } from '../../../core/translations/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError, callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { UNDO_TIME, useToast } from '../../shared/ui/toast.tsx';
import { type Counted, callKey } from './api.ts';
import { type RunOptions, type RunOutcome, runAll } from './run-all.ts';

/** Changes the rows that are already here, in every list they were loaded in. */
function changeRows(client: QueryClient, change: (rows: AdminCompanyRow[]) => AdminCompanyRow[]): void {
  client.setQueriesData<Counted<AdminCompanyRow>>({ queryKey: callKey(findCompanyRows) }, (known) => {
    if (!known) return known;
    const rows = change(known.rows);
    return { rows, total: known.total - (known.rows.length - rows.length) };
  });
}

/** Reloads the company rows and the counts and lists beside them. */
export function refreshRows(client: QueryClient): Promise<unknown> {
  const stale = [
    findCompanyRows,
    countCompanyRows,
    countRowFilters,
    countCompanyIssues,
    previewNewCompany,
    findTrash,
    readTranslationStatus,
  ];
  return Promise.all(stale.map((call) => client.invalidateQueries({ queryKey: callKey(call) })));
}

function showRows(client: QueryClient, ids: ReadonlySet<string>, shown: boolean): void {
  changeRows(client, (rows) => rows.map((row) => (ids.has(row.id) ? { ...row, show_on_site: shown } : row)));
}

export type TaskKind = 'show' | 'hide' | 'delete';

interface DeletedCompany {
  bin_id: string;
}

type TaskOutcome = RunOutcome<AdminCompanyRow, DeletedCompany | null>;

/** Error of an action on a company that is gone, or whose id another company has. */
const refusedWith = (code: 'company_not_found' | 'conflict') =>
  new CallError('It is not there any more.', code === 'conflict' ? 409 : 404, code);

/** Shows or hides companies. @throws CallError at the end of the session */
function setShownOf(
  companies: readonly AdminCompanyRow[],
  shown: boolean,
  options?: RunOptions,
): Promise<TaskOutcome> {
  return runAll(
    companies,
    COMPANIES_BATCH,
    async (batch) => {
      const { missing } = await callFromBrowser(setVisibilities, {
        body: { ids: batch.map(({ id }) => id), show_on_site: shown },
      });
      return batch.map(({ id }) =>
        missing.includes(id) ? { error: refusedWith('company_not_found') } : { result: null },
      );
    },
    options,
  );
}

/** Moves companies into the trash. @throws CallError at the end of the session */
export function deleteAll<Item extends { id: string }>(
  companies: readonly Item[],
  options?: RunOptions,
): Promise<RunOutcome<Item, DeletedCompany>> {
  return runAll(
    companies,
    COMPANIES_BATCH,
    async (batch) => {
      const { deleted } = await callFromBrowser(deleteCompanies, {
        body: { ids: batch.map(({ id }) => id) },
      });
      const byId = new Map(deleted.map((one) => [one.id, one]));
      return batch.map(({ id }) => {
        const result = byId.get(id);
        return result ? { result } : { error: refusedWith('company_not_found') };
      });
    },
    options,
  );
}

/** Takes what was deleted out of the trash. @throws CallError at the end of the session */
export function restoreAll<Item extends { bin_id: string }>(
  trash: readonly Item[],
  options?: RunOptions,
): Promise<RunOutcome<Item, null>> {
  const send = async (batch: readonly Item[]) => {
    const { refused } = await callFromBrowser(restoreCompanies, {
      body: { ids: batch.map(({ bin_id }) => bin_id) },
    });
    const codes = new Map(refused.map(({ bin_id, code }) => [bin_id, code]));
    return batch.map(({ bin_id }) => {
      const code = codes.get(bin_id);
      return code ? { error: refusedWith(code) } : { result: null };
    });
  };
  return runAll(trash, COMPANIES_BATCH, send, options);
}

/**
 * Shows, hides or deletes companies, keeps the table up to date and offers to undo it. Needs the
 * texts of `edit` and `problems`.
 */
export function useCompanyTasks() {
  const client = useQueryClient();
  const toast = useToast();
  const { t } = useTranslation(['edit', 'problems', 'common']);
  // As mutations, so that the end of the session is noticed.
  const { mutate } = useMutation({ mutationFn: (work: () => Promise<void>) => work() });

  const undo = useCallback(
    async (kind: TaskKind, { done }: TaskOutcome) => {
      // What was so before stays so.
      const changed = done.filter(({ item }) => kind === 'delete' || item.show_on_site === (kind === 'hide'));
      const { failed } =
        kind === 'delete'
          ? await restoreAll(changed.flatMap(({ result }) => result ?? []))
          : await setShownOf(
              changed.map(({ item }) => item),
              kind === 'hide',
            );
      await refreshRows(client);
      if (failed.length > 0) {
        toast({
          type: 'error',
          title: t('edit:undoFailed'),
          message: problemText(t, failed[0]?.error, ''),
        });
      } else toast({ type: 'success', title: t('edit:undone', { count: changed.length }) });
    },
    [client, toast, t],
  );

  /** @throws CallError at the end of the session */
  const run = useCallback(
    async (kind: TaskKind, companies: readonly AdminCompanyRow[], options: RunOptions = {}) => {
      const outcome: TaskOutcome =
        kind === 'delete'
          ? await deleteAll(companies, options)
          : await setShownOf(companies, kind === 'show', options);
      const ids = new Set(outcome.done.map(({ item }) => item.id));
      if (kind === 'delete') {
        changeRows(client, (rows) => rows.filter((row) => !ids.has(row.id)));
        // The server fills the page up.
        void refreshRows(client);
      } else showRows(client, ids, kind === 'show');
      const [first] = outcome.done;
      if (first) {
        toast({
          type: 'success',
          title:
            ids.size === 1
              ? t(`edit:done.${kind}`, { name: first.item.name })
              : t(`edit:doneMany.${kind}`, { count: ids.size }),
          duration: UNDO_TIME,
          action: { label: t('edit:undo'), run: () => mutate(() => undo(kind, outcome)) },
        });
      }
      return outcome;
    },
    [client, toast, t, undo, mutate],
  );

  /** Shows or hides one company at once, and takes it back where the server refuses. */
  const setShown = useCallback(
    (company: AdminCompanyRow, shown: boolean) =>
      mutate(async () => {
        const ids = new Set([company.id]);
        showRows(client, ids, shown);
        const { failed } = await run(shown ? 'show' : 'hide', [company]);
        const [failure] = failed;
        if (!failure) return;
        showRows(client, ids, !shown);
        toast({
          type: 'error',
          title: t('edit:failed.visibility'),
          message: problemText(t, failure.error, ''),
        });
      }),
    [client, run, toast, t, mutate],
  );

  return useMemo(() => ({ run, setShown }), [run, setShown]);
}
