import { useSyncExternalStore } from 'react';
import { COMPARED_MAX } from '../../../core/companies/comparison.ts';
import { isLanguage, type Language } from '../../../core/languages.ts';
import { storage } from '../../shared/api.ts';

/** A company that this browser has chosen to compare. */
export interface ChosenCompany {
  id: string;
  name: string;
  /** That of the name. */
  language: Language;
}

const COMPARED_COMPANIES_KEY = 'comparedCompanies';
const NONE_CHOSEN: readonly ChosenCompany[] = [];
const chosenListeners = new Set<() => void>();
let lastRead: { text: string | null; chosen: readonly ChosenCompany[] } = { text: null, chosen: NONE_CHOSEN };

function parse(text: string): readonly ChosenCompany[] {
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) return NONE_CHOSEN;
    const isChosen = (one: Partial<ChosenCompany> | null): one is ChosenCompany =>
      typeof one?.id === 'string' && typeof one.name === 'string' && isLanguage(one.language);
    return list.filter(isChosen).slice(0, COMPARED_MAX);
  } catch {
    return NONE_CHOSEN;
  }
}

/** The companies that are chosen: the same list until it is another one. */
export function chosenCompanies(): readonly ChosenCompany[] {
  const text = storage.get(COMPARED_COMPANIES_KEY);
  if (text !== lastRead.text) lastRead = { text, chosen: text ? parse(text) : NONE_CHOSEN };
  return lastRead.chosen;
}

export function choose(chosen: readonly ChosenCompany[]): void {
  if (chosen.length > 0) storage.set(COMPARED_COMPANIES_KEY, JSON.stringify(chosen));
  else storage.remove(COMPARED_COMPANIES_KEY);
  for (const listener of chosenListeners) listener();
}

/** Told of every choice, in this tab or in another. */
function subscribeToChosen(listener: () => void): () => void {
  chosenListeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    chosenListeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** None on the server, and until the page has come alive. */
export const useChosen = (): readonly ChosenCompany[] =>
  useSyncExternalStore(subscribeToChosen, chosenCompanies, () => NONE_CHOSEN);
