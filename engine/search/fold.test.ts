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

test('what is mostly written is folded in one step as in all of them', () => {
  // A letter with a mark, behind it, needs all of them.
  const inAll = (text: string) => fold(`${text}é`).slice(0, -1);
  const ranges = [
    [0x20, 0x7e],
    [0x3000, 0x30ff],
    [0x4e00, 0x9fff],
    [0xac00, 0xd7a3],
  ] as const;
  for (const [from, to] of ranges)
    for (let code = from; code <= to; code++) {
      const character = String.fromCodePoint(code);
      // Two of them: a mark of voice stands behind what it changes.
      if (fold(`がカ${character}`) !== inAll(`がカ${character}`)) expect.unreachable(character);
    }
  const unit = fc.oneof(
    ...ranges.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))),
  );
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(fold(text)).toBe(inAll(text));
    }),
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
