import { useQueryClient } from '@tanstack/react-query';
import type { RowSelectionState } from '@tanstack/react-table';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { CATEGORIES } from '../../core/categories.ts';
import { type AdminCompanyRow, findCompanyRows } from '../../core/companies/admin-calls.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../core/languages.ts';
import { searchKey } from '../../core/text.ts';
import { useAskAi } from '../ai/ask-ai.tsx';
import { useCall } from '../console/api.ts';
import { useListState } from '../console/list-state.ts';
import { useOpened } from '../console/opened.tsx';
import { Empty } from '../console/query-table.tsx';
import { NotLoaded, Section } from '../console/section.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/input.tsx';
import { refreshRows, useCompanyTasks } from './company-rows.ts';
import { EditDialog } from './edit-dialog.tsx';
import { EDIT_LIST, EDIT_PARAMETER } from './edit-list.ts';
import { EditTable } from './edit-table.tsx';
import { type Task, TaskDialog } from './task-dialog.tsx';
import { TrashDialog } from './trash-dialog.tsx';

/** Time without typing after which the search goes into the address, in milliseconds. */
const TYPING_PAUSE = 250;

const NOTHING: RowSelectionState = {};
const NO_ROWS: AdminCompanyRow[] = [];

export default function EditSection() {
  return (
    <Section id="edit" features={['edit', 'ai']}>
      <EditCompanies />
    </Section>
  );
}

/** The rows whose name, founder or description has the words, in this language or in English. */
function useSearch(rows: AdminCompanyRow[], q: string): AdminCompanyRow[] {
  const forms = useMemo(
    () =>
      rows.map((row) =>
        searchKey(
          [row.name, row.founder, row.description, row.nameEn, row.founderEn, row.descriptionEn].join('\n'),
        ),
      ),
    [rows],
  );
  return useMemo(() => {
    const words = searchKey(q.trim());
    return words ? rows.filter((_, index) => forms[index]?.includes(words)) : rows;
  }, [rows, forms, q]);
}

