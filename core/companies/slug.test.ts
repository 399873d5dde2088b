import fc from 'fast-check';
import { expect, test } from 'vitest';
import { companyId, givesId, ID_MAX_LENGTH, isCompanyId, nextFreeId } from './slug.ts';

const NOW = 1_790_000_000_000;

test.each([
  ['37signals (Basecamp)', '37signals-basecamp'],
  ['Transistor.fm', 'transistor-fm'],
  ['  Going -- Scott’s Cheap Flights! ', 'going-scott-s-cheap-flights'],
  ['리노공업', '리노공업'],
  ['스타일난다 (Nanda)', '스타일난다-nanda'],
  ['株式会社ディスコ', '株式会社ディスコ'],
  ['ユーザー', 'ユーザー'],
  ['老干妈', '老干妈'],
  ['Česká Škoda Öl', 'ceska-skoda-ol'],
  ['Łódź Straße Ærø', 'lodz-strasse-aero'],
  ['ＦＵＬＬ　Ｗｉｄｔｈ', 'full-width'],
  ['ガ', 'ガ'],
  ['!!!', `company-${NOW}`],
  ['', `company-${NOW}`],
  ['a'.repeat(50), 'a'.repeat(50)],
  ['a'.repeat(51), `${'a'.repeat(30)}-${NOW}`],
  [`${'a'.repeat(29)} ${'b'.repeat(40)}`, `${'a'.repeat(29)}-${NOW}`],
])('%s becomes %s', (name, id) => {
  expect(companyId(name, NOW)).toBe(id);
});

test('an id is never empty, never over its limit, stable, and made of the letters kept', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 120 })),
      (name) => {
        const id = companyId(name, NOW);
        expect(id).not.toBe('');
        expect([...id].length).toBeLessThanOrEqual(ID_MAX_LENGTH);
        expect(companyId(id, NOW)).toBe(id);
        expect(id).toMatch(
          /^[a-z0-9\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー-]+$/u,
        );
        expect(id).not.toMatch(/^-|-$|--/);
      },
    ),
    { numRuns: 2000 },
  );
});

test('Hangul, Kana and Han stay', () => {
  const letter = fc.oneof(
    fc.integer({ min: 0xac00, max: 0xd7a3 }),
    fc.integer({ min: 0x3041, max: 0x3096 }),
    fc.integer({ min: 0x4e00, max: 0x9fa5 }),
  );
  fc.assert(
    fc.property(fc.array(letter, { minLength: 1, maxLength: 50 }), (codes) => {
      const name = String.fromCodePoint(...codes);
      expect(companyId(name, NOW)).toBe(name);
    }),
  );
});

test('a taken id gets the next number', () => {
  expect(nextFreeId('a', new Set())).toBe('a');
  expect(nextFreeId('a', new Set(['a', 'a-2']))).toBe('a-3');
  // A call has this place.
});

test('every id that a name gives is one, with a number too', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
      const id = companyId(name, NOW);
      expect(isCompanyId(id)).toBe(true);
      expect(isCompanyId(nextFreeId(id, new Set([id])))).toBe(true);
      expect(givesId(name)).toBe(id === companyId(name, NOW + 1));
    }),
  );
});

test.each(['', 'A', 'a b', '-a', 'a--b', '../a', '__proto__', 'a/b', 'a\u0000', '\ud800', 'a'.repeat(71)])(
  '%j is no id',
  (text) => {
    expect(isCompanyId(text)).toBe(false);
  },
);
