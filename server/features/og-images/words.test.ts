import { expect, test } from 'vitest';
import type { Category } from '../../../core/categories.ts';
import type { CompanyDetail } from '../../../core/companies/calls.ts';
import { lightHue } from '../../../core/directory/current.ts';
import { createWords } from './words.ts';

test('a name stands in a picture as it is, whatever it means to a pattern', () => {
  const { text, title } = createWords('Tiny Giants').facet('founder', 'ann-bob', 'en', 2, 'Ann $& $$ Bob');
  expect(title).toBe('Ann $& $$ Bob');
  expect(text).toContain('Ann $& $$ Bob');
});

test('the picture of a category is in its hue, that of all companies in none', () => {
  const { category } = createWords('Tiny Giants');
  expect(category('no-seed', 'en', 2).hue).toBe(lightHue('no-seed').strong);
  expect(category('all' as Category, 'en', 2).hue).toBeNull();
});

test('figures say what they are in the language of the picture', () => {
  const company = {
    id: 'acme',
    name: 'Acme',
    description: 'Makes anvils.',
    category: 'no-seed',
    revenue: '$1B acquisition',
    revenue_basis: null,
    employees: 1200,
    founded: null,
  } as CompanyDetail;
  const figures = (language: 'en' | 'ko', changes: Partial<CompanyDetail> = {}) =>
    createWords('Tiny Giants')
      .company({ ...company, ...changes }, language, null)
      .figures.map(({ value }) => value);
  expect(figures('ko')).toEqual(['$1B 인수', '1,200', '알 수 없음']);
  expect(figures('en', { revenue: '$5M', founded: 1999 })).toEqual(['$5M', '1,200', '1999']);
});

test('one company is not told as several', () => {
  const { facet } = createWords('Tiny Giants');
  expect([1, 2].map((count) => facet('country', 'KR', 'en', count).note)).toEqual([
    '1 company',
    '2 companies',
  ]);
  expect(facet('tag', 'no-such-tag', 'en', 1).title).toBe('#no-such-tag');
});

test('a shared list is called by its name, else as lists without one are, with whose it is', () => {
  const words = createWords('Tiny Giants');
  const list = { name: 'Bakeries', shared_by: 'Ann', companies: [], updated_at: '' };
  const named = words.sharedList(list, 'en');
  expect(named.title).toBe('Bakeries');
  expect(named.text).toContain('Ann');
  const unnamed = words.sharedList({ ...list, name: '', shared_by: '' }, 'en');
  expect(unnamed.title).not.toMatch(/^$|Bakeries/);
  expect(unnamed.text).toBe('');
});
