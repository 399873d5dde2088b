import { expect, test } from 'vitest';
import type { Frequency } from '../../../core/readers/rules.ts';
import { lastPeriod } from './periods.ts';

test.each<[Frequency, string, string, string, string]>([
  // A Saturday noon in Seoul.
  ['daily', 'Asia/Seoul', '2026-11-21T03:00:00Z', '2026-11-20T23:00', '2026-11-19T23:00'],
  ['weekly', 'Asia/Seoul', '2026-11-21T03:00:00Z', '2026-11-15T23:00', '2026-11-08T23:00'],
  ['monthly', 'Asia/Seoul', '2026-11-21T03:00:00Z', '2026-10-31T23:00', '2026-09-30T23:00'],
  // A Monday, just before and at eight.
  ['weekly', 'Europe/Berlin', '2026-11-23T06:59:59Z', '2026-11-16T07:00', '2026-11-09T07:00'],
  ['weekly', 'Europe/Berlin', '2026-11-23T07:00:00Z', '2026-11-23T07:00', '2026-11-16T07:00'],
  // The clocks go back on a Sunday: that week has an hour more.
  ['weekly', 'Europe/Berlin', '2026-10-26T12:00:00Z', '2026-10-26T07:00', '2026-10-19T06:00'],
  // It is still the day before there.
  ['daily', 'America/New_York', '2026-11-21T03:00:00Z', '2026-11-20T13:00', '2026-11-19T13:00'],
  ['monthly', 'America/New_York', '2026-03-01T12:00:00Z', '2026-02-01T13:00', '2026-01-01T13:00'],
])('%s in %s at %s tells up to %s', (frequency, zone, now, until, since) => {
  const period = lastPeriod(frequency, zone, new Date(now));
  expect([period.until, period.since].map((moment) => moment.toISOString().slice(0, 16))).toEqual([
    until,
    since,
  ]);
});
