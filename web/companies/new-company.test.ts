import { expect, test } from 'vitest';
import { newCompany } from '../../core/companies/admin-calls.ts';
import { bodyOf, emptyDraft, isFilledIn, type NewCompanyDraft, problemsOf } from './new-company.ts';

const YEAR = 2026;
const whole: NewCompanyDraft = {
  ...emptyDraft(YEAR),
  name: ' Acme ',
  description: 'Anvils.',
  founder: 'Wile E.',
  revenue: '$1M',
  website: 'https://acme.example',
  story: 'It began with one anvil.',
};

const found = (changes: Partial<NewCompanyDraft>) =>
  problemsOf({ ...whole, ...changes }, YEAR).map(({ field, kind }) => `${field} ${kind}`);

test('an empty form has the defaults of the specification and lacks everything else', () => {
  const draft = emptyDraft(YEAR);
  expect(draft).toMatchObject({ category: 'one-person-developer', employees: '1', founded: '2026' });
  expect(isFilledIn(draft, YEAR)).toBe(false);
  expect(problemsOf(draft, YEAR)).toEqual(
    ['name', 'description', 'founder', 'revenue', 'website', 'story'].map((field) => ({
      field,
      kind: 'missing',
    })),
  );
});

test('white space fills nothing in', () => {
  expect(found({ name: '  ', story: '\n', website: ' ' })).toEqual([
    'name missing',
    'website missing',
    'story missing',
  ]);
});

test.each(['', '0', '-3', '1.5', 'many', '1e3'])('%j is no count of employees', (employees) => {
  expect(found({ employees })).toEqual(['employees missing']);
});

test.each(['', '1899', '2027', 'last year'])('%j is no year of founding', (founded) => {
  expect(found({ founded })).toEqual(['founded missing']);
});

test.each(['1900', '2026', '２０２０'])('%s is one', (founded) => {
  expect(found({ founded })).toEqual([]);
});

test('what the server would refuse is found before', () => {
  const long = 'x'.repeat(60_000);
  expect(
    found({ name: long, website: 'acme.example', revenue: long, story: long, newHighlight: long }),
  ).toEqual(['name refused', 'revenue refused', 'website refused', 'story refused', 'highlights refused']);
});

test('the body is one that the server takes, with the highlight that was typed last', () => {
  const body = bodyOf({ ...whole, highlights: ['Heavy', ' '], newHighlight: ' Falls fast ' }, 'ko');
  expect(newCompany.parse(body)).toEqual({
    language: 'ko',
    name: 'Acme',
    description: 'Anvils.',
    category: 'one-person-developer',
    founder: 'Wile E.',
    revenue: '$1M',
    employees: 1,
    founded: YEAR,
    website: 'https://acme.example',
    story: 'It began with one anvil.',
    highlights: ['Heavy', 'Falls fast'],
  });
});
