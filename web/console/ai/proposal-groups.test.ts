import { expect, test } from 'vitest';
import type { FieldProposal } from '../../../core/ai/calls.ts';
import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import { changesOfGroups, groupProposals, type JudgedProposal, undecided } from './proposal-groups.ts';

const COMPANY = {
  revenue: '$3M',
  revenue_as_of: 2022,
  common_founder: 'Ann Lee',
  founder: 'Ann Lee (shown)',
  content: { ko: { story: '차고에서.', founder: '앤 리' } },
} as unknown as AdminCompany;

const page = (url: string) => ({ url, title: url });

function proposal(field: string, proposed: unknown, more: Partial<FieldProposal> = {}): FieldProposal {
  return { field, language: null, old: 'as it was asked', proposed, sources: [], ...more };
}

test('a figure and its year are one decision, with the pages of both', () => {
  const [group, ...rest] = groupProposals(COMPANY, [
    proposal('revenue', '$5M', { sources: [page('https://a.test'), page('https://b.test')] }),
    proposal('revenue_as_of', 2025, { sources: [page('https://b.test')] }),
  ]);
  expect(rest).toEqual([]);
  expect(group?.members).toEqual([
    { field: 'revenue', old: '$3M', proposed: '$5M', place: 0 },
    { field: 'revenue_as_of', old: 2022, proposed: 2025, place: 1 },
  ]);
  expect(group?.sources.map(({ url }) => url)).toEqual(['https://a.test', 'https://b.test']);
});

test('the old value is the one that the company has now; what it has already is no proposal', () => {
  const groups = groupProposals(COMPANY, [
    proposal('revenue', '$3M'),
    proposal('founder', 'Bea Kim'),
    proposal('founder', '비 킴', { language: 'ko' }),
    proposal('employees', 4),
  ]);
  expect(groups.map(({ key, members }) => [key, members[0]?.old])).toEqual([
    ['shared.founder', 'Ann Lee'],
    ['ko.founder', '앤 리'],
    ['shared.employees', null],
  ]);
});

test('a text in a language that the company has lost is no proposal', () => {
  expect(groupProposals(COMPANY, [proposal('story', '物語', { language: 'ja' })])).toEqual([]);
});

test('a save has common fields beside texts by language', () => {
  const groups = groupProposals(COMPANY, [
    proposal('revenue', '$5M'),
    proposal('revenue_as_of', null),
    proposal('story', '부엌에서.', { language: 'ko' }),
    proposal('founder', '비 킴', { language: 'ko' }),
  ]);
  expect(changesOfGroups(groups)).toEqual({
    revenue: '$5M',
    revenue_as_of: null,
    content: { ko: { story: '부엌에서.', founder: '비 킴' } },
  });
  expect(changesOfGroups([])).toEqual({});
});

test('a page found for a value that is rejected becomes no source of the old one', () => {
  const old = [{ url: 'https://old.test/', supports: ['revenue', 'origin'] }];
  const groups = groupProposals({ ...COMPANY, sources: old } as unknown as AdminCompany, [
    proposal('revenue', '$5M'),
    proposal('employees', 9),
    proposal('sources', [
      { url: 'https://old.test/', supports: ['origin'] },
      { url: 'https://new.test/', supports: ['revenue', 'employees'] },
      { url: 'https://other.test/', supports: ['revenue'] },
    ]),
  ]);
  expect(changesOfGroups(groups, new Set(['shared.revenue']))).toEqual({
    employees: 9,
    sources: [
      { url: 'https://old.test/', supports: ['origin', 'revenue'] },
      { url: 'https://new.test/', supports: ['employees'] },
    ],
  });
  expect(changesOfGroups(groups).sources).toHaveLength(3);
});

const FIGURE = {
  metric: 'revenue',
  year: 2022,
  amount: 4e6,
  currency: 'USD',
  basis: 'annual',
  certainty: 'exact',
};
const WITH_FIGURE = { ...COMPANY, figures: [FIGURE], sources: [] } as unknown as AdminCompany;

test('each figure is a decision, and one in the place of another waits to be chosen', () => {
  const people = { metric: 'employees', year: 2024, amount: 6, certainty: 'about' };
  const sources = [
    { url: 'https://a.test', supports: ['revenue'] },
    { url: 'https://b.test', supports: ['employees'] },
  ];
  const groups = groupProposals(WITH_FIGURE, [
    proposal('figures', { ...FIGURE, amount: 9e6 }),
    proposal('figures', FIGURE),
    proposal('figures', people),
    proposal('sources', sources),
  ]);
  expect(groups.map(({ key, doubt }) => [key, doubt])).toEqual([
    ['shared.figures.revenue.2022..annual', 'figure'],
    ['shared.figures.employees.2024..', undefined],
    ['shared.sources', undefined],
  ]);
  const waiting = undecided(groups);
  expect([...waiting]).toEqual(['shared.figures.revenue.2022..annual']);
  expect(changesOfGroups(groups, waiting)).toEqual({ figures: [FIGURE, people], sources: [sources[1]] });
  expect(changesOfGroups(groups)).toEqual({ figures: [{ ...FIGURE, amount: 9e6 }, people], sources });
});

test('what a person wrote, and what changed since, waits to be chosen; a figure with a year does so as a whole', () => {
  const judged = (field: string, proposed: unknown, more: Partial<JudgedProposal>, of?: object) => ({
    ...proposal(field, proposed, of),
    ...more,
  });
  const groups = groupProposals(COMPANY, [
    judged('employees', 77, { by_person: true }),
    judged('employees_as_of', 2026, { stale: true }),
    judged('website', 'https://other.example', { stale: false, by_person: false }),
  ]);
  expect(groups.map(({ field, doubt }) => [field, doubt])).toEqual([
    ['employees', 'stale'],
    ['website', undefined],
  ]);
  expect([...undecided(groups)]).toEqual(['shared.employees']);
});

test('what is accepted of own fields is sent under `fields`, with the text of a language in its content', () => {
  const company = { ...COMPANY, fields: { ovens: 3 } } as unknown as AdminCompany;
  const groups = groupProposals(company, [
    proposal('field.ovens', 7),
    proposal('field.opens', 'dawn'),
    proposal('field.motto', '빵이 먼저', { language: 'ko' }),
  ]);
  expect(groups.map(({ members }) => members[0]?.old)).toEqual([3, null, null]);
  expect(changesOfGroups(groups, new Set(['shared.field.opens']))).toEqual({
    fields: { ovens: 7 },
    content: { ko: { fields: { motto: '빵이 먼저' } } },
  });
});
