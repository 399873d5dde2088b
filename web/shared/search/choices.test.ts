import { expect, test } from 'vitest';
import type { Answers } from '../../../core/search/calls.ts';
import { groupsOf, type PaletteTexts, pagesIn, readChoices } from './choices.ts';

const t: PaletteTexts = (key, options) => (options ? `${key} ${JSON.stringify(options)}` : key);
const pages = pagesIn('ko', t);
const nobody = { sections: [], actions: [], editsAt: undefined };
const given = { recent: ['quiet'], mostRead: [], pages, ...nobody, language: 'ko', t } as const;
const ANSWERS: Answers = {
  companies: [
    {
      id: 'ghost',
      name: 'Ghost',
      category: 'no-seed',
      revenue: '$8M',
      employees: 30,
      picture: '/marks/ghost.svg',
      match: { field: 'name', text: 'Ghost', marks: [[0, 2]] },
    },
  ],
  total: 3,
  founders: [{ id: 'john-onolan', name: "John O'Nolan" }],
  categories: [{ value: 'no-seed', name: 'no seed' }],
  kinds: [],
  countries: [],
  tags: [{ value: 'open-source', name: 'open source' }],
  suggestion: null,
  name_missing: false,
  incomplete: false,
};

test('before a letter there is what was searched for last, and the pages', () => {
  const groups = groupsOf({ q: '', answers: null }, given);
  expect(groups.map(({ id }) => id)).toEqual(['recent', 'pages']);
  expect(groups[0]?.items[0]).toEqual({ to: 'quiet', name: { text: 'quiet' }, types: 'quiet' });
  expect(groups[1]?.items).toEqual(pages);
});

test('what was read most stands between recent searches and pages until a letter is typed', () => {
  const company = {
    id: 'ghost',
    name: 'Ghost',
    category: 'no-seed',
    revenue: '$8M',
    employees: 1,
    logo: null,
  };
  const mostRead = readChoices(
    [
      { ...company, views: 3 },
      { ...company, id: 'unread', views: 0 },
    ],
    'ko',
    t,
  );
  expect(mostRead).toEqual([
    {
      to: '/ko/companies/ghost',
      name: { text: 'Ghost' },
      about: { text: 'categories:no-seed.name · $8M · companies:people {"count":1,"number":"1"}' },
      picture: '/marks/ghost.svg',
    },
  ]);
  const ids = (q: string) =>
    groupsOf({ q, answers: q ? ANSWERS : null }, { ...given, mostRead }).map(({ id }) => id);
  expect(ids('')).toEqual(['recent', 'read', 'pages']);
  const shown = groupsOf({ q: '', answers: null }, { ...given, mostRead });
  expect(shown.at(-1)?.items.map(({ to }) => to)).toEqual(['/ko/explore', '/ko/compare', '/ko/surprise']);
  expect(ids('gh')).not.toContain('read');
});

test('what is found stands in its groups, in the language of the page', () => {
  const groups = groupsOf({ q: 'gh', answers: ANSWERS }, given);
  expect(groups.map(({ id, items }) => [id, ...items.map(({ to }) => to)])).toEqual([
    ['companies', '/ko/companies/ghost'],
    ['founders', '/ko/founders/john-onolan'],
    ['topics', '/ko/no-seed', '/ko/tags/open-source'],
    ['all', '/ko/all?q=gh'],
  ]);
  expect(groups[0]?.items[0]?.name.marks).toEqual([[0, 2]]);
});

test('a company that is found is not asked for once more', () => {
  const offered = (suggestion: string) =>
    groupsOf({ q: 'gohst', answers: { ...ANSWERS, suggestion } }, given)
      .filter(({ id }) => id === 'suggestion')
      .flatMap(({ items }) => items.map(({ types }) => types));
  expect(offered('Ghost')).toEqual([]);
  expect(offered('ghost')).toEqual([]);
  expect(offered('Ghostty')).toEqual(['Ghostty']);
});

test('a category that is found is not offered as a page once more', () => {
  const offered = (answers: Answers | null) =>
    groupsOf({ q: 'categories:no', answers }, given)
      .filter(({ id }) => id === 'pages')
      .flatMap(({ items }) => items.map(({ to }) => to));
  expect(offered(null)).toContain('/ko/no-seed');
  expect(offered(ANSWERS)).not.toContain('/ko/no-seed');
});

test('an administrator edits what is found first, and finds other actions by name', () => {
  const admin = {
    ...given,
    actions: [{ to: '/admin/scores', name: { text: 'evaluate' } }],
    editsAt: (id: string) => `/admin/edit?edit=${id}`,
  };
  const actions = (q: string, answers: Answers | null) =>
    groupsOf({ q, answers }, admin)
      .filter(({ id }) => id === 'actions')
      .flatMap(({ items }) => items.map(({ to }) => to));
  expect(actions('gh', ANSWERS)).toEqual(['/admin/edit?edit=ghost']);
  expect(actions('eval', null)).toEqual(['/admin/scores']);
  expect(actions('', null)).toEqual([]);
});
