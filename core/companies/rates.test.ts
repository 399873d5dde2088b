import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inDollars, RATED_CURRENCIES } from './rates.ts';

test.each([
  // The average of 2024 was 151.4551 yen, of 2020 0.8764 euros and 1180.5554 won a dollar.
  [1_059_000_000_000, 'JPY', 2024, 6_990_000_000],
  [1_000_000, 'EUR', 2020, 1_140_000],
  [13_000_000_000, 'KRW', 2020, 11_000_000],
  [100, 'GBP', 2022, 124],
  [-20_000_000, 'CNY', 2023, -2_820_000],
  [12_345_678, 'USD', 1850, 12_345_678],
])('%s %s of %i are %s dollars', (amount, currency, year, dollars) => {
  expect(inDollars(amount, currency, year)).toBe(dollars);
});

test.each([
  ['GBP', 2016],
  ['EUR', 1998],
  ['JPY', 1964],
  ['KRW', 2026],
  ['CZK', 2020],
  ['constructor', 2020],
  ['KRW', Number.NaN],
])('%s of %s has no known rate, and is not guessed', (currency, year) => {
  expect(inDollars(5, currency, year)).toBeUndefined();
});

test('every rate is near those of the years beside it', () => {
  for (const currency of RATED_CURRENCIES) {
    for (let year = 1995; year < 2025; year++) {
      const [a, b] = [inDollars(1e9, currency, year), inDollars(1e9, currency, year + 1)];
      if (a && b) expect(Math.max(a / b, b / a), `${currency} ${year}`).toBeLessThan(2);
    }
  }
});

test('the dollars that shipped figures state are near the year’s average', () => {
  const far: string[] = [];
  for (const name of readdirSync('content/companies')) {
    const { figures = [] } = JSON.parse(readFileSync(`content/companies/${name}`, 'utf8')) as {
      figures?: { amount: number; currency?: string; amount_usd?: number; year: number }[];
    };
    for (const { amount, currency, amount_usd, year } of figures) {
      const rated = currency && currency !== 'USD' ? inDollars(amount, currency, year) : undefined;
      if (!rated || !amount_usd) continue;
      if (Math.abs(rated / amount_usd - 1) > 0.2)
        far.push(`${name} ${currency} ${year}: ${amount_usd}, ${rated}`);
    }
  }
  expect(far).toEqual([]);
});
