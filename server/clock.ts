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

/** No time zone is further from UTC than this, in minutes. */
const FURTHEST = 15 * 60;

/** The moment at which a day begins in a time zone. Looked for, because not every day has a midnight everywhere. */
export function dayStartIn(timeZone: string): (day: string) => Date {
  const dayOf = dayIn(timeZone);
  return (day) => {
    const midnight = Date.parse(`${day}T00:00:00Z`);
    let before = -FURTHEST;
    let after = FURTHEST;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (dayOf(new Date(midnight + middle * MINUTE)) < day) before = middle;
      else after = middle;
    }
    return new Date(midnight + after * MINUTE);
  };
}

/** The year of a day. */
export function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

/** The day `days` before a day. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}
