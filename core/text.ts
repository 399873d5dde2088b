import { z } from 'zod';

/**
 * Text that every database stores and gives back the same: no NUL (PostgreSQL refuses it) and no
 * half of a surrogate pair (UTF-8 cannot carry it).
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

const unstorable = 'Must not contain NUL characters or broken Unicode';

/** A trimmed text of `min` to `max` characters (code points, as a person counts them). */
export function trimmedText(min: number, max: number): z.ZodType<string, string> {
  return z
    .string()
    .max(max * 2 + 64)
    .trim()
    .min(min)
    .refine((text) => [...text].length <= max, `Must be at most ${max} characters`)
    .refine(isStorable, unstorable);
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

/** An http(s) address of at most 2,048 characters. */
export const httpUrl = z
  .string()
  .trim()
  .max(2048)
  .refine(isHttpUrl, 'Must be an http or https address')
  .refine(isStorable, unstorable);
