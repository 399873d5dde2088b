import { expect, test } from 'vitest';
import { comparableName, duplicateKeys, websiteKey } from './duplicate-keys.ts';

test.each([
  ['Acme', 'ACME, Inc.'],
  ['Acme', 'Ａｃｍｅ　GmbH'],
  ['Müller', 'Muller GmbH & Co. KG'],
  ['Société Générale', 'societe generale S.A.'],
  ['任天堂', '任天堂株式会社'],
  ['任天堂', '㈱任天堂'],
  ['삼성전자', '삼성전자 주식회사'],
  ['삼성전자', '(주)삼성전자'],
  ['腾讯', '腾讯有限公司'],
  ['Stack Overflow', 'StackOverflow'],
  ["Garry's Mod", 'Garry’s Mod'],
])('%s and %s are one name', (a, b) => {
  expect(comparableName(a)).toBe(comparableName(b));
});

test.each([
  ['Acme', 'Acne'],
  ['がんこ', 'かんこ'],
  ['Inc.', 'Ltd.'],
  ['Co', 'Limited'],
  ['Cola', 'La'],
])('%s and %s are two names', (a, b) => {
  expect(comparableName(a)).not.toBe(comparableName(b));
});

test.each([
  ['https://www.acme.co.uk/about', 'acme.co.uk'],
  ['http://shop.acme.com', 'acme.com'],
  ['https://acme.github.io/', 'acme.github.io'],
  ['https://github.com/acme/', 'github.com/acme'],
  ['https://apps.apple.com/app/id1', 'apps.apple.com/app/id1'],
  [
    'https://play.google.com/store/apps/details?id=com.acme',
    'play.google.com/store/apps/details?id=com.acme',
  ],
  ['https://日本語.jp/', 'xn--wgv71a119e.jp'],
  ['', undefined],
])('%s is known by %s', (website, key) => {
  expect(websiteKey(website)).toBe(key);
});

test('founders count in each language, with the year', () => {
  const shared = {
    website: '',
    founder: 'Ada Lovelace, Bob',
    founders: [{ id: 'ada', name: { en: 'Ada Lovelace', ja: 'エイダ' } }],
    founded: 2001,
  };
  expect(duplicateKeys({ names: ['Acme', 'ACME'], shared })).toEqual([
    { kind: 'name', value: 'acme' },
    { kind: 'founder', value: 'ada lovelace 2001' },
    { kind: 'founder', value: 'bob 2001' },
    { kind: 'founder', value: 'エイダ 2001' },
  ]);
  expect(duplicateKeys({ names: [], shared: { ...shared, founded: null } })).toEqual([]);
});
