import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGES, LOCALES } from '../../core/languages.ts';
import { formatNumber } from './format.ts';

test('numbers are written as Intl writes them in each language', () => {
  const number = fc.oneof(fc.nat(), fc.maxSafeNat(), fc.integer(), fc.double());
  for (const language of LANGUAGES) {
    const { format } = new Intl.NumberFormat(LOCALES[language]);
    fc.assert(fc.property(number, (value) => formatNumber(value, language) === format(value)));
    for (const value of [0, -0, 999, 1000, 999_999, 1_000_000, -1234, Number.NaN, 1.5])
      expect(formatNumber(value, language)).toBe(format(value));
  }
});
