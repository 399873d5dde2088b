import type { Language } from '../../../core/languages.ts';

const exploreFiles = import.meta.glob<Record<string, unknown>>(
  '../../i18n/locales/*/on-demand/explore.json',
  {
    eager: true,
    import: 'default',
  },
);

/** The texts of this page in a language: they come with it, and no other page carries them. */
export const exploreTexts = (language: Language): Record<string, unknown> =>
  exploreFiles[`../../i18n/locales/${language}/on-demand/explore.json`] ?? {};
