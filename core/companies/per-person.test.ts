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

test('what nobody knows is divided by nothing', () => {
  expect(shownPerPerson(revenuePerPerson({ revenue_amount: 10, employees: 4 }))).toBe(3);
  for (const unknown of [
    { revenue_amount: -1, employees: 4 },
    { revenue_amount: 10, employees: null },
    { revenue_amount: 10, employees: 0 },
  ])
    expect(shownPerPerson(revenuePerPerson(unknown))).toBeNull();
});
