import { Temporal } from 'temporal-polyfill';
import { DAY, MINUTE } from '../../../core/time.ts';

/** Clocks of several machines differ by less, in milliseconds. */
export const CLOCK_DIFFERENCE = MINUTE;

/** Where the time comes from: tests bring their own. */
export type Now = () => Date;

/** How far clocks may differ, or be set back, before what they noted is not believed, in milliseconds. */
const CLOCK_TOLERANCE = DAY;

/** The latest moment that can have been noted by a clock that is right. */
export function latestCredible(now: Date): Date {
  return new Date(now.getTime() + CLOCK_TOLERANCE);
}

/** The latest end (ISO) that a clock that is right can have noted of something that lasts for `lifetime` milliseconds. */
export function latestEnd(lifetime: number, now: Date): string {
  return new Date(latestCredible(now).getTime() + lifetime).toISOString();
}

/**
 * Whether something that lasts for `lifetime` milliseconds and ends at `expiresAt` (ISO) is still valid. An end
 * that lies further ahead than the lifetime was noted while the clock was ahead, and does not count.
 */
export function isValidUntil(expiresAt: string, lifetime: number, now: Date): boolean {
  return expiresAt > now.toISOString() && expiresAt <= latestEnd(lifetime, now);
}

/** The calendar day of a moment in a time zone, as 2026-11-21. */
export function dayIn(timeZone: string): (date: Date) => string {
  // The Swedish locale writes dates in ISO order.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  // Time zones differ by whole minutes: the day of a minute is worked out once.
  let minute = Number.NaN;
  let day = '';
  return (date) => {
    const of = Math.floor(date.getTime() / MINUTE);
    if (of !== minute) {
      minute = of;
      day = format.format(date);
    }
    return day;
  };
}

/** The moment at which a day begins in a time zone: not every day has a midnight everywhere. */
export function dayStartIn(timeZone: string): (day: string) => Date {
  return (day) => new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);
}

/** The year of a day. */
export function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

/** The day `days` before a day. */
export function daysBefore(day: string, days: number): string {
  return Temporal.PlainDate.from(day).subtract({ days }).toString();
}

/** The day `months` before a day; the last of a month that is shorter. */
export function monthsBefore(day: string, months: number): string {
  return Temporal.PlainDate.from(day).subtract({ months }).toString();
}
