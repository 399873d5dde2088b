import { useMemo, useRef } from 'react';
import type { RowActions } from './edit-cells.tsx';

/** Actions that stay the same objects: what the rows call changes with every render; the rows themselves must not. */
export function useRowActions(actions: RowActions): RowActions {
  const latest = useRef(actions);
  latest.current = actions;
  return useMemo(
    () => ({
      edit: (company) => latest.current.edit(company),
      setShown: (company, shown) => latest.current.setShown(company, shown),
      remove: (company) => latest.current.remove(company),
      askAi: (company) => latest.current.askAi(company),
      changeFigure: (company, headline) => latest.current.changeFigure(company, headline),
    }),
    [],
  );
}
