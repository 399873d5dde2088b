import { cachedFormat } from '../../../core/cached-format.ts';
import { type Language, TIME_ZONES } from '../../../core/languages.ts';
import { formatList } from '../../../core/list-text.ts';
import { DAY, HOUR, MINUTE } from '../../../core/time.ts';
import { dayOf } from '../../i18n/days.ts';

// Formats of the console alone: the public pages do not load them.

let siteTimeZone: string | undefined;

/** Sets the time zone of the console's moments, that of the setting SITE_TIME_ZONE. */
export function setSiteTimeZone(zone: string | undefined): void {
  siteTimeZone = zone;
}

/** Before the console said which zone it is, and on pages of readers, it is that of the language. */
const zoneIn = (language: Language): string => siteTimeZone ?? TIME_ZONES[language];

const dateTimes = cachedFormat(
  (locale, _: Language, timeZone: string) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
      timeZoneName: 'short',
    }),
);

/** A moment in the console: to the minute, in the time zone of the site, which it names. */
export function formatDateTime(timestamp: string, language: Language): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return timestamp;
  return dateTimes(language, zoneIn(language)).format(date);
}

/** The day of a moment in the time zone of the site, ISO 8601. */
export const dayInSite = (timestamp: string, language: Language): string =>
  dayOf(timestamp, zoneIn(language));

const AGO: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

const ages = cachedFormat((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** How long ago a moment was, in its largest whole unit: `3 hours ago`; `now` within a minute. */
export function formatAgo(timestamp: string, now: Date, language: Language): string {
  const past = Math.max(0, now.getTime() - Date.parse(timestamp));
  const [unit, length] = AGO.find(([, of]) => past >= of) ?? (['second', Number.POSITIVE_INFINITY] as const);
  return ages(language).format(-Math.floor(past / length), unit);
}

const languageNames = cachedFormat((locale) => new Intl.DisplayNames(locale, { type: 'language' }));

/** The name of a language in another: `ko` in `en` is Korean. */
export function languageName(named: Language, language: Language): string {
  return languageNames(language).of(named) ?? named;
}

/** Languages by their names in another one, as a list of a sentence. */
export function languageList(named: readonly Language[], language: Language): string {
  return formatList(
    named.map((one) => languageName(one, language)),
    language,
    'long',
  );
}

const times = cachedFormat(
  (locale, _: Language, timeZone: string) =>
    new Intl.DateTimeFormat(locale, {
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
      timeZone,
      timeZoneName: 'short',
    }),
);

/** The time of day to the second, as a log shows it, by the same rule. */
export function formatTime(moment: Date, language: Language): string {
  return times(language, zoneIn(language)).format(moment);
}

const inWords = cachedFormat(
  (locale) =>
    new Intl.NumberFormat(locale, {
      ...{ style: 'currency', currency: 'USD', currencyDisplay: 'name' },
      ...{ notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 12 },
    }),
);

/** US dollars in words: `12.5 million US dollars`, `1250만 미국 달러`. */
export const dollarsInWords = (dollars: number, language: Language): string =>
  inWords(language).format(dollars);
