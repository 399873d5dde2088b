import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR } from '../../../core/time.ts';
import { noteVisit } from './last-visit.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a visit goes on for hours, and the next one knows when the last look was', () => {
  const monday = Date.UTC(2026, 10, 23, 9);
  expect(noteVisit(monday)).toBeNull();
  expect(noteVisit(monday + HOUR)).toBeNull();
  const friday = monday + 96 * HOUR;
  expect(noteVisit(friday)).toBe(monday + HOUR);
  expect(noteVisit(friday + 2 * HOUR)).toBe(monday + HOUR);
  expect(noteVisit(friday + 24 * HOUR)).toBe(friday + 2 * HOUR);
});

test('what somebody else wrote under the key is no visit', () => {
  localStorage.setItem('lastVisit', 'yesterday or so');
  expect(noteVisit(Date.UTC(2026, 10, 23))).toBeNull();
});
