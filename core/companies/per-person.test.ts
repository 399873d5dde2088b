import { expect, test } from 'vitest';
import { isOfOneTime, revenuePerPerson, shownPerPerson } from './per-person.ts';

test.each([
  [2020, 2020, true],
  [2018, 2020, true],
  [2020, 2018, true],
  [2017, 2020, false],
  [2021, 2018, false],
  [null, 2020, false],
  [2020, null, false],
])('revenue of %s and people of %s are of one time: %s', (revenue_as_of, employees_as_of, expected) => {
  expect(isOfOneTime({ revenue_as_of, employees_as_of })).toBe(expected);
});

const yearly = { revenue: '$10', revenue_basis: 'annual' };

test('what nobody knows is divided by nothing', () => {
  expect(shownPerPerson(revenuePerPerson({ ...yearly, revenue_amount: 10, employees: 4 }))).toBe(3);
  for (const unknown of [
    { revenue_amount: -1, employees: 4 },
    { revenue_amount: 10, employees: null },
    { revenue_amount: 10, employees: 0 },
  ])
    expect(shownPerPerson(revenuePerPerson({ ...yearly, ...unknown }))).toBeNull();
});

test.each([
  [null, true],
  ['annual', true],
  ['run-rate', true],
  ['estimate', true],
  ['floor', true],
  ['launch', false],
  ['lifetime', false],
  ['group', false],
  ['acquisition', false],
  ['trading-profit', false],
])('a revenue of the basis %s is divided by people: %s', (revenue_basis, isDivided) => {
  const company = { revenue: '$1B', revenue_basis, revenue_amount: 1e9, employees: 10 };
  expect(revenuePerPerson(company)).toBe(isDivided ? 1e8 : -1);
});

test('a price that only its words tell is no revenue of a year', () => {
  const company = { revenue: '$1B acquisition', revenue_basis: null, revenue_amount: 1e9, employees: 13 };
  expect(revenuePerPerson(company)).toBe(-1);
});
