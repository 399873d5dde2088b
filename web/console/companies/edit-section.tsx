import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import {
  type AdminCompanyRow,
  countCompanyRows,
  countRowFilters,
  findCompanyRows,
} from '../../../core/companies/admin-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { EDIT_PARAMETER } from '../../shared/console/sections.ts';
import { Button } from '../../shared/ui/button.tsx';
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
import { BulkBar } from './bulk-bar.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { type Chosen, chosenRows, useChosenCompanies } from './chosen-companies.ts';
import { EditDialog } from './edit-dialog.tsx';
import { EditFilters } from './edit-filters.tsx';
import { EDIT_LIST, filterOf, isNarrowedBy, rowsOf, UNFILTERED, workOf } from './edit-list.ts';
import { EditTable } from './edit-table.tsx';
import { type ChangedFigure, FigureDialog } from './figure-dialog.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { type Task, TaskDialog } from './task-dialog.tsx';
import { TrashDialog } from './trash-dialog.tsx';
import { useAskAboutChosen, useExportChosen } from './use-chosen-actions.ts';
import { useRowActions } from './use-row-actions.ts';
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
  const { t } = useTranslation('edit');
  const client = useQueryClient();
  const may = useMay();
  const mayWrite = may('companies.write');
  const { state, change } = useListState(EDIT_LIST);
  const { lang, page, size } = state;
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

  const exportChosen = useExportChosen(chosen);
  const { setShown } = useCompanyTasks();
  const ai = useAskAi(lang);
  const askAboutChosen = useAskAboutChosen(chosen, state, ai.askAi);
  const [task, setTask] = useState<Task | null>(null);
  const [changing, setChanging] = useState<Chosen | null>(null);
  const [figure, setFigure] = useState<ChangedFigure | null>(null);
  const [trashOpen, setTrashOpen] = useState(false);
  const summary = useRef<HTMLParagraphElement>(null);

  const actions = useRowActions({
    edit: (company) => open(company.id),
    setShown,
    remove: (company) => setTask({ kind: 'delete', chosen: chosenRows([company]) }),
    askAi: (company) => ai.askAi([company]),
    changeFigure: (company, headline) => setFigure({ company, headline }),
  });
  const isFiltered = isNarrowedBy(state);

  return (
    <>
      <EditFilters state={state} counts={counts} options={options} onChange={change} />

      <EditToolbar
        summary={summary}
        matching={list.data && matching}
        total={counts?.all}
        onTrash={mayWrite ? () => setTrashOpen(true) : undefined}
      />
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
          asking={askAboutChosen.isPending}
          onMatching={choice.chooseMatching}
          onClear={() => unselect()}
          onAskAi={askAboutChosen.ask}
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

function EditToolbar({
  summary,
  matching,
  total,
  onTrash,
}: {
  /** Takes the focus once rows are gone. */
  summary: RefObject<HTMLParagraphElement | null>;
  /** Number of companies that match the filters; undefined before the list is loaded. */
  matching: number | undefined;
  total: number | undefined;
  /** Undefined for administrators who may not restore companies. */
  onTrash: (() => void) | undefined;
}) {
  const { t } = useTranslation('edit');
  return (
    <div className="mt-5 mb-2 flex items-center justify-between gap-4">
      <p ref={summary} tabIndex={-1} aria-live="polite" className="number text-soft text-sm outline-none">
        {matching !== undefined && total !== undefined
          ? matching === total
            ? t('count', { count: total })
            : t('countOf', { found: matching, count: total })
          : ''}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <ShortcutHelp />
        <Link to="?show=duplicates" className="button">
          {t('duplicates.open')}
        </Link>
        {onTrash ? <Button onClick={onTrash}>{t('trash.open')}</Button> : null}
      </div>
    </div>
  );
}
