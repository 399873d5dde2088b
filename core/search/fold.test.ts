import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from './fold.ts';
import { joined, wordsOf } from './words.ts';

test.each([
  ['Garry’s Mod', "garry's mod"],
  ['Garry`s Mod', 'GARRY´S MOD'],
  ['ＡＢＣ１', 'abc1'],
  ['soft\u00adhyphen', 'softhyphen'],
  ['Café Crème', 'cafe creme'],
  ['Łódź Straße Ærø', 'lodz strasse aero'],
  ['ﾄﾖﾀ', 'トヨタ'],
  ['とよた', 'トヨタ'],
  ['ガ', 'ガ'],
])('%j is searched as %j is', (one, other) => {
  expect(fold(one)).toBe(fold(other));
});

test('marks that make another letter stay', () => {
  expect(fold('が')).not.toBe(fold('か'));
  expect(fold('й')).not.toBe(fold('и'));
  expect(fold('ㅌㄴㅈ')).toBe('ㅌㄴㅈ');
});

test('folding what is folded changes nothing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\u00b4')),
      (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      },
    ),
  );
});

test.each([
  ['37signals 창업자', ['37signals', '창업자']],
  ['37signals창업자', ['37signals', '창업자']],
  ['e-mail for C++ and C#!', ['e', 'mail', 'for', 'c++', 'and', 'c#']],
  ['カイロ・ソフト、東京', ['カイロ', 'ソフト', '東京']],
  ['agar.io 🙂', ['agar', 'io']],
  ['?!', []],
])('%j has the words %j', (text, words) => {
  expect(wordsOf(text).map((word) => word.text)).toEqual(words);
});

test('a name is the same however its words are joined', () => {
  for (const name of ['base camp', 'Base-Camp', 'basecamp', 'BASECAMP'])
    expect(joined(wordsOf(name))).toBe('basecamp');
});
