/** Scripts by their ISO 15924 codes: fonts, line breaking and lengths of texts follow from them. */
export type Script = 'Latn' | 'Kore' | 'Jpan' | 'Hans';

interface LanguageEntry {
  /** Its own name: never translated. */
  name: string;
  /** What the directory calls itself in it. */
  directory: string;
  /** Its name in English, for a model that is asked to write it. */
  english: string;
  /** The `Intl` locale, with region where it decides the format. */
  locale: string;
  /** In which dates are shown (specification, detail panel). */
  timeZone: string;
  script: Script;
}

/**
 * The languages of the directory, in the order in which they are offered. A language is an entry
 * here and its texts: web/i18n/locales/CODE/ and server/mail/texts/CODE.json.
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

const each = <K extends keyof LanguageEntry>(key: K) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, ENTRIES[language][key]])) as Record<
    Language,
    LanguageEntry[K]
  >;
export const LANGUAGE_NAMES = each('name');
export const ENGLISH_NAMES = each('english');
export const DIRECTORY_NAMES = each('directory');
export const LOCALES = each('locale');
export const TIME_ZONES = each('timeZone');
export const SCRIPTS = each('script');

/** A company's text in all of them is a complete translation. */
export const COMPLETE_TRANSLATION = LANGUAGES.length;
export const DEFAULT_LANGUAGE = 'en' satisfies Language;
export const REGISTRATION_LANGUAGE: Language = 'ko';
/** Local storage key and cookie name of the chosen language; i18next's usual key. */
export const LANGUAGE_KEY = 'i18nextLng';

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

/**
 * The first language of the directory that a list of preferences asks for: `ko-KR` matches `ko`.
 * `accepted` is an Accept-Language header; entries with q=0 are refused languages.
 */
export function preferredLanguage(accepted: string | undefined): Language | undefined {
  if (!accepted) return undefined;
  const wanted = accepted
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';');
      const q = parameters.map((p) => p.trim()).find((p) => p.startsWith('q='));
      const weight = q === undefined ? 1 : Number(q.slice(2));
      return { language: tag.split('-')[0]?.toLowerCase(), weight: Number.isNaN(weight) ? 0 : weight };
    })
    .filter((entry) => entry.weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wanted.map((entry) => entry.language).find(isLanguage);
}

/** The language that the first segment of a path fixes: `/ko/all` -> `ko`, `/all` -> undefined. */
export function pathLanguage(pathname: string): Language | undefined {
  // `/ko.data` is what the router asks for when it goes to `/ko`; an address may bring its query along.
  const first = /^\/([^/?.]+)(?:\.data)?(?:[/?]|$)/.exec(pathname)?.[1];
  return isLanguage(first) ? first : undefined;
}

/** The value of one cookie in a Cookie header. */
export function cookieValue(header: string | null | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * The language in which the server answers a page: fixed by the path, else the cookie that mirrors
 * local storage, else the browser's Accept-Language, else English.
 */
export function requestLanguage(request: {
  pathname: string;
  cookie?: string | null | undefined;
  acceptLanguage?: string | null | undefined;
}): Language {
  const chosen = cookieValue(request.cookie, LANGUAGE_KEY);
  return (
    pathLanguage(request.pathname) ??
    (isLanguage(chosen) ? chosen : undefined) ??
    preferredLanguage(request.acceptLanguage ?? undefined) ??
    DEFAULT_LANGUAGE
  );
}
