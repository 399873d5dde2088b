import type { MessageTree } from '#engine/messages';
import type { Language } from '../../core/languages.ts';
import { createI18n, type I18n } from './create.ts';

const kept = new Map<Language, I18n>();

/** Makes the texts of a language known: all pages in it share them. */
export function registerMessages(language: Language, texts: MessageTree): void {
  if (!kept.has(language)) kept.set(language, createI18n(language, texts));
}

/** Fetches the texts of a language, once. No page carries them: the next one has them already. */
export async function fetchTexts(language: Language, address: string): Promise<void> {
  if (kept.has(language)) return;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The texts of ${language} cannot be had: ${response.status}`);
  registerMessages(language, (await response.json()) as MessageTree);
}

/** @throws before its texts are there */
export function i18nIn(language: Language): I18n {
  const i18n = kept.get(language);
  if (!i18n) throw new Error(`The texts of ${language} are not there.`);
  return i18n;
}
