import { expect, test } from 'vitest';
import { localInZone, momentInZone } from './site-moment.ts';

test.each([
  ['2026-11-28T09:30', 'Asia/Seoul', '2026-11-28T00:30:00.000Z'],
  ['2026-11-28T09:30', 'UTC', '2026-11-28T09:30:00.000Z'],
  ['2026-07-01T00:15', 'America/New_York', '2026-07-01T04:15:00.000Z'],
  // The clocks go forward on this night, and back on the other one.
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25T04:30', 'Europe/Berlin', '2026-10-25T03:30:00.000Z'],
])('%s in %s is %s, and back', (local, zone, moment) => {
  expect(momentInZone(local, zone)).toBe(moment);
  expect(localInZone(new Date(moment), zone)).toBe(local);
});

test('a text that is no date and time is no moment', () => {
  expect(momentInZone('', 'UTC')).toBeNull();
  expect(momentInZone('tomorrow', 'UTC')).toBeNull();
});
