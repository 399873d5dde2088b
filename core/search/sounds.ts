import { romajiOf } from './romaji.ts';
import { hangulLetters, isHangul, type Word } from './words.ts';

/*
 * What a name in Latin letters sounds like, for whoever types it in kana or Hangul: its consonants. Vowels are
 * written in too many ways, and kana and Hangul have more of them (`obushidian`, `opsidieon`: `obsidian`).
 */

/** Words of a name of which one may be left out before or after. */
const WORDS_MAX = 4;
/** Spellings of one word that are looked at. */
const SPELLINGS_MAX = 6;
/** Sounds of the shortest key: fewer of them are those of too many names. A vowel at the beginning is one. */
const SHORTEST = 3;
/** The same of a part of a name. */
const SHORTEST_PART = 4;

/** What kana and Hangul write with one letter: whether a consonant is voiced is lost in Hangul. */
const WRITINGS = {
  kana: { prefix: 'k', sureFrom: 5, alike: { f: 'h', v: 'b' } },
  hangul: { prefix: 'h', sureFrom: 6, alike: { f: 'p', v: 'p', b: 'p', g: 'k', d: 't' } },
} as const satisfies Record<
  string,
  {
    prefix: string;
    /** Sounds from which on a key is hardly another word's. */
    sureFrom: number;
    alike: Readonly<Record<string, string>>;
  }
>;
type Writing = keyof typeof WRITINGS;

/** Latin letters as they are spoken, in this order; where there are several ways, each is one spelling. */
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
  // Not heard behind a vowel, and spelt without one at an end: `Flickr`.
  [/(?<=[aeiouy])(?:rr?|rre|re$)(?![aeiouy])|r$/g, ''],
  [/l/g, 'r'],
  [/(?<=[aeiou])h(?![aeiouy])|(?<=[bdgkmnpr])h/g, ''],
  [/mb$/g, 'm'],
];

/** All ways in which a word in Latin letters may be spoken. */
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

const keyOf = (consonants: string, writing: Writing, shortest = SHORTEST): string[] =>
  consonants.length < shortest ? [] : [`${WRITINGS[writing].prefix}${consonants}`];

const LATIN = /^[a-z]+$/;

/** What a name in Latin letters sounds like, whole and in part: one key for each writing and way to speak it. */
export function soundsOf(words: readonly Word[]): string[] {
  const keys = new Set<string>();
  const spoken = words.slice(0, WORDS_MAX).map(({ text }) => (LATIN.test(text) ? spokenAs(text) : undefined));
  for (const writing of Object.keys(WRITINGS) as Writing[])
    for (let from = 0; from < spoken.length; from++) {
      let wholes = [''];
      for (let to = from; to < spoken.length; to++) {
        const next = spoken[to];
        if (!next) break;
        wholes = wholes.flatMap((whole) => next.map((word) => `${whole}${word}`)).slice(0, SPELLINGS_MAX);
        const isWhole = from === 0 && to === words.length - 1;
        for (const whole of wholes)
          for (const key of keyOf(consonantsOf(whole, writing), writing, isWhole ? SHORTEST : SHORTEST_PART))
            keys.add(key);
      }
    }
  return [...keys];
}

/** Romaji in which what kana cannot write apart is alike. */
const plainKana = (romaji: string): string => romaji.replace(/sh|j|z/g, 's').replace(/tch|cch|ch|ts/g, 't');

/** The letters of Hangul that write a consonant of Latin letters. */
const JAMO: Readonly<Record<string, string>> = {
  ...{ ㄱ: 'k', ㄲ: 'k', ㅋ: 'k', ㄷ: 't', ㄸ: 't', ㅌ: 't', ㅊ: 't', ㅂ: 'p', ㅃ: 'p', ㅍ: 'p' },
  ...{ ㅅ: 's', ㅆ: 's', ㅈ: 's', ㅉ: 's', ㄴ: 'n', ㅁ: 'm', ㄹ: 'r', ㅎ: 'h' },
};
const VOWEL = /[ㅏ-ㅣ]/;

/** Hangul as its consonants sound: at the end of a syllable ㅇ is `ng` and ㅅ is `t`, at the beginning ㅇ is nothing. */
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

const KANA = /^[\p{sc=Katakana}ー]+$/u;

/** The key of the sound of a word that is typed in kana or Hangul; `isSure` where hardly another name has it. */
export function soundOf({ text }: Pick<Word, 'text'>): { key: string; isSure: boolean } | undefined {
  const writing: Writing | undefined = KANA.test(text) ? 'kana' : isHangul(text) ? 'hangul' : undefined;
  if (!writing) return undefined;
  const spoken = writing === 'kana' ? plainKana(romajiOf(text)) : spokenHangul(text);
  const consonants = consonantsOf(spoken, writing);
  const [key] = keyOf(consonants, writing);
  return key === undefined ? undefined : { key, isSure: consonants.length >= WRITINGS[writing].sureFrom };
}
