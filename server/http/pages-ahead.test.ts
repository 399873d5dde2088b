import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createPagesAhead } from './pages-ahead.ts';

function makeAhead(count: number, make: (made: number) => Promise<boolean> | boolean = () => true) {
  const state = { made: [] as string[], revision: 1, everythingAt: 0, failures: 0 };
  const ahead = createPagesAhead({
    async *addresses() {
      for (let i = 0; i < count; i++) yield `/${i}`;
    },
    async make(address) {
      state.made.push(address);
      return make(state.made.length);
    },
    revision: async () => state.revision,
    isAllChanged: (since) => state.everythingAt > since,
    failed: () => state.failures++,
    every: 5,
  });
  ahead.start();
  onTestFinished(() => ahead.stop());
  return { state, ahead };
}

test('all pages are gone through once, and again after what changed all of them', async () => {
  const { state } = makeAhead(2500);
  const all = Array.from({ length: 2500 }, (_, i) => `/${i}`);
  await expect.poll(() => state.made.length, { timeout: 30_000 }).toBe(2500);
  expect(state.made.toSorted()).toEqual(all.toSorted());
  // The first thousand come first, in an order of this process's own.
  const first = state.made.slice(0, 1000);
  expect(first.every((address) => Number(address.slice(1)) < 1000)).toBe(true);
  expect(first).not.toEqual(all.slice(0, 1000));
  state.revision = 2;
  await setTimeout(50);
  expect(state.made).toHaveLength(2500);
  state.everythingAt = 2;
  await expect.poll(() => state.made.length, { timeout: 30_000 }).toBeGreaterThan(2500);
}, 90_000);

test('while others need the thread nothing is made', async () => {
  let busy = true;
  const burn = async () => {
    while (busy) {
      for (const end = performance.now() + 5; performance.now() < end; );
      await setImmediate();
    }
  };
  const { state } = makeAhead(5, (made) => {
    if (made === 1) void burn();
    return true;
  });
  await setTimeout(300);
  expect(state.made).toHaveLength(1);
  busy = false;
  await expect.poll(() => state.made.length, { timeout: 10_000 }).toBe(5);
});

test('it ends where there is no room, goes on after a failure, and stops when it is told to', async () => {
  const full = makeAhead(5, (made) => made < 3);
  await expect.poll(() => full.state.made.length).toBe(3);
  await setTimeout(50);
  expect(full.state.made).toHaveLength(3);

  const failing = makeAhead(2, (made) => (made === 1 ? Promise.reject(new Error('away')) : true));
  await expect.poll(() => failing.state.made.length).toBe(3);
  expect(failing.state.failures).toBe(1);

  const endless = makeAhead(1_000_000);
  await expect.poll(() => endless.state.made.length).toBeGreaterThan(2);
  await endless.ahead.stop();
  const { length } = endless.state.made;
  await setTimeout(50);
  expect(endless.state.made).toHaveLength(length);
});
