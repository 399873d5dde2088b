import type { i18n } from 'i18next';
import { createContext, useContext } from 'react';
import type { Feature, TextsOf } from './translate.ts';

/** The instance of the page's language: another language is another instance. */
export const I18n = createContext<i18n | null>(null);

/** @throws outside of a page */
export function useI18n(): i18n {
  const instance = useContext(I18n);
  if (!instance) throw new Error('The texts must be used within I18n.');
  return instance;
}

type UseTranslation = <const F extends Feature | readonly Feature[]>(
  features: F,
) => { t: TextsOf<F>; i18n: i18n };

type PlainT = (key: string, options?: Record<string, unknown>) => string;
const translators = new WeakMap<i18n, Map<Feature, PlainT>>();

/** The `t` of a feature, the same one for all who ask. */
function translator(i18n: i18n, feature: Feature): PlainT {
  const known = translators.get(i18n) ?? new Map<Feature, PlainT>();
  translators.set(i18n, known);
  let t = known.get(feature);
  if (!t) {
    t = i18n.getFixedT(i18n.language, feature) as unknown as PlainT;
    if (import.meta.env.SSR) t = lookedUpOnce(i18n, t);
    known.set(feature, t);
  }
  return t;
}

/** What needs nothing filled in is looked up once: the server says it in each row of each list. */
function lookedUpOnce(i18n: i18n, look: PlainT): PlainT {
  const plain = new Map<string, string>();
  // Texts that come on demand.
  i18n.store.on('added', () => plain.clear());
  return (key, options) => {
    if (options) return look(key, options);
    let text = plain.get(key);
    if (text === undefined) {
      text = look(key);
      plain.set(key, text);
    }
    return text;
  };
}

/** The texts of features: keys are those of the first, or begin with the name of theirs, as `common:close`. */
export const useTranslation: UseTranslation = (features) => {
  const i18n = useI18n();
  const first = (Array.isArray(features) ? features[0] : features) as Feature;
  return { t: translator(i18n, first) as unknown as TextsOf<typeof features>, i18n };
};
