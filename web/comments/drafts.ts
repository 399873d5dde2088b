import { type RefObject, useEffect, useState } from 'react';

const keyOf = (place: string) => `draft:${place}`;

/** Session storage that may be forbidden: then a draft lasts as long as its field. */
function keptDraft(place: string): string {
  try {
    return sessionStorage.getItem(keyOf(place)) ?? '';
  } catch {
    return '';
  }
}

function keepDraft(place: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(place));
    else sessionStorage.setItem(keyOf(place), text);
  } catch {
    // Full or forbidden.
  }
}

/**
 * A text that was typed and not sent: it survives a closed panel and a reload, in this tab.
 * @param field where it is typed, perhaps before the page came alive
 */
export function useDraft(
  place: string,
  field: RefObject<HTMLTextAreaElement | null>,
): [text: string, change: (text: string) => void] {
  const [text, setText] = useState('');
  // Only now: the server has no drafts, and the first rendering has to be the same.
  useEffect(() => {
    const kept = field.current?.value || keptDraft(place);
    if (kept !== '') setText(kept);
  }, [place, field]);
  return [
    text,
    (changed) => {
      setText(changed);
      keepDraft(place, changed);
    },
  ];
}
