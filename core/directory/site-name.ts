import { DIRECTORY_NAMES, type Language } from '../languages.ts';
import { nameIn } from '../localized.ts';
import { directory } from './current.ts';

/** The default of SITE_NAME. */
export const DEFAULT_SITE_NAME = DIRECTORY_NAMES.en;

/**
 * What the directory is called in a language: as its configuration says, else by SITE_NAME, which is translated
 * while it is the shipped one.
 */
export function siteName(configured: string, language: Language): string {
  const named = nameIn(directory().site.names, language);
  return named ?? (configured === DEFAULT_SITE_NAME ? DIRECTORY_NAMES[language] : configured);
}

/** Every name of the directory: no author may have one. */
export function siteNames(configured: string): string[] {
  const named = Object.values(directory().site.names).filter((name) => name !== undefined);
  return [...new Set([configured, ...named, ...Object.values(DIRECTORY_NAMES)])];
}
