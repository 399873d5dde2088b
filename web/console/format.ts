import { type Language, TIME_ZONES } from '../../core/languages.ts';
import { keptFormat } from '../ui/format.ts';

// Formats of the console alone: the public pages do not load them.

const dateTimes = keptFormat(
  (locale, language) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: TIME_ZONES[language],
      timeZoneName: 'short',
    }),
);

/** A moment in the console: to the minute, in the time zone of the language as on the pages, which it names. */
export function formatDateTime(timestamp: string, language: Language): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return timestamp;
  return dateTimes(language).format(date);
}

const AGO: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

const ages = keptFormat((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** How long ago a moment was, in its largest whole unit: `3 hours ago`; `now` within a minute. */
export function formatAgo(timestamp: string, now: Date, language: Language): string {
  const past = Math.max(0, now.getTime() - Date.parse(timestamp));
  const [unit, length] = AGO.find(([, of]) => past >= of) ?? (['second', Number.POSITIVE_INFINITY] as const);
  return ages(language).format(-Math.floor(past / length), unit);
}

const languageNames = keptFormat((locale) => new Intl.DisplayNames(locale, { type: 'language' }));

/** The name of a language in another: `ko` in `en` is Korean. */
export function languageName(named: Language, language: Language): string {
  return languageNames(language).of(named) ?? named;
}

const lists = keptFormat((locale) => new Intl.ListFormat(locale));

/** Languages by their names in another one, as a list of a sentence. */
export function languageList(named: readonly Language[], language: Language): string {
  return lists(language).format(named.map((one) => languageName(one, language)));
}

const times = keptFormat(
  (locale, language) =>
    new Intl.DateTimeFormat(locale, {
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
      timeZone: TIME_ZONES[language],
      timeZoneName: 'short',
    }),
);

/** The time of day to the second, as a log shows it, by the same rule. */
export function formatTime(moment: Date, language: Language): string {
  return times(language).format(moment);
}

const inWords = keptFormat(
  (locale) =>
    new Intl.NumberFormat(locale, {
      ...{ style: 'currency', currency: 'USD', currencyDisplay: 'name' },
      ...{ notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 12 },
    }),
);

/** US dollars in words: `12.5 million US dollars`, `1250만 미국 달러`. */
export const dollarsInWords = (dollars: number, language: Language): string =>
  inWords(language).format(dollars);
