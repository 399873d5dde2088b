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

/** A web address that a link may carry; `javascript:` and friends are not. */
export function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '';
}
