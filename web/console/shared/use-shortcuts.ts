import { type RefObject, useEffect, useRef } from 'react';
import { isComposing } from '../../shared/ui/is-composing.ts';
import { isTyping } from '../../shared/ui/is-typing.ts';
import { latinKey } from '../../shared/ui/latin-key.ts';
import { topDialog } from '../../shared/ui/open-layers.ts';

/** A letter, `?`, or a key with Ctrl or ⌘. */
type Shortcut = 'j' | 'k' | 'e' | 'x' | '?' | 'mod+s' | 'mod+enter';

/** Modifier key in the displayed shortcuts: ⌘ on Apple devices, else Ctrl. */
export const modifierKey = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl');

export type Shortcuts = Partial<Record<Shortcut, (event: KeyboardEvent) => void>>;

/**
 * Keys of what an element stands in, the page or a dialog, while no other dialog is open over it. Those
 * without Ctrl or ⌘ are left to a field that somebody types in, and all of them to an input method.
 */
export function useShortcuts(within: RefObject<Element | null>, shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (isComposing(event) || !within.current || within.current.closest('[role=dialog]') !== topDialog())
        return;
      const shortcut = shortcutOf(event);
      const run = latest.current[shortcut as Shortcut];
      if (!run || (!shortcut.startsWith('mod+') && isTyping(event.target))) return;
      event.preventDefault();
      run(event);
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [within]);
}

/** The name of what is pressed. */
function shortcutOf(event: KeyboardEvent): string {
  const { altKey, ctrlKey, metaKey, shiftKey, repeat } = event;
  const hasModifier = ctrlKey || metaKey;
  if (altKey || (hasModifier && (shiftKey || repeat))) return '';
  return hasModifier ? `mod+${latinKey(event)}` : latinKey(event);
}
