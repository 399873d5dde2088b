import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createRevalidator } from './revalidator.ts';

function makeRevalidator(work: (key: string) => Promise<unknown> = async () => {}) {
  const made: string[] = [];
  let atOnce = 0;
  let most = 0;
  const revalidator = createRevalidator(async (key) => {
    most = Math.max(most, ++atOnce);
    made.push(key);
    await Promise.resolve(work(key)).finally(() => atOnce--);
  });
  onTestFinished(() => revalidator.stop());
  return { revalidator, made, most: () => most };
}

test('pages are revalidated one after another, each once, also after one that fails', async () => {
  const { revalidator, made, most } = makeRevalidator((key) =>
    key === 'b' ? Promise.reject(new Error('away')) : setTimeout(1),
  );
  for (const key of ['a', 'b', 'a', 'c', 'c']) revalidator.add(key);
  await expect.poll(() => made).toEqual(['a', 'b', 'c']);
  expect(most()).toBe(1);
  // What moved again since is made again.
  revalidator.add('a');
  await expect.poll(() => made).toEqual(['a', 'b', 'c', 'a']);
});

test('readers have the thread for longer than a page takes', async () => {
  const { revalidator, made } = makeRevalidator(async () => {
    for (const end = performance.now() + 20; performance.now() < end; );
  });
  for (let i = 0; i < 20; i++) revalidator.add(`${i}`);
  const before = performance.eventLoopUtilization();
  await expect.poll(() => made.length, { timeout: 20_000 }).toBe(10);
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
});

test('it stops at once in a pause, and takes no more than it can make in a while', async () => {
  const { revalidator, made } = makeRevalidator(() => setTimeout(70));
  for (let i = 0; i < 1000; i++) revalidator.add(`${i}`);
  await expect.poll(() => made.length).toBe(1);
  await setTimeout(80);
  const began = performance.now();
  await revalidator.stop();
  // Its pause would have been half a second long.
  expect(performance.now() - began).toBeLessThan(400);
  revalidator.add('late');
  await setTimeout(20);
  expect(made).toEqual(['0']);

  const fast = makeRevalidator();
  for (let i = 0; i < 1000; i++) fast.revalidator.add(`${i}`);
  await expect.poll(() => fast.made.length).toBe(256);
  await setTimeout(50);
  expect(fast.made).toHaveLength(256);
});
