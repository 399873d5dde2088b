import { expect, test } from 'vitest';
import { createWords } from './words.ts';

test('a name stands in a picture as it is, whatever it means to a pattern', () => {
  const { text, title } = createWords('Tiny Giants').facet('founder', 'ann-bob', 'en', 2, 'Ann $& $$ Bob');
  expect(title).toBe('Ann $& $$ Bob');
  expect(text).toContain('Ann $& $$ Bob');
});
