import { DIRECTORY_NAMES, type Language } from './languages.ts';

/** The default of SITE_NAME. */
export const DEFAULT_SITE_NAME = DIRECTORY_NAMES.en;

/** What the directory is called in a language: translated while it is ours, else as its owner calls it. */
export function siteName(configured: string, language: Language): string {
  return configured === DEFAULT_SITE_NAME ? DIRECTORY_NAMES[language] : configured;
}

/** Every name of the directory: no author may have one. */
export function siteNames(configured: string): string[] {
  return [...new Set([configured, ...Object.values(DIRECTORY_NAMES)])];
}
