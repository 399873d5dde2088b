import { fold, LEFT_OUT } from './fold.ts';
import { CJK, isCjk, type Word } from './words.ts';

/** A highlighted part of a text, in UTF-16 units. */
type Mark = [start: number, length: number];

/** A passage of a text with its highlighted parts. */
interface Passage {
  text: string;
  marks: Mark[];
}

/** Words of a text that are not CJK, with their apostrophes. */
const WRITTEN_WORD = new RegExp(`(?:(?![${CJK}])[\\p{L}\\p{N}\\p{M}${LEFT_OUT}])+(?:\\+\\+|#)?`, 'gu');
const SKIPPED = /[\s・·-]/gu;

/** Folded characters: texts have few different ones. */
const folded = new Map<string, string>();

function foldCharacter(character: string): string {
  let form = folded.get(character);
  if (form === undefined) {
    form = fold(character).replace(SKIPPED, '');
    folded.set(character, form);
  }
  return form;
}

/** A text in search form without spaces, and the position in the text of each UTF-16 unit. */
function closedUp(text: string): { form: string; origins: number[] } {
  let form = '';
  const origins: number[] = [];
  let at = 0;
  for (const character of text) {
    const characters = foldCharacter(character);
    form += characters;
    for (let i = 0; i < characters.length; i++) origins.push(at);
    at += character.length;
  }
  return { form, origins };
}

/** Positions of query words in a text: at the beginning of a word, of CJK words anywhere. */
export function marksIn(text: string, words: readonly Word[]): Mark[] {
  const found: Mark[] = [];
  const latin = words.filter((word) => !word.isCjk);
  if (latin.length > 0)
    for (const { 0: written, index } of text.matchAll(WRITTEN_WORD)) {
      const form = fold(written);
      const word = latin
        .filter((each) => form.startsWith(each.text))
        .sort((a, b) => b.text.length - a.text.length)[0];
      if (word) found.push([index, form.length === written.length ? word.text.length : written.length]);
    }
  const cjk = words.filter((word) => word.isCjk);
  if (cjk.length > 0) {
    const { form, origins } = closedUp(text);
    for (const word of cjk)
      for (let at = form.indexOf(word.text); at >= 0; at = form.indexOf(word.text, at + 1)) {
        const start = origins[at] as number;
        const last = origins[at + word.text.length - 1] as number;
        found.push([start, last + 1 - start]);
      }
  }
  return merged(found);
}

const IN_WORD = /[\p{L}\p{N}\p{M}]/u;

/** Whether a folded text has a word with a beginning, also directly after a CJK character. */
function hasBeginning(form: string, word: string): boolean {
  for (let at = form.indexOf(word); at >= 0; at = form.indexOf(word, at + 1)) {
    const letter = [...form.slice(Math.max(0, at - 2), at)].at(-1) ?? ' ';
    if (!IN_WORD.test(letter) || isCjk(letter)) return true;
  }
  return false;
}

/** Query words that a text has. */
export function wordsIn(text: string, words: readonly Word[]): Word[] {
  const form = fold(text);
  const closed = words.some(({ isCjk }) => isCjk) ? form.replace(SKIPPED, '') : '';
  return words.filter((word) => (word.isCjk ? closed.includes(word.text) : hasBeginning(form, word.text)));
}

/** Marks in order, overlapping ones joined. */
function merged(marks: readonly Mark[]): Mark[] {
  const result: Mark[] = [];
  for (const [start, length] of [...marks].sort((a, b) => a[0] - b[0])) {
    const before = result.at(-1);
    if (before && start <= before[0] + before[1]) before[1] = Math.max(before[1], start + length - before[0]);
    else result.push([start, length]);
  }
  return result;
}

/** Characters of a passage. */
const PASSAGE_LENGTH = 150;
const LENGTH_CJK = 75;
/** Share of the passage before the first mark. */
const SHARE_BEFORE = 0.3;

/** The passage of a text with the most query words; undefined if the text has none of them. */
export function passageOf(text: string, words: readonly Word[]): Passage | undefined {
  const marks = marksIn(text, words);
  const first = marks[0];
  if (!first) return undefined;
  const length = isCjk(text.trim()) ? LENGTH_CJK : PASSAGE_LENGTH;
  if (text.length <= length) return { text, marks };
  const within = (from: number) =>
    marks.filter(([start, size]) => start >= from && start + size <= from + length);
  const start = marks.reduce((best, [at]) => (within(at).length > within(best).length ? at : best), first[0]);
  let from = Math.max(0, Math.min(Math.round(start - length * SHARE_BEFORE), text.length - length));
  // Begin at a word, so that neither a word nor a surrogate pair is cut.
  if (from > 0) {
    const space = text.slice(from, start).search(/[\s。、．.，,]/u);
    from = space >= 0 ? from + space + 1 : start;
  }
  let to = Math.min(text.length, from + length);
  if (to < text.length) {
    const space = text.slice(from, to).search(/\s\S*$/u);
    if (space > length / 2) to = from + space;
  }
  const cut = text.slice(from, to).toWellFormed();
  const lead = from > 0 ? '…' : '';
  return {
    text: `${lead}${cut}${to < text.length ? '…' : ''}`,
    marks: marks
      .filter(([at, size]) => at >= from && at + size <= to)
      .map(([at, size]) => [at - from + lead.length, size]),
  };
}
