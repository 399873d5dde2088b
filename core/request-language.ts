import { parseCookie } from 'cookie';
import Negotiator from 'negotiator';
import {
  isOffered,
  LANGUAGE_KEY,
  type Language,
  offeredLanguages,
  pathLanguage,
  usualLanguage,
} from './languages.ts';

/** The usual language comes first, because `*` selects the first. */
const choices = (): Language[] => [...new Set([usualLanguage(), ...offeredLanguages()])];

/**
 * Browsers send some tens of characters. Sorting a list of thousands of languages takes hundreds of milliseconds:
 * a longer header is taken for none.
 */
const ACCEPTED_MAX = 1000;

/** The language of the directory that an Accept-Language header asks for most: `ko-KR` is answered with `ko`. */
export function preferredLanguage(accepted: string | undefined): Language | undefined {
  if (!accepted || accepted.length > ACCEPTED_MAX) return undefined;
  const best = new Negotiator({ headers: { 'accept-language': accepted } }).language(choices());
  return isOffered(best) ? best : undefined;
}

/**
 * The language in which the server answers a page: fixed by the path, or by the page that asks for its data, else the cookie that mirrors
 * local storage, else the browser's Accept-Language, else the directory's usual one. A language that is not offered counts as none.
 */
export function requestLanguage(request: {
  pathname: string;
  cookie?: string | null | undefined;
  acceptLanguage?: string | null | undefined;
}): Language {
  const fixed = pathLanguage(request.pathname);
  if (isOffered(fixed)) return fixed;
  // A data request of a page names the page's language in Accept-Language; the cookie holds the last choice
  // of any tab.
  if (isOffered(request.acceptLanguage) && /^[^?]*\.data(?:\?|$)/.test(request.pathname))
    return request.acceptLanguage;
  const chosen = parseCookie(request.cookie ?? '')[LANGUAGE_KEY];
  if (isOffered(chosen)) return chosen;
  return preferredLanguage(request.acceptLanguage ?? undefined) ?? usualLanguage();
}
