import type { Dialog as Base } from '@base-ui/react/dialog';
import { useRef } from 'react';

/** Where the focus goes when a dialog closes; null where it came from. */
export type FinalFocus = () => HTMLElement | null;

const DIALOG = '[role="dialog"], [role="alertdialog"]';

/**
 * Modal panel below a dialog, as the dialog's portal container: elements outside of a modal panel are inert
 * and covered. Empty without a modal panel.
 */
export function useModalAround(open: boolean): { container?: HTMLElement } {
  const around = useRef<{ container?: HTMLElement }>({});
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) {
    const container = document.querySelector<HTMLElement>('dialog:modal');
    around.current = container ? { container } : {};
  }
  wasOpen.current = open;
  return around.current;
}

type Closed = Parameters<Extract<Base.Popup.Props['finalFocus'], (...given: never[]) => unknown>>[0];

/**
 * Gives the focus back when a dialog closes: to what is wanted, else to what had it before or the dialog
 * around that, else to the section. For Base UI's `finalFocus`, which alone would pass over whatever
 * takes the focus but not by Tab, such as a section or a list, and go to the first field in it.
 */
export function useReturnFocus(open: boolean, wanted?: FinalFocus): (how: Closed) => false {
  const from = useRef<(Element | null | undefined)[]>([]);
  const isOpen = useRef(false);
  if (open && !isOpen.current) {
    const focused = document.activeElement;
    from.current = [focused, focused?.closest(DIALOG)];
  }
  isOpen.current = open;
  return (how) => {
    const focusVisible = how === 'keyboard';
    const places = [wanted?.(), ...from.current];
    queueMicrotask(() => {
      if (isOpen.current || places.some((place) => takesFocus(place, focusVisible))) return;
      // Unless the outer dialog has restored the focus already.
      if (!document.activeElement || isLosing(document.activeElement))
        takesFocus(document.getElementById('main'), focusVisible);
    });
    return false;
  };
}

function takesFocus(place: Element | null | undefined, focusVisible: boolean): boolean {
  if (!(place instanceof HTMLElement) || place === document.body) return false;
  place.focus({ preventScroll: true, ...(focusVisible ? { focusVisible } : {}) });
  return document.activeElement === place;
}

/** Nothing has the focus, or a dialog that may be on its way out. */
function isLosing(focused: Element): boolean {
  return focused === document.body || focused.closest(DIALOG) !== null;
}
