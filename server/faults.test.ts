import { spawnSync } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { signIn, testApp, visitor } from './testing/app.ts';
import { emptyDatabase } from './testing/dialects.ts';
import { makeCompany } from './testing/make.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

describe('a setting that is wrong', () => {
  test.each([
    [{ PORT: 'eighty' }, 'The setting PORT must be a port number.'],
    [{ SITE_URL: 'giants.example' }, 'The setting SITE_URL must be an http or https address.'],
    [{ DATABASE_URL: 'mysql://x' }, 'The setting DATABASE_URL must be sqlite:FILE or postgres://...'],
    [
      { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:9/none' },
      'The database postgres://127.0.0.1:9/none cannot be opened',
    ],
  ])('%o ends the start with one sentence and 1', async (variables, sentence) => {
    const empty = await emptyDatabase('sqlite');
    const { status, stderr, stdout } = spawnSync(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'], VAR_DIR: empty.folder, ...variables },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(sentence);
    expect(stderr + stdout).not.toContain('secret');
    await empty.remove();
  });
});

/** Stands between the server and PostgreSQL and can be taken away. */
async function breakableProxy(target: URL) {
  const sockets = new Set<Socket>();
  let away = false;
  const server = createServer((client) => {
    if (away) return client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    setAway(value: boolean) {
      away = value;
      if (away) for (const socket of sockets) socket.destroy();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

test('while PostgreSQL is away calls answer 503 with Retry-After, and right after it is back they work', async () => {
  const empty = await emptyDatabase('postgres');
  const target = new URL(empty.url);
  const proxy = await breakableProxy(new URL(empty.url));
  target.port = String(proxy.port);
  target.hostname = '127.0.0.1';
  const app = await testApp('postgres', { variables: { DATABASE_URL: target.href } });
  await makeCompany(app, 'Acme');
  const as = await visitor(app);
  const write = () => app.post('/api/companies/acme/comments', { author: 'A', content: 'Hi' }, as);
  const read = () => app.get(`/api/companies/acme/comments`);
  expect([(await write()).statusCode, (await read()).statusCode]).toEqual([201, 200]);

  // In the middle of a load.
  const load = Array.from({ length: 40 }, write);
  proxy.setAway(true);
  const answers = await Promise.all(load);
  expect(new Set(answers.map((answer) => answer.statusCode)).difference(new Set([201, 503]))).toEqual(
    new Set(),
  );
  // A kept answer goes on for the quarter of a second in which the revision is not looked at.
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (const request of [write, read]) {
    const answer = await request();
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await app.get('/healthz')).statusCode).toBe(200);
  expect((await app.get('/readyz')).statusCode).toBe(503);

  const acknowledged = 1 + answers.filter((answer) => answer.statusCode === 201).length;
  proxy.setAway(false);
  const back = performance.now();
  while ((await write()).statusCode !== 201) {
    expect(performance.now() - back).toBeLessThan(5000);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const stored = (await read()).json();
  expect(stored.length).toBeGreaterThanOrEqual(acknowledged + 1);
  const { comments_count } = (await app.get('/api/companies/acme')).json();
  expect(comments_count).toBe(stored.length);
  expect((await app.get('/readyz')).statusCode).toBe(200);
  await app.close();
  await proxy.close();
  await empty.remove();
});

test('with a full disk writes answer 507 and leave nothing half done, reads go on', async () => {
  const app = await testApp('sqlite');
  const as = await signIn(app);
  await makeCompany(app, 'Acme');
  const content = 'x'.repeat(4000);
  const post = () => app.post('/api/companies/acme/comments', { author: 'A', content });
  expect((await post()).statusCode).toBe(201);
  const before = (await app.get('/api/companies/acme')).json();
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(app.database.read);
  const limit = (count: number) =>
    app.database.write(async (tx) => {
      await sql`pragma max_page_count = ${sql.lit(count)}`.execute(tx);
    });
  await limit(Number(pages.rows[0]?.page_count));
  const answers = await Promise.all(Array.from({ length: 30 }, post));
  const full = answers.filter((answer) => answer.statusCode === 507);
  expect(full.length).toBeGreaterThan(0);
  expect(full[0]?.json().code).toBe('storage_full');
  const saved = answers.filter((answer) => answer.statusCode === 201).length;
  expect(saved + full.length).toBe(30);
  const edit = await app.put('/api/admin/companies/acme', { name: 'New', story: 'y'.repeat(40_000) }, as);
  expect(edit.statusCode).toBe(507);
  const now = (await app.get('/api/companies/acme')).json();
  expect(now).toMatchObject({ name: 'Acme', story: before.story, comments_count: 1 + saved });
  expect((await app.get('/api/companies/acme/comments')).json()).toHaveLength(1 + saved);
  await limit(2 ** 30);
  expect((await post()).statusCode).toBe(201);
  await app.close();
});

test('more writes than can wait are told to come back, the others are done', async () => {
  const app = await testApp('sqlite');
  await makeCompany(app, 'Acme');
  const post = (i: number) => app.post('/api/companies/acme/comments', { author: 'A', content: `${i}` });
  const blocked = Promise.withResolvers<void>();
  // One write holds the others up until all have come.
  const first = app.database.write(async (tx) => {
    await tx.updateTable('companies').set({ views: 0 }).where('id', '=', 'acme').execute();
    await blocked.promise;
  });
  const waiting = Array.from({ length: 4000 }, () =>
    app.database
      .write(async () => {})
      .then(
        () => 'done',
        (error) => error.code,
      ),
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  const refused = await post(0);
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await app.get('/api/companies/acme')).statusCode).toBe(200);
  blocked.resolve();
  await first;
  const outcomes = await Promise.all(waiting);
  expect(outcomes.filter((outcome) => outcome === 'unavailable').length).toBeLessThanOrEqual(1);
  expect((await post(1)).statusCode).toBe(201);
  await app.close();
});

test('a clock that is set back or forth an hour breaks nothing', async () => {
  const app = await testApp('sqlite', { variables: { RATE_LIMITS: 'on' } });
  const as = await signIn(app);
  await makeCompany(app, 'Acme');
  const who = await visitor(app);
  for (const hours of [-1, 1, 1, -1]) {
    app.clock.forward(hours * 3_600_000);
    expect((await app.post('/api/companies/acme/view', undefined, who)).statusCode).toBe(200);
    expect(
      (await app.post('/api/companies/acme/comments', { author: 'A', content: `${hours}` }, who)).statusCode,
    ).toBe(201);
    expect((await app.get('/api/admin/session', as)).statusCode).toBe(200);
    expect((await app.get('/api/companies/acme')).statusCode).toBe(200);
  }
  expect((await app.get('/api/companies/acme/comments')).json()).toHaveLength(4);
  await app.close();
});

describe('limits on one network', () => {
  test.each([
    ['likes', 60, (app: Awaited<ReturnType<typeof testApp>>) => app.post('/api/companies/acme/like')],
    [
      'visits',
      240,
      (app: Awaited<ReturnType<typeof testApp>>, session: string) =>
        app.post('/api/analytics/page-visit', { page: 'home', sessionId: session }),
    ],
    [
      'new sessions',
      60,
      (app: Awaited<ReturnType<typeof testApp>>) => app.post('/api/analytics/page-visit', { page: 'home' }),
    ],
  ])('%s', async (_, max, request) => {
    const app = await testApp('sqlite', { variables: { RATE_LIMITS: 'on' } });
    await makeCompany(app, 'Acme');
    const session = (await app.post('/api/analytics/page-visit', { page: 'home' })).json().sessionId;
    app.clock.forward(3_600_000);
    for (let i = 0; i < max; i++) expect((await request(app, session)).statusCode).toBe(200);
    const refused = await request(app, session);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    app.clock.forward(3_600_000);
    expect((await request(app, session)).statusCode).toBe(200);
    await app.close();
  });
});
