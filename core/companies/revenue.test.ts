import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAcquisition } from './acquisition.ts';
import { formatAmount, formatRevenue, parseRevenue } from './revenue.ts';

test.each([
  ['$10M', 10e6],
  ['$10m+', 10e6],
  ['10 million USD per year', 10e6],
  ['$ 5.5 billion', 5.5e9],
  ['$4.24B', 4.24e9],
  ['$720K', 720e3],
  ['$1.5T', 1.5e12],
  ['$12 thousand', 12e3],
  ['$1,234,567', 1_234_567],
  ['$1,5M', 1.5e6],
  ['$10-20M', 10e6],
  ['$500K-1M', 500e3],
  ['$10M – $20M', 10e6],
  ['between $10 and $20 million', 10e6],
  ['10M', 10e6],
  ['$1000', 1000],
  ['US$ 3M', 3e6],
  ['usd 3M', 3e6],
  ['＄１０Ｍ', 10e6],
  ['$10Members', 10],
  ['$250M acquisition', 250e6],
  ['€9M ($10M)', 10e6],
  ['10억 달러', 1e9],
  ['1000만 달러', 10e6],
  ['20% growth to $5M', 5e6],
])('%s is read as %d dollars', (text, dollars) => {
  expect(parseRevenue(text)).toBe(dollars);
});

test.each([
  '',
  'Unknown',
  'not published',
  '€10M',
  '¥100',
  '￥100万',
  '100 million yen',
  '1,000 won',
  '100억 원',
  'C$5M',
  'HK$5M',
  'NT$5M',
  '20% growth',
  `$${'9'.repeat(400)}`,
])('%s has no figure in dollars', (text) => {
  expect(parseRevenue(text)).toBeNull();
});

test.each([
  ['10 million USD per year', '$10M'],
  ['$-5M', '$-5M'],
  ['-$5M', '-$5M'],
  ['\u2212 $5 million', '\u2212 $5 million'],
  ['$999999999999999999999B', '$999999999999999999999B'],
  ['$5-6M', '$5M-$6M'],
  ['$10-20M', '$10M-$20M'],
  ['10M', '$10M'],
  ['approximately $143.65 million annually', '$143.65M'],
  ['$0.5M', '$500K'],
  ['$10m+', '$10M+'],
  ['$1,234,567', '$1,234,567'],
  ['5.5 to 1,234K', '$5,500-$1,234,000'],
  ['$1,234,567 - 5M', '$1,234,567-$5,000,000'],
  ['$750 to $5,000', '$750-$5,000'],
  ['1 billion acquisition', '$1B acquisition'],
  ['$7B (trading profit)', '$7B (trading profit)'],
  ['  €10M   a year ', '€10M a year'],
  ['Unknown', 'Unknown'],
])('%s is saved as %s', (text, saved) => {
  expect(formatRevenue(text)).toBe(saved);
});

test('acquisition is found in any case', () => {
  expect([isAcquisition('$1B Acquisition'), isAcquisition('$1B'), isAcquisition(null)]).toEqual([
    true,
    false,
    false,
  ]);
});

/** Texts made of what revenue texts are made of, and texts of anything. */
const revenueText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '$',
        '10',
        '1,234',
        '5.5',
        '.',
        ',',
        '-',
        'M',
        'K',
        'B',
        'million',
        'billion',
        'USD',
        'yen',
        '€',
        '억',
        '원',
        ' ',
        'to',
        '+',
        '%',
        'acquisition',
        'per year',
        '(',
        'C$',
        '１０',
      ),
      { maxLength: 9 },
    )
    .map((parts) => parts.join('')),
);

test('no text makes the reader throw, and what it reads is a finite amount of at least nothing', () => {
  fc.assert(
    fc.property(revenueText, (text) => {
      const dollars = parseRevenue(text);
      expect(dollars === null || (Number.isFinite(dollars) && dollars >= 0)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test('saving twice saves the same, and the saved text reads as the written one', () => {
  fc.assert(
    fc.property(revenueText, (text) => {
      const saved = formatRevenue(text);
      expect(formatRevenue(saved)).toBe(saved);
      expect(parseRevenue(saved)).toBe(parseRevenue(text));
    }),
    { numRuns: 3000 },
  );
});

test('an amount that is written reads as itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 50 }), (dollars) => {
      expect(parseRevenue(formatAmount(dollars))).toBe(dollars);
    }),
  );
});
