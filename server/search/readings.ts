import { createRequire } from 'node:module';
import { fold } from '../../core/search/fold.ts';
import { wordsOf } from '../../core/search/words.ts';

const HAN = /^\p{sc=Han}+$/u;
const KANA = /^[\p{sc=Katakana}ー]+$/u;

// Dictionaries of some megabytes: only a server that writes such names has them in memory.
const require = createRequire(import.meta.url);
let pinyin: typeof import('pinyin-pro').pinyin | undefined;
let romaji: typeof import('wanakana').toRomaji | undefined;

/** How Chinese names are read: in pinyin and its initials, from each of their words on. */
export function chineseReadings(name: string): string[] {
  return wordsOf(name).flatMap(({ text }) => {
    if (!HAN.test(text)) return [];
    pinyin ??= (require('pinyin-pro') as typeof import('pinyin-pro')).pinyin;
    const syllables = pinyin(text, { toneType: 'none', type: 'array', v: true });
    return [syllables.join(''), syllables.map((syllable) => syllable.slice(0, 1)).join('')];
  });
}

/** How names in kana are read in Latin letters, long vowels as one letter and as two. */
export function japaneseReadings(name: string): string[] {
  return wordsOf(name).flatMap(({ text }) => {
    if (!KANA.test(text)) return [];
    romaji ??= (require('wanakana') as typeof import('wanakana')).toRomaji;
    const spelt = fold(romaji(text));
    return [spelt, fold(romaji(text.replaceAll('ー', '')))];
  });
}
