import { fold } from './fold.ts';
import { hangulInitials, hangulLetters, isHangul, joined, pairsOf, type Word, wordsOf } from './words.ts';

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
  founder: 'f',
  /** Names, readings and founders, with category, kinds, tags, country and city. */
  fact: 'b',
  /** The same with description and highlights. */
  description: 'c',
  /** The same with everything else that the page tells: each word that is found at all. */
  story: 'd',
} as const;
export type Place = keyof typeof PLACES;

/** Tokens of what is asked of a document besides its words. */
export const inCategory = (category: string): string => `z${category.replaceAll('-', '')}`;
export const HIDDEN = 'xhidden';

/** The longest token, in characters: a word beyond it is found by its beginning. */
const LONGEST = 40;
/** Letters of a word that is only found as a whole, or at the beginning of a name. */
export const SHORT = 2;

export const tokenOf = (place: Place, word: string): string => `${PLACES[place]}${word.slice(0, LONGEST)}`;

/** What a reader can find of a company in a language. */
export interface Findable {
  category: string;
  isHidden: boolean;
  /** In every language. */
  names: readonly string[];
  founders: readonly string[];
  facts: readonly string[];
  descriptions: readonly string[];
  stories: readonly string[];
}

/** The tokens of words at a place: words of Latin letters whole, others in pairs of characters. */
function placed(place: Place, words: readonly Word[]): string[] {
  const tokens: string[] = [];
  words.forEach(({ text, isCjk, isJoined }, i) => {
    const before = words[i - 1];
    const isSameKind = isJoined && before?.isCjk === isCjk;
    if (!isCjk) {
      tokens.push(tokenOf(place, text));
      if (isSameKind) tokens.push(tokenOf(place, `${before?.text}${text}`));
      return;
    }
    if (isSameKind) tokens.push(tokenOf(place, `${[...(before?.text ?? '')].at(-1)}${[...text][0]}`));
    for (const pair of pairsOf(text)) tokens.push(tokenOf(place, pair));
    // The last character begins no pair.
    tokens.push(tokenOf(place, [...text].at(-1) ?? ''));
  });
  return tokens;
}

/** The same for names: also by what their words begin with. */
function named(place: 'name' | 'founder', words: readonly Word[]): string[] {
  const tokens = placed(place, words);
  words.forEach(({ text, isCjk }, i) => {
    if (!isCjk) {
      tokens.push(tokenOf('start', text.slice(0, 1)), tokenOf('start', text.slice(0, SHORT)));
    } else if (isHangul(text)) {
      const rest = joined(words.slice(i).filter((word) => isHangul(word.text)));
      tokens.push(tokenOf('letters', hangulLetters(rest)), tokenOf('initials', hangulInitials(rest)));
    }
  });
  return tokens;
}

/** The tokens of a document, each once. @param readings of its names in Latin letters */
export function documentTokens(of: Findable, readings: readonly string[] = []): string[] {
  const tokens = new Set([inCategory(of.category), ...(of.isHidden ? [HIDDEN] : [])]);
  const add = (more: readonly string[]) => {
    for (const each of more) tokens.add(each);
  };
  /** A place holds what the better ones hold, so that a search has one question for it. */
  const wider: Place[] = ['fact', 'description', 'story'];
  const addDown = (from: Place, words: readonly Word[]) => {
    for (const place of wider.slice(wider.indexOf(from))) add(placed(place, words));
  };
  for (const name of new Set(of.names)) {
    const words = wordsOf(name);
    add([tokenOf('wholeName', joined(words)), ...named('name', words)]);
    addDown('fact', words);
  }
  for (const founder of new Set(of.founders)) {
    const words = wordsOf(founder);
    add(named('founder', words));
    addDown('fact', words);
  }
  for (const reading of readings) {
    add([tokenOf('reading', reading)]);
    addDown('fact', wordsOf(reading));
  }
  for (const text of of.facts) addDown('fact', wordsOf(text));
  for (const text of of.descriptions) addDown('description', wordsOf(text));
  for (const text of of.stories) addDown('story', wordsOf(text));
  return [...tokens];
}

/** Words that can be mistyped: of four letters and more. */
const MISTYPED_FROM = 4;
const MISTYPED_TO = 24;

/** The words of tokens that a wrong letter may be forgiven in: of Latin letters, and Hangul of names. */
export function forgivingWords(tokens: readonly string[]): string[] {
  const words = tokens.flatMap((token) => {
    const place = token.slice(0, 1);
    const word = token.slice(1);
    const isWanted = place === PLACES.letters || (place === PLACES.story && /^[a-z][a-z0-9]*$/.test(word));
    return isWanted && word.length >= MISTYPED_FROM && word.length <= MISTYPED_TO ? [word] : [];
  });
  return [...new Set(words)];
}

/** A text as one word, as whole names are compared. */
export const wholeName = (text: string): string => joined(wordsOf(fold(text)));
