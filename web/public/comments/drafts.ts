import { type RefObject, useEffect, useState } from 'react';
import { TYPED_COMMENT, TYPED_COMMENTS_DISCARDED } from '../../shared/typed-comments.ts';

const draftKey = (place: string) => `${TYPED_COMMENT}${place}`;

/** Drafts refused by session storage (full or forbidden), kept as long as the page. */
const unstoredDrafts = new Map<string, string>();

function storedDraft(place: string): string {
  try {
    return sessionStorage.getItem(draftKey(place)) ?? unstoredDrafts.get(place) ?? '';
  } catch {
    // Forbidden.
    return unstoredDrafts.get(place) ?? '';
  }
}

export function keepDraft(place: string, text: string): void {
  unstoredDrafts.delete(place);
  try {
    if (text === '') sessionStorage.removeItem(draftKey(place));
    else sessionStorage.setItem(draftKey(place), text);
  } catch {
    // Full or forbidden.
    if (text !== '') unstoredDrafts.set(place, text);
  }
}

/**
 * A text that was typed and not sent: it survives a closed panel and a reload, in this tab.
 * @param field may hold text that was typed before the page was hydrated
 */
export function useDraft(
  place: string,
  field: RefObject<HTMLTextAreaElement | null>,
): [text: string, change: (text: string) => void] {
  const [text, setText] = useState('');
  useEffect(() => {
    setText(field.current?.value || storedDraft(place));
  }, [place, field]);
  useEffect(() => {
    const discard = () => {
      unstoredDrafts.delete(place);
      setText('');
    };
    window.addEventListener(TYPED_COMMENTS_DISCARDED, discard);
    return () => window.removeEventListener(TYPED_COMMENTS_DISCARDED, discard);
  }, [place]);
  return [
    text,
    (changed) => {
      setText(changed);
      keepDraft(place, changed);
    },
  ];
}
