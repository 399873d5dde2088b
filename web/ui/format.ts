import { type Language, LOCALES, TIME_ZONES } from '../../core/languages.ts';

export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language]).format(value);
}

/** An amount in few signs: `$1.2M`, `₩8.5B`; without a currency a number of people or things. */
export function formatAmount(amount: number, currency: string | undefined, language: Language): string {
  const isSmall = Math.abs(amount) < 10_000;
  return new Intl.NumberFormat(LOCALES[language], {
    ...(currency === undefined ? {} : { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
    ...(isSmall ? { maximumFractionDigits: 0 } : { notation: 'compact', maximumSignificantDigits: 3 }),
  }).format(amount);
}

/** A day, `2026-11-22`, as the language writes it. */
export function formatDay(day: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** Their long names differ between browsers and the server. */
const BY_SHORT_NAME = ['HK', 'MO'];

/** The name of a country by its ISO 3166 code. */
export function countryName(code: string, language: Language): string {
  const style = BY_SHORT_NAME.includes(code) ? 'short' : 'long';
  return new Intl.DisplayNames(LOCALES[language], { type: 'region', style }).of(code) ?? code;
}

/** Several things in one phrase: `a, b, c`, `a、b、c`. */
export function formatList(parts: readonly string[], language: Language): string {
  return new Intl.ListFormat(LOCALES[language], { style: 'narrow', type: 'conjunction' }).format(parts);
}

/** Making one takes longer than all that it then formats: a page of comments has a hundred moments. */
const timestamps = new Map<Language, Intl.DateTimeFormat>();

function timestampFormat(language: Language): Intl.DateTimeFormat {
  let format = timestamps.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(LOCALES[language], {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: TIME_ZONES[language],
    });
    timestamps.set(language, format);
  }
  return format;
}

/** A moment in the time zone of the language; 'Invalid Date' where it is none (specification, detail panel). */
export function formatTimestamp(timestamp: string, language: Language): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return 'Invalid Date';
  return timestampFormat(language).format(date);
}

/** A moment in the console: to the minute, in the time zone of the language as on the pages, which it names. */
export function formatDateTime(timestamp: string, language: Language): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return timestamp;
  return new Intl.DateTimeFormat(LOCALES[language], {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: TIME_ZONES[language],
    timeZoneName: 'short',
  }).format(date);
}

const AGO: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How long ago a moment was, in its largest whole unit: `3 hours ago`; `now` within a minute. */
export function formatAgo(timestamp: string, now: Date, language: Language): string {
  const past = Math.max(0, now.getTime() - Date.parse(timestamp));
  const [unit, length] = AGO.find(([, of]) => past >= of) ?? (['second', Number.POSITIVE_INFINITY] as const);
  return new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' }).format(
    -Math.floor(past / length),
    unit,
  );
}

/** The name of a language in another: `ko` in `en` is Korean. */
export function languageName(named: Language, language: Language): string {
  return new Intl.DisplayNames(LOCALES[language], { type: 'language' }).of(named) ?? named;
}

/** Languages by their names in another one, as a list of a sentence. */
export function languageList(named: readonly Language[], language: Language): string {
  const names = named.map((one) => languageName(one, language));
  return new Intl.ListFormat(LOCALES[language]).format(names);
}

/** The time of day to the second, as a log shows it, by the same rule. */
export function formatTime(moment: Date, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZone: TIME_ZONES[language],
    timeZoneName: 'short',
  }).format(moment);
}
