/** Session storage keys of comments that are typed and not sent begin with this. */
export const TYPED_COMMENT = 'draft:';
/** On the window: the typed comments of this tab were discarded. */
export const TYPED_COMMENTS_DISCARDED = 'typedcommentsdiscarded';

function typedKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(TYPED_COMMENT));
  } catch {
    // Forbidden.
    return [];
  }
}

/** Whether this tab has a comment that is typed and not sent. */
export const hasTypedComment = (): boolean => typedKeys().length > 0;

/** Discards typed comments at log-out: the next person on the device must not see them. */
export function discardTypedComments(): void {
  for (const key of typedKeys()) sessionStorage.removeItem(key);
  window.dispatchEvent(new Event(TYPED_COMMENTS_DISCARDED));
}
