/** Scripts by their ISO 15924 codes: fonts, line breaking and lengths of texts follow from them. */
export type Script = 'Latn' | 'Kore' | 'Jpan' | 'Hans';

interface LanguageEntry {
  /** Its own name: never translated. */
  name: string;
  /** Name of the directory in the language. */
  directory: string;
  /** English name of the language, for prompts to models. */
  english: string;
  /** The `Intl` locale, with region where it decides the format. */
  locale: string;
  /** In which dates are shown (specification, detail panel). */
  timeZone: string;
  script: Script;
}

/**
 * The languages of the directory, in the order in which they are offered. A language is an entry
 * here and its texts: web/i18n/locales/CODE/ and server/platform/mail/texts/CODE.json.
 */
const ENTRIES = {
  en: {
    name: 'English',
    directory: 'Tiny Giants',
    english: 'English',
    locale: 'en-US',
    timeZone: 'America/New_York',
    script: 'Latn',
  },
  ko: {
    name: '한국어',
    directory: '작은 거인들',
    english: 'Korean',
    locale: 'ko-KR',
    timeZone: 'Asia/Seoul',
    script: 'Kore',
  },
  ja: {
    name: '日本語',
    directory: '小さな巨人',
    english: 'Japanese',
    locale: 'ja-JP',
    timeZone: 'Asia/Tokyo',
    script: 'Jpan',
  },
  zh: {
    name: '中文',
    directory: '小巨人',
    english: 'Simplified Chinese',
    locale: 'zh-CN',
    timeZone: 'Asia/Shanghai',
    script: 'Hans',
  },
} as const satisfies Record<string, LanguageEntry>;

export type Language = keyof typeof ENTRIES;
export const LANGUAGES = Object.keys(ENTRIES) as [Language, ...Language[]];

const eachLanguage = <K extends keyof LanguageEntry>(key: K) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, ENTRIES[language][key]])) as Record<
    Language,
    LanguageEntry[K]
  >;
export const LANGUAGE_NAMES = eachLanguage('name');
export const ENGLISH_NAMES = eachLanguage('english');
export const DIRECTORY_NAMES = eachLanguage('directory');
export const LOCALES = eachLanguage('locale');
export const TIME_ZONES = eachLanguage('timeZone');
export const SCRIPTS = eachLanguage('script');

/** Fallback language: its text is shown where a company has none in the language of the page. */
export const DEFAULT_LANGUAGE = 'en' satisfies Language;
const REGISTRATION_LANGUAGE: Language = 'ko';
/** Local storage key and cookie name of the chosen language; i18next's usual key. */
export const LANGUAGE_KEY = 'i18nextLng';

let offered: readonly Language[] = LANGUAGES;
let fallback: Language = DEFAULT_LANGUAGE;

/**
 * Sets the languages that the directory of this process, or of the page in this browser, is offered in.
 * @param languages in the order of menus
 * @param usual language of a visitor whose browser asks for no other offered one
 */
export function setLanguages(languages: readonly Language[], usual: Language): void {
  offered = languages;
  fallback = usual;
}

/** The languages that readers can choose, in their order. Texts in the other ones are kept and not shown. */
export const offeredLanguages = (): readonly Language[] => offered;
/** The language of a visitor whose browser asks for no offered language. */
export const usualLanguage = (): Language => fallback;
export const isOffered = (value: unknown): value is Language => offered.includes(value as Language);

/** The language of an account that was made without a language. */
export const registrationLanguage = (): Language =>
  isOffered(REGISTRATION_LANGUAGE) ? REGISTRATION_LANGUAGE : fallback;

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

/** The language that the first segment of a path fixes: `/ko/all` -> `ko`, `/all` -> undefined. */
export function pathLanguage(pathname: string): Language | undefined {
  // The router requests `/ko.data` when it navigates to `/ko`; the path may include a query string.
  const first = /^\/([^/?.]+)(?:\.data)?(?:[/?]|$)/.exec(pathname)?.[1];
  return isLanguage(first) ? first : undefined;
}
