import { useState } from 'react';
import { draftKey } from './has-draft.ts';

/** What session storage refused: it lasts as long as the page. */
const unstored = new Map<string, string>();

function keptDraft(place: string): string {
  // A server that tried would spend a tenth of a millisecond on each that it fails to read.
  if (import.meta.env.SSR) return '';
  try {
    return sessionStorage.getItem(draftKey(place)) ?? unstored.get(place) ?? '';
  } catch {
    // Forbidden.
    return unstored.get(place) ?? '';
  }
}

export function keepDraft(place: string, text: string): void {
  unstored.delete(place);
  try {
    if (text === '') sessionStorage.removeItem(draftKey(place));
    else sessionStorage.setItem(draftKey(place), text);
  } catch {
    // Full or forbidden.
    if (text !== '') unstored.set(place, text);
  }
}

/** A text that was typed and not sent: it survives a closed panel and a reload, in this tab. */
export function useDraft(place: string): [text: string, change: (text: string) => void] {
  const [text, setText] = useState(() => keptDraft(place));
  return [
    text,
    (changed) => {
      setText(changed);
      keepDraft(place, changed);
    },
  ];
}
