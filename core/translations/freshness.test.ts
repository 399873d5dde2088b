import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../languages.ts';
import { freshnessAfter, type TextState } from './freshness.ts';

const texts = (states: Partial<Record<Language, boolean>>): TextState[] =>
  Object.entries(states).map(([language, pending]) => ({ language: language as Language, pending }));

test.each([
  ['a change marks the others', { en: false, ko: false, ja: false }, ['en'], [], ['ko', 'ja'], 'en'],
  ['catching up marks no other', { en: false, ko: true, ja: true }, ['ko'], ['ko'], [], null],
  ['a new language marks no other', { en: false, ko: false }, ['zh'], [], [], null],
  [
    'languages saved together stay together',
    { en: false, ko: true, ja: false },
    ['en', 'ko'],
    ['ko'],
    ['ja'],
    'en',
  ],
  ['the only language marks nothing', { en: false }, ['en'], [], [], null],
] as const)('%s', (_, before, changed, clear, mark, ahead) => {
  expect(freshnessAfter(texts(before), changed)).toEqual({ clear, mark, ahead });
});

test('a language is never both cleared and marked, and only existing ones are', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ language: fc.constantFrom(...LANGUAGES), pending: fc.boolean() }), {
        selector: (text) => text.language,
      }),
      fc.uniqueArray(fc.constantFrom(...LANGUAGES)),
      (existing, changed) => {
        const { clear, mark } = freshnessAfter(existing, changed);
        const known = existing.map((text) => text.language);
        for (const language of [...clear, ...mark]) expect(known).toContain(language);
        for (const language of clear) expect(changed).toContain(language);
        for (const language of mark) expect(changed).not.toContain(language);
      },
    ),
  );
});
