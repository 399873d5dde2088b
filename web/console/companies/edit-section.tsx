import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
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
import { JOB_ITEMS_MAX } from '../../../core/jobs/calls.ts';
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
import { isConflictError, useCall, useCountedCall } from '../shared/api.ts';
import { refreshRows, useCompanyTasks } from '../shared/company-rows.ts';
import { useListState } from '../shared/list-state.ts';
import { useMay } from '../shared/may.ts';
import { useOpened } from '../shared/opened.tsx';
import { QueryTable } from '../shared/query-table.tsx';
import { Section } from '../shared/section.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { type Chosen, chosenRows, useChosenCompanies } from './chosen-companies.ts';
import { EditDialog } from './edit-dialog.tsx';
import { EDIT_LIST, filterOf, isNarrowedBy, rowsOf, UNFILTERED, workOf } from './edit-list.ts';
import { EditTable } from './edit-table.tsx';
import { type ChangedFigure, FigureDialog } from './figure-dialog.tsx';
import { IssueFilter } from './issue-filter.tsx';
import { RowFilterPanel } from './row-filter-panel.tsx';
import { SavedViews } from './saved-views.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { type Task, TaskDialog } from './task-dialog.tsx';
import { TrashDialog } from './trash-dialog.tsx';
import { useSteps } from './use-steps.ts';

const NO_ROWS: AdminCompanyRow[] = [];

export default function EditSection() {
  const [query] = useSearchParams();
  return (
    <Section id="edit" features={['edit', 'drafts', 'ai', 'moderation', 'jobs', 'work', 'refusals']}>
      <div data-wide>{query.get('show') === 'duplicates' ? <Duplicates /> : <EditCompanies />}</div>
    </Section>
  );
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
  const options = useCall(
    countRowFilters,
    { query: filterOf(state) },
    { placeholderData: keepPreviousData },
  ).data;
  const rows = list.data?.rows ?? NO_ROWS;
  const matching = list.data?.total ?? 0;
  const steps = useSteps(opened, state, rows, matching);
  const { chosen, selection, unselect, ...choice } = useChosenCompanies(state, rows, matching);

  const exportChosen = useMutation({
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

  const { setShown } = useCompanyTasks();
  const ai = useAskAi(lang);
  // A job of AI takes ids; more than it takes need not be loaded.
  const askAboutMatching = useMutation({
    mutationFn: async (except: readonly string[]) =>
      chosen.count > JOB_ITEMS_MAX
        ? []
        : (await callFromBrowser(findCompanyRows, { query: filterOf(state) })).filter(
            ({ id }) => !except.includes(id),
          ),
    onSuccess: (found) => ai.askAi(found, Math.max(found.length, chosen.count)),
    onError: (error) =>
      toast({ type: 'error', title: t('edit:bulk.matchingFailed'), message: problemText(t, error, '') }),
  });
  const [task, setTask] = useState<Task | null>(null);
  const [changing, setChanging] = useState<Chosen | null>(null);
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
      remove: (company: AdminCompanyRow) => setTask({ kind: 'delete', chosen: chosenRows([company]) }),
      askAi: (company: AdminCompanyRow) => latest.current.askAi([company]),
      changeFigure: (company: AdminCompanyRow, headline: Headline) => setFigure({ company, headline }),
    }),
    [],
  );

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
            onSelectionChange={choice.onSelectionChange}
            actions={mayWrite ? actions : null}
          />
        )}
      </QueryTable>

      {chosen.count > 0 ? (
        <BulkBar
          count={chosen.count}
          unseen={choice.unseen}
          matching={choice.matching}
          asking={askAboutMatching.isPending}
          onMatching={choice.chooseMatching}
          onClear={() => unselect()}
          onAskAi={() =>
            chosen.rows.length > 0
              ? ai.askAi(chosen.rows)
              : askAboutMatching.mutate(chosen.selection.except ?? [])
          }
          onChange={() => setChanging(chosen)}
          onExport={may('companies.export') ? exportChosen.mutate : undefined}
          onTask={(kind) => setTask({ kind, chosen })}
        />
      ) : null}

      <TaskDialog
        task={task}
        onDone={unselect}
        onClose={() => setTask(null)}
        finalFocus={() => summary.current}
      />
      <ChangeDialog chosen={changing} onDone={unselect} onClose={() => setChanging(null)} />
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
  asking,
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
  /** The companies are being loaded for AI. */
  asking: boolean;
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
          <Button onClick={onMatching}>{t('bulk.matching', { count: matching })}</Button>
        )}
        <Button busy={asking} onClick={onAskAi}>
          {t('actions.aiUpdate')}
        </Button>
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
