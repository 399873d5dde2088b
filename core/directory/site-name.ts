import { DIRECTORY_NAMES, type Language } from '../languages.ts';
import { nameIn } from '../localized.ts';
import { directory } from './current.ts';

/** The default of SITE_NAME. */
export const DEFAULT_SITE_NAME = DIRECTORY_NAMES.en;

/**
 * What the directory is called in a language: by SITE_NAME where it is set, else as its configuration says, else
 * as it is shipped.
 */
export function siteName(configured: string, language: Language): string {
  if (configured !== DEFAULT_SITE_NAME) return configured;
  return nameIn(directory().identity.names, language) ?? DIRECTORY_NAMES[language];
}

/** Every name of the directory: no author may have one. */
export function siteNames(configured: string): string[] {
  const named = Object.values(directory().identity.names).filter((name) => name !== undefined);
  return [...new Set([configured, ...named, ...Object.values(DIRECTORY_NAMES)])];
}
