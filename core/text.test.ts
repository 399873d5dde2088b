import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchForm, searchKey, typedLanguage } from './text.ts';

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
  ['Garry’s Mod', "garry's mod"],
  ['Garry`s Mod', 'GARRY´S MOD'],
  ['all‑in–one', 'all in-one'],
  ['Tuft—Needle', 'tuft−needle'],
  ['ＡＢＣ－１', 'abc 1'],
  ['soft\u00adhyphen', 'softhyphen'],
  ['カー・ナビ', 'カー・ナビ'],
])('%j is searched as %j is', (one, other) => {
  expect(searchKey(one)).toBe(searchKey(other));
});

test('what was stored before can be folded too', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\u00b4')),
      (text) => {
        expect(searchKey(searchForm(text))).toBe(searchKey(text));
      },
    ),
  );
});
