import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import {
  type AdminCompanyRow,
  countCompanyIssues,
  countCompanyRows,
  deleteCompany,
  findCompanyRows,
  findTrash,
  previewNewCompany,
  restoreFromTrash,
  setVisibilities,
  VISIBILITY_BATCH,
} from '../../core/companies/admin-calls.ts';
import { readTranslationStatus } from '../../core/translations/calls.ts';
import { CallError, callFromBrowser } from '../api.ts';
import { type Counted, callKey } from '../console/api.ts';
import { type Outcome, runAll } from '../console/run-all.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { problemText } from '../problem-text.ts';
import { UNDO_TIME, useToast } from '../ui/toast.tsx';

/** Changes the rows that are already here, in every list they were loaded in. */
function changeRows(client: QueryClient, change: (rows: AdminCompanyRow[]) => AdminCompanyRow[]): void {
  client.setQueriesData<Counted<AdminCompanyRow>>({ queryKey: callKey(findCompanyRows) }, (known) => {
    if (!known) return known;
    const rows = change(known.rows);
    return { rows, total: known.total - (known.rows.length - rows.length) };
  });
}

/** Has the rows, and what stands beside them, loaded again. */
export function refreshRows(client: QueryClient): Promise<unknown> {
  const stale = [
    findCompanyRows,
    countCompanyRows,
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

interface Deleted {
  bin_id: string;
}

type TaskOutcome = Outcome<AdminCompanyRow, Deleted | null>;

interface RunOptions {
  signal?: AbortSignal;
  onProgress?: (finished: number) => void;
}

/**
 * Shows or hides companies, a batch a call: each call is one act, and between two of them one can stop.
 * @throws CallError at the end of the session
 */
async function setShownOf(
  companies: readonly AdminCompanyRow[],
  shown: boolean,
  { signal, onProgress }: RunOptions = {},
): Promise<TaskOutcome> {
  const outcome: TaskOutcome = { done: [], failed: [] };
  for (let from = 0; from < companies.length && !signal?.aborted; from += VISIBILITY_BATCH) {
    const batch = companies.slice(from, from + VISIBILITY_BATCH);
    try {
      const { missing } = await callFromBrowser(setVisibilities, {
        body: { ids: batch.map(({ id }) => id), show_on_site: shown },
      });
      const gone = new CallError('There is no such company.', 404, 'company_not_found');
      for (const item of batch)
        if (missing.includes(item.id)) outcome.failed.push({ item, error: gone });
        else outcome.done.push({ item, result: null });
    } catch (error) {
      if (error instanceof CallError && error.status === 401) throw error;
      outcome.failed.push(...batch.map((item) => ({ item, error })));
    }
    onProgress?.(outcome.done.length + outcome.failed.length);
  }
  return outcome;
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
          ? await runAll(changed, ({ result }) =>
              callFromBrowser(restoreFromTrash, { params: { id: result?.bin_id ?? '' } }),
            )
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
          ? await runAll(companies, ({ id }) => callFromBrowser(deleteCompany, { params: { id } }), options)
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
