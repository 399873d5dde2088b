import { beginning, type Expression, token } from './expression.ts';
import { readingsOfNames } from './readings.ts';
import { soundsOf } from './sounds.ts';
import { hangulInitials, hangulLetters, isHangul, isHanOrKana, joined, type Word, wordsOf } from './words.ts';

/**
 * Fields of a document, and the first letter of their tokens. One index of tokens serves both databases: a
 * database only looks up a token, or a range of tokens with the same beginning.
 */
export const SEARCH_FIELD_CODES = {
  /** A whole name as one word. */
  wholeName: 'n',
  /** A word of a name. */
  name: 'a',
  /** The first one or two letters of a word of a name or person. */
  start: 'p',
  /** Hangul of a name as it is typed, and its first consonants. */
  letters: 'j',
  initials: 'i',
  /** How a name is read in Latin letters. */
  reading: 'r',
  /** Consonants of a name in Latin letters, for queries in kana or Hangul. */
  sound: 's',
  /** An exact key, such as a website. */
  key: 'w',
  person: 'f',
  /** A label, such as a tag or a place. */
  fact: 'b',
  summary: 'c',
  body: 'd',
} as const;
export type IndexField = keyof typeof SEARCH_FIELD_CODES;

/** Fields with words, best first: a word is looked for in a field and in the better ones. */
export const WORD_FIELDS = [
  'name',
  'reading',
  'person',
  'fact',
  'summary',
  'body',
] as const satisfies IndexField[];
export type WordField = (typeof WORD_FIELDS)[number];

/** Fields whose words are unique to nearly every document: beginnings of these words are tokens too. */
const EDGED: ReadonlySet<IndexField> = new Set(['wholeName', 'letters', 'initials', 'reading']);
/** Characters of the longest beginning that is a token. */
const EDGE = 8;

/** Fields that differ by language. Names and persons are the same in every language. */
const LOCALIZED = ['fact', 'summary', 'body'] as const satisfies IndexField[];

/** Whether a document may have a token in some languages only. */
export const isLocalized = (token: string): boolean =>
  LOCALIZED.some((field) => token.startsWith(SEARCH_FIELD_CODES[field]));

/** Tokens by which a search is restricted. */
export const groupToken = (group: string): string => `z${group.replaceAll('-', '')}`;
export const HIDDEN = 'xhidden';

/** The longest token, in characters: a longer word is found by its beginning. */
const LONGEST = 40;
/** Letters of a word that is found only as a whole, or at the beginning of a name. */
export const SHORT = 2;

export const tokenOf = (field: IndexField, word: string): string =>
  `${SEARCH_FIELD_CODES[field]}${cut(word, LONGEST)}`;
/** Folded words have no capital letters, so that a capital prefix marks beginnings. */
const edgeOf = (field: IndexField, start: string): string =>
  `${SEARCH_FIELD_CODES[field].toUpperCase()}${start}`;

/** The first characters of a word. */
const cut = (word: string, length: number) =>
  word.length <= length ? word : [...word].slice(0, length).join('');

/** Documents in which a word of a field begins with the given letters. */
export function beginningAt(field: IndexField, start: string): Expression {
  const isEdge = EDGED.has(field) && [...start].length <= EDGE;
  return isEdge ? token(edgeOf(field, start)) : beginning(tokenOf(field, start));
}

/** The tokens of a word in a field whose beginnings are tokens too. */
function edged(field: IndexField, word: string): string[] {
  const characters = [...word].slice(0, EDGE);
  return [
    tokenOf(field, word),
    ...characters.map((_, i) => edgeOf(field, characters.slice(0, i + 1).join(''))),
  ];
}

/** A name by language code. */
export type LocalizedName = Readonly<Record<string, string | null | undefined>>;

/** A document as it is indexed. */
export interface SearchDocument {
  id: string;
  /** Found only by searches with `includeHidden`. */
  isHidden: boolean;
  /** A search may be restricted to one group. */
  group: string;
  names: LocalizedName;
  /** A name may hold several persons, separated by commas. */
  persons: readonly LocalizedName[];
  /** Exact keys, such as host and path of a website. */
  keys: readonly string[];
  /** Texts in the order of the index's languages. */
  texts: readonly Readonly<Record<(typeof LOCALIZED)[number], readonly string[]>>[];
}

