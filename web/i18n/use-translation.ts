import { createContext, useContext } from 'react';
import type { I18n } from './create.ts';
import type { Feature, TextsOf } from './translate.ts';

/** The texts of the page's language: another language has others. */
export const I18nContext = createContext<I18n | null>(null);

/** @throws outside of a page */
export function useI18n(): I18n {
  const instance = useContext(I18nContext);
  if (!instance) throw new Error('The texts must be used within I18nContext.');
  return instance;
}

type UseTranslation = <const F extends Feature | readonly Feature[]>(
  features: F,
) => { t: TextsOf<F>; i18n: I18n };

/** The texts of features: keys are those of the first, or begin with the name of theirs, as `common:close`. */
export const useTranslation: UseTranslation = (features) => {
  const i18n = useI18n();
  const first = (Array.isArray(features) ? features[0] : features) as Feature;
  return { t: i18n.namespace(first) as unknown as TextsOf<typeof features>, i18n };
};
