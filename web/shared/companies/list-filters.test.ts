import { expect, test } from 'vitest';
import { stepOf, toggled, withFilters, withoutChoices, withStep } from './list-filters.ts';

test('a value is chosen beside others, and given up again', () => {
  const one = toggled('?q=app&rows=200', 'country', 'KR');
  expect(one).toBe('?q=app&country=KR');
  const two = toggled(one, 'country', 'JP');
  expect(new URLSearchParams(two).get('country')).toBe('KR,JP');
  expect(new URLSearchParams(toggled(two, 'country', 'KR')).get('country')).toBe('JP');
  expect(toggled(one, 'country', 'KR')).toBe('?q=app');
});

test('a step takes the place of another one', () => {
  const small = withStep('?employees_max=1', 'employees', { min: 2, max: 10 });
  expect(stepOf(Object.fromEntries(new URLSearchParams(small)), 'employees')).toEqual({ min: 2, max: 10 });
  const open = withStep(small, 'employees', { min: 1001, max: null });
  expect(open).toBe('?employees_min=1001');
  expect(stepOf({}, 'employees')).toBeNull();
});

test('giving all choices up keeps the search, the order and the open filters', () => {
  const address = '?q=a&sort=name&kind=app&founded_min=2000&view=filters';
  expect(withoutChoices(address)).toBe('?q=a&sort=name&view=filters');
  expect(withFilters(withoutChoices(address), false)).toBe('?q=a&sort=name');
});
