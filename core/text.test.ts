import { expect, test } from 'vitest';
import { langOf, typedLanguage } from './text.ts';

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
