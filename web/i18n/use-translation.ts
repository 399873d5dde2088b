import type { i18n } from 'i18next';
import { createContext, useContext, useMemo } from 'react';
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

/** The texts of features: keys are those of the first, or begin with the name of theirs, as `common:close`. */
export const useTranslation: UseTranslation = (features) => {
  const i18n = useI18n();
  const first = (Array.isArray(features) ? features[0] : features) as Feature;
  const t = useMemo(() => i18n.getFixedT(i18n.language, first), [i18n, first]);
  return { t: t as unknown as TextsOf<typeof features>, i18n };
};
