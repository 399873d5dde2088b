import { Temporal } from 'temporal-polyfill';
import { DIGEST_HOUR, type Frequency } from '../../../core/readers/rules.ts';

export interface DigestPeriod {
  /** The moment up to which it tells, and the one from which on where none was made before. */
  until: Date;
  since: Date;
}

const LENGTHS = { daily: { days: 1 }, weekly: { days: 7 }, monthly: { months: 1 } } as const;

/** The first day of the period that a day is in: itself, the Monday, the first of the month. */
function firstDay(frequency: Frequency, day: Temporal.PlainDate): Temporal.PlainDate {
  if (frequency === 'weekly') return day.subtract({ days: day.dayOfWeek - 1 });
  return frequency === 'monthly' ? day.with({ day: 1 }) : day;
}

/** The newest period of a frequency that has ended in a time zone: at the digest's hour of its day. */
export function lastPeriod(frequency: Frequency, timeZone: string, now: Date): DigestPeriod {
  const at = (day: Temporal.PlainDate) =>
    new Date(day.toZonedDateTime({ timeZone, plainTime: { hour: DIGEST_HOUR } }).epochMilliseconds);
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const latest = firstDay(frequency, today);
  const day = at(latest) > now ? latest.subtract(LENGTHS[frequency]) : latest;
  return { until: at(day), since: at(day.subtract(LENGTHS[frequency])) };
}
