import type { Language } from './languages.ts';

/** The directory's own name, in each language. */
const OWN_NAMES: Record<Language, string> = {
  en: 'Tiny Giants',
  ko: '작은 거인들',
  ja: '小さな巨人',
  zh: '小巨人',
};

/** The default of SITE_NAME. */
export const DEFAULT_SITE_NAME = OWN_NAMES.en;

/** What the directory is called in a language: translated while it is ours, else as its owner calls it. */
export function siteName(configured: string, language: Language): string {
  return configured === DEFAULT_SITE_NAME ? OWN_NAMES[language] : configured;
}

/** Every name of the directory: no author may have one. */
export function siteNames(configured: string): string[] {
  return [...new Set([configured, ...Object.values(OWN_NAMES)])];
}
