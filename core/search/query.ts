import { allOf, anyOf, type Expression, token } from './expression.ts';
import { typedReadings } from './romaji.ts';
import { beginningAt, PLACES, type Place, SHORT, tokenOf, WORD_PLACES } from './tokens.ts';
import {
  hangulInitials,
  hangulLetters,
  isHangul,
  isInitials,
  joined,
  pairsOf,
  type Word,
  wordsOf,
} from './words.ts';

/** Words of a search that are looked at; nobody types more of them. */
const WORDS_MAX = 12;

/** A word of a search, or some that mean something together, and what means the same. */
interface Term {
  words: readonly Word[];
  synonyms: readonly (readonly Word[])[];
}

/** What is searched for. */
export interface Query {
  words: readonly Word[];
  terms: readonly Term[];
}

/** Words and expressions that mean the same, each in search form. */
export type Synonyms = readonly (readonly Word[])[][];

const sameWords = (a: readonly Word[], b: readonly Word[]) =>
  a.length === b.length && a.every(({ text }, i) => text === b[i]?.text);

/** What the name of a host says besides whom it belongs to. */
const OF_HOSTS: ReadonlySet<string> = new Set([
  'www',
  'com',
  'co',
  'org',
  'net',
  'io',
  'app',
  'dev',
  'kr',
  'jp',
  'cn',
]);

/** Of an address that is searched for whole, the name in its host: `zoho` of `https://www.zoho.com/crm`. */
export function withoutAddress(q: string): string {
  const url = /^https?:\/\/\S+$/i.test(q.trim()) ? URL.parse(q.trim()) : null;
  if (!url) return q;
  const labels = url.hostname.split('.');
  const own = labels.slice(0, -1).filter((label) => !OF_HOSTS.has(label));
  return own.at(-1) ?? q;
}

/** Reads a search. Without a word in it, nothing is found by it. */
export function queryOf(q: string, synonyms: Synonyms = []): Query {
  const words = wordsOf(withoutAddress(q)).slice(0, WORDS_MAX);
  const terms: Term[] = [];
  for (let at = 0; at < words.length; ) {
    // The longest expression that is known begins here.
    let length = 1;
    let found: Term['synonyms'] = [];
    for (const group of synonyms)
      for (const member of group)
        if (member.length >= length && sameWords(member, words.slice(at, at + member.length))) {
          const others = group.filter((other) => other !== member);
          found = member.length === length ? [...found, ...others] : others;
          length = member.length;
        }
    terms.push({ words: words.slice(at, at + length), synonyms: found });
    at += length;
  }
  return { words, terms };
}

/** A word at one place as a whole. */
function wholeAt(place: Place, { text, isCjk }: Word): Expression | undefined {
  if (!isCjk) return token(tokenOf(place, text));
  const pairs = pairsOf(text);
  if (pairs.length === 0) return token(tokenOf(place, text));
  return allOf(pairs.map((pair) => token(tokenOf(place, pair))));
}

/** A word at one place, or one that begins with it: of one or two Latin letters only as a whole. */
function wordAt(place: Place, word: Word): Expression | undefined {
  const { text, isCjk } = word;
  if (place === 'reading') return anyOf(typedReadings(word).map((typed) => beginningAt(place, typed)));
  return isCjk || [...text].length <= SHORT ? wholeAt(place, word) : beginningAt(place, text);
}

/** What a name begins with as it is typed: one or two letters, letters of Hangul, its first consonants. */
function typed(word: Word): Expression | undefined {
  const { text } = word;
  if (isInitials(text)) return beginningAt('initials', text);
  if (isHangul(text)) return beginningAt('letters', hangulLetters(text));
  if (!word.isCjk && text.length <= SHORT) return token(tokenOf('start', text));
  return undefined;
}

/** A word at some places, or as it is typed. */
const wordIn = (word: Word, places: readonly Place[]): Expression | undefined =>
  anyOf([...places.map((place) => wordAt(place, word)), typed(word)]);

/** A word wherever it may stand. */
const somewhere = (word: Word): Expression | undefined => wordIn(word, WORD_PLACES);

/** A place and the better ones. */
const downTo = (place: (typeof WORD_PLACES)[number]): readonly Place[] =>
  WORD_PLACES.slice(0, WORD_PLACES.indexOf(place) + 1);

