import { wholeName } from '../../core/search/tokens.ts';
import { maxTypos, type NearWord, WordList } from '../../core/search/word-list.ts';
import { hangulLetters, isHangul, isHanOrKana, type Word } from '../../core/search/words.ts';
import { readSearchWords } from '../database/search-index.ts';
import type { Database } from '../database/types.ts';

/** Words that a mistyped one is taken for at most. */
const NEAR_MAX = 12;
/** Letters from which a word is also found within others. */
const WITHIN_FROM = 4;
/** Letters from which the beginning of a word may have a wrong one. */
const BEGINNING_FROM = 5;
/** The same of Han characters, of which fewer are a name. */
const BEGINNING_FROM_HAN = 3;

/** How much longer a list is than the one before it when both are made one. */
const GROWN = 0.5;

/** Those of one writing are looked at alone, and Latin letters take one byte where no others stand beside them. */
const writingOf = (word: string): 'latin' | 'hangul' | 'characters' =>
  word.charCodeAt(0) < 0x80 ? 'latin' : isHanOrKana(word) ? 'characters' : 'hangul';

/** Wrong letters that are forgiven in a word: of Han characters and kana, which say more, one from three. */
const forgiven = (word: string): number =>
  isHanOrKana(word) ? maxTypos(word.length + 1) : maxTypos(word.length);

/** The words of all documents, in memory, to find those that a mistyped one was meant to be. */
export class Vocabulary {
  #last = 0;
  /** Long ones first: what is added is a list of its own until it is half as long as the one before. */
  readonly #lists = { latin: [] as WordList[], hangul: [] as WordList[], characters: [] as WordList[] };

  /** @param words as `readSearchWords` reads them, with a space between them */
  add({ words, last }: { words: string; last: number }): void {
    if (words === '') return;
    const added = Map.groupBy(words.split(' '), writingOf);
    for (const [writing, own] of added) {
      const lists = this.#lists[writing];
      // A database orders by bytes, or as it was told to; sorted once more, nearly in order, it costs little.
      let list = new WordList(own.sort());
      for (;;) {
        const before = lists.at(-1);
        if (!before || list.count < before.count * GROWN) break;
        lists.pop();
        list = new WordList([...before.words, ...list.words].sort());
      }
      lists.push(list);
    }
    this.#last = last;
  }

  get last(): number {
    return this.#last;
  }

  has(word: string): boolean {
    return this.#lists[writingOf(word)].some((list) => list.has(word));
  }

  hasBeginning(start: string): boolean {
    return this.#lists[writingOf(start)].some((list) => list.hasBeginning(start));
  }

  /** Words that a word may have been meant to be, the nearest first. @param most wrong letters, or what its length forgives */
  near(word: string, most = forgiven(word)): string[] {
    if (most === 0) return [];
    const lists = this.#lists[writingOf(word)];
    let found = lists.flatMap((list) => list.near(word, most)).filter(({ errors }) => errors > 0);
    // Somebody is still typing.
    if (found.length === 0 && word.length >= (/\p{sc=Han}/u.test(word) ? BEGINNING_FROM_HAN : BEGINNING_FROM))
      found = lists
        .flatMap((list) => list.beginningNear(word, 1))
        .filter((other) => other.length > word.length && other[0] === word[0])
        .map((other) => ({ word: other, errors: most }));
    const isBefore = (a: NearWord, b: NearWord) =>
      a.errors - b.errors ||
      Math.abs(a.word.length - word.length) - Math.abs(b.word.length - word.length) ||
      (a.word < b.word ? -1 : 1);
    // A beginning can be that of thousands.
    const nearest: NearWord[] = [];
    for (const near of found) {
      const at = nearest.findIndex((other) => isBefore(near, other) < 0);
      if (at >= 0) nearest.splice(at, 0, near);
      else if (nearest.length < NEAR_MAX) nearest.push(near);
      if (nearest.length > NEAR_MAX) nearest.pop();
    }
    return nearest.map((near) => near.word);
  }

