import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxTypos, WordList } from './word-list.ts';

test('one wrong letter is a typo from four, two from eight', () => {
  expect([3, 4, 7, 8, 20].map(maxTypos)).toEqual([0, 1, 1, 2, 2]);
});

/** How many letters are wrong, too many, missing or exchanged, from its definition: letter by letter, without a bound. */
function distances(a: string, b: string): number[][] {
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
  return table;
}

const distance = (a: string, b: string) => distances(a, b).at(-1)?.at(-1) as number;
const distanceOfBeginning = (a: string, b: string) => Math.min(...(distances(a, b).at(-1) as number[]));

test.each([
  ['midjourny', 'midjourney', 1],
  ['balsamic', 'balsamiq', 1],
  ['githbu', 'github', 1],
  ['githbus', 'github', 2],
  ['wordpres', 'wordpress', 1],
  ['notion', 'motion', 1],
])('%s is %s with %d wrong', (typed, meant, errors) => {
  const list = new WordList([meant]);
  expect(list.near(typed, 2)).toEqual([{ word: meant, errors }]);
  expect(list.near(typed, errors)).toHaveLength(1);
  if (errors > 1) expect(list.near(typed, errors - 1)).toEqual([]);
});

test('the beginning of a longer word is near', () => {
  const list = new WordList(['midjourney']);
  expect(list.beginningNear('midjuor', 1)).toEqual(['midjourney']);
  expect(list.near('midjuor', 1)).toEqual([]);
});

const someWord = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ㅎ'), minLength: 1, maxLength: 9 });
const someWords = fc.uniqueArray(someWord, { maxLength: 60 }).map((words) => words.sort());
/** So many that whole blocks of them begin alike. */
const manyWords = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'ab', 'ba', 'cab'), someWord), {
    minLength: 200,
    maxLength: 600,
    selector: (parts) => parts.join(''),
    size: 'max',
  })
  .map((words) => words.map((parts) => parts.join('')).sort());

test('finds what its definition finds', () => {
  fc.assert(
    fc.property(someWords, someWord, fc.integer({ min: 1, max: 3 }), (words, typed, most) => {
      const list = new WordList(words);
      const expected = words
        .map((word) => ({ word, errors: distance(typed, word) }))
        .filter(({ errors }) => errors <= most);
      expect(list.near(typed, most)).toEqual(expected);
      // Of a word as short as that everything begins nearly so.
      if (typed.length > most)
        expect(list.beginningNear(typed, most)).toEqual(
          words.filter((word) => distanceOfBeginning(typed, word) <= most),
        );
    }),
    { numRuns: 3000 },
  );
});

test('passes by what begins too differently, however many words that are', () => {
  fc.assert(
    fc.property(manyWords, someWord, fc.integer({ min: 1, max: 2 }), (words, typed, most) => {
      const list = new WordList(words);
      expect(list.near(typed, most).map(({ word }) => word)).toEqual(
        words.filter((word) => distance(typed, word) <= most),
      );
      if (typed.length > most)
        expect(list.beginningNear(typed, most)).toEqual(
          words.filter((word) => distanceOfBeginning(typed, word) <= most),
        );
    }),
    { numRuns: 60 },
  );
});

test('has its words, and finds letters within them', () => {
  fc.assert(
    fc.property(someWords, someWord, (words, letters) => {
      const list = new WordList(words);
      expect(list.words).toEqual(words);
      expect(list.count).toBe(words.length);
      expect(list.has(letters)).toBe(words.includes(letters));
      expect(list.hasBeginning(letters)).toBe(words.some((word) => word.startsWith(letters)));
      expect(list.within(letters, 100)).toEqual(words.filter((word) => word.includes(letters)));
      expect(list.within(letters, 1)).toHaveLength(words.some((word) => word.includes(letters)) ? 1 : 0);
    }),
  );
});

test('words longer than what is compared of their beginnings', () => {
  const long = 'a'.repeat(300);
  const words = [long, `${long}b`, `${long}bc`, `${long}c`];
  expect(new WordList(words).near(`${long}b`, 1)).toEqual([
    { word: long, errors: 1 },
    { word: `${long}b`, errors: 0 },
    { word: `${long}bc`, errors: 1 },
    { word: `${long}c`, errors: 1 },
  ]);
});
