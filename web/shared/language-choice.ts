import { LANGUAGE_KEY, type Language } from '../../core/languages.ts';
import { storage } from './api.ts';

/** Language chosen on this page, sent with later requests. */
let chosenLanguage: Language | undefined;

/**
 * The router asks for a page's data in the language in which the page is shown, and says so. By its address alone it
 * would be answered by the cookie, and that is what any tab chose last.
 */
export function askInShownLanguage(): void {
  const send = window.fetch.bind(window);
  window.fetch = (input, init) => {
    if (!(input instanceof URL && input.pathname.endsWith('.data'))) return send(input, init);
    const headers = new Headers(init?.headers);
    headers.set('accept-language', chosenLanguage ?? document.documentElement.lang);
    return send(input, { ...init, headers });
  };
}

/** Remembers a chosen language: local storage, and a cookie so that the server renders it at once. */
export function rememberLanguage(language: Language): void {
  chosenLanguage = language;
  storage.set(LANGUAGE_KEY, language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${LANGUAGE_KEY}=${language}; path=/; max-age=31536000; samesite=lax`;
}