export const namesIn = (names: LocalizedName): string[] =>
  Object.values(names).filter((name): name is string => Boolean(name));

/** Units by which words are found: Latin words whole, others by each character and each pair. */
function distinctTokens(words: readonly Word[]): Set<string> {
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

const fieldTokens = (field: IndexField, words: readonly Word[]): string[] =>
  Array.from(distinctTokens(words), (part) => tokenOf(field, part));

/** Tokens of a name or person, with the beginnings of its words. */
function nameTokens(field: 'name' | 'person', words: readonly Word[]): string[] {
  const tokens = fieldTokens(field, words);
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

/** Tokens of a document, each with a bit for every language that has it, in the order of the texts. */
export type Tokens = ReadonlyMap<string, number>;

/** All bits of so many languages. */
export const everyLanguage = (count: number): number => 2 ** count - 1;

export function documentTokens(document: SearchDocument): Tokens {
  const everywhere = everyLanguage(document.texts.length);
  const tokens = new Map<string, number>();
  const add = (more: readonly string[], languages = everywhere) => {
    for (const each of more) tokens.set(each, (tokens.get(each) ?? 0) | languages);
  };
  add([groupToken(document.group), ...(document.isHidden ? [HIDDEN] : [])]);
  for (const name of new Set(namesIn(document.names))) {
    const words = wordsOf(name);
    add([...edged('wholeName', joined(words)), ...nameTokens('name', words)]);
    add(soundsOf(words).map((sound) => tokenOf('sound', sound)));
  }
  for (const person of new Set(document.persons.flatMap(namesIn))) add(nameTokens('person', wordsOf(person)));
  add(document.keys.map((key) => tokenOf('key', key)));
  for (const reading of readingsOfNames(document)) add(edged('reading', reading));
  for (const field of LOCALIZED) {
    // A text may be shown in several languages.
    const languagesOf = new Map<string, number>();
    for (const [i, texts] of document.texts.entries())
      for (const text of texts[field]) languagesOf.set(text, (languagesOf.get(text) ?? 0) | (1 << i));
    for (const [text, languages] of languagesOf) add(fieldTokens(field, wordsOf(text)), languages);
  }
  return tokens;
}

/** Letters of the shortest and longest word that can be mistyped. */
const MISTYPED_FROM = 4;
const MISTYPED_TO = 24;
/** Han characters and kana carry more than letters. */
const MISTYPED_FROM_CJK = 3;
const FIELD_PREFIXES: ReadonlySet<string> = new Set(WORD_FIELDS.map((field) => SEARCH_FIELD_CODES[field]));
/** Parts of Han and kana names, which are written without spaces: one script for each part. */
const HAN_OR_KANA = /\p{sc=Han}[\p{sc=Han}々〇]*|[\p{sc=Katakana}ー]+/gu;

/** Words for the typo vocabulary: all Latin words, and other words of names, persons and facts. */
export function fuzzyVocabulary(tokens: Tokens, { names, persons, texts }: SearchDocument): string[] {
  const words = new Set<string>();
  for (const token of tokens.keys()) {
    const length = token.length - 1;
    if (length < MISTYPED_FROM || length > MISTYPED_TO) continue;
    const prefix = token.slice(0, 1);
    const word = token.slice(1);
    if (
      prefix === SEARCH_FIELD_CODES.letters ||
      (FIELD_PREFIXES.has(prefix) && /^[a-z][a-z0-9]*$/.test(word))
    )
      words.add(word);
  }
  const labels = [namesIn(names), persons.flatMap(namesIn), texts.flatMap(({ fact }) => fact)].flat();
  for (const label of new Set(labels)) {
    const own = wordsOf(label).filter((word) => isHanOrKana(word.text));
    for (const word of [
      joined(own),
      ...own.flatMap((each) => [each.text, ...each.text.matchAll(HAN_OR_KANA)].map(String)),
    ])
      if (word.length >= MISTYPED_FROM_CJK && word.length <= MISTYPED_TO) words.add(word);
  }
  return [...words];
}
