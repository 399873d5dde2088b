import { expect, test } from 'vitest';
import { annualRevenue, headcount } from '../testing/figures.ts';
import { emptyShared } from './fields.ts';
import { figureAsHeadline, latestFigure, withFollowed } from './headline.ts';

test('the latest is of a year or a run rate, in dollars, whatever its place in the list', () => {
  const latest = annualRevenue(2023, 3e6, { month: 3, basis: 'run-rate' });
  expect(
    latestFigure(
      [
        latest,
        annualRevenue(2021, 1e6),
        annualRevenue(2025, 9e6, { basis: 'lifetime' }),
        annualRevenue(2025, 9e9, { currency: 'CZK' }),
        annualRevenue(2024, 0),
        headcount(2026, 4),
        annualRevenue(2022, 2e6),
      ],
      'revenue',
    ),
  ).toEqual(latest);
  expect(latestFigure([annualRevenue(2025, 9e6, { basis: 'lifetime' })], 'revenue')).toBeUndefined();
});

test('a whole year is of its end, a reported figure goes before an estimate and a year before a run rate', () => {
  const year = annualRevenue(2024, 5e6);
  expect(latestFigure([annualRevenue(2024, 4e6, { month: 6 }), year], 'revenue')).toEqual(year);
  expect(latestFigure([annualRevenue(2024, 4e6, { basis: 'run-rate' }), year], 'revenue')).toEqual(year);
  expect(latestFigure([annualRevenue(2024, 4e6, { certainty: 'estimate' }), year], 'revenue')).toEqual(year);
  expect(latestFigure([year, annualRevenue(2024, 6e6)], 'revenue')).toEqual(year);
});

test('rows that are being typed are no figures to follow', () => {
  const row = { metric: 'employees', certainty: 'exact', amount: Number.NaN, year: undefined };
  expect(
    latestFigure([row as never, headcount(2020, Number.NaN), headcount(2019, 0.2)], 'employees'),
  ).toBeUndefined();
});

test.each([
  [annualRevenue(2024, 13_456_789), { revenue: '$13.5M', revenue_as_of: 2024, revenue_basis: 'annual' }],
  [
    annualRevenue(2024, 1e9, { certainty: 'at-least' }),
    { revenue: '$1B+', revenue_as_of: 2024, revenue_basis: 'annual' },
  ],
  [
    annualRevenue(2020, 1.2e9, { currency: 'KRW', amount_usd: 1_017_600, basis: 'run-rate' }),
    { revenue: '$1.02M', revenue_as_of: 2020, revenue_basis: 'run-rate' },
  ],
  [
    annualRevenue(2024, 750, { certainty: 'estimate' }),
    { revenue: '$750', revenue_as_of: 2024, revenue_basis: 'estimate' },
  ],
])('%j gives the headline %j', (latest, headline) => {
  expect(figureAsHeadline(latest, 'revenue')).toEqual(headline);
});

test('what a headline cannot say is none to follow', () => {
  expect(
    latestFigure([headcount(1850, 5), headcount(2020, 1e12), headcount(2020, 0)], 'employees'),
  ).toBeUndefined();
  expect(latestFigure([annualRevenue(1700, 5e6)], 'revenue')).toBeUndefined();
});

test('people are whole', () => {
  expect(figureAsHeadline(headcount(2022, 12.5), 'employees')).toEqual({
    employees: 13,
    employees_as_of: 2022,
  });
});

const BEFORE = {
  ...emptyShared(),
  revenue: '$1M',
  revenue_as_of: 2020,
  revenue_follows: true,
  employees: 3,
  figures: [annualRevenue(2020, 1e6, { source: 'https://a.example/' })],
  sources: [
    { url: 'https://a.example/', supports: ['revenue' as const] },
    { url: 'https://b.example/', supports: ['revenue' as const, 'founder' as const] },
  ],
};

test('a newer figure brings its headline, its year and its source', () => {
  const figures = [...BEFORE.figures, annualRevenue(2024, 4e6, { source: 'https://c.example/' })];
  expect(withFollowed(BEFORE, { figures })).toEqual({
    figures,
    revenue: '$4M',
    revenue_as_of: 2024,
    revenue_basis: 'annual',
    sources: [
      { url: 'https://b.example/', supports: ['founder'] },
      { url: 'https://c.example/', supports: ['revenue'] },
    ],
  });
});

test('another value by hand ends the following, the same one does not, and a save of something else leaves it', () => {
  expect(withFollowed(BEFORE, { revenue: '$2M' })).toEqual({ revenue: '$2M', revenue_follows: false });
  expect(withFollowed(BEFORE, { revenue_as_of: 2019 })).toEqual({
    revenue_as_of: 2019,
    revenue_follows: false,
  });
  expect(withFollowed(BEFORE, { revenue: '$1M' })).toMatchObject({ revenue: '$1M', revenue_as_of: 2020 });
  expect(withFollowed(BEFORE, { revenue: '$2M', revenue_follows: true })).toMatchObject({ revenue: '$1M' });
  expect(withFollowed(BEFORE, { founded: 2001 })).toEqual({ founded: 2001 });
});

test('without a figure to follow a headline stays as it is, and can be written', () => {
  expect(withFollowed(BEFORE, { figures: [] })).toEqual({ figures: [] });
  expect(withFollowed({ ...BEFORE, figures: [] }, { revenue: '$7M' })).toEqual({ revenue: '$7M' });
});

test('what says more than the figure stays of a source', () => {
  const { sources } = withFollowed({ ...BEFORE, revenue_follows: false }, { revenue_follows: true });
  expect(sources).toEqual(BEFORE.sources);
});