function EditCompanies() {
  const { t } = useTranslation(['edit', 'categories', 'common']);
  const client = useQueryClient();
  const { state, change } = useListState(EDIT_LIST);
  const { lang, category } = state;
  const { open } = useOpened(EDIT_PARAMETER);
  const [q, setQ] = useState(state.q);
  const rows = useCall(findCompanyRows, { query: { language: lang } });
  const all = rows.data ?? NO_ROWS;
  const inCategory = useMemo(
    () => (category === 'all' ? all : all.filter((row) => row.category === category)),
    [all, category],
  );
  const found = useSearch(inCategory, useDeferredValue(q));

  // A selection belongs to the category and the language that it was made in.
  const scope = `${lang} ${category}`;
  const [selected, setSelected] = useState({ scope, rows: NOTHING });
  if (selected.scope !== scope) setSelected({ scope, rows: NOTHING });
  const selection = selected.rows;
  const chosen = inCategory.filter((row) => selection[row.id]);
  const shownChosen = found.filter((row) => selection[row.id]).length;

  const { setShown } = useCompanyTasks();
  const ai = useAskAi(lang);
  const [task, setTask] = useState<Task | null>(null);
  const [trashOpen, setTrashOpen] = useState(false);
  const summary = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (q === state.q) return;
    const timer = setTimeout(() => change({ q }), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [q, state.q, change]);

  // What the rows call changes with every render; the rows themselves must not.
  const latest = useRef({ open, askAi: ai.askAi, setShown });
  latest.current = { open, askAi: ai.askAi, setShown };
  const actions = useMemo(
    () => ({
      edit: (company: AdminCompanyRow) => latest.current.open(company.id),
      setShown: (company: AdminCompanyRow, shown: boolean) => latest.current.setShown(company, shown),
      remove: (company: AdminCompanyRow) => setTask({ kind: 'delete', companies: [company] }),
      askAi: (company: AdminCompanyRow) => latest.current.askAi([company]),
    }),
    [],
  );

  function reset() {
    setQ('');
    change({ q: '', category: 'all' });
  }

  function unselect(ids: readonly string[]) {
    const done = new Set(ids);
    setSelected((current) => ({
      scope: current.scope,
      rows: Object.fromEntries(Object.entries(current.rows).filter(([id]) => !done.has(id))),
    }));
  }

  const counts = useMemo(() => Map.groupBy(all, (row) => row.category), [all]);
  const categories = CATEGORIES.map((value) => ({
    value,
    label: t('categoryCount', {
      name: value === 'all' ? t('allCategories') : t(`categories:${value}.name`),
      count: value === 'all' ? all.length : (counts.get(value)?.length ?? 0),
    }),
  }));

  return (
    <>
      <div className="grid grid-cols-2 items-end gap-4 lg:grid-cols-[12rem_minmax(0,16rem)_minmax(0,1fr)]">
        <Select
          label={t('language')}
          value={lang}
          onChange={(value) => change({ lang: value })}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
        <Select
          label={t('category')}
          value={category}
          onChange={(value) => change({ category: value })}
          options={categories}
        />
        <SearchField value={q} onChange={setQ} />
      </div>

      <div className="mt-5 mb-2 flex items-center justify-between gap-4">
        <p ref={summary} tabIndex={-1} aria-live="polite" className="number text-soft text-sm outline-none">
          {rows.data
            ? found.length === all.length
              ? t('count', { count: all.length })
              : t('countOf', { found: found.length, count: all.length })
            : ''}
        </p>
        <Button onClick={() => setTrashOpen(true)}>{t('trash.open')}</Button>
      </div>
      {!rows.data ? (
        <NotLoaded query={rows} failed={t('loadFailed')} lines={8} />
      ) : found.length === 0 ? (
        <Empty text={t(all.length > 0 ? 'noMatch' : 'empty')} onReset={all.length > 0 ? reset : undefined} />
      ) : (
        <EditTable
          companies={found}
          dataLanguage={lang}
          order={state.sort}
          onOrder={(sort) => change({ sort })}
          selection={selection}
          onSelectionChange={(updater) =>
            setSelected((current) => ({
              scope: current.scope,
              rows: typeof updater === 'function' ? updater(current.rows) : updater,
            }))
          }
          actions={actions}
        />
      )}

      {chosen.length > 0 ? (
        <BulkBar
          count={chosen.length}
          unseen={chosen.length - shownChosen}
          onClear={() => setSelected({ scope, rows: NOTHING })}
          onAskAi={() => ai.askAi(chosen)}
          onTask={(kind) => setTask({ kind, companies: chosen })}
        />
      ) : null}

      <TaskDialog
        task={task}
        onDone={unselect}
        onClose={() => setTask(null)}
        finalFocus={() => summary.current}
      />
      {ai.dialog}
      <TrashDialog open={trashOpen} onClose={() => setTrashOpen(false)} />
      <EditDialog dataLanguage={lang} onSaved={() => void refreshRows(client)} />
    </>
  );
}

function SearchField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation('edit');
  return (
    <label className="col-span-2 block text-sm lg:col-span-1">
      <span className="mb-1 block font-medium">{t('search')}</span>
      <input
        type="search"
        className="field text-base"
        placeholder={t('searchPlaceholder')}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

/** What can be done with the selected companies; stays in sight while the table scrolls. */
function BulkBar({
  count,
  unseen,
  onClear,
  onAskAi,
  onTask,
}: {
  count: number;
  /** Selected ones that the search does not show. */
  unseen: number;
  onClear(): void;
  onAskAi(): void;
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
        <Button onClick={onAskAi}>{t('actions.aiUpdate')}</Button>
        <Button onClick={() => onTask('show')}>{t('actions.show')}</Button>
        <Button onClick={() => onTask('hide')}>{t('actions.hide')}</Button>
        <Button look="danger" onClick={() => onTask('delete')}>
          {t('actions.deleteSelected')}
        </Button>
        <Button onClick={onClear}>{t('bulk.clear')}</Button>
      </div>
    </section>
  );
}
