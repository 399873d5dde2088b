import { Messages, type MessageTree } from '#engine/messages';
import type { Language } from '../../core/languages.ts';
import { formatNumber } from './format.ts';

/** The messages of a language of the site. */
export type I18n = Messages<Language>;

/** Creates the messages of a language, for one page or for all pages in it. */
export const createI18n = (language: Language, tree: MessageTree): I18n =>
  new Messages(tree, {
    language,
    defaultNamespace: 'common',
    formatNumber: (value) => formatNumber(value, language),
  });
