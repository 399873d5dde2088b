import type { Language } from './languages.ts';

/**
 * Text that every database stores and gives back the same: no NUL (PostgreSQL refuses it) and no
 * half of a surrogate pair (UTF-8 cannot carry it).
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** The form in which texts are compared and searched: compatible forms folded (NFKC), lower case. */
export function searchForm(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** The terms of a search: each has to be found. */
export function searchTerms(q: string | undefined): string[] {
  return searchForm(q ?? '')
    .split(/\s+/)
    .filter(Boolean);
}

/** Enough of a text to tell its language by. */
const TELLING = 500;
const count = (text: string, script: RegExp) => text.match(script)?.length ?? 0;

/**
 * The `lang` of a text that somebody typed, by its script: breaking and reading aloud follow it, not
 * the page around it. None ('') where the script does not tell; Han characters alone are the page's
 * language where that is Japanese.
 */
export function typedLanguage(text: string, page: Language): Language | '' {
  const start = text.slice(0, TELLING);
  const hangul = count(start, /\p{Script=Hangul}/gu);
  const kana = count(start, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = count(start, /\p{Script=Han}/gu);
  if (hangul > 0 && hangul >= kana + han) return 'ko';
  if (kana > 0) return 'ja';
  if (han > 0) return page === 'ja' ? 'ja' : 'zh';
  return '';
}

/** A web address that a link may carry; `javascript:` and friends are not. */
export function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '';
}
