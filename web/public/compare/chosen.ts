import { useSyncExternalStore } from 'react';
import { COMPARED_MAX } from '../../../core/companies/comparison.ts';
import { isLanguage, type Language } from '../../../core/languages.ts';
import { storage } from '../../shared/api.ts';

/** A company that this browser has chosen to compare. */
export interface Chosen {
  id: string;
  name: string;
  /** That of the name. */
  language: Language;
}

const KEY = 'comparedCompanies';
const NONE: readonly Chosen[] = [];
const listeners = new Set<() => void>();
let read: { text: string | null; chosen: readonly Chosen[] } = { text: null, chosen: NONE };

function parse(text: string): readonly Chosen[] {
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) return NONE;
    const isChosen = (one: Partial<Chosen> | null): one is Chosen =>
      typeof one?.id === 'string' && typeof one.name === 'string' && isLanguage(one.language);
    return list.filter(isChosen).slice(0, COMPARED_MAX);
  } catch {
    return NONE;
  }
}

/** The companies that are chosen: the same list until it is another one. */
export function chosenCompanies(): readonly Chosen[] {
  const text = storage.get(KEY);
  if (text !== read.text) read = { text, chosen: text ? parse(text) : NONE };
  return read.chosen;
}

export function choose(chosen: readonly Chosen[]): void {
  if (chosen.length > 0) storage.set(KEY, JSON.stringify(chosen));
  else storage.remove(KEY);
  for (const listener of listeners) listener();
}

/** Told of every choice, in this tab or in another. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** None on the server, and until the page has come alive. */
export const useChosen = (): readonly Chosen[] =>
  useSyncExternalStore(subscribe, chosenCompanies, () => NONE);
