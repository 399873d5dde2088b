import type { RefObject } from 'react';
import { useShortcuts } from '../shared/use-shortcuts.ts';

/** The keys of a table of companies. They act on the row that has the focus, by its own link and checkbox. */
export function useTableKeys(table: RefObject<HTMLElement | null>): void {
  const focused = () => document.activeElement?.closest('tr[data-company]');
  function move(by: 1 | -1) {
    const rows = [...(table.current?.querySelectorAll('tr[data-company]') ?? [])];
    const from = rows.indexOf(focused() as Element);
    // From outside of the table, to the first or the last row.
    const row = from < 0 ? rows.at(by === 1 ? 0 : -1) : rows[from + by];
    row?.querySelector('a')?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }
  useShortcuts(table, {
    j: () => move(1),
    k: () => move(-1),
    e: () => focused()?.querySelector('a')?.click(),
    x: ({ shiftKey }) =>
      focused()
        ?.querySelector('input[type=checkbox]')
        // With the shift key it selects the range from the last one, as a click does.
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey })),
  });
}
