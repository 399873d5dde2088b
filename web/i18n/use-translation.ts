import type { i18n } from 'i18next';
import { useTranslation as useLibrary } from 'react-i18next';
import type { Feature, TextsOf } from './translate.ts';

type UseTranslation = <const F extends Feature | readonly Feature[]>(
  features: F,
) => { t: TextsOf<F>; i18n: i18n; ready: boolean };

/**
 * The library's hook, with a `t` that is nothing but its keys: the library's own type of it is made anew
 * for the options of each call, and the compiler took three times as long.
 */
export const useTranslation = useLibrary as unknown as UseTranslation;
