import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { emptyDatabase } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { startProcess } from '../../testing/process.ts';
import { serverWithTimeouts, TIMEOUTS, type Timeouts } from './timeouts.ts';

/** The silence is longer than an import of one company takes on a machine that is busy with other tests. */
const SHORT: Timeouts = { headers: 400, body: 400, line: 2 ** 20, idle: 600, silence: 4000, look: 50 };
/** How soon a slow client has to be gone: a body has 650 ms, a timer under load some more. */
const GONE_WITHIN = 650 + 1500;
const HEAD = 'POST /api/companies/acme/comments HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';

describe('clients that are slow', () => {
  let app: TestApp;
  let port: number;
  let sockets: Slow[];
  beforeEach(async () => {
    app = await testApp('sqlite', { build: { timeouts: SHORT } });
    await makeCompany(app, 'Acme');
    port = await app.listen();
    sockets = [];
  });
  afterEach(async () => {
    for (const { socket } of sockets) socket.destroy();
    await app.close();
  });

  interface Slow {
    socket: Socket;
    received: () => string;
    /** Milliseconds until the server closed it. */
    gone: Promise<number>;
  }

  /** Sends something at once, then byte by byte, or nothing more. */
  function slow(first: string, drip = ''): Slow {
    const socket = connect(port, '127.0.0.1');
    const started = performance.now();
    let received = '';
    socket.on('data', (chunk) => (received += chunk));
    socket.on('error', () => {});
    socket.write(first);
    let next = 0;
    const dripping = setInterval(() => {
      if (next < drip.length) socket.write(drip.charAt(next++));
    }, 40);
    const gone = new Promise<number>((resolve) =>
      socket.once('close', () => {
        clearInterval(dripping);
        resolve(performance.now() - started);
      }),
    );
    const client = { socket, received: () => received, gone };
    sockets.push(client);
    return client;
  }

  /** Reads and writes as any visitor does until the given moment. Returns how often both were answered before it. */
  async function answeredBefore(until: Promise<unknown>): Promise<number> {
    let over = false;
    until.finally(() => {
      over = true;
    });
    let answered = 0;
    while (!over) {
      const [read, write] = await Promise.all([
        fetch(`http://127.0.0.1:${port}/api/companies/acme`),
        fetch(`http://127.0.0.1:${port}/api/companies/acme/view`, { method: 'POST' }),
      ]);
      expect([read.status, write.status]).toEqual([200, 200]);
      await Promise.all([read.text(), write.text()]);
      if (!over) answered++;
      await pause(20);
    }
    return answered;
  }

  test.each([
    ['send their headers byte by byte', 'GET / HTTP/1.1\r\nHost: a\r\n', `X-Slow: ${'a'.repeat(1000)}`],
    ['stop in the middle of their headers', 'GET / HTTP/1.1\r\nHost:', ''],
    ['say nothing', '', ''],
    [
      'send their body byte by byte',
      `${HEAD}Content-Length: 1000\r\n\r\n`,
      JSON.stringify({ author: 'A', content: 'a'.repeat(970) }),
    ],
    ['stop in the middle of their body', `${HEAD}Content-Length: 1000\r\n\r\n{"author"`, ''],
    ['stop in the middle of a chunk', `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a`, ''],
  ])('a hundred that %s get 408, and others are answered as before', async (_, first, drip) => {
    const clients = Array.from({ length: 100 }, () => slow(first, drip));
    const all = Promise.all(clients.map((client) => client.gone));
    const answered = await answeredBefore(all);
    for (const time of await all) expect(time).toBeLessThan(GONE_WITHIN);
    for (const client of clients) expect(client.received()).toMatch(/^HTTP\/1\.1 408 /);
    expect(answered).toBeGreaterThan(0);
    expect((await app.get('/api/companies/acme/comments')).json()).toEqual([]);
  });

  test('an upload takes the time that its size needs on a slow line', async () => {
    const { headers } = await signIn(app);
    const file = JSON.stringify([{ name: 'Slow', founder: 'F', category: 'small-teams', description: 'D' }]);
    const upload = slow(
      `POST /api/admin/companies/import HTTP/1.1\r\nHost: a\r\nAuthorization: ${headers.authorization}\r\nContent-Type: application/json\r\nContent-Length: ${file.length}\r\n\r\n`,
      file,
    );
    const started = performance.now();
    let isGone = false;
    void upload.gone.then(() => (isGone = true));
    while (!isGone && !upload.received().includes('\r\n\r\n')) await pause(20);
    expect(performance.now() - started).toBeGreaterThan(SHORT.body * 2);
    expect(upload.received()).toMatch(/^HTTP\/1\.1 200 /);
    expect((await app.get('/api/companies/slow')).statusCode).toBe(200);
  });

  test('who may not upload is refused at once, and the rest of the body is not waited for', async () => {
    const upload = slow(
      'POST /api/admin/companies/import HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50000000\r\n\r\n',
      '['.repeat(1000),
    );
    expect(await upload.gone).toBeLessThan(SHORT.body + 1500);
    expect(upload.received()).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('an answer that nobody takes off the line ends', async () => {
    const reader = connect(port, '127.0.0.1');
    reader.on('error', () => {});
    reader.pause();
    for (let i = 0; i < 400; i++) reader.write('GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n');
    sockets.push({ socket: reader, received: () => '', gone: Promise.resolve(0) });
    await pause(500);
    const started = performance.now();
    while ((await app.connections()) > 0) {
      expect(performance.now() - started).toBeLessThan(SHORT.silence + 8000);
      await pause(50);
    }
  });

  test('a connection is kept between requests, but not for ever', async () => {
    const client = slow('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await pause(300);
    client.socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    const time = await client.gone;
    expect(client.received().match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
    expect(time).toBeGreaterThan(300 + SHORT.idle - 50);
  });
});

test('a client that hangs up in the middle of its body is no fault that is logged', async () => {
  const empty = await emptyDatabase('sqlite');
  const server = await startProcess(empty.url, empty.folder, { LOG_LEVEL: 'warn' });
  const client = connect(Number(new URL(server.url).port), '127.0.0.1');
  client.write(`${HEAD}Content-Length: 1000\r\n\r\n{"author"`);
  await pause(200);
  client.destroy();
  await pause(200);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(server.output()).toBe('');
  await empty.remove();
});

test('the largest import has half an hour, headers have not', () => {
  const { requestTimeout, headersTimeout } = serverWithTimeouts(TIMEOUTS, () => {});
  expect(requestTimeout).toBeGreaterThan(30 * 60_000);
  expect(headersTimeout).toBeLessThan(requestTimeout);
});
