import { expect, test } from 'vitest';
import { dayIn, dayStartIn } from './clock.ts';

test.each([
  ['Asia/Seoul', '2026-11-21', '2026-11-20T15:00:00.000Z'],
  ['UTC', '2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['Asia/Kathmandu', '2026-06-01', '2026-05-31T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-06-01', '2026-05-31T10:00:00.000Z'],
  // The clocks go from 0:00 to 1:00: the day has no midnight.
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
])('in %s the day %s begins at %s', (zone, day, moment) => {
  expect(dayStartIn(zone)(day).toISOString()).toBe(moment);
  expect(dayIn(zone)(new Date(Date.parse(moment) - 1))).not.toBe(day);
});
