import { useSyncExternalStore } from 'react';
import { COMPARED_MAX } from '../../../core/companies/comparison.ts';
import { isLanguage, type Language } from '../../../core/languages.ts';
import { storage } from '../../shared/api.ts';
import { PANEL_PARAM } from '../../shared/paths.ts';

/** A company chosen for comparison in this browser. */
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

/** The chosen companies. The array stays identical until the choice changes, as `useSyncExternalStore` requires. */
export function chosenCompanies(): readonly ChosenCompany[] {
  const text = storage.get(COMPARED_COMPANIES_KEY);
  if (text !== lastRead.text) lastRead = { text, chosen: text ? parse(text) : NONE_CHOSEN };
  return lastRead.chosen;
}

/** Whether the last choice was refused because as many as fit are chosen. */
let isRefused = false;

export function choose(chosen: readonly ChosenCompany[]): void {
  isRefused = false;
  if (chosen.length > 0) storage.set(COMPARED_COMPANIES_KEY, JSON.stringify(chosen));
  else storage.remove(COMPARED_COMPANIES_KEY);
  for (const listener of chosenListeners) listener();
}

/** Chooses a company, or gives it up. Returns whether it could: at most `COMPARED_MAX` are chosen. */
export function toggleChosen(company: ChosenCompany): boolean {
  const chosen = chosenCompanies();
  const rest = chosen.filter(({ id }) => id !== company.id);
  if (rest.length >= COMPARED_MAX) return false;
  choose(rest.length < chosen.length ? rest : [...chosen, company]);
  return true;
}

/** The company of the row that a button is in: its link has the id and the name. */
function companyOf(button: HTMLElement): { id: string; name: string } {
  const link = button.closest('.row')?.querySelector('a');
  return {
    id: new URLSearchParams(link?.search).get(PANEL_PARAM) ?? '',
    name: link?.textContent ?? '',
  };
}

/** Lets the buttons in the rows of a list choose their companies, and show which are chosen. Returns how to end it. */
export function followChoices(list: HTMLElement, language: Language): () => void {
  const buttons = () => list.querySelectorAll<HTMLButtonElement>('.row-compare');
  const show = () => {
    const ids = new Set(chosenCompanies().map(({ id }) => id));
    for (const button of buttons()) button.ariaPressed = String(ids.has(companyOf(button).id));
  };
  const press = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLButtonElement>('.row-compare');
    if (!button) return;
    if (toggleChosen({ ...companyOf(button), language })) return;
    isRefused = true;
    for (const listener of chosenListeners) listener();
  };
  const added = new MutationObserver(show);
  added.observe(list, { childList: true, subtree: true });
  list.addEventListener('click', press);
  const unsubscribe = subscribeToChosen(show);
  show();
  return () => {
    added.disconnect();
    list.removeEventListener('click', press);
    unsubscribe();
  };
}

export const useRefused = (): boolean =>
  useSyncExternalStore(
    subscribeToChosen,
    () => isRefused,
    () => false,
  );

/** Told of every choice, in this tab or in another. */
function subscribeToChosen(listener: () => void): () => void {
  chosenListeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    chosenListeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** None on the server, and during hydration. */
export const useChosen = (): readonly ChosenCompany[] =>
  useSyncExternalStore(subscribeToChosen, chosenCompanies, () => NONE_CHOSEN);
