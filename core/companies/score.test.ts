import fc from 'fast-check';
import { expect, test } from 'vitest';
import { score, scoreParts } from './score.ts';

test.each([
  [
    { revenue: '$1B', employees: 5, founded: 2016 },
    { revenue: 40, employees: 20, age: 10, total: 100 },
  ],
  [
    { revenue: '$999M', employees: 50, founded: 2021 },
    { revenue: 30, employees: 10, age: 5, total: 95 },
  ],
  [
    { revenue: '$10M', employees: 51, founded: 2026 },
    { revenue: 20, employees: 0, age: 0, total: 70 },
  ],
  [
    { revenue: '$1M', employees: 6, founded: 1900 },
    { revenue: 10, employees: 10, age: 10, total: 80 },
  ],
  [
    { revenue: '$999K', employees: null, founded: null },
    { revenue: 0, employees: 0, age: 0, total: 50 },
  ],
  [
    { revenue: null, employees: 1, founded: 2030 },
    { revenue: 0, employees: 20, age: 0, total: 70 },
  ],
])('%j scores %j', (company, parts) => {
  expect(scoreParts(company, 2026)).toEqual({ base: 50, ...parts });
});

test('a score is always 50 to 100', () => {
  const anything = fc.record({
    revenue: fc.option(fc.string()),
    employees: fc.option(fc.integer()),
    founded: fc.option(fc.integer()),
  });
  fc.assert(
    fc.property(anything, fc.integer({ min: 1900, max: 2200 }), (company, year) => {
      const points = score(company, year);
      expect(points).toBeGreaterThanOrEqual(50);
      expect(points).toBeLessThanOrEqual(100);
      expect(Number.isInteger(points)).toBe(true);
    }),
  );
});
