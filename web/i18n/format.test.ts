import { expect, test } from 'vitest';
import { formatAgo, formatDateTime } from '../shared/console/format.ts';
import { formatTimestamp } from './format.ts';

test('a timestamp is shown in the time zone of the language', () => {
  const moment = '2026-11-21T15:30:00Z';
  expect(formatTimestamp(moment, 'en').replace(/\s/g, ' ')).toBe('Nov 21, 2026, 10:30 AM');
  expect(formatTimestamp(moment, 'ko')).toContain('22');
  expect(formatTimestamp(moment, 'ja')).toContain('0:30');
  expect(formatTimestamp(moment, 'zh')).toContain('23:30');
});

test('what is no date says so', () => {
  expect(formatTimestamp('yesterday', 'en')).toBe('Invalid Date');
});

test("the console's dates have year, month, day, hour and minute in the language's order", () => {
  const moment = new Date(2026, 10, 5, 15, 7).toISOString();
  expect(formatDateTime(moment, 'en').replace(/\s/g, ' ')).toBe('Nov 5, 2026, 10:07 AM EST');
  expect(formatDateTime(moment, 'ko')).toBe('2026년 11월 6일 오전 12:07 GMT+9');
  expect(formatDateTime(moment, 'ja')).toBe('2026年11月6日 00:07 JST');
  expect(formatDateTime('yesterday', 'en')).toBe('yesterday');
});

test.each([
  [30_000, 'now', '지금'],
  [60_000, '1 minute ago', '1분 전'],
  [3_599_000, '59 minutes ago', '59분 전'],
  [5 * 3_600_000, '5 hours ago', '5시간 전'],
  [30 * 3_600_000, 'yesterday', '어제'],
  [-60_000, 'now', '지금'],
])('%d milliseconds ago is %s', (past, english, korean) => {
  const now = new Date('2026-11-21T15:30:00Z');
  const moment = new Date(now.getTime() - past).toISOString();
  expect(formatAgo(moment, now, 'en')).toBe(english);
  expect(formatAgo(moment, now, 'ko')).toBe(korean);
});
