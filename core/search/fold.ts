/** Apostrophes and what is typed for them; and what is not seen: a hyphen that only a line's end shows, spaces without width. */
export const LEFT_OUT =
  "'`\\u00b4\\u2018\\u2019\\u201b\\u2032\\u02b9\\u02bc\\u00ad\\u200b-\\u200d\\u2060\\ufeff";
const EACH_LEFT_OUT = new RegExp(`[${LEFT_OUT}]`, 'g');
/** Letters that are no base letter with a mark, as they are typed without them. */
const LETTERS: Readonly<Record<string, string>> = {
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
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** What all of the below leaves as it is, but for case and apostrophes. */
export const ASCII = /^[\x20-\x7e]*$/;
/** What is left as it is but for that and hiragana, too: most of what is written in Korean, Japanese and Chinese. */
const PLAIN = /^[\x20-\x7e\u3001\u3002\u3041-\u3094\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3]*$/;
const QUOTES = /['`]/g;
const HIRAGANA = /[\u3041-\u3096]/g;
const toKatakana = (kana: string) => String.fromCodePoint(kana.charCodeAt(0) + KATAKANA);
/** From hiragana to the katakana of the same sound, in code points. */
const KATAKANA = 0x60;

/**
 * The form in which companies are searched: without case, width, diacritics of Latin letters,
 * apostrophes and what is not seen; hiragana as katakana. Dashes and spaces stay.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(QUOTES, '');
  if (PLAIN.test(text)) return text.toLowerCase().replace(QUOTES, '').replace(HIRAGANA, toKatakana);
  return (
    text
      // NFKC would make a space and a mark of an acute accent that is typed for an apostrophe.
      .replaceAll('\u00b4', '')
      // Letters of Hangul stay by themselves: NFKC would build syllables of them.
      .replace(/[^\u3131-\u318e]+/g, (part) => part.normalize('NFKC'))
      .toLowerCase()
      .replace(EACH_LEFT_OUT, '')
      .normalize('NFD')
      .replace(/([a-z])\p{M}+/gu, '$1')
      .normalize('NFC')
      .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
      .replace(HIRAGANA, toKatakana)
  );
}
