import { expect, test } from 'vitest';
import type { Category } from '../../../core/categories.ts';
import { lightHue } from '../../../core/directory/current.ts';
import { createWords } from './words.ts';

test('a name stands in a picture as it is, whatever it means to a pattern', () => {
  const { text, title } = createWords('Tiny Giants').facet('founder', 'ann-bob', 'en', 2, 'Ann $& $$ Bob');
  expect(title).toBe('Ann $& $$ Bob');
  expect(text).toContain('Ann $& $$ Bob');
});

test('the picture of a category is in its hue, that of all companies in none', () => {
  const { category } = createWords('Tiny Giants');
  expect(category('no-seed', 'en', 2).hue).toBe(lightHue('no-seed').strong);
  expect(category('all' as Category, 'en', 2).hue).toBeNull();
});
