import { expect, test } from 'vitest';
import { passwordProblem, remainingTime, sessionEnd, usernameKey } from './rules.ts';

test('a session ends by the timeout in hours, and what is left is never negative', () => {
  expect(sessionEnd('2026-11-21T00:00:00.000Z', 24).toISOString()).toBe('2026-11-22T00:00:00.000Z');
  expect(remainingTime((22 * 60 + 29.5) * 60_000)).toEqual({ hours: 22, minutes: 29 });
  expect(remainingTime(-24 * 3_600_000)).toEqual({ hours: 0, minutes: 0 });
});

test('user names are compared without case and surrounding space', () => {
  expect(usernameKey(' Ａdmin ')).toBe('admin');
});

test.each([
  [{ current: '', next: '', confirmation: '' }, 'currentRequired'],
  [{ current: 'a', next: '', confirmation: '' }, 'newRequired'],
  [{ current: 'a', next: '12345', confirmation: '12345' }, 'newTooShort'],
  [{ current: 'a', next: '123456', confirmation: '12345' }, 'confirmationDiffers'],
  [{ current: '123456', next: '123456', confirmation: '123456' }, 'newIsCurrent'],
  [{ current: 'a', next: '123456', confirmation: '123456' }, null],
])('%o has the problem %s', (form, expected) => {
  expect(passwordProblem(form)).toBe(expected);
});
