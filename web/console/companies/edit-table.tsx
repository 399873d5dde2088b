import {
  type Column,
  createColumnHelper,
  type OnChangeFn,
  type Row,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  type Table,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { memo, type ReactNode, useMemo, useRef } from 'react';
import type { AdminCompanyRow } from '../../../core/companies/admin-calls.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Select } from '../../shared/ui/input.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { ActionsCell, CompanyCell, FigureCell, type RowActions } from './edit-cells.tsx';
import { EDIT_ORDERS, type EditOrder } from './edit-list.ts';
import { useTableKeys } from './use-table-keys.ts';

const features = tableFeatures({ rowSelectionFeature, rowSortingFeature });
type Features = typeof features;
type CompanyRow = Row<Features, AdminCompanyRow>;
type EditableTable = Table<Features, AdminCompanyRow>;
const column = createColumnHelper<Features, AdminCompanyRow>();

const WIDTHS: Record<string, string> = {
  select: 'w-12 px-0!',
  founder: 'w-[15%]',
  revenue: 'w-26',
  employees: 'w-18',
  score: 'w-19',
  visible: 'w-20',
  actions: 'w-48',
};

function useColumns(actions: RowActions | null) {
  const { t } = useTranslation('edit');
  const { language: shown } = useRoot();
  return useMemo(() => {
    // The server sorts: texts upwards at first, figures downwards.
    const text = { sortDescFirst: false };
    const fact = { sortDescFirst: true, meta: { className: 'number hidden @4xl:table-cell' } };
    const all = column.columns([
      column.display({
        id: 'select',
        header: ({ table }) => <SelectAll table={table} />,
        cell: ({ row }) => <SelectRow row={row} />,
      }),
      column.accessor('name', {
        header: t('columns.company'),
        cell: ({ row }) => <CompanyCell company={row.original} />,
        ...text,
      }),
      column.accessor('founder', {
        header: t('columns.founder'),
        cell: ({ row: { original } }) => (
          <span className="line-clamp-2 leading-5" title={original.founder}>
            {original.founder}
          </span>
        ),
        meta: { className: 'hidden @4xl:table-cell' },
        ...text,
      }),
      column.accessor('revenue', {
        header: t('columns.revenue'),
        cell: ({ row: { original } }) => (
          <FigureCell company={original} headline="revenue" text={original.revenue} actions={actions} />
        ),
        ...fact,
      }),
      column.accessor('employees', {
        header: t('columns.employees'),
        cell: ({ row: { original } }) => (
          <FigureCell
            company={original}
            headline="employees"
            text={original.employees === null ? '' : formatNumber(original.employees, shown)}
            actions={actions}
          />
        ),
        ...fact,
      }),
      column.accessor('score', { header: t('columns.score'), ...fact }),
      column.accessor('show_on_site', {
        id: 'visible',
        header: t('columns.visible'),
        cell: ({ row: { original: company } }) =>
          actions ? (
            <Switch
              label={t('showOnSite', { name: company.name })}
              checked={company.show_on_site}
              onChange={(shown) => actions.setShown(company, shown)}
            />
          ) : (
            <span className="flex min-h-11 items-center text-soft text-sm">
              {t(company.show_on_site ? 'shown' : 'hidden')}
            </span>
          ),
        sortDescFirst: true,
      }),
      column.display({
        id: 'actions',
        header: t('columns.actions'),
        cell: ({ row }) => (actions ? <ActionsCell company={row.original} actions={actions} /> : null),
        meta: { className: 'basis-full pl-12 @4xl:pl-2' },
      }),
    ]);
    // Without anything to do there is nothing to select for it either.
    return actions ? all : all.filter(({ id }) => id !== 'select' && id !== 'actions');
  }, [t, shown, actions]);
}

const sortingBy = (order: EditOrder): SortingState =>
  order ? [{ id: order.replace(/^-/, ''), desc: order.startsWith('-') }] : [];

const orderIn = ([sort]: SortingState) => (sort ? `${sort.desc ? '-' : ''}${sort.id}` : '') as EditOrder;

/** A page of companies as a table, as cards where it is narrow. */
export function EditTable({
  companies,
  total,
  before,
  order,
  onOrder,
  selection,
  onSelectionChange,
  actions,
}: {
  companies: AdminCompanyRow[];
  /** Companies on all pages. */
  total: number;
  /** Companies on the pages before this one. */
  before: number;
  order: EditOrder;
  onOrder(order: EditOrder): void;
  selection: RowSelectionState;
  onSelectionChange: OnChangeFn<RowSelectionState>;
  /** Null for who only reads. */
  actions: RowActions | null;
}) {
  const { t } = useTranslation('edit');
  const columns = useColumns(actions);
  const frame = useRef<HTMLDivElement>(null);
  useTableKeys(frame);
  const sorting = useMemo(() => sortingBy(order), [order]);
  const table = useTable({
    features,
    columns,
    data: companies,
    getRowId: (company) => company.id,
    state: { sorting, rowSelection: selection },
    onSortingChange: (updater) =>
      onOrder(orderIn(typeof updater === 'function' ? updater(sorting) : updater)),
    onRowSelectionChange: onSelectionChange,
    manualSorting: true,
    enableMultiSort: false,
  });
  return (
    <div ref={frame} className="@container">
      <NarrowHeader table={table} order={order} onOrder={onOrder} selects={actions !== null} />
      <table
        aria-label={t('table')}
        aria-rowcount={total + 1}
        className="block w-full border-separate border-spacing-0 @4xl:table @4xl:table-fixed"
      >
        <thead className="hidden @4xl:table-header-group">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              {group.headers.map((header) => (
                <HeaderCell key={header.id} column={header.column}>
                  <table.FlexRender header={header} />
                </HeaderCell>
              ))}
            </tr>
          ))}
        </thead>
        <tbody className="block @4xl:table-row-group">
          {table.getRowModel().rows.map((row, index) => (
            <BodyRow
              key={row.id}
              row={row}
              index={before + index}
              selected={selection[row.id] === true}
              columns={columns}
              table={table}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface BodyRowProps {
  row: CompanyRow;
  /** Its place among the companies of all pages, from 0. */
  index: number;
  selected: boolean;
  table: Pick<ReturnType<typeof useTable<Features, AdminCompanyRow>>, 'FlexRender'>;
  columns: unknown;
}

/** Drawn anew only when its company, its place, its selection or the columns change: not with another row. */
const BodyRow = memo(
  function BodyRow({ row, index, selected, table }: BodyRowProps) {
    return (
      <tr
        aria-rowindex={index + 2}
        aria-selected={selected}
        data-company={row.id}
        className="flex scroll-mt-28 scroll-mb-24 flex-wrap items-start border-line border-b py-2 hover:bg-tint/50 aria-selected:bg-tint @4xl:table-row"
      >
        {row.getAllCells().map((cell) => (
          <td
            key={cell.id}
            className={`border-line align-middle @4xl:border-b @4xl:px-2 @4xl:py-[5px] ${(cell.column.columnDef.meta as { className?: string } | undefined)?.className ?? CELLS[cell.column.id] ?? ''}`}
          >
            <table.FlexRender cell={cell} />
          </td>
        ))}
      </tr>
    );
  },
  (a, b) => a.row === b.row && a.index === b.index && a.selected === b.selected && a.columns === b.columns,
);

const CELLS: Record<string, string> = {
  select: 'w-12 shrink-0 @4xl:w-auto px-0!',
  name: 'min-w-0 flex-1 pt-1.5',
  visible: 'shrink-0',
};

function HeaderCell({
  column,
  children,
}: {
  column: Column<Features, AdminCompanyRow>;
  children: ReactNode;
}) {
  const sorted = column.getIsSorted();
  const sort = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none';
  return (
    <th
      scope="col"
      aria-sort={column.getCanSort() ? sort : undefined}
      className={`sticky top-16 z-10 border-line border-b bg-paper px-2 text-left font-medium text-soft text-sm ${WIDTHS[column.id] ?? ''}`}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          className="-ml-2 flex min-h-11 items-center gap-1 rounded-lg px-2 hover:text-ink"
          onClick={column.getToggleSortingHandler()}
        >
          {children}
          <span aria-hidden="true" className={sorted ? 'text-accent' : 'opacity-40'}>
            {sorted === 'asc' ? '↑' : sorted === 'desc' ? '↓' : '↕'}
          </span>
        </button>
      ) : (
        <span className="flex min-h-11 items-center">{children}</span>
      )}
    </th>
  );
}

/** Selecting all and sorting, where the cards leave no room for a header. */
function NarrowHeader({
  table,
  order,
  onOrder,
  selects,
}: {
  table: EditableTable;
  order: EditOrder;
  onOrder(order: EditOrder): void;
  selects: boolean;
}) {
  const { t } = useTranslation('edit');
  return (
    <div className="flex items-end justify-between gap-4 border-line border-b pb-2 @4xl:hidden">
      {selects ? <SelectAll table={table} labelled /> : null}
      <Select
        label={t('sortBy')}
        value={order}
        onChange={onOrder}
        options={EDIT_ORDERS.map((value) => ({ value, label: t(`sort.${value || 'rank'}`) }))}
      />
    </div>
  );
}

/** On when every row of the page is selected (specification, section 2). */
function SelectAll({ table, labelled = false }: { table: EditableTable; labelled?: boolean }) {
  const { t } = useTranslation('edit');
  const all = table.getIsAllRowsSelected();
  // Not of the table's own, which counts those on other pages too.
  const some = table.getRowModel().rows.some((row) => row.getIsSelected());
  return (
    <label className="flex h-11 min-w-11 cursor-pointer items-center gap-3 px-3">
      <input
        type="checkbox"
        className="size-5 accent-accent"
        aria-label={labelled ? undefined : t('selectAll')}
        checked={all}
        ref={(element) => {
          if (element) element.indeterminate = some && !all;
        }}
        onChange={(event) => table.toggleAllRowsSelected(event.currentTarget.checked)}
      />
      {labelled ? t('selectAll') : null}
    </label>
  );
}

function SelectRow({ row }: { row: CompanyRow }) {
  const { t } = useTranslation('edit');
  return (
    <label className="flex size-11 cursor-pointer items-center justify-center">
      <input
        type="checkbox"
        className="size-5 accent-accent"
        aria-label={t('select', { name: row.original.name })}
        checked={row.getIsSelected()}
        // With the shift key it selects the range from the last one.
        onChange={row.getToggleSelectedHandler()}
      />
    </label>
  );
}
