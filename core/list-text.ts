import { cachedFormat } from './cached-format.ts';
import type { Language } from './languages.ts';

const listFormats = cachedFormat(
  (locale, _: Language, style: 'narrow' | 'long') =>
    new Intl.ListFormat(locale, { style, type: 'conjunction' }),
);

/** Several things in one phrase: `a, b, c`, `a、b、c`; `long` as a sentence of prose says them: `a, b, and c`. */
export function formatList(
  parts: readonly string[],
  language: Language,
  style: 'narrow' | 'long' = 'narrow',
): string {
  return parts.length === 1 ? `${parts[0]}` : listFormats(language, style).format(parts);
}

/** Several things with commas alone between them, as a list that goes on: `a, b`, `a、b`. */
export function withCommas(parts: readonly string[], language: Language): string {
  const [, comma] = listFormats(language, 'narrow').formatToParts(['a', 'b', 'c']);
  return parts.join(comma?.value);
}
