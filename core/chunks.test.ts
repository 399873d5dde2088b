import { expect, test } from 'vitest';
import { chunksOf } from './chunks.ts';

test.each([
  [[], []],
  [[1], [[1]]],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])('%j is split into pairs', (items, chunks) => {
  expect([...chunksOf(items, 2)]).toEqual(chunks);
});
