import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { ContentFile } from '../core/companies/content.ts';
import { parseRevenue } from '../core/companies/revenue.ts';
import { companyId } from '../core/companies/slug.ts';
import { SHIPPED_DIRECTORY } from '../core/directory/shipped.ts';
import { LANGUAGES } from '../core/languages.ts';
import { readShippedCollections } from '../server/features/collections/shipped-collections.ts';
import { readContent } from '../server/features/companies/shipped-content.ts';
import { formatPrice } from '../web/shared/companies/price.ts';
import { isFirstHandOrKnown, isLost, isMet, measure, tagCounts } from './bounds.ts';
import { readCorrections } from '../server/features/reading/store.ts';
import { readLinks } from './kept-links.ts';
import { lonelyNumbers, numbersIn, repeatsNumber } from './numbers.ts';
import { WOMEN_AMONG_FOUNDERS } from './women-founders.ts';
import reached from './reached.json' with { type: 'json' };

const files = await readContent();
const marks = new Set(
  readdirSync(fileURLToPath(new URL('../node_modules/simple-icons/icons', import.meta.url))).map((name) => name.replace('.svg', '')),
);

test('no bound of the directory is further from its aim than it has been', () => {
  expect(measure(files).filter((bound) => isLost(bound, reached))).toEqual([]);
});

test('a bound that is met stays met: a file that breaks it is named', () => {
  const [first, ...rest] = files;
  if (!first) throw new Error('no files');
  const { city: _, ...homeless } = first;
  const worse = measure([homeless as ContentFile, ...rest]);
  const bound = worse.find(({ name }) => name.startsWith('without city'));
  expect(bound).toMatchObject({ value: 1, files: [first.id] });
  expect(bound && isMet(bound)).toBe(false);
});

test.each([
  ['en', 'It is played on a telephone.'],
  ['en', 'The sum shown here is that month times twelve.'],
  ['ko', '여기 적은 금액은 한 달 매출을 열두 배 한 것이다.'],
  ['ja', 'プレーヤーは2人で遊ぶ。'],
  ['zh', '这里列出的是收购价。'],
] as const)('a text in %s with a word that the style replaces names its file: %s', (language, lesson) => {
  const [first, ...rest] = files;
  const content = first?.content[language];
  if (!first || !content) throw new Error('no files');
  const worse = measure([{ ...first, content: { ...first.content, [language]: { ...content, lesson } } }, ...rest]);
  const bound = worse.find(({ name }) => name === `${language}: words that the style replaces`);
  expect(bound).toMatchObject({ value: 1, files: [first.id] });
});

test.each(LANGUAGES)('highlights in %s that only repeat numbers of the story name their file', (language) => {
  const [first, ...rest] = files;
  const content = first?.content[language];
  if (!first || !content) throw new Error('no files');
  const number = content.story.join('').match(/(?:19|20)\d{2}/)?.[0];
  const highlights = ['a', 'b', 'c'].map((each) => `${number} ${each}`);
  const worse = measure([{ ...first, content: { ...first.content, [language]: { ...content, highlights } } }, ...rest]);
  const bound = worse.find(({ name }) => name === `${language}: highlights that all repeat a number of the text`);
  expect(bound).toMatchObject({ value: 1, files: [first.id] });
});

test.each([
  ['en', 'About 180 people', 'It has 175 people.', true],
  ['en', 'About 180 people', 'It has 120 people.', false],
  ['ko', '매출 3억 2,200만 원', '그해 3억 2,000만 원을 벌었다.', true],
  ['ja', '2024年に発売', '2023年に発売した。', false],
  ['zh', '用户四百万', '已有400万人在用。', true],
] as const)('a part in %s repeats a number of a text: %s', (language, part, text, repeats) => {
  expect(repeatsNumber(part, text, language)).toBe(repeats);
});

test('every woman that is counted founded a company of the directory', () => {
  const founders = new Set(files.flatMap((file) => (file.founders ?? []).map(({ id }) => id)));
  expect([...WOMEN_AMONG_FOUNDERS].filter((id) => !founders.has(id))).toEqual([]);
});

test('a tag of one company alone names its file', () => {
  const [first, ...rest] = files;
  if (!first) throw new Error('no files');
  const worse = measure([{ ...first, tags: [...(first.tags ?? []).slice(1), 'nobody-else-s'] }, ...rest]);
  expect(worse.find(({ name }) => name === 'a tag that no other company has')?.files).toContain(first.id);
});

test('every tag of the directory has a name in each language, and every name a tag', () => {
  const { list } = SHIPPED_DIRECTORY.tags;
  expect(list.map(({ id }) => id)).toEqual([...tagCounts(files).keys()].sort());
  for (const { id, names } of list) expect([id, Object.keys(names).sort()]).toEqual([id, [...LANGUAGES].sort()]);
});

