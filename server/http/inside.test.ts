import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import v8 from 'node:v8';
import vm from 'node:vm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AskInside, insideOf } from './inside.ts';

let app: FastifyInstance;
let ask: AskInside;
beforeEach(async () => {
  app = Fastify({
    serverFactory: (routing) => {
      ask = insideOf(routing);
      return createServer(routing);
    },
  });
  app.get('/text', async (request) => `${request.ip} ${request.headers['accept-language']} 한국어`);
  app.get('/json', async () => ({ name: '巨人' }));
  app.get('/stream', async () => Readable.from(['in ', 'parts']));
  app.get('/past', async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(203, ['etag', '"1"']).end(Buffer.from('past Fastify'));
  });
  app.get('/none', async (_request, reply) => reply.code(304).send());
  app.get('/broken', async () => {
    throw new Error('broken');
  });
  app.get('/given-up', async () =>
    Readable.from(
      (async function* () {
        yield 'a part';
        throw new Error('given up');
      })(),
    ),
  );
  app.get('/long', async () => '가'.repeat(20_000) + Math.random());
  await app.ready();
});
afterEach(() => app.close());

const textOf = async (url: string, headers?: Record<string, string>) => {
  const { status, body } = await ask(url, headers);
  return `${status} ${body}`;
};

test('the process is answered as a reader is', async () => {
  expect(await textOf('/text', { 'accept-language': 'ko' })).toBe('200 127.0.0.1 ko 한국어');
  expect(await textOf('/json')).toBe('200 {"name":"巨人"}');
  expect(await textOf('/stream')).toBe('200 in parts');
  expect(await textOf('/past')).toBe('203 past Fastify');
  expect(await textOf('/none')).toBe('304 ');
  for (const url of ['/broken', '/nowhere']) {
    const { statusCode, body } = await app.inject(url);
    expect(await textOf(url)).toBe(`${statusCode} ${body}`);
  }
});

test('an answer that is given up on its way fails', async () => {
  await expect(ask('/given-up')).rejects.toThrow();
});

test('what is done after an answer is done after those, too', async () => {
  const after: string[] = [];
  const other = Fastify({
    serverFactory: (routing) => {
      ask = insideOf(routing);
      return createServer(routing);
    },
  });
  other.addHook(
    'onResponse',
    async (request, reply) => void after.push(`${request.url} ${reply.statusCode}`),
  );
  other.get('/', async () => 'done');
  await other.ready();
  await ask('/');
  await ask('/nowhere');
  expect(after).toEqual(['/ 200', '/nowhere 404']);
  await other.close();
});

test('an answer is let go with the young objects', async () => {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as (options: object) => void;
  const oldBytes = () =>
    v8
      .getHeapSpaceStatistics()
      .filter(({ space_name }) => /^(old|large_object)_space$/.test(space_name))
      .reduce((sum, { space_used_size }) => sum + space_used_size, 0);
  const grown = async (one: () => Promise<unknown>) => {
    for (let i = 0; i < 50; i++) await one();
    collect({ type: 'major' });
    const before = oldBytes();
    for (let i = 0; i < 200; i++) {
      await one();
      if (i % 10 === 9) collect({ type: 'minor' });
    }
    return oldBytes() - before;
  };
  const inside = await grown(async () => `${(await ask('/long')).body}`.length);
  const injected = await grown(async () => (await app.inject('/long')).body.length);
  // 200 answers of 40 kB each. Once this one fails, `inject` will do.
  expect(injected).toBeGreaterThan(4_000_000);
  expect(inside).toBeLessThan(1_000_000);
});
