/** The key code of a key that an input method takes (UI Events, 8.3). */
const TAKEN = 229;

/**
 * Whether a key belongs to an input method, as the Enter or Escape that ends a composition. Safari sends that key
 * after `compositionend`, without `isComposing` and with the key code 229: https://bugs.webkit.org/show_bug.cgi?id=165004
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === TAKEN;
}
