import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isComposing } from '../../shared/ui/is-composing.ts';

/** How the rows of a list are put into another order. */
interface OrderedRows {
  /** Of the element whose children are the rows. */
  list(element: HTMLElement | null): void;
  isHeld(index: number): boolean;
  /** For pointers: the row follows it. */
  handle(index: number): ReactNode;
  /** Buttons that move a row up and down, for keyboards and screen readers too. */
  arrows(index: number, look: string): ReactNode;
  /** Props of a row: Alt with an arrow key in the row's fields moves the row. */
  row(index: number): { onKeyDown(event: KeyboardEvent): void };
}

/**
 * Rows that are moved by buttons, by Alt with the arrow keys, and dragged at a handle.
 * @param onChange is given the place to which a row was moved, too
 * @param names of the two buttons of a row
 */
export function useRowOrder<T>(
  value: readonly T[],
  onChange: (value: T[], to: number) => void,
  names: (index: number) => { up: string; down: string },
): OrderedRows {
  const list = useRef<HTMLElement>(null);
  // The row that is dragged; the pointer may move on before the page is drawn anew.
  const held = useRef<number | null>(null);
  const [heldRow, setHeldRow] = useState<number | null>(null);
  const [moved, setMoved] = useState<{ to: number; selectors: string[] } | null>(null);
  useEffect(() => {
    if (!moved) return;
    const row = list.current?.children[moved.to];
    const controls = moved.selectors.map((selector) => row?.querySelector<HTMLButtonElement>(selector));
    controls.find((control) => control && !control.disabled)?.focus();
  }, [moved]);

  // A drag outlasts renders.
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  const reorder = (from: number, to: number) => {
    const { value: rows, onChange: change } = latest.current;
    const row = rows[from];
    if (row !== undefined) change(rows.toSpliced(from, 1).toSpliced(to, 0, row), to);
  };
  const isPlace = (index: number) => index >= 0 && index < latest.current.value.length;
  function hold(index: number | null) {
    held.current = index;
    setHeldRow(index);
  }
  /** Lets a row follow the pointer: it changes places where it has passed the middle of another one. */
  function drag({ clientY }: { clientY: number }) {
    const rows = [...(list.current?.children ?? [])];
    const from = held.current;
    const to = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return clientY >= top && clientY < bottom;
    });
    const box = rows[to]?.getBoundingClientRect();
    if (from === null || !box || to === from || !isPlace(to)) return;
    const middle = box.top + box.height / 2;
    if (to > from ? clientY < middle : clientY > middle) return;
    hold(to);
    reorder(from, to);
    rows[to]?.scrollIntoView({ block: 'nearest' });
  }
  /** Until the pointer is let go, wherever it is then: the handle itself is moved in the document. */
  function beginDrag(index: number) {
    const during = new AbortController();
    const { signal } = during;
    const end = () => {
      during.abort();
      hold(null);
    };
    hold(index);
    addEventListener('pointermove', drag, { signal });
    addEventListener('pointerup', end, { signal });
    addEventListener('pointercancel', end, { signal });
  }
  const arrow = (index: number, by: 1 | -1, look: string) => (
    <button
      type="button"
      data-by={by}
      className={`flex items-center justify-center rounded-lg text-soft hover:text-ink disabled:opacity-30 ${look}`}
      aria-label={names(index)[by === -1 ? 'up' : 'down']}
      disabled={!isPlace(index + by)}
      onClick={() => {
        reorder(index, index + by);
        // At the end of the list only the other way is left.
        setMoved({ to: index + by, selectors: [`[data-by="${by}"]`, `[data-by="${-by}"]`] });
      }}
    >
      <span aria-hidden="true">{by === -1 ? '↑' : '↓'}</span>
    </button>
  );
  return {
    list(element) {
      list.current = element;
    },
    isHeld: (index) => heldRow === index,
    handle: (index) => (
      <span
        aria-hidden="true"
        data-handle
        className={`flex min-h-9 w-6 shrink-0 touch-none select-none items-center justify-center text-soft ${heldRow === index ? 'cursor-grabbing' : 'cursor-grab'} ${value.length < 2 ? 'invisible' : ''}`}
        onPointerDown={(event) => {
          if (event.button !== 0 || value.length < 2) return;
          event.preventDefault();
          beginDrag(index);
        }}
      >
        ⠿
      </span>
    ),
    arrows: (index, look) => (
      <>
        {arrow(index, -1, look)}
        {arrow(index, 1, look)}
      </>
    ),
    row: (index) => ({
      onKeyDown(event) {
        const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
        if (!event.altKey || event.ctrlKey || event.metaKey || by === 0 || isComposing(event.nativeEvent))
          return;
        event.preventDefault();
        if (!isPlace(index + by)) return;
        reorder(index, index + by);
        setMoved({ to: index + by, selectors: ['input, textarea'] });
      },
    }),
  };
}
