import { createContext, useContext } from 'react';
import type { Catalog } from './create.ts';
import type { Feature, TextsOf } from './translate.ts';

/** The texts of the page's language: another language has others. */
export const I18n = createContext<Catalog | null>(null);

/** @throws outside of a page */
export function useI18n(): Catalog {
  const instance = useContext(I18n);
  if (!instance) throw new Error('The texts must be used within I18n.');
  return instance;
}

type UseTranslation = <const F extends Feature | readonly Feature[]>(
  features: F,
) => { t: TextsOf<F>; i18n: Catalog };

/** The texts of features: keys are those of the first, or begin with the name of theirs, as `common:close`. */
export const useTranslation: UseTranslation = (features) => {
  const i18n = useI18n();
  const first = (Array.isArray(features) ? features[0] : features) as Feature;
  return { t: i18n.of(first) as unknown as TextsOf<typeof features>, i18n };
};
