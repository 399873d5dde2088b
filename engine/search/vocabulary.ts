import type { SearchDb } from './adapter.ts';
import type { Corrections } from './query.ts';
import { readNewWords } from './store.ts';
import { maxTypos, type NearWord, WordList } from './word-list.ts';
import { hangulLetters, isHangul, isHanOrKana, joined, type Word, wordsOf } from './words.ts';

/** Corrections of one word. */
const NEAR_MAX = 12;
/** Letters from which a word is also found within longer words. */
const WITHIN_FROM = 4;
/** Letters from which an unfinished word may have a typo. */
const BEGINNING_FROM = 5;
const BEGINNING_FROM_HAN = 3;
/** Typos of a word for a suggestion only. */
const SUGGESTION_TYPOS = 2;

/** Two lists are merged when the later one is half as long as the earlier one. */
const MERGE_SHARE = 0.5;

/** Each script has its own lists: typos stay within a script, and Latin text takes one byte a letter. */
const scriptOf = (word: string): 'latin' | 'hangul' | 'characters' =>
  word.charCodeAt(0) < 0x80 ? 'latin' : isHanOrKana(word) ? 'characters' : 'hangul';

/** Typos allowed in a word; in Han characters and kana one from three characters on. */
const typosAllowed = (word: string): number =>
  isHanOrKana(word) ? maxTypos(word.length + 1) : maxTypos(word.length);

/** Words of all documents in memory, to correct typos. */
export class Vocabulary {
  /** Number of the last word. */
  last = 0;
  /** Longest first: added words are a list of their own until lists are merged. */
  readonly #lists = { latin: [] as WordList[], hangul: [] as WordList[], characters: [] as WordList[] };

  /** @param words separated by spaces */
  add({ words, last }: { words: string; last: number }): void {
    if (words === '') return;
    const added = Map.groupBy(words.split(' '), scriptOf);
    for (const [script, own] of added) {
      const lists = this.#lists[script];
      // Databases sort by other collations. Words that are nearly in order are sorted fast.
      let list = new WordList(own.sort());
      for (;;) {
        const before = lists.at(-1);
        if (!before || list.count < before.count * MERGE_SHARE) break;
        lists.pop();
        list = new WordList([...before.words, ...list.words].sort());
      }
      lists.push(list);
    }
    this.last = last;
  }

  has(word: string): boolean {
    return this.#lists[scriptOf(word)].some((list) => list.has(word));
  }

  hasBeginning(start: string): boolean {
    return this.#lists[scriptOf(start)].some((list) => list.hasBeginning(start));
  }

  /** Corrections of a word, nearest first. @param most typos, by default as many as its length allows */
  near(word: string, most = typosAllowed(word)): string[] {
    if (most === 0) return [];
    const lists = this.#lists[scriptOf(word)];
    let found = lists.flatMap((list) => list.near(word, most)).filter(({ errors }) => errors > 0);
    // The word may be unfinished.
    if (found.length === 0 && word.length >= (/\p{sc=Han}/u.test(word) ? BEGINNING_FROM_HAN : BEGINNING_FROM))
      found = lists
        .flatMap((list) => list.beginningNear(word, 1))
        .filter((other) => other.length > word.length && other[0] === word[0])
        .map((other) => ({ word: other, errors: most }));
    const order = (a: NearWord, b: NearWord) =>
      a.errors - b.errors ||
      Math.abs(a.word.length - word.length) - Math.abs(b.word.length - word.length) ||
      (a.word < b.word ? -1 : 1);
    return found
      .sort(order)
      .slice(0, NEAR_MAX)
      .map((near) => near.word);
  }

  /** Words that contain a word. */
  within(word: string): string[] {
    if (word.length < WITHIN_FROM) return [];
    return this.#lists[scriptOf(word)].flatMap((list) => list.within(word, NEAR_MAX)).slice(0, NEAR_MAX);
  }
}

/** The vocabulary of one database. */
interface LoadedVocabulary {
  vocabulary: Vocabulary;
  reading: Promise<void>;
  /** The read after `reading`, shared by all callers that came since it began. */
  next?: Promise<void> | undefined;
}

/** Text of a word as the vocabulary has it. */
const typedForm = (text: string): string => (isHangul(text) ? hangulLetters(text) : text);

/** The vocabularies of databases, each kept up to date by reading the words that were added. */
export class Vocabularies<Database extends { readonly scan: SearchDb }> {
  readonly #loaded = new WeakMap<Database, LoadedVocabulary>();

  async #current(database: Database): Promise<Vocabulary> {
    let loaded = this.#loaded.get(database);
    if (!loaded) {
      loaded = { vocabulary: new Vocabulary(), reading: Promise.resolve() };
      this.#loaded.set(database, loaded);
    }
    const of = loaded;
    of.next ??= of.reading
      .catch(() => {})
      .then(() => {
        of.next = undefined;
        of.reading = readNewWords(database.scan, of.vocabulary.last).then((words) =>
          of.vocabulary.add(words),
        );
        return of.reading;
      });
    await of.next;
    return of.vocabulary;
  }

  /** Whether a word begins no word of the loaded vocabulary, so that only a correction can match. */
  isUnknown(database: Database, words: readonly Word[]): boolean {
    const vocabulary = this.#loaded.get(database)?.vocabulary;
    return (
      vocabulary !== undefined &&
      words.some(({ text, isCjk }) => !isCjk && text.length >= WITHIN_FROM && !vocabulary.hasBeginning(text))
    );
  }

  /** Corrections of words, by word; words without one are left out. */
  async corrections(database: Database, words: readonly Word[]): Promise<Corrections> {
    const vocabulary = await this.#current(database);
    return new Map(
      words.flatMap(({ text, isCjk }) => {
        const near = vocabulary.near(typedForm(text));
        const all = [...new Set([...near, ...(isCjk ? [] : vocabulary.within(text))])];
        return all.length > 0 ? [[text, all] as const] : [];
      }),
    );
  }

  /**
   * A query with corrected words, spelt as in the name of the best result, or without results as a name has them;
   * null if no word is corrected.
   */
  async suggest(
    database: Database,
    words: readonly Word[],
    {
      corrections,
      total,
      hasNameWord,
    }: { corrections: Corrections; total: number; hasNameWord: (word: string) => Promise<boolean> },
    bestName: string,
  ): Promise<string | null> {
    const spellings = new Map(bestName.split(/\s+/).map((part) => [joined(wordsOf(part)), part]));
    const vocabulary = await this.#current(database);
    let isChanged = false;
    const correct = async ({ text, isCjk }: Word): Promise<string | undefined> => {
      const near = corrections.get(text) ?? [];
      const spelt = [...spellings].find(([form]) =>
        near.some((other) => other === form || other === hangulLetters(form)),
      );
      if (spelt) return spelt[1];
      if (isCjk) return isHangul(text) ? undefined : near[0];
      for (const other of [...near, ...vocabulary.near(text, SUGGESTION_TYPOS)])
        if (total > 0 || (await hasNameWord(other))) return other;
      return undefined;
    };
    const corrected: string[] = [];
    for (const word of words) {
      const better = vocabulary.has(typedForm(word.text)) ? undefined : await correct(word);
      isChanged ||= better !== undefined;
      corrected.push(better ?? word.text);
    }
    return isChanged ? corrected.join(' ') : null;
  }
}
