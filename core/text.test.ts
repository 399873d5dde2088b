import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanLine, cleanText, completeUrl, isHttpUrl, isStorable, langOf, typedLanguage } from './text.ts';

test.each([
  ['ㅋㅋㅋ', 'en', 'ko'],
  ['Notion 같은 회사', 'en', 'ko'],
  ['没有任何空格的句子', 'ko', 'zh'],
  ['日立製作所', 'ja', 'ja'],
  ['日立製作所', 'en', 'zh'],
  ['小さな巨人', 'ko', 'ja'],
  ['很好！ㅋ', 'ko', 'zh'],
  ['Great story 👍', 'ko', ''],
  ['مرحبا', 'en', ''],
  ['', 'en', ''],
] as const)('%j on a page in %s is in %j', (text, page, language) => {
  expect(typedLanguage(text, page)).toBe(language);
});

test.each([
  ['Great story', 'en', undefined],
  ['Great story', 'ko', ''],
  ['좋은 회사', 'ko', undefined],
  ['좋은 회사', 'en', 'ko'],
  ['小さな巨人', 'zh', 'ja'],
] as const)('%j on a page in %s has the attribute %j', (text, page, attribute) => {
  expect(langOf(text, page)).toBe(attribute);
});

test.each([
  ['first\r\n\r\nsecond', 'first\n\nsecond'],
  ['old\rMac', 'old\nMac'],
  ['Word\u000bbreak', 'Word\nbreak'],
  ['one\u2028two\u2029three', 'one\ntwo\nthree'],
  ['a\bb\u001b[31mc\ufffe\u{1fffe}\ufdd0', 'ab[31mc'],
  ['half \ud800 pair \udc00', 'half  pair '],
  ['𠮷 👩‍👩‍👧 \t ünï', '𠮷 👩‍👩‍👧 \t ünï'],
])('%j is cleaned to %j', (text, cleaned) => {
  expect(cleanText(text)).toBe(cleaned);
});

test.each([
  ['two\r\nlines\tand a tab', 'two lines and a tab'],
  ['gnp.exe\u202e\u2066 \u200eright', 'gnp.exe right'],
  ['한글 日本 👩‍👩‍👧', '한글 日本 👩‍👩‍👧'],
])('%j is one line: %j', (text, cleaned) => {
  expect(cleanLine(text)).toBe(cleaned);
});

test('a cleaned text is what XML 1.0 takes, is storable, and stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const cleaned = cleanText(text);
      expect(cleaned).toMatch(/^[\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
      expect(isStorable(cleaned)).toBe(true);
      expect(cleanText(cleaned)).toBe(cleaned);
    }),
  );
});

test.each([
  ['acme.com', 'https://acme.com'],
  ['www.acme.co.kr/about?x=1#team', 'https://www.acme.co.kr/about?x=1#team'],
  ['예시.한국', 'https://예시.한국'],
  ['acme.com:8080/x', 'https://acme.com:8080/x'],
])('%j is completed to %j', (typed, completed) => {
  expect(completeUrl(typed)).toBe(completed);
  expect(isHttpUrl(completed)).toBe(true);
});

test.each([
  'https://acme.com',
  'http://acme.com',
  'javascript:alert(1)',
  'javascript:a.b',
  'mailto:kim@acme.com',
  'kim@acme.com',
  '//acme.com',
  '/logo.png',
  'acme',
  'acme..com',
  '-acme.com',
  '127.0.0.1',
  'not a.url',
  'acme.com/with space',
  '',
])('%j stays as it is', (typed) => {
  expect(completeUrl(typed)).toBe(typed);
});
