import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table';
import { useRef, useState } from 'react';
import type { Sent } from '../../../core/call.ts';
import type { AdminCompanyRow } from '../../../core/companies/admin-calls.ts';
import type { exportSelection } from '../../../core/import-export/calls.ts';
import { type EditState, filterOf, scopeOf } from './edit-list.ts';

/** Companies that are selected for an action. */
export interface Chosen {
  count: number;
  /** As the calls for many companies take them. */
  selection: NonNullable<Sent<typeof exportSelection>['body']>;
  /** The first of them. */
  names: readonly string[];
  /** The companies where each was chosen; empty where a filter names them. */
  rows: readonly AdminCompanyRow[];
}

/** A selection by ids. */
export const chosenRows = (rows: readonly AdminCompanyRow[]): Chosen => ({
  count: rows.length,
  selection: { ids: rows.map(({ id }) => id) },
  names: rows.map(({ name }) => name),
  rows,
});

interface Selected {
  scope: string;
  /** How many matched when all were chosen; null where rows were chosen one by one. */
  all: number | null;
  /** Rows that were chosen; of all, `false` for each that was left out. */
  rows: Record<string, boolean>;
}

/**
 * Row selection of the table: single rows across pages, or all companies that match the filters, which are
 * not loaded.
 */
export function useChosenCompanies(state: EditState, rows: readonly AdminCompanyRow[], total: number) {
  // A selection belongs to the category, the language and the filters that it was made in; all that match, to the search too.
  const scopes = { rows: scopeOf(state), all: JSON.stringify([scopeOf(state), state.q]) };
  const none: Selected = { scope: scopes.rows, all: null, rows: {} };
  const [selected, setSelected] = useState(none);
  const isOfScope = selected.scope === (selected.all === null ? scopes.rows : scopes.all);
  if (!isOfScope) setSelected(none);
  const { all, rows: marked } = isOfScope ? selected : none;
  // Latest version of each row shown so far, because a selection spans pages.
  const seen = useRef(new Map<string, AdminCompanyRow>());
  for (const row of rows) seen.current.set(row.id, row);

  const shownSelection = (of: Pick<Selected, 'all' | 'rows'>) =>
    (of.all === null
      ? of.rows
      : Object.fromEntries(rows.map(({ id }) => [id, of.rows[id] !== false]))) as RowSelectionState;
  const selection = shownSelection({ all, rows: marked });
  const shown = rows.filter(({ id }) => selection[id]);
  const except = Object.keys(marked).filter((id) => marked[id] === false);
  const chosen: Chosen =
    all === null
      ? chosenRows(Object.keys(marked).flatMap((id) => (marked[id] && seen.current.get(id)) || []))
      : {
          count: all - except.length,
          selection: { filter: filterOf(state), except, matching: all },
          names: shown.map(({ name }) => name),
          rows: [],
        };
  const onSelectionChange: OnChangeFn<RowSelectionState> = (updater) =>
    setSelected((current) => {
      const next = typeof updater === 'function' ? updater(shownSelection(current)) : updater;
      const ofPage = rows.map(({ id }) => [id, next[id] === true]);
      const kept = current.all === null ? next : { ...current.rows, ...Object.fromEntries(ofPage) };
      return { ...current, rows: kept };
    });
  return {
    chosen,
    selection,
    onSelectionChange,
    /** How many of the chosen are on other pages. */
    unseen: chosen.count - shown.length,
    /** How many match, where not all of them are chosen. */
    matching: (all === null ? total > rows.length && chosen.count < total : all !== total) ? total : null,
    chooseMatching: () => setSelected({ scope: scopes.all, all: total, rows: {} }),
    /** @param ids companies to deselect; by default all */
    unselect: (ids?: readonly string[]) =>
      setSelected((current) => (ids ? { ...current, rows: omit(current.rows, new Set(ids)) } : none)),
  };
}

const omit = (rows: Selected['rows'], ids: ReadonlySet<string>): Selected['rows'] =>
  Object.fromEntries(Object.entries(rows).filter(([id]) => !ids.has(id)));
