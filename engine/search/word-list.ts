/** Typos allowed in a word: one from four letters, two from eight. */
export const maxTypos = (length: number): number => (length >= 8 ? 2 : length >= 4 ? 1 : 0);

/** A word of a list with its distance. */
export interface NearWord {
  word: string;
  errors: number;
}

/** Longest common beginning that is stored. */
const BEGINNING_MAX = 255;
/** Words of a block, which is skipped at once if all share a beginning that is too far away. */
const WORDS_PER_BLOCK = 64;

/**
 * A Bloom filter of the pairs of letters of a word, 32 bits: a pair without its bit does not occur.
 */
function pairBits(word: string): number {
  let pairs = 0;
  for (let i = 1; i < word.length; i++)
    pairs |= 1 << (Math.imul(word.charCodeAt(i - 1) * 31 + word.charCodeAt(i), 0x9e3779b1) >>> 27);
  return pairs;
}

/**
 * Sorted words in one string, so that hundreds of thousands take little memory. Words with a common beginning are
 * neighbours: a search for near words computes the distance of each beginning once.
 */
export class WordList {
  readonly count: number;
  /** The words, each between two spaces. */
  readonly #text: string;
  /** Position of each word, and of the end. */
  readonly #starts: Uint32Array;
  /** Length of the common beginning of each word and the word before. */
  readonly #alike: Uint8Array;
  /** The shortest common beginning in each block. */
  readonly #leastAlike: Uint8Array;
  /** Filters of the words' pairs of letters. */
  readonly #pairs: Int32Array;

  /** @param words sorted by UTF-16 code units, without duplicates */
  constructor(words: readonly string[]) {
    this.count = words.length;
    this.#text = ` ${words.join(' ')} `;
    this.#starts = new Uint32Array(words.length + 1);
    this.#alike = new Uint8Array(words.length);
    this.#leastAlike = new Uint8Array(Math.ceil(words.length / WORDS_PER_BLOCK)).fill(BEGINNING_MAX);
    this.#pairs = new Int32Array(words.length);
    let start = 1;
    let before = '';
    for (const [i, word] of words.entries()) {
      this.#starts[i] = start;
      start += word.length + 1;
      const most = Math.min(word.length, before.length, BEGINNING_MAX);
      let alike = 0;
      while (alike < most && word.charCodeAt(alike) === before.charCodeAt(alike)) alike++;
      this.#alike[i] = alike;
      const block = Math.floor(i / WORDS_PER_BLOCK);
      this.#leastAlike[block] = Math.min(alike, this.#leastAlike[block] as number);
      this.#pairs[i] = pairBits(word);
      before = word;
    }
    this.#starts[words.length] = start;
  }

  get words(): string[] {
    return this.count === 0 ? [] : this.#text.slice(1, -1).split(' ');
  }

  has(word: string): boolean {
    const i = this.#placeOf(word);
    return i < this.count && this.#at(i) === word;
  }

  /** Whether a word begins with `start`. */
  hasBeginning(start: string): boolean {
    const i = this.#placeOf(start);
    return i < this.count && this.#at(i).startsWith(start);
  }

  /** Binary search: the index of a word, or where to insert the word. */
  #placeOf(word: string): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#at(middle) < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #at(i: number): string {
    return this.#text.slice(this.#starts[i] as number, (this.#starts[i + 1] as number) - 1);
  }

  /** Words that contain `letters`. */
  within(letters: string, most: number): string[] {
    const found: string[] = [];
    const wanted = pairBits(letters);
    const pairs = this.#pairs;
    for (let i = 0; i < pairs.length && found.length < most; i++) {
      if ((wanted & ~(pairs[i] as number)) !== 0) continue;
      const word = this.#at(i);
      if (word.includes(letters)) found.push(word);
    }
    return found;
  }

  /** Words within a distance: wrong, surplus, missing letters and exchanged neighbours (optimal string alignment). */
  near(word: string, most: number): NearWord[] {
    return this.#walk(word, most, false);
  }

  /** Words with a beginning within a distance of a word. */
  beginningNear(word: string, most: number): string[] {
    return this.#walk(word, most, true).map((near) => near.word);
  }

  #walk(word: string, most: number, isBeginning: boolean): NearWord[] {
    const found: NearWord[] = [];
    const text = this.#text;
    const leastAlike = this.#leastAlike;
    const far = most + 1;
    const width = word.length + 1;
    const deepest = word.length + most;
    const letters = Uint16Array.from({ length: word.length }, (_, i) => word.charCodeAt(i));
    /** Distances by row: of a beginning of a listed word to each beginning of `word`. */
    const table = new Uint8Array((deepest + 2) * width).fill(far);
    for (let column = 0; column <= Math.min(most, word.length); column++) table[column] = column;
    /** Length of the current word's beginning that is too far away, and of the one that is near enough. */
    let lost = Number.POSITIVE_INFINITY;
    let reached = Number.POSITIVE_INFINITY;
    /** Rows that are valid for the current word. */
    let known = 0;
    for (let i = 0; i < this.count; i++) {
      if (i % WORDS_PER_BLOCK === 0 && (leastAlike[i / WORDS_PER_BLOCK] as number) >= lost) {
        i += WORDS_PER_BLOCK - 1;
        continue;
      }
      const alike = this.#alike[i] as number;
      if (alike >= lost) continue;
      if (alike >= reached) {
        found.push({ word: this.#at(i), errors: table[reached * width + word.length] as number });
        continue;
      }
      lost = Number.POSITIVE_INFINITY;
      reached = Number.POSITIVE_INFINITY;
      const start = this.#starts[i] as number;
      const length = (this.#starts[i + 1] as number) - 1 - start;
      let row = Math.min(alike, known);
      while (row < length) {
        row++;
        if (row > deepest) {
          lost = row;
          break;
        }
        const own = text.charCodeAt(start + row - 1);
        const before = row > 1 ? text.charCodeAt(start + row - 2) : -1;
        const from = Math.max(0, row - most);
        const to = Math.min(word.length, row + most);
        const line = row * width;
        const above = line - width;
        const earlier = above - width;
        let least = far;
        if (from > 0) table[line + from - 1] = far;
        for (let column = from; column <= to; column++) {
          let value: number;
          if (column === 0) value = row;
          else {
            const letter = letters[column - 1];
            value = (table[above + column - 1] as number) + (letter === own ? 0 : 1);
            value = Math.min(
              value,
              (table[above + column] as number) + 1,
              (table[line + column - 1] as number) + 1,
            );
            if (column > 1 && letter === before && letters[column - 2] === own)
              value = Math.min(value, (table[earlier + column - 2] as number) + 1);
          }
          if (value > far) value = far;
          table[line + column] = value;
          if (value < least) least = value;
        }
        if (to < word.length) table[line + to + 1] = far;
        if (isBeginning && to === word.length && (table[line + to] as number) <= most) {
          reached = row;
          break;
        }
        if (least > most) {
          lost = row;
          break;
        }
      }
      known = Math.min(row, deepest);
      if (lost <= row) continue;
      const errors = table[Math.min(row, deepest) * width + word.length] as number;
      if (errors <= most && (isBeginning ? reached <= row : row === length))
        found.push({ word: text.slice(start, start + length), errors });
    }
    return found;
  }
}
