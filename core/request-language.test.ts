import { expect, test } from 'vitest';
import { pathLanguage } from './languages.ts';
import { preferredLanguage, requestLanguage } from './request-language.ts';

test.each([
  ['ko-KR,ko;q=0.9,en;q=0.8', 'ko'],
  ['fr-FR,ja;q=0.5,en;q=0.6', 'en'],
  ['zh-Hant-TW', 'zh'],
  ['en;q=0, ja;q=0.1', 'ja'],
  ['fr', undefined],
  ['', undefined],
  [';;q=,,=', undefined],
])('Accept-Language %s asks for %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test('a path fixes its language, else the cookie, else the browser, else English', () => {
  const acceptLanguage = 'ja';
  const cookie = 'a=b; i18nextLng=zh';
  expect(requestLanguage({ pathname: '/ko/all', cookie, acceptLanguage })).toBe('ko');
  expect(requestLanguage({ pathname: '/korea', cookie, acceptLanguage })).toBe('zh');
  expect(requestLanguage({ pathname: '/', cookie: 'i18nextLng=xx', acceptLanguage })).toBe('ja');
  expect(requestLanguage({ pathname: '/' })).toBe('en');
  expect(pathLanguage('/ko')).toBe('ko');
  expect(pathLanguage('/ko?q=a/b')).toBe('ko');
  // Going home within a language asks for this.
  expect(requestLanguage({ pathname: '/ko.data', cookie, acceptLanguage })).toBe('ko');
  // A page that asks for its data names its language alone; a document is asked for by the browser.
  expect(requestLanguage({ pathname: '/all.data?q=a', cookie, acceptLanguage })).toBe('ja');
  expect(requestLanguage({ pathname: '/_root.data', cookie, acceptLanguage: 'ja,en;q=0.5' })).toBe('zh');
  expect(requestLanguage({ pathname: '/all?q=.data', cookie, acceptLanguage })).toBe('zh');
  expect(pathLanguage('/ko.xml')).toBeUndefined();
});

test('a header that no browser sends is taken for none: sorting it would take hundreds of milliseconds', () => {
  const endless = Array.from({ length: 2000 }, (_, i) => `x${i};q=0.${i % 10}`).join(',');
  expect(preferredLanguage(`ko,${endless}`)).toBeUndefined();
  expect(preferredLanguage(`ko,${endless.slice(0, 500)}`)).toBe('ko');
});
