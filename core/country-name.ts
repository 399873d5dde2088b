import { type Language, LOCALES } from './languages.ts';

/** Their long names, `Hong Kong SAR China`, differ between browsers and the server; the short ones do not. */
const BY_SHORT_NAME = ['HK', 'MO', 'PS'];

/**
 * Both names differ between browsers and the server: browsers add the name of the other side. A language
 * that is not here takes the name of `Intl`, so that adding one asks nothing of this file.
 */
const FALKLANDS: Readonly<Partial<Record<Language, string>>> = {
  en: 'Falkland Islands',
  ko: '포클랜드 제도',
  ja: 'フォークランド諸島',
  zh: '福克兰群岛',
};

const regions = new Map<string, Intl.DisplayNames>();

/** The name of a country by its ISO 3166 code, the same in pages, pictures, search and API; else the code. */
export function countryName(code: string, language: Language): string {
  const falklands = code === 'FK' ? FALKLANDS[language] : undefined;
  if (falklands) return falklands;
  const style = BY_SHORT_NAME.includes(code) ? 'short' : 'long';
  const key = `${language} ${style}`;
  const names = regions.get(key) ?? new Intl.DisplayNames(LOCALES[language], { type: 'region', style });
  regions.set(key, names);
  return names.of(code) ?? code;
}
