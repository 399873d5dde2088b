import { encodeSet } from './sets.ts';
import { everyLanguage, type Tokens } from './tokens.ts';

/** Tokens that a set of documents has in every language are stored once, under this language. */
export const EVERY_LANGUAGE = '';
/** Rows of one insert. */
const ROWS_PER_READ = 2000;

/** A row of the index: the numbers of the documents that have a token, encoded, in hexadecimal digits. */
export type Posting = [language: string, token: string, numbers: string];

const hex = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');

/** Collects the tokens of some documents. */
export class Segment {
  readonly #languages: readonly string[];
  /** By token: document numbers, each followed by the bits of its languages. */
  readonly #sets = new Map<string, number[]>();

  constructor(languages: readonly string[]) {
    this.#languages = languages;
  }

  /** Documents come in ascending order of their numbers. */
  add(number: number, tokens: Tokens): void {
    for (const [token, languages] of tokens) {
      const set = this.#sets.get(token);
      if (set) set.push(number, languages);
      else this.#sets.set(token, [number, languages]);
    }
  }

  /** Rows in the order of the primary key, which is the fastest to insert, in parts for one insert each. */
  *parts(): Generator<Posting[]> {
    const everywhere = everyLanguage(this.#languages.length);
    const byLanguage = new Map<string, Posting[]>(
      [EVERY_LANGUAGE, ...[...this.#languages].sort()].map((language) => [language, []]),
    );
    const put = (language: string, token: string, set: readonly number[], wanted: number) => {
      const numbers: number[] = [];
      for (let i = 0; i < set.length; i += 2)
        if ((set[i + 1] as number) & wanted) numbers.push(set[i] as number);
      if (numbers.length > 0) byLanguage.get(language)?.push([language, token, hex(encodeSet(numbers))]);
    };
    for (const token of [...this.#sets.keys()].sort()) {
      const set = this.#sets.get(token) ?? [];
      if (set.every((languages, i) => i % 2 === 0 || languages === everywhere))
        put(EVERY_LANGUAGE, token, set, everywhere);
      else for (const [i, language] of this.#languages.entries()) put(language, token, set, 1 << i);
    }
    const postings = [...byLanguage.values()].flat();
    for (let i = 0; i < postings.length; i += ROWS_PER_READ) yield postings.slice(i, i + ROWS_PER_READ);
  }
}
