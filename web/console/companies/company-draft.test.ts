import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AdminCompany, ContentEntry } from '../../../core/companies/admin-calls.ts';
import { emptyShared, EMPTY_TEXTS as NO_WORDS } from '../../../core/companies/fields.ts';
import { type OwnField, setOwnFields } from '../../../core/companies/own-fields.ts';
import {
  type CompanyDraft,
  companyChangesOf,
  companyDraftOf,
  disagreementsOf,
  draftOn,
  draftProblems,
  emptyText,
  isChanged,
  type SharedDraft,
} from './company-draft.ts';
import { followFigures, keepClaims, openClaims } from './figure-draft.ts';

function entry(text: Partial<ContentEntry> = {}): ContentEntry {
  return {
    ...NO_WORDS,
    name: 'Acme',
    founder: 'Ann Lee',
    description: 'Makes things.',
    story: 'Once upon a time.',
    highlights: ['First'],
    updated_at: '2026-01-01T00:00:00.000Z',
    pending_since: null,
    pending_language: null,
    origin: 'person',
    model: null,
    reviewed: true,
    ...text,
  };
}

function company(fields: Partial<AdminCompany> = {}): AdminCompany {
  return {
    ...emptyShared(),
    ...NO_WORDS,
    id: 'acme',
    name: 'Acme',
    description: 'Makes things.',
    category: 'no-seed',
    founder: 'Ann Lee',
    common_founder: 'Ann Lee',
    revenue: '$7M',
    employees: 12,
    founded: 2008,
    website: 'https://acme.example',
    score: 70,
    likes: 0,
    views: 0,
    show_on_site: true,
    revenue_per_person: 583_333,
    nameEn: 'Acme',
    founderEn: 'Ann Lee',
    descriptionEn: 'Makes things.',
    story: 'Once upon a time.',
    highlights: ['First'],
    language: 'en',
    available_languages: ['en', 'ko'],
    comments_count: 0,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    version: 3,
    content: { en: entry(), ko: entry({ name: '아크메', founder: '앤 리' }) },
    ...fields,
  };
}

describe('what a draft sends', () => {
  test('an untouched draft sends nothing, also where a language spells the founder its own way', () => {
    expect(companyChangesOf(company(), companyDraftOf(company()))).toEqual({});
    expect(companyDraftOf(company()).texts.en?.founder).toBe('');
    expect(companyDraftOf(company()).texts.ko?.founder).toBe('앤 리');
  });

  test('only changed fields are sent, all languages at once, numbers as numbers', () => {
    const draft = companyDraftOf(company());
    draft.shared.employees = '１，２０0';
    draft.shared.website = ' ';
    Object.assign(draft.texts.en ?? {}, { story: ' A new story. ' });
    Object.assign(draft.texts.ko ?? {}, { founder: '' });
    expect(companyChangesOf(company(), draft)).toEqual({
      employees: 1200,
      website: null,
      content: { en: { story: 'A new story.' }, ko: { founder: null } },
    });
  });

  test('a highlight that was typed but not added is saved with the others', () => {
    const draft = companyDraftOf(company());
    draft.texts.en = { ...emptyText(), ...draft.texts.en, highlights: ['First', ' Second '] };
    expect(companyChangesOf(company(), draft)).toEqual({
      content: { en: { highlights: ['First', 'Second'] } },
    });
  });

  test('a text that was only looked at sends its name', () => {
    const draft = { ...companyDraftOf(company()), checked: ['ko' as const] };
    expect(companyChangesOf(company(), draft)).toEqual({ content: { ko: { name: '아크메' } } });
  });

  test('a language that was started and left empty changes nothing', () => {
    const draft = companyDraftOf(company());
    draft.texts.ja = emptyText();
    expect(isChanged(company(), draft)).toBe(false);
  });
});

describe('what keeps a draft from being saved', () => {
  test('name, description and story are required in each changed language', () => {
    const draft = companyDraftOf(company());
    draft.texts.ja = { ...emptyText(), name: 'アクメ', description: ' ' };
    expect(draftProblems(company(), draft)).toEqual([
      { language: 'ja', field: 'description', kind: 'required' },
      { language: 'ja', field: 'story', kind: 'required' },
    ]);
  });

  test('another language without a story does not stand in the way of a change', () => {
    const stored = company({ content: { en: entry(), ko: entry({ story: '' }) } });
    const draft = companyDraftOf(stored);
    draft.shared.revenue = '$8M';
    expect(draftProblems(stored, draft)).toEqual([]);
    expect(draftProblems(stored, companyDraftOf(stored))).toEqual([
      { language: 'ko', field: 'story', kind: 'required' },
    ]);
  });

  test.each([
    ['employees', '0'],
    ['employees', 'many'],
    ['employees', '1.5'],
    ['founded', '1899'],
    ['score', '101'],
    ['score', ''],
    ['website', 'javascript:alert(1)'],
    ['logo', '//elsewhere.example/a.svg'],
  ] as const)('%s refuses %s', (field, value) => {
    const draft = companyDraftOf(company());
    draft.shared[field] = value;
    expect(draftProblems(company(), draft)).toEqual([{ language: null, field, kind: 'invalid' }]);
  });
});

