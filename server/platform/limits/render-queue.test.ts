import { readFile } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { callLimits, createRenderQueue, type Release, renderLimits } from './render-queue.ts';

const LIMITS = { atOnce: 2, waiting: 5, waitingOfOne: 3 };

/** Enters and notes who is in, in the order of their turns. */
function turnstile() {
  const queue = createRenderQueue(LIMITS, () => 0);
  const inside: { name: string; release: Release }[] = [];
  const refused: string[] = [];
  const enter = (network: string, name: string): void => {
    void queue.acquire(network).then((release) => {
      if (release) inside.push({ name, release });
      else refused.push(name);
    });
  };
  const names = async () => {
    // One is let in at each.
    for (let i = 0; i < 4; i++) await turn();
    return inside.map(({ name }) => name);
  };
  const release = (name: string) => {
    const at = inside.findIndex((one) => one.name === name);
    inside.splice(at, 1)[0]?.release();
  };
  return { enter, names, release, refused };
}

test('a few are in at once, and each who leaves lets one in', async () => {
  const { enter, names, release } = turnstile();
  for (const name of ['a', 'b', 'c', 'd']) enter('one', name);
  expect(await names()).toEqual(['a', 'b']);
  release('a');
  expect(await names()).toEqual(['b', 'c']);
  release('b');
  release('c');
  expect(await names()).toEqual(['d']);
  release('d');
  enter('one', 'e');
  expect(await names()).toEqual(['e']);
});

test('networks take turns: one that asks for much waits behind its own requests', async () => {
  const { enter, names, release } = turnstile();
  for (const name of ['m1', 'm2', 'm3', 'm4', 'm5']) enter('many', name);
  enter('few', 'f1');
  enter('few', 'f2');
  const order: string[] = [];
  for (let next = await names(); next.length > 0; next = await names()) {
    order.push(next[0] as string);
    release(next[0] as string);
  }
  expect(order).toEqual(['m1', 'f1', 'm2', 'f2', 'm3', 'm4', 'm5']);
});

test('too many of one network, or of all, are told to come again', async () => {
  const { enter, names, release, refused } = turnstile();
  for (const name of ['a', 'b', 'c', 'd', 'e']) enter('one', name);
  enter('one', 'f');
  await names();
  expect(refused).toEqual(['f']);
  // Two are in, three of one network wait, and there is room for two more.
  enter('two', 'g');
  enter('three', 'h');
  await names();
  expect(refused).toEqual(['f']);
  release('a');
  await names();
});

test('when all places are taken, the youngest of the network with most of them makes room', async () => {
  const { enter, names, release, refused } = turnstile();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) enter('a', name);
  for (const name of ['b1', 'b2']) enter('b', name);
  expect(await names()).toEqual(['a1', 'b1']);
  enter('b', 'b3');
  await names();
  enter('stranger', 's1');
  enter('other', 'o1');
  await names();
  expect(refused).toEqual(['a5', 'a4', 'a3']);
  // Every network has one or two: the newcomer is told to come again.
  enter('a', 'a6');
  await names();
  expect(refused).toEqual(['a5', 'a4', 'a3', 'a6']);
  const order: string[] = [];
  for (let next = await names(); next.length > 0; next = await names()) {
    order.push(next[0] as string);
    release(next[0] as string);
  }
  expect(order.slice(2)).toEqual(expect.arrayContaining(['s1', 'o1']));
});

test('who leaves twice lets one in', async () => {
  const queue = createRenderQueue({ atOnce: 1, waiting: 5, waitingOfOne: 5 }, () => 0);
  const release = await queue.acquire('one');
  const inside: number[] = [];
  for (const i of [1, 2]) void queue.acquire('one').then(() => inside.push(i));
  release?.();
  release?.();
  // One more would be let in some turns later.
  for (let i = 0; i < 10; i++) await turn();
  expect(inside).toEqual([1]);
});

test('the next page waits while every turn of the event loop brings a connection', async () => {
  let connections = 0;
  const queue = createRenderQueue({ atOnce: 1, waiting: 5, waitingOfOne: 5 }, () => connections);
  const release = await queue.acquire('one');
  let isIn = false;
  void queue.acquire('one').then(() => {
    isIn = true;
  });
  release?.();
  for (let arrival = 0; arrival < 20; arrival++) {
    connections++;
    await turn();
    expect(isIn).toBe(false);
  }
  await turn();
  await turn();
  expect(isIn).toBe(true);
});

test('a page that is asked for while connections are taken waits for a look whether there are more', async () => {
  let connections = 0;
  const server = createServer(() => connections++);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const queue = createRenderQueue({ atOnce: 1, waiting: 5, waitingOfOne: 5 }, () => connections);
  const taken = await new Promise<number>((resolve, reject) => {
    // Where requests are read from their connections, too: between two looks.
    readFile(import.meta.filename, () => {
      const client = connect(port, '127.0.0.1').on('error', reject);
      onTestFinished(() => void client.destroy());
      process.nextTick(() => {
        // Long enough for the connection to be there.
        for (const until = performance.now() + 50; performance.now() < until; );
        void queue.acquire('one').then(() => resolve(connections));
      });
    });
  });
  expect(taken).toBe(1);
});

test('more answers are computed at once where the database is a server of its own', () => {
  for (const limits of [callLimits, renderLimits])
    expect(limits('postgres').atOnce).toBeGreaterThan(limits('sqlite').atOnce);
});
