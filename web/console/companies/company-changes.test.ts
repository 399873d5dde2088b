import { expect, test } from 'vitest';
import { type AdminCompany, companyChangesSchema } from '../../../core/companies/admin-calls.ts';
import { listChanges, readChanges, writeCompany } from './company-changes.ts';

const text = (name: string, founder = 'Ann Lee') => ({
  name,
  founder,
  description: 'Makes things.',
  story: 'Once.',
  highlights: ['First'],
  updated_at: '2026-01-01T00:00:00.000Z',
  pending_since: null,
  pending_language: null,
  origin: 'person' as const,
  model: null,
  reviewed: true,
});

const company = {
  id: 'acme',
  name: '애크미',
  category: 'no-seed',
  founder: '앤 리',
  common_founder: 'Ann Lee',
  revenue: '$7M',
  employees: 12,
  founded: 2008,
  website: 'https://acme.example',
  logo: null,
  country: null,
  show_on_site: true,
  score: 70,
  revenue_as_of: 2024,
  revenue_basis: 'annual',
  employees_as_of: null,
  sources: [{ url: 'https://a.example/', supports: ['founder'] }],
  content: { en: text('Acme'), ko: text('애크미', '앤 리') },
} as unknown as AdminCompany;

const edited = (edit: (value: Record<string, unknown>) => void) => {
  const value = JSON.parse(writeCompany(company));
  edit(value);
  return readChanges(company, JSON.stringify(value));
};

test('a text that is left as it is changes nothing', () => {
  expect(readChanges(company, writeCompany(company))).toEqual({ changes: {}, endsClaims: false });
  expect(JSON.parse(writeCompany(company))).not.toHaveProperty('content.en.reviewed');
});

test('only what is different is sent, and the server takes it', () => {
  const { changes } = edited((value) => {
    value['revenue'] = '$9M';
    value['website'] = null;
    (value['content'] as Record<string, object>)['ko'] = { name: '애크미', story: '옛날에.' };
    (value['content'] as Record<string, object>)['ja'] = { name: 'アクメ' };
    delete value['employees'];
  });
  expect(changes).toEqual({
    revenue: '$9M',
    revenue_as_of: null,
    revenue_basis: null,
    website: null,
    content: { ko: { story: '옛날에.' }, ja: { name: 'アクメ' } },
  });
  expect(companyChangesSchema.parse(changes)).toEqual(changes);
  expect(changes && listChanges(company, changes)).toEqual([
    { field: 'story', language: 'ko', before: 'Once.', after: '옛날에.' },
    { field: 'name', language: 'ja', before: null, after: 'アクメ' },
    { field: 'revenue', language: null, before: '$7M', after: '$9M' },
    { field: 'website', language: null, before: 'https://acme.example', after: null },
    { field: 'revenue_as_of', language: null, before: 2024, after: null },
    { field: 'revenue_basis', language: null, before: 'annual', after: null },
  ]);
  // Against a newer version the same changes are made again.
  const newer = { ...company, employees: 20 };
  expect(readChanges(newer, writeCompany(newer, changes)).changes).toEqual(changes);
});

test.each([
  // Without the words of the browser, which are English everywhere.
  ['{', { path: '', code: 'not_json', message: 'Is not valid JSON' }],
  ['[]', { path: '', code: 'not_an_object' }],
  ['{"employees": "many"}', { path: 'employees', code: 'not_a_number' }],
  ['{"likes": 5}', { path: '', code: 'unknown_key', params: { keys: ['likes'] } }],
  ['{"content": {"fr": {"name": "A"}}}', { path: 'content', code: 'unknown_key', params: { keys: ['fr'] } }],
  ['{"website": "javascript:alert(1)"}', { path: 'website', code: 'invalid_url' }],
])('%s is refused with the reason', (given, reason) => {
  expect(readChanges(company, given).errors).toMatchObject([reason]);
});

test('a required text is not emptied; one that nobody has written yet may stay so', () => {
  const emptied = { content: { ko: { story: ' ' } } };
  expect(readChanges(company, JSON.stringify(emptied)).errors).toMatchObject([
    { path: 'content.ko.story', code: 'required' },
  ]);
  const unwritten = { ...company, content: { ko: { ...company.content.ko, story: '' } } } as AdminCompany;
  expect(readChanges(unwritten, JSON.stringify({ ...emptied, founded: 2009 })).changes).toEqual({
    founded: 2009,
  });
});

test('a figure that changes shows what goes with it, unless it is kept', () => {
  const value = { ...JSON.parse(writeCompany(company)), revenue: '$9M' };
  const text = JSON.stringify({ ...value, sources: [{ url: 'https://a.example/', supports: ['founder'] }] });
  expect(readChanges(company, text)).toMatchObject({
    changes: { revenue: '$9M', revenue_as_of: null, revenue_basis: null },
    endsClaims: true,
  });
  const { changes = {} } = readChanges(company, text, true);
  expect(changes).toMatchObject({ revenue: '$9M', revenue_as_of: 2024, revenue_basis: 'annual' });
  expect(listChanges(company, changes)).toEqual([
    { field: 'revenue', language: null, before: '$7M', after: '$9M' },
  ]);
  const stated = JSON.stringify({ ...value, revenue_as_of: 2025, revenue_basis: 'estimate', sources: [] });
  expect(readChanges(company, stated).endsClaims).toBe(false);
});
