import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CompanyDetail } from '../../../core/companies/calls.ts';
import type { Language } from '../../../core/languages.ts';
import { createI18n } from '../../i18n/create.ts';
import type { TextsOf } from '../../i18n/translate.ts';
import { headlineOf, headlineSource, summaryOf } from './headline.ts';

const company = {
  name: 'Loom',
  revenue: '$25M',
  revenue_basis: 'annual',
  revenue_as_of: 2026,
  employees: 7,
  employees_as_of: 2026,
} as CompanyDetail;

function textsIn(language: Language): TextsOf<'companies'> {
  const file = new URL(`../../i18n/locales/${language}/companies.json`, import.meta.url);
  const i18n = createI18n(language, { companies: JSON.parse(readFileSync(file, 'utf8')) });
  return i18n.namespace('companies') as unknown as TextsOf<'companies'>;
}

function headline(language: Language, change: Partial<CompanyDetail> = {}, isExact = false): string {
  return headlineOf(textsIn(language), { ...company, ...change }, { language, year: 2026, isExact });
}

test.each([
  ['en', 'Loom: $25M a year with 7 people'],
  ['ko', 'Loom: 7명으로 연 매출 $25M'],
  ['ja', 'Loom：7人で年商$25M'],
  ['zh', 'Loom：7人做到年营收$25M'],
] as const)('a headline tells what a year brings and with how many people, in %s', (language, text) => {
  expect(headline(language)).toBe(text);
});

test.each([
  [{ employees: null }, 'Loom: $25M a year'],
  [{ revenue: '' }, 'Loom: 7 people'],
  [{ revenue: '', employees: 1 }, 'Loom: 1 person'],
  [{ revenue: '', employees: null }, 'Loom'],
  [{ employees_as_of: 2020 }, 'Loom: $25M a year, 7 people'],
  [{ revenue_basis: 'launch' }, 'Loom: $25M, 7 people (first sales after launch)'],
  [{ revenue_basis: 'acquisition', revenue: '$1B acquisition' }, 'Loom: $1B acquisition, 7 people'],
  [{ revenue_as_of: 2004, employees_as_of: 2004 }, 'Loom: $25M a year with 7 people (as of 2004)'],
])('a headline with %j says only what is known', (change, text) => {
  expect(headline('en', change as Partial<CompanyDetail>)).toBe(text);
});

test('a quotation names the kind and the year of the figure', () => {
  expect(headline('en', { revenue_basis: 'estimate' }, true)).toBe(
    'Loom: $25M a year with 7 people (outside estimate · as of 2026)',
  );
});

test('the source of a figure is that of its year, else one that supports it', () => {
  const sources = [{ url: 'https://a.example/', supports: ['revenue'] }] as CompanyDetail['sources'];
  const figures = [
    { metric: 'revenue', year: 2026, source: 'https://b.example/' },
  ] as CompanyDetail['figures'];
  expect(headlineSource({ ...company, sources, figures }, 'revenue')).toBe('https://b.example/');
  expect(headlineSource({ ...company, sources, figures: [] }, 'revenue')).toBe('https://a.example/');
  expect(headlineSource({ ...company, sources, figures }, 'employees')).toBeUndefined();
});

test.each([
  ['en', 'Loom: $25M a year with 7 people (as of 2026), or $3.57M a person. It makes looms.'],
  ['ko', 'Loom: 7명으로 연 매출 $25M(2026년 기준), 1인당 $3.57M. It makes looms.'],
  ['ja', 'Loom：7人で年商$25M（2026年時点）、1人あたり$3.57M。It makes looms.'],
  ['zh', 'Loom：7人做到年营收$25M（2026年数据），人均$3.57M。It makes looms.'],
] as const)(
  'a description for search engines tells the figures and the sentence of a company, in %s',
  (language, text) => {
    const told = { ...company, revenue_per_person: 3_571_428, description: 'It makes looms.' };
    expect(summaryOf(textsIn(language), told, { language, year: 2026 })).toBe(text);
    const alone = { ...told, employees: 1 };
    expect(summaryOf(textsIn(language), alone, { language, year: 2026 })).not.toContain('3');
  },
);
