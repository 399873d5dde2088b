import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addStored,
  both,
  copyOf,
  countBits,
  encodeSet,
  has,
  keep,
  noBits,
  numbersIn,
  takeOut,
  unite,
  without,
} from './sets.ts';

const LAST = 5000;
const sets = fc
  .uniqueArray(fc.integer({ min: 0, max: LAST }), { minLength: 1, maxLength: 600 })
  .map((numbers) => numbers.sort((a, b) => a - b));

const bitsOf = (numbers: readonly number[]) => {
  const bits = noBits(LAST);
  addStored(bits, encodeSet(numbers));
  return bits;
};

test('a set is read as it was stored, scattered or close together', () => {
  fc.assert(
    fc.property(sets, fc.integer({ min: 0, max: 2 ** 20 }), (numbers, from) => {
      expect(numbersIn(bitsOf(numbers))).toEqual(numbers);
      const far = numbers.map((number) => number + from);
      const bits = noBits(LAST + from);
      addStored(bits, encodeSet(far));
      expect(numbersIn(bits)).toEqual(far);
    }),
  );
  const close = Array.from({ length: 4000 }, (_, i) => i + 900);
  expect(numbersIn(bitsOf(close))).toEqual(close);
  expect(encodeSet(close).length).toBeLessThan(510);
});

test('sets are combined as sets are', () => {
  fc.assert(
    fc.property(sets, sets, (some, others) => {
      const [a, b] = [bitsOf(some), bitsOf(others)];
      const [one, other] = [new Set(some), new Set(others)];
      const sorted = (set: ReadonlySet<number>) => [...set].sort((x, y) => x - y);
      expect(numbersIn(both(a, b))).toEqual(sorted(one.intersection(other)));
      expect(numbersIn(without(a, b))).toEqual(sorted(one.difference(other)));
      expect(numbersIn(unite(copyOf(a), b))).toEqual(sorted(one.union(other)));
      expect(numbersIn(keep(copyOf(a), b))).toEqual(sorted(one.intersection(other)));
      expect(numbersIn(takeOut(copyOf(a), b))).toEqual(sorted(one.difference(other)));
      expect([numbersIn(a), numbersIn(b)]).toEqual([some, others]);
      expect(countBits(a)).toBe(some.length);
      for (const number of others) expect(has(a, number)).toBe(one.has(number));
    }),
  );
});

test('numbers beyond a set are left out of it', () => {
  const bits = noBits(10);
  addStored(bits, encodeSet([3, 10_000]));
  addStored(bits, encodeSet(Array.from({ length: 400 }, (_, i) => i + 9)));
  expect(has(bits, 3)).toBe(true);
  expect(has(bits, 9)).toBe(true);
  expect(has(bits, 10_000)).toBe(false);
});
