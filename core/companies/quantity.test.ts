import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundedAmount } from './own-descriptors.ts';
import { numberText, readNumber } from './quantity.ts';

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

test('what is written as a number is read as the same one, three decimals too', () => {
  expect([84.404, -84.404, 1234.567, 0.123, 12.5, 7].map(numberText)).toEqual([
    '84.4040',
    '-84.4040',
    '1234.567',
    '0.123',
    '12.5',
    '7',
  ]);
  const thousandths = fc.integer({ min: -1e9, max: 1e9 }).map((number) => number / 1000);
  const amounts = fc.double({ min: -1e15, max: 1e15, noNaN: true }).map(roundedAmount);
  fc.assert(
    fc.property(fc.oneof(thousandths, amounts), (number) => {
      expect(readNumber(numberText(number))).toBe(number + 0);
    }),
  );
});
