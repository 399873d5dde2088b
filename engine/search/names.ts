import { fold } from './fold.ts';
import { isRead, japaneseReadings } from './romaji.ts';
import { type LocalizedName, namesIn } from './tokens.ts';
import { hangulInitials, isInitials, joined, pairsOf, type Word, wordsOf } from './words.ts';

/** A name that is compared with queries. */
export interface ParsedName {
  /** Whether each word begins a word of the name, or is contained in a CJK name. False without words. */
  matches(words: readonly Word[]): boolean;
  /** Dice coefficient of the pairs of characters of the name and of a text, 0 to 1. */
  similarityTo(text: string): number;
}

export function parseName(name: string): ParsedName {
  const own = wordsOf(name);
  const whole = joined(own);
  const initials = hangulInitials(whole);
  let pairs: ReadonlySet<string> | undefined;
  return {
    matches: (words) =>
      words.length > 0 &&
      words.every(({ text, isCjk }) => {
        if (isInitials(text)) return initials.includes(text);
        return isCjk ? whole.includes(text) : own.some((word) => word.text.startsWith(text));
      }),
    similarityTo(text) {
      pairs ??= new Set(pairsOf(own.map((word) => word.text).join(' ')));
      const other = new Set(pairsOf(fold(text)));
      return (2 * pairs.intersection(other).size) / (pairs.size + other.size || 1);
    },
  };
}

/** Whether words of a query match a person's name in any language, or its Japanese reading. */
export const matchesPerson = (name: LocalizedName, words: readonly Word[]): boolean =>
  namesIn(name).some((each) => parseName(each).matches(words)) ||
  isRead(japaneseReadings(name['ja'] ?? '', name['en'] ?? ''), words);
