export const LANGUAGES = ['en', 'ko', 'ja', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A company's text in all of them is a complete translation. */
export const COMPLETE_TRANSLATION = LANGUAGES.length;
export const DEFAULT_LANGUAGE: Language = 'en';
export const REGISTRATION_LANGUAGE: Language = 'ko';
/** Local storage key and cookie name of the chosen language; i18next's usual key. */
export const LANGUAGE_KEY = 'i18nextLng';

/** Each language's own name: never translated. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  ko: '한국어',
  ja: '日本語',
  zh: '中文',
};

/** Time zone in which dates are shown, by language (specification, detail panel). */
export const TIME_ZONES: Record<Language, string> = {
  en: 'America/New_York',
  ko: 'Asia/Seoul',
  ja: 'Asia/Tokyo',
  zh: 'Asia/Shanghai',
};

/** The `Intl` locale of each language, with region where it decides the format. */
export const LOCALES: Record<Language, string> = {
  en: 'en-US',
  ko: 'ko-KR',
  ja: 'ja-JP',
  zh: 'zh-CN',
};

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
  const first = pathname.split('/', 2)[1];
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
