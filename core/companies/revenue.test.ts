import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAcquisition } from './acquisition.ts';
import { formatDollars, formatRevenue, parseRevenue } from './revenue.ts';

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
  ['$250M acquisition', 250e6],
  ['€9M ($10M)', 10e6],
  ['10억 달러', 1e9],
  ['1000만 달러', 10e6],
  ['20% growth to $5M', 5e6],
  // Units and separators of other countries.
  ['5백만 달러', 5e6],
  ['5百万ドル', 5e6],
  ['3千万ドル', 30e6],
  ['2천억 달러', 200e9],
  ['1억 2000만 달러', 120e6],
  ['2천5백만 달러', 25e6],
  ['1만5000달러', 15_000],
  ['1.5조 달러', 1.5e12],
  ['５００万美元', 5e6],
  ['1万亿美元', 1e12],
  ['3千万美元', 30e6],
  ['1.2億ドル', 120e6],
  ['500〜600万ドル', 5e6],
  ['5~6백만 달러', 5e6],
  ['약 500만 달러 이상', 5e6],
  ['$12 500 000', 12.5e6],
  ["$12'500'000", 12.5e6],
  ['$12’500’000', 12.5e6],
  ['$12\u202f500\u00a0000', 12.5e6],
  ['$1.200.000', 1.2e6],
  ['1.200.000,50 USD', 1_200_000.5],
  ['$1.5 Mio', 1.5e6],
  ['5 Mrd. $', 5e9],
  ['$2 Milliarden', 2e9],
  ['$3 crore', 30e6],
  ['$4 lakh', 400e3],
  ['$12,34,567', 1_234_567],
  ['$5 hundred million', 500e6],
  ['$.5M', 500e3],
  ['$1.234B', 1.234e9],
  // What stands beside a figure is not read into it.
  ['2024: 5M', 5e6],
  ['FY2024 $3M', 3e6],
  ['$5M in 2020', 5e6],
  ['$5M - 2020', 5e6],
  ['$5M - 3 employees', 5e6],
  ['20 people, $5M', 5e6],
  ['2020년 매출 500만 달러', 5e6],
  ['Net loss of $5M on sales of $20M', 20e6],
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
  // Losses.
  '($5M)',
  'Revenue: ($5M)',
  '-$5M',
  '$-5M',
  '−$5M',
  '- 5 million dollars',
  'a loss of $5M',
  '500만 달러 적자',
  // What could be another number.
  '$10Members',
  '$1.200',
  '$1..5M',
  '$1,2,3M',
  '$1½M',
  '$1e6',
  '$10^6',
  '$5M2',
  '$3 gazillion',
  '$5 billones',
  '$5 mil millones',
  '$5 million billion',
  '3천~5천만 달러',
  '$5百五十万',
  // Dollars of others.
  '5 million Canadian dollars',
  '캐나다 달러 5M',
  '500万香港ドル',
  '500万加元',
  '3 lakh rupees',
  '20 people',
  'Q3',
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
      expect(parseRevenue(formatDollars(dollars))).toBe(dollars);
    }),
  );
});

test('a figure reads the same however its thousands and its decimals are divided', () => {
  const digits = fc.integer({ min: 1_000_000, max: 999_999_999 });
  fc.assert(
    fc.property(digits, fc.constantFrom(',', '.', ' ', "'", '\u202f'), (dollars, separator) => {
      const grouped = String(dollars).replace(/\B(?=(\d{3})+$)/g, separator);
      expect(parseRevenue(`$${grouped}`)).toBe(dollars);
      expect(parseRevenue(`${grouped} USD`)).toBe(dollars);
    }),
  );
});

test('a figure reads the same in the units of Korea, Japan and China', () => {
  const part = fc.integer({ min: 1, max: 9999 });
  fc.assert(
    fc.property(
      part,
      part,
      fc.constantFrom(['억', '만', '달러'], ['億', '万', 'ドル'], ['亿', '万', '美元']),
      (a, b, [big, small, dollar]) => {
        expect(parseRevenue(`${a}${big} ${b}${small}${dollar}`)).toBe(a * 1e8 + b * 1e4);
        expect(parseRevenue(`${a}${big}${dollar}`)).toBe(a * 1e8);
      },
    ),
  );
});
