import { expect, onTestFinished, test } from 'vitest';
import { LANGUAGES } from '../../../core/languages.ts';
import { dayInSite, formatDateTime, formatTime, setSiteTimeZone } from './format.ts';

const MOMENT = '2026-01-02T23:30:05.000Z';

test('moments follow the time zone of the site in every language, and name it', () => {
  // Other test files of the same process use the module as well.
  onTestFinished(() => setSiteTimeZone(undefined));
  // Once in the zone of the language: what was made for it must not be used any more.
  expect(formatDateTime(MOMENT, 'en')).toBe('Jan 2, 2026, 06:30 PM EST');
  for (const [zone, dateTime, time] of [
    ['Europe/Berlin', 'Jan 3, 2026, 12:30 AM GMT+1', '12:30:05 AM GMT+1'],
    ['Asia/Kolkata', 'Jan 3, 2026, 05:00 AM GMT+5:30', '5:00:05 AM GMT+5:30'],
    ['UTC', 'Jan 2, 2026, 11:30 PM UTC', '11:30:05 PM UTC'],
  ] as const) {
    setSiteTimeZone(zone);
    expect([formatDateTime(MOMENT, 'en'), formatTime(new Date(MOMENT), 'en')]).toEqual([dateTime, time]);
    expect(dayInSite(MOMENT, 'en')).toBe(zone === 'UTC' ? '2026-01-02' : '2026-01-03');
    const days = LANGUAGES.map((language) => formatDateTime(MOMENT, language));
    for (const day of days) expect(day).toContain(zone === 'UTC' ? '2' : '3');
  }
  expect(formatDateTime('never', 'en')).toBe('never');
});
