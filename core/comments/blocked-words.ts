import { searchForm } from '../text.ts';
import { lookalikeForm } from './imitation.ts';

/** Words of fewer letters look like parts of too many others. */
const LOOK_FROM = 4;

/**
 * Whether a comment has one of the words, in any case and width, also inside of another word, with
 * nothing that is not seen between its letters, and in letters of other scripts that look the same.
 */
export function hasBlockedWord(
  { author, content }: { author: string; content: string },
  blockedWords: readonly string[],
): boolean {
  if (blockedWords.length === 0) return false;
  const written = `${author}\n${content}`;
  const text = searchForm(written);
  const look = lookalikeForm(written);
  return blockedWords.some(
    (word) =>
      text.includes(searchForm(word)) || (word.length >= LOOK_FROM && look.includes(lookalikeForm(word))),
  );
}
