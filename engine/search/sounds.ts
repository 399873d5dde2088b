import { KANA, romajiOf } from './romaji.ts';
import { hangulLetters, isHangul, type Word } from './words.ts';

/*
 * Phonetic keys of names in Latin letters, for queries in kana or Hangul: their consonants. Vowels have too many
 * spellings, and kana and Hangul add some (`obushidian`, `opsidieon`: `obsidian`).
 */

/** Words of a name that have keys, alone and together. */
const SOUND_WORDS_MAX = 4;
/** Pronunciations of one word. */
const SPELLINGS_MAX = 6;
/** Sounds of the shortest key: shorter ones match too many names. A first vowel counts. */
const SHORTEST = 3;
/** Sounds of the shortest key of a part of a name. */
const SHORTEST_PART = 4;

/** Sounds from which a key is rare, and consonants that a script writes alike: Hangul does not tell voiced ones apart. */
const WRITINGS = {
  kana: { prefix: 'k', sureFrom: 5, alike: { f: 'h', v: 'b' } },
  hangul: { prefix: 'h', sureFrom: 6, alike: { f: 'p', v: 'p', b: 'p', g: 'k', d: 't' } },
} as const;
type Writing = keyof typeof WRITINGS;

/** Rules from Latin letters to sounds, applied in this order; a rule may have several results. */
const SPOKEN: readonly (readonly [letters: RegExp, ...sounds: string[]])[] = [
  [/^(?:x)/g, 's'],
  [/^(?:kn|gn)/g, 'n'],
  [/^(?:wr|rh)/g, 'r'],
  [/^(?:ps)/g, 's'],
  [/^gh/g, 'g'],
  [/gh/g, '', 'g'],
  [/tch/g, 't'],
  [/sch/g, 's', 'sk'],
  [/sh/g, 's'],
  [/ch/g, 't', 'k'],
  [/ph/g, 'f'],
  [/th(?!$)/g, 's', 'th', 't'],
  [/th$/g, 's', 't'],
  [/[st]ion/g, 'son'],
  [/ck|q/g, 'k'],
  [/x/g, 'ks'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/g(?=[eiy])/g, 's', 'g'],
  [/t[sz]/g, 't'],
  [/[jz]/g, 's'],
  // Silent after a vowel, and at the end: `Flickr`.
  [/(?<=[aeiouy])(?:rr?|rre|re$)(?![aeiouy])|r$/g, ''],
  [/l/g, 'r'],
  [/(?<=[aeiou])h(?![aeiouy])|(?<=[bdgkmnpr])h/g, ''],
  [/mb$/g, 'm'],
];

/** Pronunciations of a word in Latin letters. */
function spokenAs(word: string): string[] {
  let spellings = [word];
  for (const [letters, ...sounds] of SPOKEN)
    spellings = [
      ...new Set(spellings.flatMap((spelling) => sounds.map((sound) => spelling.replace(letters, sound)))),
    ].slice(0, SPELLINGS_MAX);
  return spellings;
}

/** The consonants of a spoken word; `a` stands for a vowel at its beginning. */
const consonantsOf = (spoken: string, writing: Writing): string => {
  const alike: Readonly<Record<string, string>> = WRITINGS[writing].alike;
  return spoken
    .replace(/m(?=[bmp])/g, 'n')
    .replace(/./g, (letter) => alike[letter] ?? letter)
    .replace(/([a-z])\1+/g, '$1')
    .replace(/^[aeiouwy]+/, 'A')
    .replace(/[aeiouwy]/g, '')
    .replace('A', 'a');
};

const soundKeysOf = (consonants: string, writing: Writing, shortest = SHORTEST): string[] =>
  consonants.length < shortest ? [] : [`${WRITINGS[writing].prefix}${consonants}`];

const LATIN = /^[a-z]+$/;

/** Keys of a name in Latin letters and of its parts, for each script and pronunciation. */
export function soundsOf(words: readonly Word[]): string[] {
  const keys = new Set<string>();
  const spoken = words
    .slice(0, SOUND_WORDS_MAX)
    .map(({ text }) => (LATIN.test(text) ? spokenAs(text) : undefined));
  for (const writing of Object.keys(WRITINGS) as Writing[])
    for (let from = 0; from < spoken.length; from++) {
      let wholes = [''];
      for (let to = from; to < spoken.length; to++) {
        const next = spoken[to];
        if (!next) break;
        wholes = wholes.flatMap((whole) => next.map((word) => `${whole}${word}`)).slice(0, SPELLINGS_MAX);
        const isWhole = from === 0 && to === words.length - 1;
        for (const whole of wholes)
          for (const key of soundKeysOf(
            consonantsOf(whole, writing),
            writing,
            isWhole ? SHORTEST : SHORTEST_PART,
          ))
            keys.add(key);
      }
    }
  return [...keys];
}

/** Romaji without differences that kana cannot write. */
const plainKana = (romaji: string): string => romaji.replace(/sh|j|z/g, 's').replace(/tch|cch|ch|ts/g, 't');

/** Consonants of Hangul in Latin letters. */
const JAMO: Readonly<Record<string, string>> = {
  ...{ ㄱ: 'k', ㄲ: 'k', ㅋ: 'k', ㄷ: 't', ㄸ: 't', ㅌ: 't', ㅊ: 't', ㅂ: 'p', ㅃ: 'p', ㅍ: 'p' },
  ...{ ㅅ: 's', ㅆ: 's', ㅈ: 's', ㅉ: 's', ㄴ: 'n', ㅁ: 'm', ㄹ: 'r', ㅎ: 'h' },
};
const VOWEL = /[ㅏ-ㅣ]/;

/** Sounds of Hangul: at the end of a syllable ㅇ is `ng` and ㅅ is `t`; at the beginning ㅇ is silent. */
function spokenHangul(text: string): string {
  return [...text]
    .map((syllable) =>
      [...hangulLetters(syllable)]
        .map((letter, i) => {
          if (VOWEL.test(letter)) return 'a';
          if (letter === 'ㅇ') return i === 0 ? '' : 'nk';
          if (letter === 'ㅅ' && i > 0) return 't';
          return JAMO[letter] ?? '';
        })
        .join(''),
    )
    .join('');
}

/** The key of a query word in kana or Hangul; `isSure` if the key is rare. */
export function soundOf({ text }: Pick<Word, 'text'>): { key: string; isSure: boolean } | undefined {
  const writing: Writing | undefined = KANA.test(text) ? 'kana' : isHangul(text) ? 'hangul' : undefined;
  if (!writing) return undefined;
  const spoken = writing === 'kana' ? plainKana(romajiOf(text)) : spokenHangul(text);
  const consonants = consonantsOf(spoken, writing);
  const [key] = soundKeysOf(consonants, writing);
  return key === undefined ? undefined : { key, isSure: consonants.length >= WRITINGS[writing].sureFrom };
}
