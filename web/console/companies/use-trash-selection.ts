import { useState } from 'react';
import type { TrashEntry } from '../../../core/companies/history-calls.ts';
import { searchForm, searchTerms } from '../../../core/text.ts';

/** Deleted companies that a search finds, and the selected ones among them. */
export function useTrashSelection(entries: readonly TrashEntry[]) {
  const [q, setQ] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const terms = searchTerms(q);
  const found = entries.filter(({ name, company_id }) => {
    const text = searchForm(`${name} ${company_id}`);
    return terms.every((term) => text.includes(term));
  });
  const chosen = found.filter(({ id }) => selected.has(id));
  function select(ids: readonly string[], isOn: boolean) {
    const next = new Set(selected);
    for (const id of ids)
      if (isOn) next.add(id);
      else next.delete(id);
    setSelected(next);
  }

  return { q, setQ, found, selected, chosen, select, clear: () => setSelected(new Set()) };
}

export type TrashSelection = ReturnType<typeof useTrashSelection>;
