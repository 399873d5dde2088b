import { LANGUAGE_NAMES, type Language, offeredLanguages } from '../../../core/languages.ts';

/** The languages of mails and forms that a person can choose. */
export const languageOptions = () =>
  offeredLanguages().map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

const FIRST_NAME = { name: 'first_name', text: 'firstName', autoComplete: 'given-name' } as const;
const LAST_NAME = { name: 'last_name', text: 'lastName', autoComplete: 'family-name' } as const;

/** The two names in the order in which they are said. */
export function nameFields(language: Language) {
  return language === 'en' ? [FIRST_NAME, LAST_NAME] : [LAST_NAME, FIRST_NAME];
}
