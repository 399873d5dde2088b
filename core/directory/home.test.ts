import { expect, test } from 'vitest';
import { HOME_SECTIONS, placeSections } from './home.ts';

test('story and picture stand beside the heading where they come first, and else in their place below', () => {
  expect(placeSections(HOME_SECTIONS)).toEqual({
    beside: ['story', 'picture'],
    below: ['facts', 'recent', 'changes', 'collections', 'month', 'charts', 'categories', 'today'],
  });
  expect(placeSections(['picture', 'categories', 'story'])).toEqual({
    beside: ['picture'],
    below: ['categories', 'story'],
  });
  expect(placeSections(['today'])).toEqual({ beside: [], below: ['today'] });
  expect(placeSections([])).toEqual({ beside: [], below: [] });
});