describe('two saves of one company', () => {
  const newer = company({
    version: 4,
    revenue: '$9M',
    content: {
      en: entry({ story: 'Their story.', highlights: ['First', 'Theirs'] }),
      ko: entry({ name: '아크메', founder: '앤 리' }),
    },
  });
  const draft = companyDraftOf(company());
  draft.shared.founded = '2009';
  Object.assign(draft.texts.en ?? {}, { story: 'My story.' });

  test('each field says who changed it', () => {
    expect(
      disagreementsOf(company(), draft, newer).map(({ key, changedBy, mine, theirs }) => [
        key,
        changedBy,
        mine,
        theirs,
      ]),
    ).toEqual([
      ['en.story', 'both', 'My story.', 'Their story.'],
      ['en.highlights', 'them', ['First'], ['First', 'Theirs']],
      ['shared.revenue', 'them', '$7M', '$9M'],
      ['shared.founded', 'me', 2009, 2008],
    ]);
  });

  test('the chosen fields are mine, all others theirs', () => {
    const merged = draftOn(newer, draft, new Set(['en.story', 'shared.founded']));
    expect(companyChangesOf(newer, merged)).toEqual({
      founded: 2009,
      content: { en: { story: 'My story.' } },
    });
    expect(companyChangesOf(newer, draftOn(newer, draft, new Set()))).toEqual({});
  });

  test('a language that only I started is kept', () => {
    const started = { ...draft, texts: { ...draft.texts, ja: { ...emptyText(), name: 'アクメ' } } };
    const merged = draftOn(newer, started, new Set(['ja.name']));
    expect(companyChangesOf(newer, merged)).toEqual({ content: { ja: { name: 'アクメ' } } });
  });
});

describe('a figure in the form', () => {
  const stored = company({
    revenue_as_of: 2021,
    revenue_basis: 'estimate',
    employees_as_of: 2022,
    sources: [
      { url: 'https://a.test/', supports: ['revenue'] },
      { url: 'https://b.test/', supports: ['founder', 'revenue', 'employees'] },
    ],
  });
  const before = companyDraftOf(stored);
  const edit = (draft: CompanyDraft, changes: Partial<SharedDraft>): CompanyDraft => ({
    ...draft,
    shared: followFigures(before.shared, draft.shared, { ...draft.shared, ...changes }),
  });

  test('that changes loses its year, kind and sources, and gets them back with the old figure', () => {
    const draft = edit(before, { revenue: '$70M' });
    expect(companyChangesOf(stored, draft)).toEqual({
      revenue: '$70M',
      revenue_as_of: null,
      revenue_basis: null,
      sources: [{ url: 'https://b.test/', supports: ['founder', 'employees'] }],
    });
    expect(openClaims(before.shared, draft.shared, 'revenue')).toEqual({ isOpen: true, canKeep: true });
    expect(openClaims(before.shared, draft.shared, 'employees').isOpen).toBe(false);
    expect(edit(draft, { revenue: '$7 million ' }).shared).toEqual({
      ...before.shared,
      revenue: '$7 million ',
    });
  });

  test('keeps what is said of the new one, and what was kept is sent', () => {
    let draft = edit(before, { revenue: '$70M' });
    draft = edit(draft, { revenue_as_of: '2025' });
    draft = edit(draft, { revenue: '$71M' });
    expect(draft.shared.revenue_as_of).toBe('2025');
    const kept = { ...draft, shared: keepClaims(before.shared, draft.shared, 'revenue') };
    expect(companyChangesOf(stored, kept)).toEqual({
      revenue: '$71M',
      revenue_as_of: 2025,
      revenue_basis: 'estimate',
      sources: stored.sources,
    });
    expect(openClaims(before.shared, kept.shared, 'revenue').isOpen).toBe(false);
  });

  test('that has all that was said of it as before is sent with it', () => {
    const draft = edit(before, { employees: '13' });
    const kept = { ...draft, shared: keepClaims(before.shared, draft.shared, 'employees') };
    expect(companyChangesOf(stored, kept)).toEqual({
      employees: 13,
      employees_as_of: 2022,
      sources: stored.sources,
    });
  });

  test('a source without an address is none, and one address stands there once', () => {
    const { sources } = before.shared;
    const more = [
      ...sources,
      { url: ' https://a.test/ ', supports: ['origin' as const] },
      { url: ' ', supports: [] },
    ];
    expect(companyChangesOf(stored, edit(before, { sources: more })).sources).toEqual([
      { url: 'https://a.test/', supports: ['revenue', 'origin'] },
      stored.sources[1],
    ]);
    const wrong = edit(before, { sources: [...sources, { url: 'javascript:alert(1)', supports: [] }] });
    expect(draftProblems(stored, wrong)).toEqual([{ language: null, field: 'sources', kind: 'invalid' }]);
  });
});

describe('own fields', () => {
  const field = (id: string, type: OwnField['type']): OwnField => ({
    ...{ id, type, names: { en: id }, helps: {}, units: {}, options: [] },
    ...{ required: false, places: [], ai: false, access: 'public' as const },
  });
  beforeEach(() =>
    setOwnFields([field('ovens', 'number'), field('chairs', 'number'), field('motto', 'texts')]),
  );
  afterEach(() => setOwnFields([]));

  test('each is a change, a problem and a disagreement of its own', () => {
    const base = { ...company(), fields: { ovens: 3, chairs: 1 } };
    const draft = companyDraftOf(base);
    Object.assign(draft.shared, { 'field.ovens': ' 7 ' });
    Object.assign(draft.texts.en ?? {}, { 'field.motto': 'Bread' });
    expect(companyChangesOf(base, draft)).toEqual({
      fields: { ovens: 7 },
      content: { en: { fields: { motto: 'Bread' } } },
    });
    const newer = { ...base, fields: { ovens: 3, chairs: 9 } };
    expect(disagreementsOf(base, draft, newer).map(({ key, changedBy }) => [key, changedBy])).toEqual([
      ['en.field.motto', 'me'],
      ['shared.field.ovens', 'me'],
      ['shared.field.chairs', 'them'],
    ]);
    Object.assign(draft.shared, { 'field.ovens': 'many' });
    expect(draftProblems(base, draft)).toContainEqual({
      language: null,
      field: 'field.ovens',
      kind: 'invalid',
    });
  });
});
