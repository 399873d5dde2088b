import { LANGUAGE_KEY, type Language } from '../../core/languages.ts';
import { storage } from '../api.ts';

/** Remembers a chosen language: local storage, and a cookie so that the server renders it at once. */
export function rememberLanguage(language: Language): void {
  storage.set(LANGUAGE_KEY, language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${LANGUAGE_KEY}=${language}; path=/; max-age=31536000; samesite=lax`;
}