/** Words that a word is forgiven for, as the index has them. */
export type Near = ReadonlyMap<string, readonly string[]>;

const nearOf = (word: Word, near: Near, places: readonly Place[]): Expression[] =>
  (near.get(word.text) ?? []).flatMap((other) =>
    isHangul(other)
      ? [token(`${PLACES.letters}${other}`)]
      : places.map((place) => token(tokenOf(place, other))),
  );

/** What a search asks of documents. */
export interface Asked {
  /**
   * The best answers first: the name, its beginning, all words in the name, their beginnings, then
   * readings and founders, facts, description, the whole story, what means the same, and what only a
   * wrong letter keeps from being the same. What one finds, later ones may find again.
   */
  steps: Expression[];
  /** How many of the first steps look at names and founders alone. */
  named: number;
  /** What any of them finds. */
  all: Expression;
}

/** Nothing where a search has no word. @param near what words of it may be wrong letters for */
export function askedFor({ words, terms }: Query, near: Near = new Map()): Asked | undefined {
  const whole = tokenOf('wholeName', joined(words));
  const every = (of: (word: Word) => Expression | undefined): Expression | undefined => {
    const parts = words.map(of);
    return parts.every((part) => part !== undefined) ? allOf(parts) : undefined;
  };
  const down = (...places: Place[]) => every((word) => wordIn(word, places));
  const meant = (forgiven: Near) =>
    allOf(
      terms.map(({ words: own, synonyms }) =>
        anyOf([
          allOf(own.map((word) => anyOf([somewhere(word), ...nearOf(word, forgiven, WORD_PLACES)]))),
          ...synonyms.map((other) =>
            allOf(other.map((word) => anyOf(WORD_PLACES.map((place) => wordAt(place, word))))),
          ),
        ]),
      ),
    );
  const widest = meant(near);
  const starting = beginningAt('wholeName', joined(words));
  const all = anyOf([starting, widest]);
  if (words.length === 0 || !all) return undefined;
  const isPart = (step: Expression | undefined): step is Expression => step !== undefined;
  const byName = [
    token(whole),
    starting,
    every((word) => wholeAt('name', word)),
    down('name'),
    down(...downTo('founder')),
  ].filter(isPart);
  const steps = [
    ...byName,
    down(...downTo('fact')),
    // The company's name and something about it.
    words.length > 1
      ? allOf([anyOf(words.map((word) => wholeAt('name', word))), meant(new Map())])
      : undefined,
    down(...downTo('description')),
    down(...downTo('story')),
    meant(new Map()),
    // Of mistyped words those are meant first that are names.
    near.size > 0
      ? every((word) =>
          anyOf([wordIn(word, ['name', 'founder']), ...nearOf(word, near, ['name', 'founder'])]),
        )
      : undefined,
    widest,
  ].filter(isPart);
  return { steps, named: byName.length, all };
}

/** What documents have of which a founder, or one of the facts, is meant by a search. */
export function askedOf(place: 'founder' | 'fact', { words }: Query): Expression | undefined {
  const parts = words.map((word) =>
    place === 'founder' ? wordIn(word, ['reading', place]) : wordAt(place, word),
  );
  return parts.every((part) => part !== undefined) ? allOf(parts) : undefined;
}

/** A name as it is meant by searches: its words, and all of them as one. */
export interface Meant {
  words: readonly Word[];
  whole: string;
  initials: string;
}

export function meantBy(name: string): Meant {
  const words = wordsOf(name);
  const whole = joined(words);
  return { words, whole, initials: hangulInitials(whole) };
}

/** Whether a name is meant by words of a search: each begins one of its words, or is in it where it is CJK. */
export function isMeant(name: string, words: readonly Word[]): boolean {
  return isMeantIn(meantBy(name), words);
}

/** The same of a name that was cut already. */
export function isMeantIn(name: Meant, words: readonly Word[]): boolean {
  if (words.length === 0) return false;
  return words.every(({ text, isCjk }) =>
    isInitials(text)
      ? name.initials.includes(text)
      : isCjk
        ? name.whole.includes(text)
        : name.words.some((word) => word.text.startsWith(text)),
  );
}
