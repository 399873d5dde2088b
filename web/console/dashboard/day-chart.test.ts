import { expect, test } from 'vitest';
import { topOf } from './day-chart.tsx';

test('the scale ends above the highest value, and its middle is a whole number', () => {
  for (const [highest, top] of [
    [0, 2],
    [1, 2],
    [2, 2],
    [3, 4],
    [5, 10],
    [10, 10],
    [11, 20],
    [39, 40],
    [41, 100],
    [1999, 2000],
    [123456, 200000],
  ])
    expect(topOf([0, highest ?? 0])).toBe(top);
  expect(topOf([])).toBe(2);
});
