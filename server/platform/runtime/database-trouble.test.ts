import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { type MortalPostgres, startMortalPostgres } from '../../testing/postgres.ts';

const STALE = '110 - "Response is Stale"';

/** An address whose server can be another one from now on; who is connected to the one before is cut off. */
async function startAddress(first: number) {
  let target = first;
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
  };
  const server = createServer((socket) => {
    keep(socket);
    const there = connect(target, '127.0.0.1');
    keep(there);
    socket.pipe(there).on('close', () => socket.destroy());
    there.pipe(socket).on('close', () => there.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port: number) {
      target = port;
      for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const portOf = (url: string) => Number(new URL(url).port);

describe.skipIf(!dialects.includes('postgres'))('PostgreSQL in trouble', { timeout: 120_000 }, () => {
  let server: MortalPostgres;
  let address: Awaited<ReturnType<typeof startAddress>>;
  let app: TestApp;
  let folder: string;
  let acknowledged = 0;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tiny-giants-trouble-'));
    chmodSync(folder, 0o755);
    server = await startMortalPostgres();
    address = await startAddress(portOf(server.url));
    const url = new URL(`${server.url}/postgres`);
    url.port = String(address.port);
    app = await testApp('postgres', { variables: { DATABASE_URL: url.href, ADMIN_PASSWORD } });
    await makeCompany(app, 'Acme');
  });
  afterAll(async () => {
    await app.close();
    await address.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const write = async () => {
    const answer = await app.post('/api/companies/acme/comments', { author: 'A', content: 'Hi' });
    if (answer.statusCode === 201) acknowledged++;
    return answer;
  };
  const kept = '/api/companies/acme';
  const expectAway = async (answer: Awaited<ReturnType<typeof write>>) => {
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  };
  /** The next revision is looked at. */
  const settle = () => pause(300);
  const expectRecovered = async () => {
    await expect.poll(async () => (await write()).statusCode, { interval: 200 }).toBe(201);
    await expect.poll(async () => (await app.get('/readyz')).statusCode).toBe(200);
    await expect
      .poll(async () => (await app.get(kept)).headers['warning'], { timeout: 30_000 })
      .toBeUndefined();
    const { comments_count } = (await app.get(kept)).json();
    const { rows } = await sql<{ n: string }>`select count(*) as n from comments`.execute(app.database.read);
    expect([comments_count, Number(rows[0]?.n)]).toEqual([acknowledged, acknowledged]);
  };

  test('read-only: writes are refused, reads go on, and it says so', async () => {
    expect((await write()).statusCode).toBe(201);
    expect((await app.get(kept)).statusCode).toBe(200);
    await server.set('default_transaction_read_only', 'on');
    await settle();
    await expectAway(await write());
    expect((await app.get(kept)).json().comments_count).toBe(acknowledged);
    const ready = await app.get('/readyz');
    expect([ready.statusCode, ready.json().message]).toEqual([503, 'The database takes no writes.']);
    // A connection may overrule the default for its own session; the reset of the default is a write.
    const client = new Client(`${server.url}/postgres`);
    await client.connect();
    await client.query('set default_transaction_read_only = off');
    await client.query('alter system reset default_transaction_read_only');
    await client.query('select pg_reload_conf()');
    await client.end();
    await expectRecovered();
  });

  test('a statement that is cut off by statement_timeout is no mistake of the client', async () => {
    await server.set('statement_timeout', "'300ms'");
    const client = new Client(`${server.url}/postgres`);
    await client.connect();
    await client.query('begin');
    await client.query('lock table comments in exclusive mode');
    await settle();
    await expectAway(await write());
    await client.query('rollback');
    await client.end();
    await server.set('statement_timeout', null);
    await expectRecovered();
  });

  test('frozen: what is kept is served, marked stale; writes are refused, and it goes on by itself', async () => {
    expect((await app.get(kept)).statusCode).toBe(200);
    server.freeze(true);
    try {
      await settle();
      const writing = write();
      for (let times = 0; times < 3; times++) {
        const answer = await app.get(kept);
        expect([answer.statusCode, answer.headers['warning']]).toEqual([200, STALE]);
        expect(answer.json().name).toBe('Acme');
      }
      const ready = await app.get('/readyz');
      expect([ready.statusCode, ready.json().message]).toEqual([503, 'The database does not answer.']);
      expect((await app.get('/healthz')).statusCode).toBe(200);
      await expectAway(await writing);
    } finally {
      server.freeze(false);
    }
    await expectRecovered();
  });

  test('gone and started anew: the same', async () => {
    expect((await app.get(kept)).statusCode).toBe(200);
    await server.kill();
    await settle();
    await expectAway(await write());
    const answer = await app.get(kept);
    expect([answer.statusCode, answer.headers['warning']]).toEqual([200, STALE]);
    await expectAway(await app.get('/api/companies/acme/comments'));
    await server.restart();
    await expectRecovered();
  });

  test('fail-over: its address leads to another server that has what was acknowledged', async () => {
    const heir = await startMortalPostgres();
    try {
      expect((await write()).statusCode).toBe(201);
      await settle();
      expect((await app.get(kept)).headers['warning']).toBeUndefined();
      await server.kill();
      await heir.takeOver(server);
      await settle();
      await expectAway(await write());
      const answer = await app.get(kept);
      expect([answer.statusCode, answer.headers['warning']]).toEqual([200, STALE]);
      address.leadTo(portOf(heir.url));
      await expectRecovered();
      const client = new Client(`${heir.url}/postgres`);
      await client.connect();
      const { rows } = await client.query('select count(*) as n from comments');
      await client.end();
      expect(Number(rows[0].n)).toBe(acknowledged);
    } finally {
      await heir.stop();
      await server.restart();
    }
  });
});

test('a SQLite file that is there but read-only refuses writes, and reads go on', async () => {
  const app = await testApp('sqlite');
  await makeCompany(app, 'Acme');
  await app.database.write(({ tx }) => sql`pragma query_only = on`.execute(tx));
  const refused = await app.post('/api/companies/acme/comments', { author: 'A', content: 'Hi' });
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable']);
  expect((await app.get('/api/companies/acme')).json()).toMatchObject({ name: 'Acme', comments_count: 0 });
  await app.close();
});
