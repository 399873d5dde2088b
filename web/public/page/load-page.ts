import { data, type ShouldRevalidateFunctionArgs } from 'react-router';
import { isLanguage, type Language } from '../../../core/languages.ts';
import { requestLanguage } from '../../../core/request-language.ts';
import { CallError } from '../../shared/api.ts';
import { withPanel } from '../../shared/paths.ts';

/** What a loader is given of the address. */
export interface Addressed {
  request: Request;
  params: Readonly<Record<string, string | undefined>>;
}

/**
 * The language in which a page is answered.
 * @throws that there is no such page, where its address begins with something else
 */
export function languageOf({ request, params: { language } }: Addressed): Language {
  if (language !== undefined && !isLanguage(language)) throw data(null, { status: 404 });
  return anyLanguageOf(request);
}

/** The same for whatever stands in place of a page that is not there. */
export function anyLanguageOf(request: Request): Language {
  return requestLanguage({
    pathname: new URL(request.url).pathname,
    acceptLanguage: request.headers.get('accept-language'),
  });
}

/** A merged company's address: for good, but a merge can be taken back. */
export const MERGED_REDIRECT = { status: 301, headers: { 'cache-control': 'no-cache' } };

/** The company that the one of a failed call was merged into. */
export function movedToOf(error: unknown): string | undefined {
  const movedTo = error instanceof CallError ? error.body['movedTo'] : undefined;
  return typeof movedTo === 'string' ? movedTo : undefined;
}

/** Turns a failed call into the page for its status. */
export function pageError(error: unknown): never {
  if (error instanceof CallError)
    // Refused pages answer as missing ones.
    throw data({ code: error.code ?? null }, { status: [400, 404].includes(error.status) ? 404 : 503 });
  throw error;
}

/** What an address asks for, without the panel over it and how many rows of a list were shown last (`ROWS_PARAM`). */
const pathWithoutPanel = (url: URL) => withPanel(url, null).replace(/.rows=\d+$/, '');

/** Opening or closing a panel changes nothing of the page below it, also where rows were added to that. */
export function revalidateExceptForPanel({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (currentUrl.href === nextUrl.href) return defaultShouldRevalidate;
  return pathWithoutPanel(currentUrl) !== pathWithoutPanel(nextUrl) && defaultShouldRevalidate;
}
