import { createRequire } from 'node:module';
import { japaneseReadings } from './romaji.ts';
import type { SearchDocument } from './tokens.ts';
import { wordsOf } from './words.ts';

const ONLY_HAN = /^\p{sc=Han}+$/u;
const HAN_CHARACTER = /\p{sc=Han}/u;
const COMMA = /[,，、]/;

// The dictionary takes some 30 MB: it is loaded with the first Chinese name.
const require = createRequire(import.meta.url);
let pinyin: typeof import('pinyin-pro').pinyin | undefined;

/** How a Chinese name is read: in pinyin and in its initials, from each of its words on. */
function chineseReadings(name: string): string[] {
  return wordsOf(name).flatMap(({ text }) => {
    if (!ONLY_HAN.test(text)) return [];
    pinyin ??= (require('pinyin-pro') as typeof import('pinyin-pro')).pinyin;
    const syllables = pinyin(text, { toneType: 'none', type: 'array', v: true });
    return [syllables.join(''), syllables.map((syllable) => syllable.slice(0, 1)).join('')];
  });
}

/** Readings of a document's names, and of its persons with kanji: kana and Latin letters are found as they are written. */
export function readingsOfNames({ names, persons }: Pick<SearchDocument, 'names' | 'persons'>): string[] {
  const people = persons.flatMap((person) => {
    const english = person['en']?.split(COMMA) ?? [];
    return (person['ja']?.split(COMMA) ?? []).map((ja, i) => ({ ja, en: english[i] }));
  });
  return [
    ...chineseReadings(names['zh'] ?? ''),
    ...japaneseReadings(names['ja'] ?? '', names['en'] ?? ''),
    ...people.flatMap(({ ja, en }) => (HAN_CHARACTER.test(ja) ? japaneseReadings(ja, en) : [])),
  ];
}
