import { spawnSync } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn, type TestApp, testApp, visitor } from '../../testing/app.ts';
import { dialects, emptyDatabase } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { PROCESS_ENV } from '../../testing/process.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));

const onPostgres = test.skipIf(!dialects.includes('postgres'));

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
      env: { ...PROCESS_ENV, VAR_DIR: empty.folder, ...variables },
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

onPostgres(
  'while PostgreSQL is away calls answer 503 with Retry-After, and right after it is back they work',
  async () => {
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
    for (const request of [write, () => app.get('/api/companies/acme')]) {
      const answer = await request();
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    // What was read before goes on being read, marked so.
    const stale = await read();
    expect([stale.statusCode, stale.headers['warning']]).toEqual([200, '110 - "Response is Stale"']);
    expect((await app.get('/healthz')).statusCode).toBe(200);
    expect((await app.get('/readyz')).statusCode).toBe(503);

    const acknowledged = 1 + answers.filter((answer) => answer.statusCode === 201).length;
    proxy.setAway(false);
    await expect.poll(async () => (await write()).statusCode).toBe(201);
    await expect.poll(async () => (await read()).headers['warning']).toBeUndefined();
    const stored = (await read()).json();
    expect(stored.length).toBeGreaterThanOrEqual(acknowledged + 1);
    const { comments_count } = (await app.get('/api/companies/acme')).json();
    expect(comments_count).toBe(stored.length);
    expect((await app.get('/readyz')).statusCode).toBe(200);
    await app.close();
    await proxy.close();
    await empty.remove();
  },
);

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
    app.database.write(async ({ tx }) => {
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
  const first = app.database.write(async ({ tx }) => {
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

onPostgres('a full disk of PostgreSQL in the middle of a write leaves nothing half done', async () => {
  const app = await testApp('postgres');
  const as = await signIn(app);
  await makeCompany(app, 'Acme');
  const who = await visitor(app);
  const before = (await app.get('/api/companies/acme')).json();
  // The last table of each write has no room any more; what was written before it has to go.
  await app.database.write(async ({ tx }) => {
    await sql`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(tx);
    for (const table of ['companies', 'company_versions', 'outbox']) {
      await sql`create trigger full_disk after insert or update on ${sql.table(table)}
        for each row execute function no_room()`.execute(tx);
    }
  });
  const answers = [
    await app.post('/api/companies/acme/comments', { author: 'A', content: 'Hi' }, who),
    await app.post('/api/companies/acme/like', undefined, who),
    await app.put('/api/admin/companies/acme', { revenue: '$9M' }, as),
    await app.post('/api/auth/register', { email: 'ada@example.com', password: 'correct horse battery' }),
  ];
  for (const answer of answers)
    expect([answer.statusCode, answer.json().code]).toEqual([507, 'storage_full']);
  expect((await app.get('/api/companies/acme')).json()).toEqual(before);
  for (const table of ['comments', 'likes', 'users', 'user_tokens', 'outbox', 'company_versions'] as const) {
    expect(await app.database.read.selectFrom(table).selectAll().execute()).toEqual([]);
  }
  await app.close();
});

describe.each(dialects)('a clock that is set back or forth an hour, on %s', (dialect) => {
  const HOUR = 3_600_000;
  const account = { email: 'ada@example.com', password: 'correct horse battery' };
  let app: TestApp;
  beforeEach(async () => {
    app = await testApp(dialect, { variables: { RATE_LIMITS: 'on', REQUIRE_VERIFIED_EMAIL: 'false' } });
  });
  afterEach(() => app.close());

  test('ends no session and stops no write', async () => {
    const as = await signIn(app);
    await makeCompany(app, 'Acme');
    const who = await visitor(app);
    await app.post('/api/auth/register', account);
    const { token } = (await app.post('/api/auth/login', account)).json();
    const user = { headers: { authorization: `Bearer ${token}` } };
    for (const hours of [-1, 1, 1, -1]) {
      app.clock.forward(hours * HOUR);
      expect((await app.post('/api/companies/acme/view', undefined, who)).statusCode).toBe(200);
      expect(
        (await app.post('/api/companies/acme/comments', { author: 'A', content: `${hours}` }, who))
          .statusCode,
      ).toBe(201);
      expect((await app.get('/api/admin/session', as)).statusCode).toBe(200);
      expect((await app.get('/api/auth/me', user)).statusCode).toBe(200);
      expect((await app.get('/api/companies/acme')).statusCode).toBe(200);
    }
    expect((await app.get('/api/companies/acme/comments')).json()).toHaveLength(4);
  });

  test('makes nobody wait for longer than the limit says', async () => {
    await makeCompany(app, 'Acme');
    const like = () => app.post('/api/companies/acme/like');
    const login = () => app.post('/api/auth/login', { ...account, password: 'wrong' });
    await app.post('/api/auth/register', account);
    while ((await like()).statusCode === 200);
    while ((await login()).statusCode === 401);
    app.clock.forward(-HOUR);
    expect((await like()).statusCode).toBe(200);
    expect((await app.post('/api/auth/login', account)).statusCode).toBe(200);
    while ((await like()).statusCode === 200);
    app.clock.forward(HOUR);
    expect((await like()).statusCode).toBe(200);
  });

  test('gives nobody more tries than one window a change of the clock', async () => {
    await makeCompany(app, 'Acme');
    let liked = 0;
    for (const hours of [0, -1, 1]) {
      app.clock.forward(hours * HOUR);
      while ((await app.post('/api/companies/acme/like')).statusCode === 200) liked++;
    }
    expect(liked).toBe(3 * 60);
  });
});

describe.each(dialects)('limits on one network, on %s', (dialect) => {
  test.each([
    ['likes', 60, (app: TestApp) => app.post('/api/companies/acme/like')],
    ['new sessions', 60, (app: TestApp) => app.post('/api/analytics/page-visit', { page: 'home' })],
  ])('%s', async (_, max, request) => {
    const app = await testApp(dialect, { variables: { RATE_LIMITS: 'on' } });
    await makeCompany(app, 'Acme');
    for (let i = 0; i < max; i++) expect((await request(app)).statusCode).toBe(200);
    const refused = await request(app);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    app.clock.forward(3_600_000);
    expect((await request(app)).statusCode).toBe(200);
    await app.close();
  });
});
