import { isComposing } from '../ui/is-composing.ts';

let typed = '';
let end: (() => void) | undefined;

/** Buffers typed characters until `takeEarlyLetters`, for a field that is still loading. */
export function keepEarlyLetters(): void {
  takeEarlyLetters();
  const focused = document.activeElement;
  function keep(event: KeyboardEvent) {
    // The reader went on to another field: what is typed there is for it.
    if (document.activeElement !== focused) {
      takeEarlyLetters();
      return;
    }
    const { key, ctrlKey, metaKey, altKey } = event;
    if (isComposing(event) || ctrlKey || metaKey || altKey) return;
    if (key.length === 1) typed += key;
    else if (key === 'Backspace') typed = typed.slice(0, -1);
    else return;
    event.preventDefault();
    // A key would be taken for something else that the reader does.
    event.stopImmediatePropagation();
  }
  addEventListener('keydown', keep, { capture: true });
  end = () => removeEventListener('keydown', keep, { capture: true });
}

/** What was typed so far; from now on keys are their own again. */
export function takeEarlyLetters(): string {
  const taken = typed;
  typed = '';
  end?.();
  end = undefined;
  return taken;
}
