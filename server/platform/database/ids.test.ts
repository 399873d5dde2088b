import { validate, version } from 'uuid';
import { afterEach, expect, test, vi } from 'vitest';
import { newId } from './ids.ts';

afterEach(() => vi.useRealTimers());

test('ids are UUIDs of version 7 that carry the time', () => {
  const before = Date.now();
  const id = newId();
  expect(validate(id)).toBe(true);
  expect(version(id)).toBe(7);
  const time = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

test('a later id is greater: within a millisecond, over many draws, and with a clock that is set back', () => {
  vi.useFakeTimers({ now: Date.now() + 1000 });
  const ids = Array.from({ length: 5000 }, newId);
  vi.setSystemTime(Date.now() - 3_600_000);
  ids.push(newId(), newId());
  vi.setSystemTime(Date.now() + 7_200_000);
  ids.push(newId());
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test('what follows the time and the count is drawn anew', () => {
  const ends = Array.from({ length: 1000 }, () => newId().slice(-10));
  expect(new Set(ends).size).toBe(1000);
});
