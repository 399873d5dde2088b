import { expect, test } from 'vitest';
import { percent } from './percent.ts';

test('a share is rounded to whole percent', () => {
  expect(percent(1, 3)).toBe(33);
  expect(percent(2, 3)).toBe(67);
  expect(percent(1, 200)).toBe(1);
  expect(percent(7, 7)).toBe(100);
});

test('a share of nothing is 0', () => {
  expect(percent(0, 0)).toBe(0);
});
