import { expect, test } from 'vitest';
import { CallError } from '../api.ts';
import { runAll } from './run-all.ts';

test('what fails does not stop the others, and progress counts both', async () => {
  const seen: number[] = [];
  const outcome = await runAll(
    [1, 2, 3, 4, 5, 6],
    async (item) => {
      if (item === 2) throw new Error('two');
      return item * 10;
    },
    { onProgress: (finished) => seen.push(finished) },
  );
  expect(outcome.done.map(({ result }) => result).sort()).toEqual([10, 30, 40, 50, 60]);
  expect(outcome.failed.map(({ item }) => item)).toEqual([2]);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a few are under way at once, and each item is done once', async () => {
  let now = 0;
  let most = 0;
  const items = Array.from({ length: 20 }, (_, i) => i);
  const { done } = await runAll(items, async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setTimeout(resolve, 1));
    now -= 1;
  });
  expect(most).toBe(4);
  expect(done.map(({ item }) => item).sort((a, b) => a - b)).toEqual(items);
});

test('stopping keeps what is done and begins nothing more', async () => {
  const stop = new AbortController();
  const { done } = await runAll(
    Array.from({ length: 20 }, (_, i) => i),
    async (item) => {
      if (item === 0) stop.abort();
    },
    { signal: stop.signal },
  );
  expect(done.length).toBeLessThan(6);
});

test('the end of the session ends it', async () => {
  const calls: number[] = [];
  await expect(
    runAll(
      Array.from({ length: 20 }, (_, i) => i),
      async (item) => {
        calls.push(item);
        throw new CallError('Session expired', 401);
      },
    ),
  ).rejects.toThrow('Session expired');
  expect(calls.length).toBeLessThan(6);
});
