/** A ref for what comes in place of the element that had the focus, so that it is read out. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
