import type { MessageTree } from '#engine/messages';
import type { Language } from '../../core/languages.ts';

const localeFiles = import.meta.glob<Record<string, unknown>>('./locales/*/*.json', {
  eager: true,
  import: 'default',
});

/** The texts of the public pages in each language, by feature. */
export const PUBLIC_TEXTS = Object.entries(localeFiles).reduce(
  (all, [path, texts]) => {
    const [, , language, file] = path.split('/') as [string, string, Language, string];
    all[language] = { ...all[language], [file.replace('.json', '')]: texts };
    return all;
  },
  {} as Record<Language, MessageTree>,
);
