import { Temporal } from 'temporal-polyfill';

/** Where the time comes from: tests bring their own. */
export type Now = () => Date;

const MINUTE = 60_000;

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
