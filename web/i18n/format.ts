import { cachedFormat } from '../../core/cached-format.ts';
import { type Language, TIME_ZONES } from '../../core/languages.ts';

const numbers = cachedFormat((locale) => new Intl.NumberFormat(locale));

/** Languages that group whole numbers by three digits with commas. */
const WITH_COMMAS: readonly string[] = ['en', 'ko', 'ja', 'zh'];

/**
 * A number as the language writes it. The first `Intl.NumberFormat` of a page loads the data of all languages, which
 * takes longer than any other task of hydration: counts are formatted without one.
 */
export function formatNumber(value: number, language: Language): string {
  return Number.isSafeInteger(value) && 1 / value > 0 && WITH_COMMAS.includes(language)
    ? String(value).replace(/\B(?=(...)+$)/g, ',')
    : numbers(language).format(value);
}

const amounts = cachedFormat(
  (locale, _, currency: string | undefined, isSmall: boolean) =>
    // Dollars as in the texts of revenues beside them, which are the same in every language: `$33.5M`.
    new Intl.NumberFormat(currency === 'USD' ? 'en-US' : locale, {
      ...(currency === undefined ? {} : { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
      ...(isSmall ? { maximumFractionDigits: 0 } : { notation: 'compact', maximumSignificantDigits: 3 }),
    }),
);

/** An amount in few signs: `$1.2M`, `₩8.5B`; without a currency a number of people or things. */
export function formatAmount(amount: number, currency: string | undefined, language: Language): string {
  const isSmall = Math.abs(amount) < 10_000;
  return amounts(language, currency, isSmall).format(amount);
}

const timestamps = cachedFormat(
  (locale, language) =>
    new Intl.DateTimeFormat(locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: TIME_ZONES[language],
    }),
);

/** A moment in the time zone of the language; 'Invalid Date' where it is none (specification, detail panel). */
export function formatTimestamp(timestamp: string, language: Language): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return 'Invalid Date';
  return timestamps(language).format(date);
}
