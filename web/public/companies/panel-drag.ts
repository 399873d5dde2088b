import { type RefObject, useEffect, useRef } from 'react';
import { canStartDrag, closesPanel, followedBy, isOverText, leadsOn } from './drag.ts';

interface Drag {
  x: number;
  y: number;
  moving: boolean;
}

/**
 * Lets the panel follow a finger or the mouse to the right, and close or go back when it is let go; a finger that
 * swipes to the left leads on. A drag that selects text is none. Works past React: the position changes with every
 * movement.
 */
export function usePanelDrag(
  panel: RefObject<HTMLElement | null>,
  moves: { close(): void; swipe(): void },
): void {
  const latest = useRef(moves);
  latest.current = moves;
  useEffect(() => {
    const element = panel.current;
    return element
      ? follow(element, { close: () => latest.current.close(), swipe: () => latest.current.swipe() })
      : undefined;
  }, [panel]);
}

/** Returns what ends it. */
function follow(element: HTMLElement, { close, swipe }: { close(): void; swipe(): void }): () => void {
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
    const at = { x: event.clientX, y: event.clientY };
    if (!last?.moving) {
      const isTouch = event.type === 'pointerup' && event.pointerType === 'touch';
      if (last && isTouch && leadsOn(last, at) && getSelection()?.isCollapsed !== false) swipe();
      return;
    }
    // The panel slides on from its position: out, or back.
    place('back', 0);
    if (event.type === 'pointerup' && closesPanel(last, at)) close();
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
