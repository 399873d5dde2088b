const NO_LETTERS = ':is([type=checkbox],[type=radio])';

/** Whether a key is meant for what has the focus: a letter that is typed. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches(`input:not(${NO_LETTERS}), textarea, select`))
  );
}