  /** Words that contain a word. */
  within(word: string): string[] {
    if (word.length < WITHIN_FROM) return [];
    return this.#lists[writingOf(word)].flatMap((list) => list.within(word, NEAR_MAX)).slice(0, NEAR_MAX);
  }
}

interface Kept {
  vocabulary: Vocabulary;
  reading: Promise<void>;
  /** The next reading, for all who came after that one began. */
  next?: Promise<void> | undefined;
}
const vocabularies = new WeakMap<Database, Kept>();

/** The words of all documents as they are now: those that were added since are read, at once for all who wait. */
async function vocabularyOf(database: Database): Promise<Vocabulary> {
  let kept = vocabularies.get(database);
  if (!kept) {
    kept = { vocabulary: new Vocabulary(), reading: Promise.resolve() };
    vocabularies.set(database, kept);
  }
  const of = kept;
  const { vocabulary } = of;
  of.next ??= of.reading
    .catch(() => {})
    .then(() => {
      of.next = undefined;
      of.reading = readSearchWords(database.scan, vocabulary.last).then((words) => vocabulary.add(words));
      return of.reading;
    });
  await of.next;
  return vocabulary;
}

/**
 * Whether a word of a search begins no word, as far as is in memory: then nothing will be found but by
 * what it may have been meant to be.
 */
export function isUnknown(database: Database, words: readonly Word[]): boolean {
  const vocabulary = vocabularies.get(database)?.vocabulary;
  return (
    vocabulary !== undefined &&
    words.some(({ text, isCjk }) => !isCjk && text.length >= WITHIN_FROM && !vocabulary.hasBeginning(text))
  );
}

/** What the words of a search may have been meant to be, by each. */
export async function nearWords(database: Database, words: readonly Word[]): Promise<Map<string, string[]>> {
  const vocabulary = await vocabularyOf(database);
  return new Map(
    words.flatMap(({ text, isCjk }) => {
      const typed = isHangul(text) ? hangulLetters(text) : text;
      const near = [...new Set([...vocabulary.near(typed), ...(isCjk ? [] : vocabulary.within(text))])];
      return near.length > 0 ? [[text, near] as const] : [];
    }),
  );
}

/** Further than what is forgiven, for a question only. */
const QUESTIONED = 2;

/**
 * What somebody may have meant to type: the words that were found instead, written as the best company
 * writes them, or the nearest ones of names where nothing was found. Null where there is nothing near.
 */
export async function correction(
  database: Database,
  words: readonly Word[],
  {
    companies,
    results,
    isOfName,
  }: {
    companies: readonly { name: string }[];
    results?: { near: ReadonlyMap<string, readonly string[]> } | undefined;
    /** Whether a word is one of a company's name: a word that only texts have is no better guess than none. */
    isOfName(word: string): Promise<boolean>;
  },
): Promise<string | null> {
  const name = companies[0]?.name ?? '';
  const written = new Map(name.split(/\s+/).map((part) => [wholeName(part), part]));
  const vocabulary = await vocabularyOf(database);
  let isChanged = false;
  const correct = async ({ text, isCjk }: Word): Promise<string> => {
    const typed = isHangul(text) ? hangulLetters(text) : text;
    if (vocabulary.has(typed)) return text;
    const near = results?.near.get(text) ?? [];
    const inName = [...written].find(([form]) =>
      near.some((other) => other === form || other === hangulLetters(form)),
    );
    let better = inName?.[1];
    if (better === undefined && isCjk) better = isHangul(text) ? undefined : near[0];
    else if (better === undefined)
      for (const other of [...near, ...vocabulary.near(typed, QUESTIONED)]) {
        if (companies.length === 0 && !(await isOfName(other))) continue;
        better = other;
        break;
      }
    if (better === undefined) return text;
    isChanged = true;
    return better;
  };
  const corrected: string[] = [];
  for (const word of words) corrected.push(await correct(word));
  return isChanged ? corrected.join(' ') : null;
}
