import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { findCompanyRows } from '../../../core/companies/admin-calls.ts';
import { EDIT_PARAMETER } from '../../shared/console/sections.ts';
import type { FinalFocus } from '../../shared/ui/return-focus.ts';
import { useCountedCall } from '../shared/api.ts';
import { writeList } from '../shared/list-state.ts';
import { EDIT_LIST, type EditState, rowsOf } from './edit-list.ts';

interface RowPlace {
  id: string;
  page: number;
}

/** The ways from a company that is open to its neighbours in the filtered list. */
export interface Steps {
  /** The place of the company in the list, from 1; 0 where the list does not have it. */
  place: number;
  total: number;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  /** The row of the company that was stepped to last, or that takes the place of the opener that is gone. */
  finalFocus: FinalFocus;
}

/** @param rows the page of the list that the address names */
export function useSteps(
  opened: string | null,
  state: EditState,
  rows: readonly { id: string }[],
  total: number,
): Steps {
  const location = useLocation();
  const navigate = useNavigate();
  const { page, size } = state;
  const index = opened === null ? -1 : rows.findIndex(({ id }) => id === opened);
  const isFirst = index === 0 && page > 1;
  const isLast = index >= 0 && index === rows.length - 1 && page * size < total;
  const otherPage = isFirst ? page - 1 : page + 1;
  // The same query as that of the list, which then is there when it is stepped to.
  const other = useCountedCall(
    findCompanyRows,
    { query: { ...rowsOf(state), limit: size, offset: (otherPage - 1) * size } },
    { enabled: isFirst || isLast },
  );
  const others = other.isPlaceholderData ? undefined : other.data?.rows;
  const inPage = (row: { id: string } | undefined, of: number): RowPlace | undefined =>
    row && { id: row.id, page: of };
  // A save can remove the company from the list: its neighbours are remembered.
  const known = useRef<{ of: string; previous?: RowPlace | undefined; next?: RowPlace | undefined }>(
    undefined,
  );
  if (opened !== null && index >= 0) {
    known.current = {
      of: opened,
      previous: isFirst ? inPage(others?.at(-1), otherPage) : inPage(rows[index - 1], page),
      next: isLast ? inPage(others?.[0], otherPage) : inPage(rows[index + 1], page),
    };
  }
  const beside = known.current?.of === opened ? known.current : undefined;

  const last = useRef(opened);
  const stepped = useRef<string>(undefined);
  /** What had the focus when the dialog was opened. */
  const opener = useRef<Element>(null);
  if (opened !== last.current) {
    if (last.current === null && typeof document !== 'undefined') opener.current = document.activeElement;
    if (opened !== null) stepped.current = last.current === null ? undefined : opened;
    last.current = opened;
  }

  const stepTo = (place: RowPlace | undefined) =>
    place &&
    (() => {
      const query = writeList(EDIT_LIST, new URLSearchParams(location.search), { page: place.page });
      query.set(EDIT_PARAMETER, place.id);
      // Closing goes back to the list from any of them.
      void navigate(
        { search: query.toString() },
        { replace: true, state: location.state, preventScrollReset: true },
      );
    });
  const shown = useRef(opened);
  if (opened !== null) shown.current = opened;
  /** The link of the row that was open, or of a neighbour where a save took the row out of the list. */
  function rowLink(): HTMLElement | null {
    const near = known.current?.of === shown.current ? known.current : undefined;
    for (const id of [shown.current, near?.next?.id, near?.previous?.id]) {
      const link = id && document.querySelector<HTMLElement>(`tr[data-company="${CSS.escape(id)}"] a`);
      if (link) return link;
    }
    return null;
  }
  // The list is loaded anew while the dialog closes: the row that has the focus can leave after it got the focus.
  const isWatched = useRef(false);
  useEffect(() => {
    if (!isWatched.current || opened !== null || rows.some(({ id }) => id === shown.current)) return;
    isWatched.current = false;
    if (document.activeElement === document.body) rowLink()?.focus({ preventScroll: true });
  });
  return {
    place: index < 0 ? 0 : (page - 1) * size + index + 1,
    total,
    previous: stepTo(beside?.previous),
    next: stepTo(beside?.next),
    finalFocus: () => {
      isWatched.current = true;
      const isThere = opener.current?.isConnected && opener.current !== document.body;
      return stepped.current || (opener.current && !isThere) ? rowLink() : null;
    },
  };
}
