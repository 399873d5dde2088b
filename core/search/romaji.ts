import { fold } from './fold.ts';
import type { Word } from './words.ts';

const ROWS: Readonly<Record<string, string>> = {
  '': 'アイウエオ',
  k: 'カキクケコ',
  g: 'ガギグゲゴ',
  s: 'サシスセソ',
  z: 'ザジズゼゾ',
  t: 'タチツテト',
  d: 'ダヂヅデド',
  n: 'ナニヌネノ',
  h: 'ハヒフヘホ',
  b: 'バビブベボ',
  p: 'パピプペポ',
  m: 'マミムメモ',
  r: 'ラリルレロ',
};
/** What each kana sounds like, in Hepburn: as names are written in Latin letters. */
const SOUNDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(ROWS).flatMap(([consonant, row]) =>
      [...row].map((kana, i) => [kana, `${consonant}${'aiueo'[i]}`]),
    ),
  ),
  ...{ シ: 'shi', ジ: 'ji', チ: 'chi', ツ: 'tsu', ヂ: 'ji', ヅ: 'zu', フ: 'fu', ヴ: 'vu' },
  ...{ ヤ: 'ya', ユ: 'yu', ヨ: 'yo', ワ: 'wa', ヰ: 'i', ヱ: 'e', ヲ: 'o', ン: 'n' },
};
/** Small kana, which take the place of the vowel before them. */
const SMALL: Readonly<Record<string, string>> = {
  ...{ ァ: 'a', ィ: 'i', ゥ: 'u', ェ: 'e', ォ: 'o', ャ: 'ya', ュ: 'yu', ョ: 'yo', ヮ: 'wa' },
};

function withSmall(syllable: string, small: string): string {
  if (syllable === 'u') return `w${small}`;
  if (syllable === 'i') return `y${small}`;
  return `${syllable.slice(0, -1)}${small}`.replace(/(sh|ch|j)y/, '$1');
}

/** Katakana in Latin letters; a long vowel is written twice. */
export function romajiOf(katakana: string): string {
  const syllables: string[] = [];
  let isDoubled = false;
  for (const kana of katakana) {
    const small = SMALL[kana];
    if (small) syllables.push(withSmall(syllables.pop() ?? '', small));
    else if (kana === 'ー') syllables.push(/[aiueo]$/.exec(syllables.at(-1) ?? '')?.[0] ?? '');
    else {
      const sound = SOUNDS[kana] ?? '';
      syllables.push(isDoubled ? `${sound.slice(0, 1)}${sound}` : sound);
    }
    isDoubled = kana === 'ッ';
  }
  return syllables.join('');
}

/**
 * Latin letters of Japanese without what is spelt now so, now so: long vowels (Kogyo and Kougyou, Ohyama
 * and Ooyama), n before b, m and p, a doubled ch.
 */
export const plainRomaji = (latin: string): string =>
  latin
    .replace(/o(?:[ou]|h(?![aeiou]))+/g, 'o')
    .replace(/([aeiu])\1+/g, '$1')
    .replace(/m(?=[bmp])/g, 'n')
    .replaceAll('tch', 'cch');

/** Words of company names that are read one way, and that a name in English rather translates. */
const COMPANY_WORDS: Readonly<Record<string, string>> = {
  ...{ 工業: 'kogyo', 産業: 'sangyo', 製作所: 'seisakusho', 製造: 'seizo', 精密: 'seimitsu' },
  ...{ 電機: 'denki', 電気: 'denki', 電子: 'denshi', 機械: 'kikai', 半導体: 'handotai', 光学: 'kogaku' },
  ...{ 化学: 'kagaku', 製薬: 'seiyaku', 金属: 'kinzoku', 技研: 'giken', 研究所: 'kenkyujo', 工房: 'kobo' },
  ...{ 食品: 'shokuhin', 酒造: 'shuzo', 醸造: 'jozo', 化粧品: 'keshohin', 印刷: 'insatsu', 出版: 'shuppan' },
  ...{ 商事: 'shoji', 商会: 'shokai', 商店: 'shoten', 書店: 'shoten', 建設: 'kensetsu', 運輸: 'unyu' },
  ...{ 銀行: 'ginko', 新聞: 'shinbun', 財団: 'zaidan', 協会: 'kyokai', 工作室: 'kosakushitsu' },
};
const KNOWN = new RegExp(
  `(${Object.keys(COMPANY_WORDS)
    .sort((a, b) => b.length - a.length)
    .join('|')})`,
);
const HAN = /^\p{sc=Han}/u;
const RUNS = /\p{sc=Han}+|[\p{sc=Katakana}ー]+|[a-z0-9]+/gu;

/** Parts of a name, from each of them on: it may be typed from any, and a person's in either order. */
const rotations = (parts: readonly string[]): string[] =>
  parts.map((_, i) => [...parts.slice(i), ...parts.slice(0, i)].join(''));

/**
 * How a Japanese name is read, in Latin letters. Kana say it. Kanji do not: the words of companies are
 * known, and of the rest the name's Latin spelling tells it, since a Japanese name is spelt as it is read.
 */
export function japaneseReadings(name: string, latin = ''): string[] {
  const runs = (fold(name).match(RUNS) ?? []).flatMap((run) =>
    HAN.test(run) ? run.split(KNOWN).filter(Boolean) : [run],
  );
  const spelt = (fold(latin).match(/[a-z0-9]+/g) ?? []).filter((word) => word !== 'the');
  const read = runs.map((run, i) => {
    if (!HAN.test(run)) return /^[a-z0-9]/.test(run) ? run : romajiOf(run);
    return COMPANY_WORDS[run] ?? (spelt.length === runs.length ? spelt[i] : undefined);
  });
  const isKanji = runs.some((run) => HAN.test(run));
  const isLatin = runs.every((run) => /^[a-z0-9]/.test(run));
  const readings = [
    ...(isLatin || read.includes(undefined) ? [] : rotations(read as string[])),
    ...(isKanji ? rotations(spelt) : []),
  ];
  return [...new Set(readings.flatMap((reading) => [reading, plainRomaji(reading)]))];
}

const KANA = /^[\p{sc=Katakana}ー]+$/u;

/** How a word may be meant to be read that is typed in kana or in Latin letters: nothing of another writing. */
export function typedReadings({ text, isCjk }: Word): string[] {
  if (KANA.test(text)) return [plainRomaji(romajiOf(text))].filter(Boolean);
  return isCjk ? [] : [...new Set([text, plainRomaji(text)])];
}

/** Whether a name is read as what is typed: from one of its parts on. */
export const isRead = (readings: readonly string[], words: readonly Word[]): boolean =>
  words.length > 0 &&
  words.every((word) =>
    typedReadings(word).some((typed) => readings.some((reading) => reading.startsWith(typed))),
  );
