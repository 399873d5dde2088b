import { data, type ShouldRevalidateFunctionArgs } from 'react-router';
import type { Language } from '../../core/languages.ts';
import { requestLanguage } from '../../core/request-language.ts';
import { CallError } from '../api.ts';
import { withPanel } from '../paths.ts';

/** The language in which a page is answered. */
export function languageOf(request: Request): Language {
  return requestLanguage({
    pathname: new URL(request.url).pathname,
    cookie: request.headers.get('cookie'),
    acceptLanguage: request.headers.get('accept-language'),
  });
}

/** Turns a failed call into the page for its status. */
export function pageError(error: unknown): never {
  if (error instanceof CallError)
    // What nobody can have is not there, either.
    throw data({ code: error.code ?? null }, { status: [400, 404].includes(error.status) ? 404 : 503 });
  throw error;
}

/** Opening or closing a panel changes nothing of the page below it. */
export function revalidateExceptForPanel({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (currentUrl.href === nextUrl.href) return defaultShouldRevalidate;
  return withPanel(currentUrl, null) === withPanel(nextUrl, null) ? false : defaultShouldRevalidate;
}
