import { expect, test } from 'vitest';
import { CallError } from '../../shared/api.ts';
import { runAll } from './run-all.ts';

const items = Array.from({ length: 25 }, (_, i) => i);
const tenfold = async (batch: readonly number[]) => batch.map((item) => ({ result: item * 10 }));

test('each item is sent once, in batches, one after another', async () => {
  const sizes: number[] = [];
  const seen: number[] = [];
  const { done, failed } = await runAll(
    items,
    10,
    async (batch) => {
      sizes.push(batch.length);
      return tenfold(batch);
    },
    { onProgress: (finished) => seen.push(finished) },
  );
  expect(sizes).toEqual([10, 10, 5]);
  expect(seen).toEqual([10, 20, 25]);
  expect(done).toEqual(items.map((item) => ({ item, result: item * 10 })));
  expect(failed).toEqual([]);
});

test('an item that is refused, and a batch whose call fails, stop no other', async () => {
  const refused = new CallError('Gone', 404, 'company_not_found');
  const broken = new CallError('Busy', 503, 'unavailable');
  const { done, failed } = await runAll(items, 10, async (batch) => {
    if (batch.includes(12)) throw broken;
    return batch.map((item) => (item === 3 ? { error: refused } : { result: item }));
  });
  expect(done.map(({ item }) => item)).toEqual(
    items.filter((item) => item !== 3 && (item < 10 || item >= 20)),
  );
  expect(failed.find(({ item }) => item === 3)?.error).toBe(refused);
  expect(failed.filter(({ error }) => error === broken)).toHaveLength(10);
});

test('stopping keeps what is done and begins nothing more', async () => {
  const stop = new AbortController();
  const { done } = await runAll(
    items,
    10,
    async (batch) => {
      stop.abort();
      return tenfold(batch);
    },
    { signal: stop.signal },
  );
  expect(done).toHaveLength(10);
});

test('the end of the session ends it', async () => {
  let calls = 0;
  await expect(
    runAll(items, 10, async () => {
      calls++;
      throw new CallError('Session expired', 401);
    }),
  ).rejects.toThrow('Session expired');
  expect(calls).toBe(1);
});
