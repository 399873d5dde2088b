/** Lengths of time in milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

/** Whether a text is a day of the calendar, as `2026-11-28`, of a four-digit year that has a day after it. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001' || text >= '9999-12') return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  // The 30th of February is the 1st or 2nd of March to `Date`.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}
