/** Ref callback for a replacement of the focused element: takes the focus, so that its text is read out. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
