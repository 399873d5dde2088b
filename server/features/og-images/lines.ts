import { type Language, LOCALES, SCRIPTS } from '../../../core/languages.ts';

const ELLIPSIS = '…';
/**
 * Characters that may not begin a line stay with the text before; opening brackets go with the text after.
 */
const STAYS = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{M}ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]+$/u;
const OPENS = /^[\p{Ps}\p{Pi}]+$/u;

const splitGraphemes = (text: string) =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);

/** What stays together on a line: words between spaces, and in Japanese and Chinese the words in between. */
function pieces(text: string, language: Language): string[] {
  const spaced = text.match(/\S+\s*/gu) ?? [];
  if (SCRIPTS[language] !== 'Jpan' && SCRIPTS[language] !== 'Hans') return spaced;
  const words = new Intl.Segmenter(LOCALES[language], { granularity: 'word' });
  return spaced.flatMap((part) => {
    const together: string[] = [];
    for (const { segment } of words.segment(part)) {
      const last = together.at(-1);
      const joins =
        last !== undefined &&
        (STAYS.test(segment) ||
          !segment.trim() ||
          OPENS.test(last) ||
          // A Latin word is not cut at its points and hyphens.
          (/[\p{Script=Latin}\p{N}.'’&+-]$/u.test(last) && /^[\p{Script=Latin}\p{N}.'’&+-]/u.test(segment)));
      if (joins) together[together.length - 1] = last + segment;
      else together.push(segment);
    }
    return together;
  });
}

/**
 * Breaks a text into lines of a width. A piece that is wider than a line breaks anywhere; what has no
 * room on the last line ends in an ellipsis.
 */
export function breakLines(
  text: string,
  options: { language: Language; width: number; most: number; measure(text: string): number },
): string[] {
  const { language, width, most, measure } = options;
  const fits = (line: string) => measure(line.trimEnd()) <= width;
  const plain = text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const lines: string[] = [];
  let line = '';
  let rest = '';
  const all = pieces(plain, language).flatMap((piece) => (fits(piece) ? [piece] : splitGraphemes(piece)));
  for (const [i, piece] of all.entries()) {
    if (line === '' || fits(line + piece)) {
      line += piece;
      continue;
    }
    lines.push(line.trimEnd());
    line = piece;
    if (lines.length === most) {
      rest = all.slice(i).join('');
      break;
    }
  }
  if (rest === '') return line ? [...lines, line.trimEnd()] : lines;
  let last = splitGraphemes(lines[most - 1] ?? '');
  while (last.length > 0 && !fits(last.join('').trimEnd() + ELLIPSIS)) last = last.slice(0, -1);
  lines[most - 1] = last.join('').trimEnd() + ELLIPSIS;
  return lines;
}
