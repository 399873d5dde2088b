import type { Language } from '../../core/languages.ts';
import { type Catalog, createI18n, type Texts } from './create.ts';

const kept = new Map<Language, Catalog>();

/** Makes the texts of a language known: all pages in it share them. */
export function keepTexts(language: Language, texts: Texts): void {
  if (!kept.has(language)) kept.set(language, createI18n(language, texts));
}

/** Fetches the texts of a language, once. No page carries them: the next one has them already. */
export async function fetchTexts(language: Language, address: string): Promise<void> {
  if (kept.has(language)) return;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The texts of ${language} cannot be had: ${response.status}`);
  keepTexts(language, (await response.json()) as Texts);
}

/** @throws before its texts are there */
export function i18nIn(language: Language): Catalog {
  const i18n = kept.get(language);
  if (!i18n) throw new Error(`The texts of ${language} are not there.`);
  return i18n;
}
