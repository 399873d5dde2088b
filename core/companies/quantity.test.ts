import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNumber } from './quantity.ts';

test.each([
  ['', null],
  ['  ', null],
  ['12', 12],
  ['１２', 12],
  ['12.0', 12],
  ['1,200', 1200],
  ['1 200', 1200],
  ["1'200", 1200],
  ['12,5', 12.5],
  ['1.2M', 1.2e6],
  ['3천만', 30e6],
  ['-3', -3],
  ['−3', -3],
  ['(1.2M)', -1.2e6],
  ['+7', 7],
  ['many', Number.NaN],
  ['12 people', Number.NaN],
  ['1.200', Number.NaN],
  ['1,20,0', Number.NaN],
  ['(5', Number.NaN],
  ['5-6', Number.NaN],
  ['$5', Number.NaN],
  ['1/2', Number.NaN],
  ['--3', Number.NaN],
])('%j is read as %d', (text, number) => {
  expect(readNumber(text)).toBe(number);
});

test('a number that a program or a spreadsheet writes reads as itself, and no text makes the reader throw', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), (number) => {
      expect(readNumber(String(number))).toBe(number);
      expect(readNumber(new Intl.NumberFormat('en-US').format(number))).toBe(number);
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const number = readNumber(text);
      expect(number === null || typeof number === 'number').toBe(true);
    }),
  );
});
