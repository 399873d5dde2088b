import type { Language } from './languages.ts';

/** Characters of a search, at most. */
export const SEARCH_MAX = 200;

/**
 * Text that every database stores and gives back the same: no NUL (PostgreSQL refuses it) and no
 * half of a surrogate pair (UTF-8 cannot carry it).
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** Line ends of Windows and of old Macs, of Word (U+000B), of pages (U+000C), and Unicode's own. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Controls other than tab and line feed, signs that Unicode says are none, and halves of surrogate pairs. */
const NO_TEXT = /(?![\t\n])\p{Cc}|[\p{NChar}\p{Cs}]/gu;

/**
 * The text with line feeds as its only line ends and without signs that XML readers and databases refuse:
 * what people paste from Word or a terminal has them unseen. Done where a text comes in, and again where XML,
 * CSV and pictures are written, because a database can hold older texts.
 */
export function cleanText(text: string): string {
  return text.replace(LINE_ENDS, '\n').replace(NO_TEXT, '');
}

/** Signs that turn the direction of what follows, also of the text around a name. */
const DIRECTION_SIGNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text of one line, as a name or a subject: breaks and tabs become spaces, signs of direction go. */
export function cleanLine(text: string): string {
  return cleanText(text)
    .replace(/[\n\t]+/g, ' ')
    .replace(DIRECTION_SIGNS, '');
}

/** Signs that nobody sees: of direction and joining, marks without a letter, fillers, controls. */
export const INVISIBLE_SIGNS = /[\p{Cc}\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]/gu;

/** Whether nothing of a text can be seen. */
export function isInvisible(text: string): boolean {
  return text.replace(INVISIBLE_SIGNS, '').trim() === '';
}

/** The form in which texts are compared and searched: compatible forms folded (NFKC), lower case. */
export function searchForm(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Signs of a name by which lists are ordered: folded, one sign can become eighteen. */
const NAME_KEY_MAX = 200;

/** What a name is ordered and compared by. */
export const nameKey = (name: string): string => searchForm(name).slice(0, NAME_KEY_MAX).toWellFormed();

const splitWords = (text: string) => text.split(/\s+/).filter(Boolean);

/** The terms of a search: each has to be found. */
export function searchTerms(q: string | undefined): string[] {
  return splitWords(searchForm(q ?? ''));
}

/** Enough of a text to tell its language by. */
const SAMPLE_LENGTH = 500;
const countScript = (text: string, script: RegExp) => text.match(script)?.length ?? 0;

/**
 * `lang` of a text typed by a person, detected by script: line breaking and speech output follow the text,
 * not the surrounding page. Empty if the script does not decide; Han characters alone are Japanese on a
 * Japanese page, otherwise Chinese.
 */
export function typedLanguage(text: string, page: Language): Language | '' {
  const start = text.slice(0, SAMPLE_LENGTH);
  const hangul = countScript(start, /\p{Script=Hangul}/gu);
  const kana = countScript(start, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = countScript(start, /\p{Script=Han}/gu);
  if (hangul > 0 && hangul >= kana + han) return 'ko';
  if (kana > 0) return 'ja';
  if (han > 0) return page === 'ja' ? 'ja' : 'zh';
  return '';
}

/** The same, left out where the page says it already: Latin letters tell nothing new of an English page. */
export function langOf(text: string, page: Language): Language | '' | undefined {
  const typed = typedLanguage(text, page);
  return typed === page || (typed === '' && page === 'en') ? undefined : typed;
}

/** A web address as people type it, with `https://` where it begins with a domain: `acme.com/about`. */
export function completeUrl(text: string): string {
  return /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*)\.)+\p{L}[\p{L}\p{M}\p{N}-]+(?::\d+)?(?:[/?#]\S*)?$/u.test(
    text,
  )
    ? `https://${text}`
    : text;
}

/** A web address that a link may carry; `javascript:` and friends are not, nor one that names a user. */
export function isHttpUrl(text: string): boolean {
  const url = /^https?:\/\//i.test(text.trim()) ? URL.parse(text) : null;
  return url !== null && url.hostname !== '' && url.username === '' && url.password === '';
}

/** A text in HTML or XML, in an attribute too. */
export function escapeMarkup(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
