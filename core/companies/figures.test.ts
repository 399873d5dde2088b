import { expect, test } from 'vitest';
import { claimsOfNothing, outdatedClaims } from './figures.ts';

const before = {
  revenue: '$10M',
  revenue_as_of: 2021,
  revenue_basis: 'estimate' as const,
  employees: 12,
  employees_as_of: 2022,
  founded: 2008,
  sources: [
    { url: 'https://a.test/', supports: ['revenue' as const] },
    { url: 'https://b.test/', supports: ['revenue' as const, 'employees' as const, 'origin' as const] },
    { url: 'https://c.test/', supports: [] },
  ],
};

test('a figure that changes ends its year, its basis and what sources said of it', () => {
  expect(outdatedClaims(before, { revenue: '$12M' })).toEqual({
    revenue_as_of: null,
    revenue_basis: null,
    sources: [
      { url: 'https://b.test/', supports: ['employees', 'origin'] },
      { url: 'https://c.test/', supports: [] },
    ],
  });
  expect(outdatedClaims(before, { employees: null })).toEqual({
    employees_as_of: null,
    sources: [
      before.sources[0],
      { url: 'https://b.test/', supports: ['revenue', 'origin'] },
      before.sources[2],
    ],
  });
  expect(outdatedClaims(before, { founded: 2009 })).toEqual({ sources: before.sources });
});

test('what comes with the figure stands, and the same figure ends nothing', () => {
  expect(outdatedClaims(before, { revenue: '$12M', revenue_as_of: 2025, sources: [] })).toEqual({
    revenue_basis: null,
  });
  expect(outdatedClaims(before, { revenue: '$10M', employees: 12 })).toEqual({});
  expect(outdatedClaims(before, {})).toEqual({});
});

test('what supported a price that was paid ends with it', () => {
  const sold = {
    ...before,
    revenue: '$5M acquisition',
    sources: [{ url: 'https://a.test/', supports: ['acquisition' as const, 'ownership' as const] }],
  };
  expect(outdatedClaims(sold, { revenue: '$6M acquisition' }).sources).toEqual([
    { url: 'https://a.test/', supports: ['ownership'] },
  ]);
});

test('a figure that is not there has no year and no basis', () => {
  expect(claimsOfNothing(before)).toEqual({});
  expect(claimsOfNothing({ ...before, employees: null })).toEqual({ employees_as_of: null });
  expect(claimsOfNothing({ ...before, revenue: '' })).toEqual({ revenue_as_of: null, revenue_basis: null });
});
