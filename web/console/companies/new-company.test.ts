import { describe, expect, test } from 'vitest';
import { newCompanySchema } from '../../../core/companies/admin-calls.ts';
import {
  bodyOf,
  emptyDraft,
  isFilledIn,
  type NewCompanyDraft,
  newCompanyProblems,
  takeFound,
} from './new-company.ts';

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
  newCompanyProblems({ ...whole, ...changes }, YEAR).map(({ field, kind }) => `${field} ${kind}`);

test('an empty form has the defaults of the specification and lacks everything else', () => {
  const draft = emptyDraft(YEAR);
  expect(draft).toMatchObject({ category: 'one-person-developer', employees: '1', founded: '2026' });
  expect(isFilledIn(draft, YEAR)).toBe(false);
  expect(newCompanyProblems(draft, YEAR)).toEqual(
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
    found({ name: long, website: 'no website', revenue: long, story: long, highlights: [long] }),
  ).toEqual(['name refused', 'revenue refused', 'website refused', 'story refused', 'highlights refused']);
});

test('the body is one that the server takes, with the highlight that was typed last', () => {
  const body = bodyOf({ ...whole, highlights: ['Heavy', ' ', ' Falls fast '] }, 'ko');
  expect(newCompanySchema.parse(body)).toEqual({
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
    revenue_as_of: null,
    revenue_basis: null,
    employees_as_of: null,
    country: null,
    sources: [],
    // Nobody wrote anything of the facts that are folded away.
    revenue_follows: false,
    employees_follows: false,
    kinds: [],
    tags: [],
    status: null,
    checked_at: null,
    founders: [],
    figures: [],
    city: null,
    timeline: [],
    money: null,
    first_customers: null,
    lesson: null,
    logo: null,
  });
});

describe('what a search found', () => {
  const sources = [
    { url: 'https://a.test/', title: 'A', supports: ['revenue' as const, 'origin' as const] },
    { url: 'https://b.test/', title: 'B', supports: [] },
  ];
  const answer = {
    success: true as const,
    data: { founder: 'Ann', revenue: '$3M', employees: 4 },
    fieldsFound: [],
    sources,
    provider: 'claude' as const,
    model: 'a-model',
  };
  const draft: NewCompanyDraft = { ...whole, found: { asked: 'Acme', answer } };

  test('brings its pages with it; a page supports only what was taken', () => {
    const first = takeFound(draft, ['founder']);
    expect(first).toMatchObject({ founder: 'Ann', revenue: '$1M' });
    expect(first.sources).toEqual([
      { url: 'https://a.test/', supports: ['origin'] },
      { url: 'https://b.test/', supports: [] },
    ]);
    expect(takeFound(first, ['revenue']).sources[0]?.supports).toEqual(['origin', 'revenue']);
  });

  test("is the model's in what is sent, where nobody wrote something else", () => {
    const taken = takeFound(draft, ['founder', 'revenue', 'employees']);
    expect(bodyOf({ ...taken, revenue: '$4M', found: null }, 'en')).toMatchObject({
      model: 'a-model',
      model_fields: ['founder', 'employees'],
    });
    expect(newCompanySchema.safeParse(bodyOf(taken, 'en')).success).toBe(true);
    expect(bodyOf(draft, 'en')).not.toHaveProperty('model');
  });

  test('goes with the draft', () => {
    expect(isFilledIn(takeFound(draft, ['founder']), YEAR)).toBe(true);
    expect(emptyDraft(YEAR)).toMatchObject({ found: null, taken: null, sources: [] });
  });
});
