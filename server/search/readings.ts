import { createRequire } from 'node:module';
import { wordsOf } from '../../core/search/words.ts';

const HAN = /^\p{sc=Han}+$/u;

// A dictionary of some megabytes: only a server that writes such names has it in memory.
const require = createRequire(import.meta.url);
let pinyin: typeof import('pinyin-pro').pinyin | undefined;

/** How Chinese names are read: in pinyin and its initials, from each of their words on. */
export function chineseReadings(name: string): string[] {
  return wordsOf(name).flatMap(({ text }) => {
    if (!HAN.test(text)) return [];
    pinyin ??= (require('pinyin-pro') as typeof import('pinyin-pro')).pinyin;
    const syllables = pinyin(text, { toneType: 'none', type: 'array', v: true });
    return [syllables.join(''), syllables.map((syllable) => syllable.slice(0, 1)).join('')];
  });
}
