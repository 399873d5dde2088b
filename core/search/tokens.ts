import { beginning, type Expression, token } from './expression.ts';
import { fold } from './fold.ts';
import { soundsOf } from './sounds.ts';
import { hangulInitials, hangulLetters, isHangul, isHanOrKana, joined, type Word, wordsOf } from './words.ts';

/**
 * Where in a document a word stands, best first; a token begins with the letter of its place. One
 * index of such tokens serves both databases: they only have to find a token, or its beginning.
 */
export const PLACES = {
  /** A whole name as one word. */
  wholeName: 'n',
  /** A word of a name. */
  name: 'a',
  /** One or two letters with which a word of a name or of a founder begins. */
  start: 'p',
  /** Hangul of a name as it is typed, and its first consonants. */
  letters: 'j',
  initials: 'i',
  /** How a name is read in Latin letters. */
  reading: 'r',
  /** What a name in Latin letters sounds like to whoever types it in kana or Hangul. */
  sound: 's',
  website: 'w',
  founder: 'f',
  /** Category, kinds, tags, country and city. */
  fact: 'b',
  /** Description and highlights. */
  description: 'c',
  /** Everything else that the page tells. */
  story: 'd',
} as const;
export type Place = keyof typeof PLACES;

/** Places of words, the best first: a word is looked for at one of them and at the better ones. */
export const WORD_PLACES = [
  'name',
  'reading',
  'founder',
  'fact',
  'description',
  'story',
] as const satisfies Place[];

/** Places of which nearly every company has words that no other has: their beginnings are tokens too. */
const EDGED: ReadonlySet<Place> = new Set(['wholeName', 'letters', 'initials', 'reading']);
/** Characters of the longest beginning that is a token. */
const EDGE = 8;

/** Whether a token may be one of a document's texts in one language only: names and persons are the same in all. */
export const isTold = (token: string): boolean => TOLD.some((place) => token.startsWith(PLACES[place]));

/** Tokens of what is asked of a document besides its words. */
export const inCategory = (category: string): string => `z${category.replaceAll('-', '')}`;
export const HIDDEN = 'xhidden';

/** The longest token, in characters: a word beyond it is found by its beginning. */
const LONGEST = 40;
/** Letters of a word that is only found as a whole, or at the beginning of a name. */
export const SHORT = 2;

export const tokenOf = (place: Place, word: string): string => `${PLACES[place]}${cut(word, LONGEST)}`;
/** What is searched has no capital letters. */
const edgeOf = (place: Place, start: string): string => `${PLACES[place].toUpperCase()}${start}`;

/** The first characters of a word. */
const cut = (word: string, length: number) =>
  word.length <= length ? word : [...word].slice(0, length).join('');

/** What a document has where a word at a place begins with what is typed. */
export function beginningAt(place: Place, start: string): Expression {
  const isEdge = EDGED.has(place) && [...start].length <= EDGE;
  return isEdge ? token(edgeOf(place, start)) : beginning(tokenOf(place, start));
}

/** The tokens of a word at a place where its beginnings are tokens too. */
function edged(place: Place, word: string): string[] {
  const characters = [...word].slice(0, EDGE);
  return [
    tokenOf(place, word),
    ...characters.map((_, i) => edgeOf(place, characters.slice(0, i + 1).join(''))),
  ];
}

/** What readers can find of a company. */
export interface SearchFields {
  category: string;
  isHidden: boolean;
  /** In every language. */
  names: readonly string[];
  /** Of the names, in Latin letters. */
  readings: readonly string[];
  founders: readonly string[];
  /** Host and path of its website. */
  websites: readonly string[];
  /** What is told in each language. */
  told: readonly { [P in (typeof TOLD)[number]]: readonly string[] }[];
}
const TOLD = ['fact', 'description', 'story'] as const satisfies Place[];

/** What words are found by: those of Latin letters whole, others by each character and in pairs. */
function partsOf(words: readonly Word[]): Set<string> {
  const parts = new Set<string>();
  words.forEach(({ text, isCjk, isJoined }, i) => {
    const before = words[i - 1];
    const isSameKind = isJoined && before?.isCjk === isCjk;
    if (!isCjk) {
      parts.add(text);
      if (isSameKind) parts.add(`${before?.text}${text}`);
      return;
    }
    const characters = [...text];
    if (isSameKind) parts.add(`${[...(before?.text ?? '')].at(-1)}${characters[0]}`);
    for (const [at, character] of characters.entries()) {
      parts.add(character);
      const next = characters[at + 1];
      if (next !== undefined) parts.add(`${character}${next}`);
    }
  });
  return parts;
}

