import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../core/languages.ts';

export const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

const FIRST_NAME = { name: 'first_name', text: 'firstName', autoComplete: 'given-name' } as const;
const LAST_NAME = { name: 'last_name', text: 'lastName', autoComplete: 'family-name' } as const;

/** The two names in the order in which they are said. */
export function nameFields(language: Language) {
  return language === 'en' ? [FIRST_NAME, LAST_NAME] : [LAST_NAME, FIRST_NAME];
}
