import type { Language } from '../languages.ts';

export interface TextState {
  language: Language;
  /** Another language is ahead of this text. */
  pending: boolean;
}

export interface TextFreshness {
  /** Languages brought up to date by the save. */
  clear: Language[];
  /** Languages that the save left behind. */
  mark: Language[];
  /** The language that is ahead of the marked ones; null where none is marked. */
  ahead: Language | null;
}

/**
 * What a save of texts does to the other languages (decisions, 'Points settled'): a change in one
 * language marks each other existing one pending. Saving a language that is itself pending is
 * catching up: it clears its own mark and marks no other. A text in a new language, and one that a
 * machine made from the others, marks none.
 * @param existing the texts before the save
 * @param changed the languages whose texts the save changes
 */
export function freshnessAfter(existing: readonly TextState[], changed: readonly Language[]): TextFreshness {
  const saved = existing.filter((text) => changed.includes(text.language));
  const clear = saved.filter((text) => text.pending).map((text) => text.language);
  const ahead = saved.find((text) => !text.pending)?.language ?? null;
  const mark =
    ahead === null
      ? []
      : existing.filter((text) => !changed.includes(text.language)).map((text) => text.language);
  return { clear, mark, ahead: mark.length > 0 ? ahead : null };
}
