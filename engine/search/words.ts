import { ASCII_ONLY, fold } from './fold.ts';

/** Scripts without spaces between words, or with endings attached to words. */
export const CJK = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー々〇';
/** Words, each CJK or not; `c++` and `c#` are words. */
const WORD = new RegExp(`[${CJK}]+|(?:(?![${CJK}])[\\p{L}\\p{N}\\p{M}])+(?:\\+\\+|#)?`, 'gu');
/** Words of ASCII text, which is faster. */
const ASCII_WORD = /[a-z0-9]+(?:\+\+|#)?/g;
/** Between the parts of a word that is also written as one. */
const JOINT = /^(?:[-\u02d7\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\u301c\u3030]|)$/;
/** Between CJK words also a space and the dot between names. */
const CJK_JOINT = /^[\s・·\u30fb-]?$/;

/** A word of a text in search form. */
export interface Word {
  text: string;
  isCjk: boolean;
  /** Whether the word and the one before are also written as one, such as `e-mail`. */
  isJoined: boolean;
}

const STARTS_CJK = new RegExp(`^[${CJK}]`, 'u');
export const isCjk = (text: string): boolean => STARTS_CJK.test(text);

/** The words of a text in order. */
export function wordsOf(text: string): Word[] {
  const folded = fold(text);
  const words: Word[] = [];
  const isAscii = ASCII_ONLY.test(folded);
  let end = -1;
  for (const match of folded.matchAll(isAscii ? ASCII_WORD : WORD)) {
    const [found] = match;
    const before = words.at(-1);
    const cjk = !isAscii && isCjk(found);
    const between = before && folded.slice(end, match.index);
    const joint = cjk && before?.isCjk ? CJK_JOINT : JOINT;
    words.push({ text: found, isCjk: cjk, isJoined: between !== undefined && joint.test(between) });
    end = match.index + found.length;
  }
  return words;
}

/** All words of a text as one word. */
export const joined = (words: readonly Word[]): string => words.map(({ text }) => text).join('');

/** Pairs of neighbouring characters. */
export function pairsOf(word: string): string[] {
  const characters = [...word];
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

const LEADS = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
const VOWELS = 'ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ'.split(' ');
const TAILS =
  ' ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ'.split(
    ' ',
  );
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;

/** Hangul in the letters of its keyboard, so that an unfinished syllable is a beginning of the finished one. */
export function hangulLetters(word: string): string {
  return [...word]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < FIRST_SYLLABLE || code > LAST_SYLLABLE) return character;
      const syllable = code - FIRST_SYLLABLE;
      const vowel = Math.floor(syllable / TAILS.length) % VOWELS.length;
      const lead = LEADS[Math.floor(syllable / TAILS.length / VOWELS.length)];
      return `${lead}${VOWELS[vowel]}${TAILS[syllable % TAILS.length]}`;
    })
    .join('');
}

/** The first consonants of Hangul syllables. */
export function hangulInitials(word: string): string {
  return [...word].map((character) => hangulLetters(character).slice(0, 1)).join('');
}

export const isHangul = (word: string): boolean => /^\p{sc=Hangul}+$/u.test(word);
export const isHanOrKana = (word: string): boolean => /^[\p{sc=Han}\p{sc=Katakana}ー々〇]+$/u.test(word);
export const isInitials = (word: string): boolean => /^[ㄱ-ㅎ]+$/.test(word);
