/** How far the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  }).formatToParts(moment);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '00';
  const local = `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:00Z`;
  return Date.parse(local) - Math.floor(moment / 60_000) * 60_000;
}

/**
 * The moment that a time zone's clocks show.
 * @param local as `2026-11-28T09:30`, the value of a field of date and time
 * @returns ISO in UTC; null where the text is no date and time
 */
export function momentInZone(local: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  // The offset of the first guess can be that of the other side of a change of clocks.
  const guess = asUtc - offsetAt(asUtc, timeZone);
  return new Date(asUtc - offsetAt(guess, timeZone)).toISOString();
}

/** What the clocks of a time zone show at a moment, as a field of date and time takes it. */
export const localInZone = (moment: Date, timeZone: string): string =>
  new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone)).toISOString().slice(0, 16);
