import { fold } from './fold.ts';
import type { Word } from './words.ts';

const KANA_ROWS: Readonly<Record<string, string>> = {
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
/** Kana in Hepburn romanisation, which names use. */
const SOUNDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(KANA_ROWS).flatMap(([consonant, row]) =>
      [...row].map((kana, i) => [kana, `${consonant}${'aiueo'[i]}`]),
    ),
  ),
  ...{ シ: 'shi', ジ: 'ji', チ: 'chi', ツ: 'tsu', ヂ: 'ji', ヅ: 'zu', フ: 'fu', ヴ: 'vu' },
  ...{ ヤ: 'ya', ユ: 'yu', ヨ: 'yo', ワ: 'wa', ヰ: 'i', ヱ: 'e', ヲ: 'o', ン: 'n' },
};
/** Small kana replace the vowel of the kana before them. */
const SMALL_KANA: Readonly<Record<string, string>> = {
  ...{ ァ: 'a', ィ: 'i', ゥ: 'u', ェ: 'e', ォ: 'o', ャ: 'ya', ュ: 'yu', ョ: 'yo', ヮ: 'wa' },
};

function withSmall(syllable: string, small: string): string {
  if (syllable === 'u') return `w${small}`;
  if (syllable === 'i') return `y${small}`;
  return `${syllable.slice(0, -1)}${small}`.replace(/(sh|ch|j)y/, '$1');
}

/** Katakana in Latin letters; long vowels are doubled. */
export function romajiOf(katakana: string): string {
  const syllables: string[] = [];
  let isDoubled = false;
  for (const kana of katakana) {
    const small = SMALL_KANA[kana];
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
 * Romaji without variants of spelling: long vowels (Kogyo and Kougyou, Ohyama and Ooyama), n before b, m and p,
 * doubled ch.
 */
export const plainRomaji = (latin: string): string =>
  latin
    .replace(/o(?:[ou]|h(?![aeiou]))+/g, 'o')
    .replace(/([aeiu])\1+/g, '$1')
    .replace(/m(?=[bmp])/g, 'n')
    .replaceAll('tch', 'cch');

/** Readings of common words in names of organisations, which English names translate instead of spelling them. */
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

/** Rotations of the parts of a name: a query may begin with any part, and give a person's names in either order. */
const rotations = (parts: readonly string[]): string[] =>
  parts.map((_, i) => [...parts.slice(i), ...parts.slice(0, i)].join(''));

/**
 * Readings of a Japanese name in Latin letters. Kana are romanised. Kanji are read by the table of common words,
 * else by the Latin spelling of the name, which romanises the Japanese reading.
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

export const KANA = /^[\p{sc=Katakana}ー]+$/u;

/** Readings that a query word in kana or Latin letters may stand for; none in other scripts. */
export function typedReadings({ text, isCjk }: Word): string[] {
  if (KANA.test(text)) return [plainRomaji(romajiOf(text))].filter(Boolean);
  return isCjk ? [] : [...new Set([text, plainRomaji(text)])];
}

/** Whether each query word begins one of a name's readings. */
export const isRead = (readings: readonly string[], words: readonly Word[]): boolean =>
  words.length > 0 &&
  words.every((word) =>
    typedReadings(word).some((typed) => readings.some((reading) => reading.startsWith(typed))),
  );
