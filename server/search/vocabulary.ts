import { distance, errorsForgiven } from '../../core/search/distance.ts';
import { wholeName } from '../../core/search/tokens.ts';
import { hangulLetters, isHangul, type Word } from '../../core/search/words.ts';
import { readSearchWords } from '../database/search-index.ts';
import type { Database } from '../database/types.ts';

/** Words that a mistyped one is taken for at most. */
const NEAR_MAX = 12;
/** Letters from which a word is also found within others. */
const WITHIN_FROM = 4;
/** Letters from which the beginning of a word may have a wrong one. */
const BEGINNING_FROM = 5;

/** Words of one length, with the letters that each has as bits. */
interface Shelf {
  words: string[];
  letters: number[];
}

/** Bits of the letters of a word: one wrong letter changes two of them at most. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) % 31);
  return bits;
}

/** Whether more bits are set than `most`. */
function isMore(bits: number, most: number): boolean {
  let rest = bits;
  for (let i = 0; i < most; i++) rest &= rest - 1;
  return rest !== 0;
}

/** The words of all documents, in memory, to find those that a mistyped one was meant to be. */
export class Vocabulary {
  #last = 0;
  #text = ' ';
  readonly #shelves: Shelf[] = [];

  add({ words, last }: { words: string; last: number }): void {
    if (words === '') return;
    for (const word of words.split(' ')) {
      this.#shelves[word.length] ??= { words: [], letters: [] };
      const shelf = this.#shelves[word.length] as Shelf;
      shelf.words.push(word);
      shelf.letters.push(lettersOf(word));
    }
    this.#text += `${words} `;
    this.#last = last;
  }

  get last(): number {
    return this.#last;
  }

  has(word: string): boolean {
    return this.#text.includes(` ${word} `);
  }

  /** Words that a word may have been meant to be, the nearest first. @param most wrong letters, or what its length forgives */
  near(word: string, most = errorsForgiven(word.length)): string[] {
    if (most === 0) return [];
    const letters = lettersOf(word);
    const found: { word: string; errors: number }[] = [];
    // Of all words, which can be many: what can be told from the letters alone is not looked at.
    for (let length = word.length - most; length <= word.length + most; length++) {
      const shelf = this.#shelves[length];
      if (!shelf) continue;
      for (let i = 0; i < shelf.letters.length; i++) {
        const bits = shelf.letters[i] as number;
        if (isMore(letters & ~bits, most) || isMore(bits & ~letters, most)) continue;
        const other = shelf.words[i] as string;
        const errors = distance(word, other, most);
        if (errors > 0 && errors <= most) found.push({ word: other, errors });
      }
    }
    // Somebody is still typing.
    if (found.length === 0 && word.length >= BEGINNING_FROM) {
      for (let length = word.length + 1; length < this.#shelves.length; length++) {
        const shelf = this.#shelves[length];
        if (!shelf) continue;
        for (let i = 0; i < shelf.letters.length; i++) {
          if (isMore(letters & ~(shelf.letters[i] as number), 1)) continue;
          const other = shelf.words[i] as string;
          if (other[0] === word[0] && distance(word, other, 1, true) <= 1)
            found.push({ word: other, errors: most });
        }
      }
    }
    return found
      .sort(
        (a, b) =>
          a.errors - b.errors ||
          Math.abs(a.word.length - word.length) - Math.abs(b.word.length - word.length) ||
          (a.word < b.word ? -1 : 1),
      )
      .slice(0, NEAR_MAX)
      .map((each) => each.word);
  }

  /** Words that have a word within them. */
  within(word: string): string[] {
    const found: string[] = [];
    if (word.length < WITHIN_FROM) return found;
    for (let at = this.#text.indexOf(word); at >= 0 && found.length < NEAR_MAX; ) {
      const end = this.#text.indexOf(' ', at);
      found.push(this.#text.slice(this.#text.lastIndexOf(' ', at) + 1, end));
      at = this.#text.indexOf(word, end);
    }
    return found;
  }
}

interface Kept {
  vocabulary: Vocabulary;
  revision: number;
  reading?: Promise<void> | undefined;
}
const vocabularies = new WeakMap<Database, Kept>();

/** The words of all documents as they are now; read once for all who wait. */
async function vocabularyOf(database: Database): Promise<Vocabulary> {
  const revision = await database.revision.current();
  let kept = vocabularies.get(database);
  if (!kept) {
    kept = { vocabulary: new Vocabulary(), revision: -1 };
    vocabularies.set(database, kept);
  }
  const { vocabulary } = kept;
  if (kept.reading) await kept.reading;
  if (kept.revision === revision) return vocabulary;
  const of = kept;
  of.reading ??= readSearchWords(database.scan, vocabulary.last)
    .then((words) => {
      vocabulary.add(words);
      of.revision = revision;
    })
    .finally(() => {
      of.reading = undefined;
    });
  await of.reading;
  return vocabulary;
}

/** What the words of a search may have been meant to be, by each. */
export async function nearWords(database: Database, words: readonly Word[]): Promise<Map<string, string[]>> {
  const vocabulary = await vocabularyOf(database);
  return new Map(
    words.flatMap(({ text, isCjk }) => {
      const typed = isHangul(text) ? hangulLetters(text) : text;
      if (isCjk && !isHangul(text)) return [];
      const near = [...new Set([...vocabulary.near(typed), ...(isCjk ? [] : vocabulary.within(text))])];
      return near.length > 0 ? [[text, near] as const] : [];
    }),
  );
}

/** Further than what is forgiven, for a question only. */
const QUESTIONED = 2;

/**
 * What somebody may have meant to type: the words that were found instead, written as the best company
 * writes them, or the nearest ones where nothing was found. Null where there is nothing near.
 */
export async function correction(
  database: Database,
  words: readonly Word[],
  {
    companies,
    results,
  }: {
    companies: readonly { name: string }[];
    results?: { near: ReadonlyMap<string, readonly string[]> } | undefined;
  },
): Promise<string | null> {
  const name = companies[0]?.name ?? '';
  const written = new Map(name.split(/\s+/).map((part) => [wholeName(part), part]));
  const vocabulary = await vocabularyOf(database);
  let isChanged = false;
  const corrected = words.map(({ text, isCjk }) => {
    const typed = isHangul(text) ? hangulLetters(text) : text;
    const near = results?.near.get(text) ?? [];
    const inName = [...written].find(([form]) =>
      near.some((other) => other === form || other === hangulLetters(form)),
    );
    const nearest = isCjk ? undefined : (near[0] ?? vocabulary.near(typed, QUESTIONED)[0]);
    const better = inName?.[1] ?? nearest;
    if (better === undefined || vocabulary.has(typed)) return text;
    isChanged = true;
    return better;
  });
  return isChanged ? corrected.join(' ') : null;
}
