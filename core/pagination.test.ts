import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageCount, pageItems } from './pagination.ts';

test.each([
  [1, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 8, [1, 2, 3, 4, 5, 'ellipsis-end', 8]],
  [5, 10, [1, 'ellipsis-start', 4, 5, 6, 'ellipsis-end', 10]],
  [10, 10, [1, 'ellipsis-start', 6, 7, 8, 9, 10]],
])('page %d of %d shows %j', (current, pages, items) => {
  expect(pageItems(current, pages)).toEqual(items);
});

test('first, current and last are always there, in order and once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (a, b) => {
      const [current, pages] = [Math.min(a, b), Math.max(a, b)];
      const numbers = pageItems(current, pages).filter((item) => typeof item === 'number');
      expect(numbers).toEqual([...new Set(numbers)].sort((x, y) => x - y));
      for (const page of [1, current, pages]) expect(numbers).toContain(page);
    }),
  );
});

test('an empty list has one page', () => {
  expect([pageCount(0, 10), pageCount(10, 10), pageCount(11, 10)]).toEqual([1, 1, 2]);
});
