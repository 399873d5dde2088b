import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REVENUE_BASES } from './facts.ts';
import { type ScoreRules, score, scoreParts } from './score.ts';

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
  expect(scoreParts({ revenue_basis: null, ...company }, 2026)).toEqual({ base: 50, ...parts });
});

test('a score is always 50 to 100', () => {
  const anything = fc.record({
    revenue: fc.option(fc.string()),
    revenue_basis: fc.option(fc.constantFrom(...REVENUE_BASES)),
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

test.each(['group', 'launch', 'lifetime', 'acquisition', 'trading-profit'])(
  'a revenue of the basis %s is no year of a company: it gets no points',
  (revenue_basis) => {
    const company = { revenue: '$40B', revenue_basis, employees: 1, founded: 2026 };
    expect(scoreParts(company, 2026)).toMatchObject({ revenue: 0, total: 70 });
  },
);

test('a price that was paid is none, whatever basis is stored', () => {
  const company = { revenue: '$1B acquisition', revenue_basis: null, employees: 1, founded: 2026 };
  expect(scoreParts(company, 2026).revenue).toBe(0);
});

test('other rules give other points, at most 100', () => {
  const rules: ScoreRules = {
    base: 0,
    revenue: [{ atLeast: 500, points: 7 }],
    employees: [],
    age: { perYear: 2, max: 90 },
    uncounted: [],
  };
  const company = { revenue: '$600', revenue_basis: 'group', employees: 3, founded: 2006 };
  expect(scoreParts(company, 2026, rules)).toEqual({ base: 0, revenue: 7, employees: 0, age: 40, total: 47 });
  expect(scoreParts({ ...company, founded: 1900 }, 2026, rules).total).toBe(97);
  const generous = { ...rules, base: 80 };
  expect(scoreParts({ ...company, founded: 1900 }, 2026, generous).total).toBe(100);
});
