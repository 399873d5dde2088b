import { type Language, LOCALES } from './languages.ts';

/** Their long names, `Hong Kong SAR China`, differ between browsers and the server. */
const BY_SHORT_NAME = ['HK', 'MO'];

const regions = new Map<string, Intl.DisplayNames>();

/** The name of a country by its ISO 3166 code, the same in pages, pictures, search and API; else the code. */
export function countryName(code: string, language: Language): string {
  const style = BY_SHORT_NAME.includes(code) ? 'short' : 'long';
  const key = `${language} ${style}`;
  const names = regions.get(key) ?? new Intl.DisplayNames(LOCALES[language], { type: 'region', style });
  regions.set(key, names);
  return names.of(code) ?? code;
}
