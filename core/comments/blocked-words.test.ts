import { expect, test } from 'vitest';
import { hasBlockedWord } from './blocked-words.ts';

test.each([
  ['Buy CASINO chips', true],
  ['ｃａｓｉｎｏ', true],
  ['megacasinos', true],
  ['Cas ino', false],
  ['', false],
])('%j has a blocked word: %s', (content, blocked) => {
  expect(hasBlockedWord({ author: 'Ann', content }, ['Casino', '도박'])).toBe(blocked);
});

test('a blocked word counts in the name too, and no word blocks nothing', () => {
  expect(hasBlockedWord({ author: '온라인 도박', content: 'Hi' }, ['도박'])).toBe(true);
  expect(hasBlockedWord({ author: 'Ann', content: 'Hi' }, [])).toBe(false);
});

test.each([
  'cаsino',
  'САЅІΝО',
  'c\u200basi\u00adno',
  'c\u202easino',
  'ｃａｓｉｎｏ',
  'cásínö',
  'c4s1n0',
  '𝓬𝓪𝓼𝓲𝓷𝓸',
])('a blocked word is found as %j', (content) => {
  expect(hasBlockedWord({ author: 'Ann', content: `Win at the ${content}!` }, ['casino'])).toBe(true);
  expect(hasBlockedWord({ author: content, content: 'Hi' }, ['casino'])).toBe(true);
});

test.each([
  ['A class of 1855', ['sale']],
  ['Это хорошая компания', ['casino', 'viagra']],
  ['회사가 참 좋네요', ['도박', 'casino']],
])('%j has none of %j', (content, words) => {
  expect(hasBlockedWord({ author: 'Ann', content }, words)).toBe(false);
});