/** The tokens of words at a place. */
const placed = (place: Place, words: readonly Word[]): string[] =>
  Array.from(partsOf(words), (part) => tokenOf(place, part));

/** The same for names: also by what their words begin with. */
function named(place: 'name' | 'founder', words: readonly Word[]): string[] {
  const tokens = placed(place, words);
  words.forEach(({ text, isCjk }, i) => {
    if (!isCjk) {
      tokens.push(tokenOf('start', text.slice(0, 1)), tokenOf('start', text.slice(0, SHORT)));
    } else if (isHangul(text)) {
      const rest = joined(words.slice(i).filter((word) => isHangul(word.text)));
      tokens.push(...edged('letters', hangulLetters(rest)), ...edged('initials', hangulInitials(rest)));
    }
  });
  return tokens;
}

/** The tokens of a company, each with the languages that have it: a bit for each of `told`. */
export type Tokens = ReadonlyMap<string, number>;

export function documentTokens(of: SearchFields): Tokens {
  const everywhere = everyLanguage(of.told.length);
  const tokens = new Map<string, number>();
  const add = (more: readonly string[], languages = everywhere) => {
    for (const each of more) tokens.set(each, (tokens.get(each) ?? 0) | languages);
  };
  add([inCategory(of.category), ...(of.isHidden ? [HIDDEN] : [])]);
  for (const name of new Set(of.names)) {
    const words = wordsOf(name);
    add([...edged('wholeName', joined(words)), ...named('name', words)]);
    add(soundsOf(words).map((sound) => tokenOf('sound', sound)));
  }
  for (const founder of new Set(of.founders)) add(named('founder', wordsOf(founder)));
  add(of.websites.map((website) => tokenOf('website', website)));
  for (const reading of of.readings) add(edged('reading', reading));
  for (const place of TOLD) {
    // What is told in one language alone is told to the readers of others, too.
    const languagesOf = new Map<string, number>();
    for (const [i, told] of of.told.entries())
      for (const text of told[place]) languagesOf.set(text, (languagesOf.get(text) ?? 0) | (1 << i));
    for (const [text, languages] of languagesOf) add(placed(place, wordsOf(text)), languages);
  }
  return tokens;
}

/** All of so many languages, as tokens have them. */
export const everyLanguage = (count: number): number => 2 ** count - 1;

/** Letters of the shortest and longest word that can be mistyped; of Han characters and kana, each says more. */
const MISTYPED_FROM = 4;
const MISTYPED_FROM_CJK = 3;
const MISTYPED_TO = 24;
const LATIN_PLACES: ReadonlySet<string> = new Set(WORD_PLACES.map((place) => PLACES[place]));
/** Parts of Han and kana names, which are written without spaces: each in one of the two. */
const HAN_OR_KANA = /\p{sc=Han}[\p{sc=Han}々〇]*|[\p{sc=Katakana}ー]+/gu;

/** The words of a company that a wrong letter may be forgiven in: all of Latin letters, and others of names and facts. */
export function fuzzyVocabulary(
  tokens: Tokens,
  { names, founders, told }: Pick<SearchFields, 'names' | 'founders' | 'told'>,
): string[] {
  const words = new Set<string>();
  for (const token of tokens.keys()) {
    const length = token.length - 1;
    if (length < MISTYPED_FROM || length > MISTYPED_TO) continue;
    const place = token.slice(0, 1);
    const word = token.slice(1);
    if (place === PLACES.letters || (LATIN_PLACES.has(place) && /^[a-z][a-z0-9]*$/.test(word)))
      words.add(word);
  }
  for (const text of new Set([...names, ...founders, ...told.flatMap(({ fact }) => fact)])) {
    const own = wordsOf(text).filter((word) => isHanOrKana(word.text));
    for (const word of [
      joined(own),
      ...own.flatMap((each) => [each.text, ...each.text.matchAll(HAN_OR_KANA)].map(String)),
    ])
      if (word.length >= MISTYPED_FROM_CJK && word.length <= MISTYPED_TO) words.add(word);
  }
  return [...words];
}

/** A text as one word, as whole names are compared. */
export const wholeName = (text: string): string => joined(wordsOf(fold(text)));
