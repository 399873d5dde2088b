// A separate module, so that public pages load the format only on demand.

import { cachedFormat } from '../../core/cached-format.ts';
import type { Language } from '../../core/languages.ts';

const dayFormat = cachedFormat(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
);

/** A day, `2026-11-22`, as the language writes it. */
export function formatDay(day: string, language: Language): string {
  return dayFormat(language).format(new Date(`${day}T00:00:00Z`));
}

/** Formats by time zone: constructing one costs more than formatting hundreds of days. */
const isoDays = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment in a time zone, as `2026-11-22`. */
export function dayOf(timestamp: string, timeZone: string): string {
  // The Swedish locale writes dates in ISO order.
  const format = isoDays.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  isoDays.set(timeZone, format);
  return format.format(new Date(timestamp));
}
