import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distance } from './distance.ts';

test.each([
  ['midjourny', 'midjourney', 1],
  ['balsamic', 'balsamiq', 1],
  ['githbu', 'github', 1],
  ['githbus', 'github', 2],
  ['wordpres', 'wordpress', 1],
  ['notion', 'motion', 1],
  ['abcd', 'wxyz', 3],
])('%s is %s with %d wrong', (word, other, errors) => {
  expect(distance(word, other, 2)).toBe(errors);
});

test('the beginning of a longer word is near', () => {
  expect(distance('midjuor', 'midjourney', 1, true)).toBe(1);
  expect(distance('midjuor', 'midjourney', 1)).toBe(2);
});

/** The same without a bound, from its definition. */
function plainDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => table[i]?.[j] as number;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const options = [
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      ];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        options.push(at(i - 2, j - 2) + 1);
      (table[i] as number[])[j] = Math.min(...options);
    }
  return at(a.length, b.length);
}

test('is what its definition says, up to its bound', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 1, max: 3 }), (a, b, most) => {
      expect(distance(a, b, most)).toBe(Math.min(plainDistance(a, b), most + 1));
    }),
    { numRuns: 2000 },
  );
});
