/** Where the time comes from: tests bring their own. */
export type Now = () => Date;

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
    const of = Math.floor(date.getTime() / 60_000);
    if (of !== minute) {
      minute = of;
      day = format.format(date);
    }
    return day;
  };
}

/** The day `days` before a day. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}
