import type { Language } from '../../../core/languages.ts';
import type { Answers } from '../../../core/search/calls.ts';
import { SEARCH_MAX } from '../../../core/text.ts';
import { callFromBrowser } from '../api.ts';
import { inLanguage } from '../paths.ts';
import { findCompanies } from '../public-calls.ts';
import { isComposing } from '../ui/is-composing.ts';
import { NO_SEARCH, Questions, type ShownAnswers } from './answers.ts';
import { ChoiceList } from './choice-list.ts';
import {
  groupsOf,
  type PaletteTexts,
  pagesIn,
  readChoices,
  type SearchChoice,
  searchPath,
} from './choices.ts';
import { forgetSearches, recentSearches, rememberSearch } from './recent.ts';

/**
 * What a letter brings. React listens to each of them at the root of the page, on its way down and up, and looks
 * there for whom it concerns: a tenth of what a letter costs on a phone. In the field it concerns the search alone.
 */
const OF_A_LETTER = ['keydown', 'keypress', 'beforeinput', 'textInput', 'input', 'selectionchange', 'keyup'];

/** Whether an event types a letter. Escape, Tab and shortcuts do not. */
const isOfALetter = (event: Event): boolean =>
  !(event instanceof KeyboardEvent) ||
  (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey);

/** Companies that are offered before a letter is typed. */
const MOST_READ = 4;

/** Elements of a search that change while the reader types. */
export interface Places {
  field: HTMLInputElement;
  list: HTMLElement;
  status: HTMLElement;
  failed: HTMLElement;
  nothing: HTMLElement;
  forget: HTMLElement;
}

interface SearchControl {
  language: Language;
  t: PaletteTexts;
  sections: readonly SearchChoice[];
  actions: readonly SearchChoice[];
  editsAt: ((id: string) => string) | undefined;
  /** Leaves the search for an address. */
  go(to: string): void;
  /** Told the words whenever they change. */
  onTyped(words: string): void;
}

/** Answers what is typed into a field. Returns how to end it. */
export function startSearch(
  places: Places,
  { language, t, go, onTyped, ...inConsole }: SearchControl,
): () => void {
  const { field, status, failed, nothing, forget } = places;
  const list = new ChoiceList(places.list, places.list.id, (id) => {
    if (id === null) field.removeAttribute('aria-activedescendant');
    else if (field.getAttribute('aria-activedescendant') !== id)
      field.setAttribute('aria-activedescendant', id);
  });
  const pages = pagesIn(language, t);
  let recent = recentSearches();
  let mostRead: readonly SearchChoice[] = [];
  let shown = NO_SEARCH;
  // Enter before the answer chooses the first result of the answer.
  let isWaited = false;
  const questions = new Questions(language, (now) => {
    shown = now;
    draw();
  });
  const typed = () => field.value.trim().slice(0, SEARCH_MAX);
  const isAnswered = () => shown.q === typed() && shown.state !== 'asking';

  function draw() {
    const { q, answers, state } = shown;
    const groups = groupsOf(shown, { recent, mostRead, pages, language, t, ...inConsole });
    list.draw(groups);
    setText(status, statusOf(shown, t));
    setText(failed, state === 'failed' ? t('failed') : '');
    setText(nothing, q !== '' && state === 'there' && answers ? missingOf(q, answers, t) : '');
    forget.hidden = groups[0]?.id !== 'recent';
    if (isWaited && isAnswered()) choose(list.first);
  }

  function search() {
    isWaited = false;
    list.activate(0);
    onTyped(typed());
    questions.ask(typed());
  }

  function choose(choice: SearchChoice | undefined) {
    const words = typed();
    if (choice?.types !== undefined) {
      field.value = choice.types;
      field.focus();
      search();
      return;
    }
    isWaited = false;
    // With nothing to choose, Enter leads to the list.
    if (!choice && !words) return;
    if (words) rememberSearch(words);
    go(choice?.to ?? inLanguage(searchPath(words), language));
  }

  function onKey(event: KeyboardEvent) {
    // What an input method takes is not ours, and nothing is chosen from a list that is folded away.
    if (isComposing(event) || field.ariaExpanded !== 'true') return;
    if (event.key === 'Enter' && !isAnswered()) isWaited = true;
    else if (event.key === 'Enter') choose(list.active);
    else if (list.length > 0 && event.key === 'ArrowDown') list.move(1);
    else if (list.length > 0 && event.key === 'ArrowUp') list.move(-1);
    else return;
    event.preventDefault();
  }

  const ended = new AbortController();
  const { signal } = ended;
  const rememberLetter = (event: Event) => {
    if (event.target !== field || !isOfALetter(event)) return;
    event.stopImmediatePropagation();
    if (event.type === 'input') search();
  };
  for (const type of OF_A_LETTER) window.addEventListener(type, rememberLetter, { signal, capture: true });
  field.addEventListener('keydown', onKey, { signal });
  // The field keeps the focus and the reading position of screen readers.
  places.list.addEventListener('mousedown', (event) => event.preventDefault(), { signal });
  places.list.addEventListener(
    'pointermove',
    ({ target }) => {
      const place = list.placeOf(target);
      if (place >= 0) list.activate(place);
    },
    { signal, passive: true },
  );
  places.list.addEventListener(
    'click',
    ({ target }) => {
      const choice = list.at(list.placeOf(target));
      if (choice) choose(choice);
    },
    { signal },
  );
  forget.addEventListener(
    'click',
    () => {
      forgetSearches();
      recent = [];
      field.focus();
      draw();
    },
    { signal },
  );
  draw();
  // Before a letter is typed; without an answer the list is as it was.
  void callFromBrowser(findCompanies, { query: { language, sort: 'trending', limit: MOST_READ } }).then(
    (companies) => {
      mostRead = readChoices(companies, language, t);
      if (!signal.aborted && shown.q === '') draw();
    },
    () => {},
  );
  return () => {
    ended.abort();
    questions.end();
    places.list.replaceChildren();
  };
}

/** Status line for no results, or for no result of the typed name. */
function missingOf(
  q: string,
  { companies, suggestion, name_missing, incomplete }: Answers,
  t: PaletteTexts,
): string {
  if (incomplete) return t('incomplete');
  if (companies.length === 0) return suggestion ? '' : t('nothing', { q });
  return name_missing ? t('notHere', { q }) : '';
}

function statusOf({ q, answers, state }: ShownAnswers, t: PaletteTexts): string {
  if (state === 'asking') return t('searching');
  if (state === 'failed') return t('failed');
  if (q === '') return '';
  const found = t('found', { count: answers?.total ?? 0 });
  return answers?.name_missing && answers.total > 0 ? `${t('notHere', { q })} ${found}` : found;
}

/** Says a text in an element; without one there is none. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