test.each([
  ['a paper, on a subdomain of it', 'https://money.cnn.com/2011/x', null, true],
  ['a filing', 'https://www.sec.gov/Archives/x.htm', null, true],
  ["the company's own website", 'https://blog.firm.example/about', 'https://www.firm.example', true],
  ["another one's", 'https://firm.example.org/about', 'https://www.firm.example', false],
  ['a host that ends like a paper', 'https://notcnn.com/x', 'https://www.firm.example', false],
])('a source at first hand or of a known publication: %s', (_, url, website, known) => {
  expect(isFirstHandOrKnown(url, website)).toBe(known);
});

test.each([
  ['en', 'In 2007 it took $2.5 million from 12,000 people and half a million readers.', [2007, 2.5e6, 12_000, 5e5]],
  ['en', 'On 1 November 2021, millions came; forty-two stayed, and two dozen paid $1.2B.', [1, 2021, 1.2e9, 42, 24]],
  ['ko', '2007년 3억 2,200만 원, 이용자 만 명과 스무 명, 12만 5천 건.', [2007, 3.22e8, 20, 125_000]],
  ['ja', '2007年に3億2,200万円、利用者は6割増の1万6,000人。', [2007, 3.22e8, 60, 16_000]],
  ['zh', '2007年，营收1.22亿元，四百家客户，六成在国内，市值一万亿。', [2007, 1.22e8, 400, 60, 1e12]],
] as const)('numbers of a text in %s are read: %s', (language, text, numbers) => {
  for (const number of numbers) expect(numbersIn(text, language)).toContain(number);
});

test('a number that one language has alone is found, however the others write theirs', () => {
  const texts = {
    en: 'Founded in 1998 with 2.5 million yen.',
    ko: '1998년 250만 엔으로 세웠다.',
    ja: '1998年、250万円で興す。',
    zh: '1989年以二百五十万日元创办。',
  };
  expect(lonelyNumbers(texts, [])).toEqual([{ language: 'zh', number: 1989 }]);
});

test('answers of links are kept of addresses that are sources', () => {
  const named = new Set(files.flatMap(({ sources }) => sources.map(({ url }) => url)));
  expect(readLinks().filter(({ url }) => !named.has(url))).toEqual([]);
});

test('ids are unique, and made of the English name', () => {
  expect(new Set(files.map((file) => file.id)).size).toBe(files.length);
  for (const file of files) expect(file.id).toBe(companyId(file.content.en.name, 0));
});

test('every revenue has a figure, and every logo exists', () => {
  for (const file of files) {
    expect(parseRevenue(file.revenue.value), file.id).not.toBeNull();
    expect(file.revenue.value.includes('acquisition'), file.id).toBe(file.revenue.basis === 'acquisition');
    if (file.logo) expect(marks, file.id).toContain(file.logo);
  }
});

test('no price of a sale is English on Korean, Japanese and Chinese pages', () => {
  const prices = files.flatMap(({ status }) => status?.price ?? []);
  expect(prices.length).toBeGreaterThan(20);
  for (const price of prices)
    for (const language of ['ko', 'ja', 'zh'] as const)
      expect(formatPrice(price, language), `${price} in ${language}`).not.toMatch(/[A-Za-z$]/);
});

test('no sentence stands in two languages, none is repeated between companies', () => {
  const seen = new Map<string, string>();
  const sentences = (file: ContentFile, language: (typeof LANGUAGES)[number]) => {
    const { description, story, highlights } = file.content[language];
    return [description, ...story, ...highlights];
  };
  for (const file of files) {
    for (const language of LANGUAGES) {
      for (const sentence of sentences(file, language)) {
        const where = `${file.id} ${language}`;
        expect(seen.get(sentence), `${where}: ${sentence}`).toBeUndefined();
        seen.set(sentence, where);
      }
    }
  }
});

test('each language is written in its own script', () => {
  const script = { en: /[A-Za-z]/g, ko: /\p{Script=Hangul}/gu, ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, zh: /\p{Script=Han}/gu };
  for (const file of files) {
    for (const language of LANGUAGES) {
      const text = file.content[language].story.join('');
      expect((text.match(script[language]) ?? []).length / text.length, `${file.id} ${language}`).toBeGreaterThan(0.3);
      if (language === 'zh') expect(text, file.id).not.toMatch(/[\p{Script=Hiragana}\p{Script=Hangul}]/u);
    }
  }
});

test('collections and corrections name companies that are here, in each language', async () => {
  const collections = await readShippedCollections();
  expect(collections.length).toBeGreaterThanOrEqual(8);
  const ids = new Set(files.map(({ id }) => id));
  const languages = [...LANGUAGES].sort();
  for (const { id, texts, companies } of collections) {
    expect([id, Object.keys(texts).sort()]).toEqual([id, languages]);
    expect(companies.filter((company) => !ids.has(company.id))).toEqual([]);
    for (const { id: company, notes } of companies)
      expect([id, company, Object.keys(notes).sort()]).toEqual([id, company, languages]);
  }
  for (const { company, wrong, right } of readCorrections()) {
    expect(ids.has(company), company).toBe(true);
    for (const texts of [wrong, right]) expect(Object.keys(texts).sort()).toEqual(languages);
  }
});
