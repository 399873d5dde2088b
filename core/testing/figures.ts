import type { CompanyFigure } from '../companies/facts.ts';

/** Revenue of a year, in dollars, reported. */
export const annualRevenue = (
  year: number,
  amount: number,
  more: Partial<CompanyFigure> = {},
): CompanyFigure => ({
  metric: 'revenue',
  year,
  amount,
  currency: 'USD',
  basis: 'annual',
  certainty: 'exact',
  ...more,
});

/** People of a year, reported. */
export const headcount = (
  year: number,
  amount: number,
  more: Partial<CompanyFigure> = {},
): CompanyFigure => ({
  metric: 'employees',
  year,
  amount,
  certainty: 'exact',
  ...more,
});
