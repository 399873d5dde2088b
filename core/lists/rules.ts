/** Lists of one reader. */
export const SAVED_LISTS_MAX = 30;
/** Companies of one list. */
export const SAVED_COMPANIES_MAX = 100;
/** Characters of a list's name, of a note, and of the name that a reader shares a list under. */
export const SAVED_NAME_MAX = 60;
export const SAVED_NOTE_MAX = 300;
export const SHARED_BY_MAX = 60;

/** The name of the list that one press saves to: pages call it in their language. */
export const USUAL_LIST = '';

/** A company of a reader's list. */
export interface SavedEntry {
  id: string;
  /** Empty where the reader notes nothing. */
  note: string;
}

/** Joins two lists: all `entries`, then the companies of `others` that `entries` lacks. An empty note takes the text of `others`. */
export function joinEntries(entries: readonly SavedEntry[], others: readonly SavedEntry[]): SavedEntry[] {
  const notes = new Map(others.map(({ id, note }) => [id, note]));
  const ids = new Set(entries.map(({ id }) => id));
  return [
    ...entries.map(({ id, note }) => ({ id, note: note || notes.get(id) || '' })),
    ...others.filter(({ id }) => !ids.has(id)),
  ];
}
