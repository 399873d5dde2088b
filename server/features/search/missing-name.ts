import type { SearchResults } from '#engine/search';
import type { Match } from '../../../core/companies/match.ts';

/** More words than these are no name. */
const NAME_WORDS_MAX = 4;

/** Whether a marked word is written as a name: with a capital letter within a sentence. */
const isWrittenAsName = ({ text, marks }: Match): boolean =>
  marks.some(([start, length]) => {
    const before = text.slice(0, start).trimEnd();
    return before !== '' && !/[.!?:…]$/.test(before) && /^\p{Lu}/u.test(text.slice(start, start + length));
  });

/** Match kinds that show the query is known to the directory. */
const KNOWN_BY = ['name', 'fact', 'synonym', 'typo'] as const;
/** How many of the best results decide. */
export const CANDIDATES_MAX = 3;

/**
 * Whether no company is called what was typed, and the results are only related: nothing or only other words
 * match, or texts mention the words as a name.
 * @param matches of the results, best first
 */
export function isNameMissing(
  { kinds, isIncomplete, words }: Pick<SearchResults, 'kinds' | 'isIncomplete' | 'words'>,
  matches: readonly (Match | undefined)[],
): boolean {
  if (isIncomplete || words.length === 0 || words.length > NAME_WORDS_MAX) return false;
  if (KNOWN_BY.some((kind) => kinds.has(kind))) return false;
  if (!kinds.has('text')) return true;
  const passages = matches.slice(0, CANDIDATES_MAX);
  if (!words.every(({ isCjk }) => isCjk)) return passages.some((match) => match && isWrittenAsName(match));
  // Where there are no capital letters: what companies do is said in their descriptions.
  return !passages.some((match) => match?.field === 'description' || match?.field === 'highlights');
}
