import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { PANEL_PARAM } from '../../shared/paths.ts';
import { canStartDrag, closesPanel, followedBy, isOverText } from './drag.ts';

interface Drag {
  x: number;
  y: number;
  moving: boolean;
}

/**
 * Lets the panel follow a finger or the mouse to the right, and close or go back when it is let go.
 * A drag that selects text is none. Comes with the first panel, and works past React: the position
 * changes with every movement. Once the panel is closed, the focus is back at a link that opens it.
 */
export function PanelDrag({ panel, close }: { panel: RefObject<HTMLElement | null>; close(): void }) {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const element = panel.current;
    return element ? follow(element, () => latest.current()) : undefined;
  }, [panel]);
  // The panel closes before this ends. What it was opened from may have been drawn anew meanwhile.
  useLayoutEffect(() => {
    const element = panel.current;
    const id = panelOf(location.search);
    return () => {
      const isBack = document.activeElement !== document.body && !element?.contains(document.activeElement);
      if (id && !isBack) linkTo(id)?.focus({ preventScroll: true });
    };
  }, [panel]);
  return null;
}

const panelOf = (search: string) => new URLSearchParams(search).get(PANEL_PARAM);

/** A link on the page that opens the panel of a company. */
const linkTo = (id: string) =>
  [...document.links].find((link) => !link.closest('dialog') && panelOf(link.search) === id);

/** Returns what ends it. */
function follow(element: HTMLElement, close: () => void): () => void {
  const ended = new AbortController();
  let drag: Drag | null = null;

  function place(state: 'moving' | 'back', right: number): void {
    element.dataset['drag'] = state;
    element.style.transform = right > 0 ? `translateX(${right}px)` : '';
  }

  function start(event: PointerEvent): void {
    const at = { x: event.clientX, y: event.clientY };
    const selects = event.pointerType === 'mouse' && isOverText(at);
    const starts = event.isPrimary && event.button === 0 && canStartDrag(event.target as Element);
    drag = starts && !selects ? { ...at, moving: false } : null;
  }

  function move(event: PointerEvent): void {
    if (!drag || !event.isPrimary) return;
    if (!drag.moving) {
      if (followedBy(drag, { x: event.clientX, y: event.clientY }) === 0) return;
      const selection = getSelection();
      // A finger selects by staying where it is first; and not every browser says where letters are.
      const mayBeOverText = event.pointerType !== 'mouse' || !('caretPositionFromPoint' in document);
      if (mayBeOverText && selection?.isCollapsed === false) {
        drag = null;
        return;
      }
      selection?.removeAllRanges();
      drag.moving = true;
      element.setPointerCapture(event.pointerId);
    }
    place('moving', Math.max(0, event.clientX - drag.x));
  }

  function end(event: PointerEvent): void {
    const last = drag;
    drag = null;
    if (!last?.moving) return;
    // It slides on from where it is: out, or back to its place.
    place('back', 0);
    if (event.type === 'pointerup' && closesPanel(last, { x: event.clientX, y: event.clientY })) close();
  }

  const { signal } = ended;
  element.addEventListener('pointerdown', start, { signal });
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', end, { signal });
  element.addEventListener('pointercancel', end, { signal });
  // A drag of selected text or of a picture would take the pointer away.
  element.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
  return () => ended.abort();
}
