import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isHttpUrl } from '../text.ts';
import { guessWebsite } from './website.ts';

test.each([
  ['Acme', 'acme.com'],
  ['Acme, Inc.', 'acmeinc.com'],
  ['37signals', '37signals.com'],
  ['Café Größe', 'cafegrosse.com'],
  ['Ａｃｍｅ', 'acme.com'],
  ['작은 거인 Tiny', 'tiny.com'],
  ['The Very Long Name of a Company', 'theverylongnameofaco.com'],
  ['작은 거인', null],
  [' – ', null],
])('%s may be at %s', (name, website) => {
  expect(guessWebsite(name)).toBe(website);
});

test('a guess is an address of at most 20 letters and digits, whatever the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const guess = guessWebsite(name);
      if (guess === null) return;
      expect(guess).toMatch(/^[a-z0-9]{1,20}\.com$/);
      expect(isHttpUrl(`https://${guess}`)).toBe(true);
    }),
  );
});
