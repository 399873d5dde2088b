import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ReadOptions, readImported } from './company.ts';

const text = { name: 'Acme', founder: 'Ada', description: 'Makes things' };
const options: ReadOptions = { complete: false, language: 'en', inArray: false };
const read = (item: unknown, more: Partial<ReadOptions> = {}) => readImported(item, { ...options, ...more });

test('the id is the given one, else what the name alone gives', () => {
  expect(read({ id: 'a-2', name: 'Acme' }).company).toMatchObject({ id: 'a-2', idGiven: true });
  expect(read({ name: 'Acme, Inc.' }).company).toMatchObject({ id: 'acme-inc', idGiven: false });
  expect(read({ name: '!!!' }).company).toMatchObject({ id: undefined, name: '!!!' });
  expect(read({ content: { ja: { name: '会社' }, ko: { name: '회사' } } }).company).toMatchObject({
    id: '회사',
    language: 'ko',
  });
});

test('the English founder is the common one, another is a spelling', () => {
  const founders = (item: object) => {
    const { shared, texts } = read(item).company ?? {};
    return [shared?.founder, texts?.en?.founder, texts?.ko?.founder];
  };
  expect(founders({ content: { en: text, ko: { ...text, founder: '에이다' } } })).toEqual([
    'Ada',
    'Ada',
    '에이다',
  ]);
  expect(founders({ founder: 'A. L.', content: { en: text } })).toEqual(['A. L.', 'Ada', undefined]);
  expect(founders({ ...text, language: 'en' })).toEqual(['Ada', undefined, undefined]);
  expect(founders({ ...text, language: 'ko' })).toEqual([undefined, undefined, 'Ada']);
  expect(founders({ ...text, founder: '에이다', language: 'ko', founderEn: 'Ada' })).toEqual([
    'Ada',
    undefined,
    '에이다',
  ]);
});

test('flat texts are in their own language, else in the one of the request', () => {
  expect(Object.keys(read(text, { language: 'ja' }).company?.texts ?? {})).toEqual(['ja']);
  expect(Object.keys(read({ ...text, language: 'zh' }, { language: 'ja' }).company?.texts ?? {})).toEqual([
    'zh',
  ]);
  const both = read({ ...text, language: 'ko', nameEn: 'Acme Co', descriptionEn: 'Things' });
  expect(both.company?.texts.en).toEqual({ name: 'Acme Co', description: 'Things' });
});

test('a moment is kept in UTC', () => {
  expect(read({ ...text, created_at: '2026-01-02T09:00:00+09:00' }).company?.figures).toEqual({
    created_at: '2026-01-02T00:00:00.000Z',
  });
});

test('a company that is all wrong is told in a few sentences', () => {
  const wrong = {
    ...text,
    employees: 'a',
    founded: 'a',
    website: 'a',
    score: 'a',
    likes: 'a',
    views: 'a',
    category: 'a',
  };
  expect(read(wrong).refusals?.map(({ path, code }) => `${path} ${code}`)).toEqual([
    'category not_one_of',
    'employees not_a_number',
    'founded not_a_number',
    'website invalid_url',
    'score not_a_number',
    ' more',
  ]);
  expect(read(wrong).refusals?.at(-1)).toEqual({
    path: '',
    code: 'more',
    params: { count: 2 },
    message: 'and 2 more',
  });
});

test('it never throws, whatever a file has', () => {
  const keys = fc.constantFrom(
    'id',
    'name',
    'content',
    'en',
    'ko',
    'language',
    'sources',
    '__proto__',
    'constructor',
  );
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.constantFrom(null, true, 'en'),
      fc.array(tie('node'), { maxLength: 3 }),
      // JSON makes plain objects.
      fc.dictionary(keys, tie('node'), { noNullPrototype: true }),
    ),
  })).node;
  fc.assert(
    fc.property(value, fc.boolean(), fc.boolean(), (item, complete, inArray) => {
      const { company, refusals = [] } = read(item, { complete, inArray });
      expect(company === undefined).toBe(refusals.length > 0);
    }),
    { numRuns: 1000 },
  );
});
