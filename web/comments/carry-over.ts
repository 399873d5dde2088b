import { keepDraft } from './drafts.ts';

/**
 * Shows comments in the place of those that came with the document, with what was typed and where the focus is.
 * @param pressed is pressed again where it is now
 */
export function carryOver(
  section: HTMLElement,
  companyId: string,
  show: () => void,
  pressed?: Element | null,
): void {
  const typed = section.querySelector('textarea');
  if (typed?.value) keepDraft(companyId, typed.value);
  const { activeElement } = document;
  const focused = activeElement && section.contains(activeElement) ? placeOf(section, activeElement) : null;
  const toPress = pressed && placeOf(section, pressed);
  show();
  const again = focused && at(section, focused);
  again?.focus({ preventScroll: true });
  if (typed && again instanceof HTMLTextAreaElement)
    again.setSelectionRange(typed.selectionStart, typed.selectionEnd);
  if (toPress) at(section, toPress)?.click();
}

/** Where something stands: in a comment or beside them all, and which of what can be pressed there. */
interface Place {
  comment: string | undefined;
  index: number;
}

const PRESSED = 'a, button, textarea';

function placeOf(section: HTMLElement, element: Element): Place {
  const comment = element.closest('li[id]');
  return {
    comment: comment?.id,
    index: [...(comment ?? section).querySelectorAll(PRESSED)].indexOf(element),
  };
}

/** The comment itself where none of what can be pressed in it is meant. */
function at(section: HTMLElement, { comment, index }: Place): HTMLElement | null {
  const within = comment === undefined ? section : document.getElementById(comment);
  return index < 0 ? within : (within?.querySelectorAll<HTMLElement>(PRESSED)[index] ?? null);
}
