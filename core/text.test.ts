import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, isStorable, langOf, typedLanguage } from './text.ts';

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
