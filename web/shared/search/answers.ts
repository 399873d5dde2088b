import type { Language } from '../../../core/languages.ts';
import type { Answers } from '../../../core/search/calls.ts';
import { callFromBrowser } from '../api.ts';
import { searchAll } from '../public-calls.ts';

/** Delay after which the palette shows the local choices and a loading state, in milliseconds. */
const SLOW = 150;

/** Recent answers by language and query: deleting a letter shows the previous answer at once. */
const cachedAnswers = new Map<string, Answers>();
const KNOWN_MAX = 50;

/** The search results and the query they belong to. */
export interface ShownAnswers {
  q: string;
  /** Null for an empty query and after a failure; the previous answers while a request is under way. */
  answers: Answers | null;
  state: 'there' | 'asking' | 'failed';
}
export const NO_SEARCH: ShownAnswers = { q: '', answers: null, state: 'there' };

/**
 * Searches as the reader types, one request at a time. Letters that are typed during a request are sent together in
 * the next one, so that a slow phone renders no intermediate results.
 */
export class Questions {
  readonly #language: Language;
  readonly #show: (shown: ShownAnswers) => void;
  #shown = NO_SEARCH;
  #wanted = '';
  #isAsking = false;
  #isOver = false;

  constructor(language: Language, show: (shown: ShownAnswers) => void) {
    this.#language = language;
    this.#show = show;
  }

  ask(q: string): void {
    this.#wanted = q;
    const answers = cachedAnswers.get(this.#keyOf(q)) ?? null;
    if (q === '' || answers) this.#tell({ q, answers, state: 'there' });
    else if (!this.#isAsking) void this.#send(q);
  }

  /** Unsubscribes: later answers are dropped. */
  end(): void {
    this.#isOver = true;
  }

  async #send(q: string): Promise<void> {
    this.#isAsking = true;
    const slow = setTimeout(
      () => this.#tell({ q: this.#wanted, answers: this.#shown.answers, state: 'asking' }),
      SLOW,
    );
    const query = { q, language: this.#language };
    const answers = await callFromBrowser(searchAll, { query }).catch(() => null);
    clearTimeout(slow);
    this.#isAsking = false;
    if (answers) cachedAnswers.set(this.#keyOf(q), answers);
    if (cachedAnswers.size > KNOWN_MAX) cachedAnswers.delete(cachedAnswers.keys().next().value as string);
    if (this.#wanted !== q) this.ask(this.#wanted);
    else this.#tell({ q, answers, state: answers ? 'there' : 'failed' });
  }

  #tell(shown: ShownAnswers): void {
    if (this.#isOver) return;
    this.#shown = shown;
    this.#show(shown);
  }

  #keyOf = (q: string) => `${this.#language} ${q}`;
}
