import { expect, test } from 'vitest';
import { insights } from './insights.ts';

test('a company counts in its bucket and the lower ones, an acquisition in all', () => {
  const companies = [
    { revenue: '$1B', employees: 10, founded: 2000, revenue_per_person: 1e8 },
    { revenue: '$20M', employees: 21, founded: 2010, revenue_per_person: 952_381 },
    { revenue: '$1M', employees: null, founded: null, revenue_per_person: null },
    { revenue: '$800K', employees: 2, founded: 2020, revenue_per_person: 400_000 },
    { revenue: '$5M acquisition', employees: 3, founded: 2010, revenue_per_person: 1_666_667 },
    { revenue: 'Unknown', employees: 4, founded: 2010, revenue_per_person: null },
  ];
  expect(insights(companies, 2026)).toEqual({
    over1M: 4,
    over10M: 3,
    over100M: 2,
    averageEmployees: 8,
    averageAge: 16,
    medianEmployees: 4,
    medianRevenue: 5_000_000,
    medianPerPerson: 1_309_524,
  });
});

test('no company gives no average', () => {
  expect(insights([], 2026)).toEqual({
    over1M: 0,
    over10M: 0,
    over100M: 0,
    averageEmployees: null,
    averageAge: null,
    medianEmployees: null,
    medianRevenue: null,
    medianPerPerson: null,
  });
});
