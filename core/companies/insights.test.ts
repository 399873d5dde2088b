import { expect, test } from 'vitest';
import { insights } from './insights.ts';

test('a company counts in its bucket and the lower ones, an acquisition in all', () => {
  const companies = [
    { revenue: '$1B', employees: 10, founded: 2000 },
    { revenue: '$20M', employees: 21, founded: 2010 },
    { revenue: '$1M', employees: null, founded: null },
    { revenue: '$800K', employees: 2, founded: 2020 },
    { revenue: '$5M acquisition', employees: 3, founded: 2010 },
    { revenue: 'Unknown', employees: 4, founded: 2010 },
  ];
  expect(insights(companies, 2026)).toEqual({
    over1M: 4,
    over10M: 3,
    over100M: 2,
    averageEmployees: 8,
    averageAge: 16,
  });
});

test('no company gives no average', () => {
  expect(insights([], 2026)).toEqual({
    over1M: 0,
    over10M: 0,
    over100M: 0,
    averageEmployees: null,
    averageAge: null,
  });
});
