import { expect, test } from 'vitest';
import { outOfBounds } from './category-bounds.ts';

const bounds = { employees: { max: 20 }, revenue: { min: 1_000_000 }, founded: { min: 1990, max: 2000 } };

test.each([
  [{ employees: 20, revenue: 1_000_000, founded: 1990 }, []],
  [{ employees: null, revenue: null, founded: null }, []],
  [
    { employees: 21, revenue: 999_999, founded: 2001 },
    ['employees max 20', 'revenue min 1000000', 'founded max 2000'],
  ],
  [{ employees: 0, revenue: 2e9, founded: 1989 }, ['founded min 1990']],
])('%j is outside of %j', (figures, told) => {
  expect(outOfBounds(bounds, figures).map(({ field, end, limit }) => `${field} ${end} ${limit}`)).toEqual(
    told,
  );
});

test('a category without bounds has everything', () => {
  expect(outOfBounds(undefined, { employees: 9, revenue: 9, founded: 9 })).toEqual([]);
  expect(outOfBounds({}, { employees: 9, revenue: 9, founded: 9 })).toEqual([]);
});
