import type { MessageTree } from '#engine/messages';
import { OVERRIDES_KEY, type Overrides } from '../../core/directory/merge-texts.ts';
import type { Language } from '../../core/languages.ts';
import { createI18n, type I18n } from './create.ts';

interface PageTexts {
  /** The file that the texts are from. */
  address: string;
  i18n: I18n;
  /** Overrides of on-demand texts from the directory's configuration. */
  overrides: Overrides;
}

const kept = new Map<Language, PageTexts>();

/**
 * Makes the texts of a language known: all pages in it share them, until they have another address.
 * @param read the texts by feature, and under `OVERRIDES_KEY` what replaces texts that are loaded on demand
 */
export function registerMessages(language: Language, address: string, read: () => MessageTree): void {
  if (kept.get(language)?.address === address) return;
  const { [OVERRIDES_KEY]: overrides, ...texts } = read();
  kept.set(language, {
    address,
    i18n: createI18n(language, texts),
    overrides: (overrides ?? {}) as Overrides,
  });
}

/** Fetches the texts of a language, once. No page carries them: the next one has them already. */
export async function fetchTexts(language: Language, address: string): Promise<void> {
  if (kept.get(language)?.address === address) return;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The texts of ${language} cannot be had: ${response.status}`);
  const texts = (await response.json()) as MessageTree;
  registerMessages(language, address, () => texts);
}

/** @throws before its texts are there */
export function i18nIn(language: Language): I18n {
  const known = kept.get(language);
  if (!known) throw new Error(`The texts of ${language} are not there.`);
  return known.i18n;
}

/** Texts of a feature that is loaded on demand which this directory words differently. */
export const overridesOf = (language: Language, feature: string): Overrides[string] | undefined =>
  kept.get(language)?.overrides[feature];
