import { type PointerEvent, type RefObject, useRef } from 'react';
import { canStartDrag, closesPanel, followedBy, isOverText } from './drag.ts';

interface Drag {
  x: number;
  y: number;
  moving: boolean;
}

/**
 * Lets the panel follow a finger or the mouse to the right, and close or go back when it is let go.
 * A drag that selects text is none. The position is set past React: it changes with every movement.
 */
export function usePanelDrag(panel: RefObject<HTMLElement | null>, close: () => void) {
  const drag = useRef<Drag | null>(null);

  function place(state: 'moving' | 'back', right: number): void {
    const element = panel.current;
    if (!element) return;
    element.dataset['drag'] = state;
    element.style.transform = right > 0 ? `translateX(${right}px)` : '';
  }

  function end(event: PointerEvent, canClose: boolean): void {
    const ended = drag.current;
    drag.current = null;
    if (!ended?.moving) return;
    // It slides on from where it is: out, or back to its place.
    place('back', 0);
    if (canClose && closesPanel(ended, { x: event.clientX, y: event.clientY })) close();
  }

  return {
    onPointerDown(event: PointerEvent) {
      const at = { x: event.clientX, y: event.clientY };
      const selects = event.pointerType === 'mouse' && isOverText(at);
      const starts = event.isPrimary && event.button === 0 && canStartDrag(event.target as Element);
      drag.current = starts && !selects ? { ...at, moving: false } : null;
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const started = drag.current;
      if (!started || !event.isPrimary) return;
      const right = followedBy(started, { x: event.clientX, y: event.clientY });
      if (!started.moving) {
        if (right === 0) return;
        const selection = getSelection();
        // A finger selects by staying where it is first; and not every browser says where letters are.
        const mayBeOverText = event.pointerType !== 'mouse' || !('caretPositionFromPoint' in document);
        if (mayBeOverText && selection?.isCollapsed === false) {
          drag.current = null;
          return;
        }
        selection?.removeAllRanges();
        started.moving = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      place('moving', Math.max(0, event.clientX - started.x));
    },
    onPointerUp: (event: PointerEvent) => end(event, true),
    onPointerCancel: (event: PointerEvent) => end(event, false),
    // A drag of selected text or of a picture would take the pointer away.
    onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
  };
}
