import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createPageCache } from './plugin.ts';

/** Two places; the others wait in their order. */
function createQueue() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async () => {
    if (running >= 2) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      running--;
      waiting.shift()?.();
    };
  };
}

/** A server that renders two pages at once. The test ends the rendering of each. */
async function servePages() {
  const app = Fastify();
  const revision = { known: () => 1, current: async () => 1, isChanged: () => false };
  const asked: string[] = [];
  app.addHook('onRequest', async ({ url }) => {
    asked.push(url);
  });
  createPageCache(app, {
    revision,
    today: () => '2026-11-22',
    softStaleMs: 1000,
    maxBytes: 1_000_000,
    cdnSeconds: undefined,
    dependsOnAll: { tags: ['all'] },
    variantOf: () => '',
    variantHeaders: () => ({}),
    varyOf: () => 'Accept-Encoding',
    isPersonal: () => false,
    acquire: createQueue(),
    refuse: (_request, reply) => reply.code(503).send('busy'),
    isUnavailable: () => false,
    beforeSend: () => {},
    onHit: () => {},
  });
  const begun: string[] = [];
  const gone: string[] = [];
  const ends = new Map<string, { resolve(): void; reject(error: Error): void }>();
  app.addHook('onRequestAbort', async ({ url }) => {
    gone.push(url);
  });
  app.get('/*', { config: { cached: 'page' } }, async ({ url }) => {
    begun.push(url);
    await new Promise<void>((resolve, reject) => ends.set(url, { resolve, reject }));
    return `page ${url}`;
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  return {
    begun,
    isAsked: (url: string, times = 1) =>
      expect.poll(() => asked.filter((one) => one === url)).toHaveLength(times),
    isBegun: (url: string) => expect.poll(() => begun).toContain(url),
    end: (url: string, error?: Error) => {
      if (error) ends.get(url)?.reject(error);
      else ends.get(url)?.resolve();
    },
    get: async (url: string) => (await fetch(address + url)).text(),
    /** Asks for a page, and returns what hangs up. */
    ask(url: string) {
      const socket = connect(Number(new URL(address).port), '127.0.0.1');
      socket.write(`GET ${url} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      return async () => {
        socket.destroy();
        await expect.poll(() => gone).toContain(url);
      };
    },
  };
}

test('who hangs up has the place until the work ends, so that hanging up is no way past the queue', async () => {
  const pages = await servePages();
  for (const url of ['/a', '/b']) {
    const hangUp = pages.ask(url);
    await pages.isBegun(url);
    await hangUp();
  }
  const hangUpWaiting = pages.ask('/c');
  await pages.isAsked('/c');
  await hangUpWaiting();
  const answer = pages.get('/d');
  await pages.isAsked('/d');
  expect(pages.begun).toEqual(['/a', '/b']);

  pages.end('/a');
  await pages.isBegun('/d');
  expect(pages.begun).toEqual(['/a', '/b', '/d']);
  pages.end('/d');
  expect(await answer).toBe('page /d');
  // What was made for nobody is kept.
  expect(await pages.get('/a')).toBe('page /a');
});

test('the place of a page that fails is free, whether or not somebody waits for it', async () => {
  const pages = await servePages();
  const answer = pages.get('/a');
  const hangUp = pages.ask('/b');
  await pages.isBegun('/a');
  await pages.isBegun('/b');
  await hangUp();
  for (const url of ['/a', '/b']) pages.end(url, new Error('It cannot be made.'));
  expect(await answer).toContain('It cannot be made.');
  const others = [pages.get('/c'), pages.get('/d')];
  for (const url of ['/c', '/d']) {
    await pages.isBegun(url);
    pages.end(url);
  }
  expect(await Promise.all(others)).toEqual(['page /c', 'page /d']);
});

test('who waits for a page that another one asked for gets it, though that one hung up', async () => {
  const pages = await servePages();
  const hangUp = pages.ask('/a');
  await pages.isBegun('/a');
  const answer = pages.get('/a');
  await pages.isAsked('/a', 2);
  await hangUp();
  pages.end('/a');
  expect(await answer).toBe('page /a');
  expect(pages.begun).toEqual(['/a']);
});
