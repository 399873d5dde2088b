import { directory } from '../../../core/directory/current.ts';
import type { Language } from '../../../core/languages.ts';
import { nameIn } from '../../../core/localized.ts';
import { textsOf } from './texts.ts';

/** The sentence about the directory in a language: the owner's, else the shipped one. */
export const taglineIn = (language: Language): string =>
  nameIn(directory().identity.taglines, language) ?? String(textsOf(language, 'common')['tagline']);
