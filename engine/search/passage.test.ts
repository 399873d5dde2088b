import fc from 'fast-check';
import { expect, test } from 'vitest';
import { marksIn, wordsIn } from './passage.ts';
import { wordsOf } from './words.ts';

const standing = (text: string, q: string) => wordsIn(text, wordsOf(q)).map((word) => word.text);

test.each([
  ['A crane on the quay', 'cra quay', ['cra', 'quay']],
  ['A crane on the quay', 'rane', []],
  ['O\u2019Reilly\u2019s e-mail', 'oreilly mail reilly', ['oreilly', 'mail']],
  ['37signals창업자', 'signals 창업', ['창업']],
  ['창업자signals', 'signals', ['signals']],
  ['작은 회사', '작은회사', ['작은회사']],
  ['𝒳crane 𠮷crane', 'crane', ['crane']],
  ['Café C++', 'cafe c++', ['cafe', 'c++']],
])('in %s of "%s" stand %j', (text, q, expected) => {
  expect(standing(text, q)).toEqual(expected);
});

test('what stands in a text can be marked there, and nothing else', () => {
  const some = (unit: fc.Arbitrary<string>) => fc.string({ unit, minLength: 1, maxLength: 20 });
  const letters = fc.constantFrom(...'abé -\u2019\u00b7가나작中9ア', 'ß', '𠮷');
  fc.assert(
    fc.property(some(letters), some(letters), (text, q) => {
      const words = wordsOf(q);
      const marked = words.filter((word) => marksIn(text, [word]).length > 0);
      expect(wordsIn(text, words)).toEqual(marked);
    }),
    { numRuns: 5000 },
  );
});
