import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { RowSelectionState } from '@tanstack/react-table';
import { useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { allCategories } from '../../../core/categories.ts';
import {
  type AdminCompanyRow,
  countCompanyRows,
  countRowFilters,
  findCompanyRows,
} from '../../../core/companies/admin-calls.ts';
import type { Headline } from '../../../core/companies/headline.ts';
import { exportSelection, exportSelectionTable } from '../../../core/import-export/calls.ts';
import { LANGUAGE_NAMES, offeredLanguages } from '../../../core/languages.ts';
import { SEARCH_MAX } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser, receiveFile } from '../../shared/api.ts';
import { EDIT_PARAMETER } from '../../shared/console/sections.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Select } from '../../shared/ui/input.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { saveFile } from '../../shared/ui/save-file.ts';
import { SearchInput } from '../../shared/ui/search-input.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { useAskAi } from '../ai/ask-ai.tsx';
import { ThreadCompanyDialog } from '../comments/company-dialog.tsx';
import { Duplicates } from '../merges/duplicates.tsx';
import { useCall, useCountedCall } from '../shared/api.ts';
import { refreshRows, useCompanyTasks } from '../shared/company-rows.ts';
import { useListState } from '../shared/list-state.ts';
import { useMay } from '../shared/may.ts';
import { useOpened } from '../shared/opened.tsx';
import { QueryTable } from '../shared/query-table.tsx';
import { Section } from '../shared/section.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { EDIT_LIST, isNarrowedBy, rowsOf, scopeOf, UNFILTERED, workOf } from './edit-list.ts';
import { EditTable } from './edit-table.tsx';
import { type ChangedFigure, FigureDialog } from './figure-dialog.tsx';
import { IssueFilter } from './issue-filter.tsx';
import { RowFilterPanel } from './row-filter-panel.tsx';
import { SavedViews } from './saved-views.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { type Task, TaskDialog } from './task-dialog.tsx';
import { TrashDialog } from './trash-dialog.tsx';
import { useSteps } from './use-steps.ts';

const NO_SELECTION: RowSelectionState = {};
const NO_ROWS: AdminCompanyRow[] = [];

export default function EditSection() {
  const [query] = useSearchParams();
  return (
    <Section id="edit" features={['edit', 'drafts', 'ai', 'moderation', 'jobs', 'work', 'refusals']}>
      <div data-wide>{query.get('show') === 'duplicates' ? <Duplicates /> : <EditCompanies />}</div>
    </Section>
  );
}

/** Rows that were shown once, as they are now: a selection goes beyond the page that it was made on. */
function useSeenRows(rows: readonly AdminCompanyRow[]) {
  const seen = useRef(new Map<string, AdminCompanyRow>());
  for (const row of rows) seen.current.set(row.id, row);
  return seen.current;
}

