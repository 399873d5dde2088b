/** Apostrophes and their substitutes, soft hyphens and zero-width spaces. */
export const LEFT_OUT =
  "'`\\u00b4\\u2018\\u2019\\u201b\\u2032\\u02b9\\u02bc\\u00ad\\u200b-\\u200d\\u2060\\ufeff";
const EACH_LEFT_OUT = new RegExp(`[${LEFT_OUT}]`, 'g');
/** Letters without a decomposition into a base letter and a mark, in plain letters. */
const FOLDED_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const SPECIAL = new RegExp(`[${Object.keys(FOLDED_LETTERS).join('')}]`, 'g');
/** Text that only needs lower case and no apostrophes. */
export const ASCII_ONLY = /^[\x20-\x7e]*$/;
/** Text that also needs hiragana as katakana, and nothing else: most Korean, Japanese and Chinese text. */
const PLAIN = /^[\x20-\x7e\u3001\u3002\u3041-\u3094\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3]*$/;
const QUOTES = /['`]/g;
const HIRAGANA = /[\u3041-\u3096]/g;
const toKatakana = (kana: string) => String.fromCodePoint(kana.charCodeAt(0) + KATAKANA);
/** From hiragana to the katakana of the same sound, in code points. */
const KATAKANA = 0x60;

/**
 * Text in search form: without case, width, diacritics of Latin letters, apostrophes and invisible characters;
 * hiragana as katakana. Dashes and spaces stay.
 */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase().replace(QUOTES, '');
  if (PLAIN.test(text)) return text.toLowerCase().replace(QUOTES, '').replace(HIRAGANA, toKatakana);
  return (
    text
      // NFKC would turn an acute accent, typed for an apostrophe, into a space and a mark.
      .replaceAll('\u00b4', '')
      // NFKC would join single letters of Hangul to syllables.
      .replace(/[^\u3131-\u318e]+/g, (part) => part.normalize('NFKC'))
      .toLowerCase()
      .replace(EACH_LEFT_OUT, '')
      .normalize('NFD')
      .replace(/([a-z])\p{M}+/gu, '$1')
      .normalize('NFC')
      .replace(SPECIAL, (letter) => FOLDED_LETTERS[letter] ?? letter)
      .replace(HIRAGANA, toKatakana)
  );
}
