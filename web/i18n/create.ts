import i18next, { type i18n, type Resource } from 'i18next';
import type { Language } from '../../core/languages.ts';

/** The texts of one language, by feature. */
export type Texts = Record<string, Record<string, unknown>>;

/** An instance of its own: a shared one would show a visitor another visitor's language. */
export function createI18n(language: Language, texts: Texts): i18n {
  const instance = i18next.createInstance();
  instance.init({
    lng: language,
    fallbackLng: false,
    ns: Object.keys(texts),
    defaultNS: 'common',
    resources: { [language]: texts } as Resource,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return instance;
}