function EditCompanies() {
  const { t } = useTranslation(['edit', 'categories', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const may = useMay();
  const mayWrite = may('companies.write');
  const { state, change } = useListState(EDIT_LIST);
  const { lang, category, q, page, size } = state;
  const { id: opened, open, close } = useOpened(EDIT_PARAMETER);
  const filters = rowsOf(state);
  const list = useCountedCall(findCompanyRows, {
    query: { ...filters, limit: size, offset: (page - 1) * size },
  });
  const counts = useCall(countCompanyRows, {}).data;
  const { sort: _, order: __, ...narrowed } = filters as typeof filters & { sort?: string; order?: string };
  const options = useCall(countRowFilters, { query: narrowed }, { placeholderData: keepPreviousData }).data;
  const rows = list.data?.rows ?? NO_ROWS;
  const matching = list.data?.total ?? 0;
  const steps = useSteps(opened, state, rows, matching);
  const seen = useSeenRows(rows);

  // A selection belongs to the category, the language and the filters that it was made in.
  const scope = scopeOf(state);
  const [selected, setSelected] = useState({ scope, rows: NO_SELECTION });
  if (selected.scope !== scope) setSelected({ scope, rows: NO_SELECTION });
  const selection = selected.rows;
  const chosen = Object.keys(selection).flatMap((id) => (selection[id] && seen.get(id)) || []);
  const shownChosen = rows.filter((row) => selection[row.id]).length;
  const selectMatching = useMutation({
    mutationFn: (query: typeof filters) => callFromBrowser(findCompanyRows, { query }),
    onSuccess: (found) => {
      for (const row of found) seen.set(row.id, row);
      const all = Object.fromEntries(found.map(({ id }) => [id, true as const]));
      // Another category may have been chosen meanwhile.
      setSelected((current) =>
        current.scope === scope ? { scope, rows: { ...current.rows, ...all } } : current,
      );
    },
    onError: (error) =>
      toast({
        type: 'error',
        title: t('edit:bulk.matchingFailed'),
        message: problemText(t, error, ''),
      }),
  });

  const exportChosen = useMutation({
    mutationFn: (type: 'json' | 'csv') =>
      receiveFile(type === 'json' ? exportSelection : exportSelectionTable, {
        body: { ids: chosen.map(({ id }) => id) },
      }),
    onSuccess: ({ file, name }) => {
      saveFile(file, name);
      toast({ type: 'success', title: t('edit:bulk.exported'), message: name });
    },
    onError: (error) =>
      toast({ type: 'error', title: t('edit:bulk.exportFailed'), message: problemText(t, error, '') }),
  });

  const { setShown } = useCompanyTasks();
  const ai = useAskAi(lang);
  const [task, setTask] = useState<Task | null>(null);
  const [changing, setChanging] = useState<AdminCompanyRow[] | null>(null);
  const [figure, setFigure] = useState<ChangedFigure | null>(null);
  const [trashOpen, setTrashOpen] = useState(false);
  const summary = useRef<HTMLParagraphElement>(null);

  // What the rows call changes with every render; the rows themselves must not.
  const latest = useRef({ open, askAi: ai.askAi, setShown });
  latest.current = { open, askAi: ai.askAi, setShown };
  const actions = useMemo(
    () => ({
      edit: (company: AdminCompanyRow) => latest.current.open(company.id),
      setShown: (company: AdminCompanyRow, shown: boolean) => latest.current.setShown(company, shown),
      remove: (company: AdminCompanyRow) => setTask({ kind: 'delete', companies: [company] }),
      askAi: (company: AdminCompanyRow) => latest.current.askAi([company]),
      changeFigure: (company: AdminCompanyRow, headline: Headline) => setFigure({ company, headline }),
    }),
    [],
  );

  function unselect(ids: readonly string[]) {
    const done = new Set(ids);
    setSelected((current) => ({
      scope: current.scope,
      rows: Object.fromEntries(Object.entries(current.rows).filter(([id]) => !done.has(id))),
    }));
  }

  const categories = allCategories().map((value) => {
    const name = value === 'all' ? t('allCategories') : t(`categories:${value}.name`);
    return { value, label: counts ? t('categoryCount', { name, count: counts[value] }) : name };
  });
  const isFiltered = isNarrowedBy(state);

  return (
    <>
      <search className="grid grid-cols-2 items-end gap-4 lg:grid-cols-[12rem_minmax(0,16rem)_minmax(0,1fr)]">
        <Select
          label={t('language')}
          value={lang}
          onChange={(value) => change({ lang: value })}
          options={offeredLanguages().map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
        <Select
          label={t('category')}
          value={category}
          onChange={(value) => change({ category: value })}
          options={categories}
        />
        <SearchInput
          className="col-span-2 lg:col-span-1"
          label={t('search')}
          placeholder={t('searchPlaceholder')}
          maxLength={SEARCH_MAX}
          value={q}
          onChange={(words) => change({ q: words })}
        />
        <IssueFilter
          state={state}
          drafts={options?.draft.find(({ value }) => value === 'any')?.count}
          onChange={change}
        />
        <RowFilterPanel state={state} counts={options} onChange={change}>
          <SavedViews />
        </RowFilterPanel>
      </search>

      <div className="mt-5 mb-2 flex items-center justify-between gap-4">
        <p ref={summary} tabIndex={-1} aria-live="polite" className="number text-soft text-sm outline-none">
          {list.data && counts
            ? matching === counts.all
              ? t('count', { count: counts.all })
              : t('countOf', { found: matching, count: counts.all })
            : ''}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <ShortcutHelp />
          <Link to="?show=duplicates" className="button">
            {t('duplicates.open')}
          </Link>
          {mayWrite ? <Button onClick={() => setTrashOpen(true)}>{t('trash.open')}</Button> : null}
        </div>
      </div>
      <QueryTable
        query={list}
        state={state}
        onChange={change}
        failed={t('loadFailed')}
        empty={t(isFiltered ? 'noMatch' : 'empty')}
        onReset={isFiltered ? () => change(UNFILTERED) : undefined}
      >
        {(companies) => (
          <EditTable
            companies={companies}
            total={matching}
            before={(page - 1) * size}
            order={state.sort}
            onOrder={(sort) => change({ sort })}
            selection={selection}
            onSelectionChange={(updater) =>
              setSelected((current) => ({
                scope: current.scope,
                rows: typeof updater === 'function' ? updater(current.rows) : updater,
              }))
            }
            actions={mayWrite ? actions : null}
          />
        )}
      </QueryTable>

      {chosen.length > 0 ? (
        <BulkBar
          count={chosen.length}
          unseen={chosen.length - shownChosen}
          matching={matching > rows.length && chosen.length < matching ? matching : null}
          selecting={selectMatching.isPending}
          onMatching={() => selectMatching.mutate(filters)}
          onClear={() => setSelected({ scope, rows: NO_SELECTION })}
          onAskAi={() => ai.askAi(chosen)}
          onChange={() => setChanging(chosen)}
          onExport={may('companies.export') ? exportChosen.mutate : undefined}
          onTask={(kind) => setTask({ kind, companies: chosen })}
        />
      ) : null}

      <TaskDialog
        task={task}
        onDone={unselect}
        onClose={() => setTask(null)}
        finalFocus={() => summary.current}
      />
      <ChangeDialog companies={changing} onDone={unselect} onClose={() => setChanging(null)} />
      <FigureDialog changed={figure} onClose={() => setFigure(null)} />
      {ai.dialog}
      <TrashDialog open={trashOpen} onClose={() => setTrashOpen(false)} />
      {may('companies.draft') ? (
        <EditDialog
          dataLanguage={lang}
          steps={steps}
          work={workOf(state)}
          onSaved={() => void refreshRows(client)}
        />
      ) : (
        <ThreadCompanyDialog id={opened} onClose={close} />
      )}
    </>
  );
}

/** What can be done with the selected companies; stays in sight while the table scrolls. */
function BulkBar({
  count,
  unseen,
  matching,
  selecting,
  onMatching,
  onClear,
  onAskAi,
  onChange,
  onExport,
  onTask,
}: {
  count: number;
  /** Selected rows on other pages. */
  unseen: number;
  /** How many match, where not all of them are selected. */
  matching: number | null;
  selecting: boolean;
  onMatching(): void;
  onClear(): void;
  onAskAi(): void;
  onChange(): void;
  /** Undefined for who may not export. */
  onExport: ((type: 'json' | 'csv') => void) | undefined;
  onTask(kind: Task['kind']): void;
}) {
  const { t } = useTranslation('edit');
  return (
    <section
      aria-label={t('bulk.label')}
      className="sticky bottom-4 z-20 mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-line bg-raised p-3 shadow-xl"
    >
      <p className="number flex-1 whitespace-nowrap px-1" aria-live="polite">
        <span className="font-medium">{t('bulk.selected', { count })}</span>
        {unseen > 0 ? (
          <span className="block text-soft text-sm">{t('bulk.unseen', { count: unseen })}</span>
        ) : null}
      </p>
      <div className="flex flex-wrap gap-2">
        {matching === null ? null : (
          <Button busy={selecting} onClick={onMatching}>
            {t('bulk.matching', { count: matching })}
          </Button>
        )}
        <Button onClick={onAskAi}>{t('actions.aiUpdate')}</Button>
        <Button onClick={onChange}>{t('change.open')}</Button>
        <Button onClick={() => onTask('show')}>{t('actions.show')}</Button>
        <Button onClick={() => onTask('hide')}>{t('actions.hide')}</Button>
        <Button look="danger" onClick={() => onTask('delete')}>
          {t('actions.deleteSelected')}
        </Button>
        <Button onClick={onClear}>{t('bulk.clear')}</Button>
        {onExport ? (
          <Menu
            label={t('bulk.more')}
            actions={[
              { label: t('bulk.exportJson'), run: () => onExport('json') },
              { label: t('bulk.exportCsv'), run: () => onExport('csv') },
            ]}
          />
        ) : null}
      </div>
    </section>
  );
}
