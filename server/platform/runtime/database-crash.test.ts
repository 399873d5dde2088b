import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import {
  adminToken,
  expectNothingLost,
  nothingYet,
  prepareDirectory,
  writeWithoutEnd,
} from '../../testing/load.ts';
import { type MortalPostgres, startMortalPostgres } from '../../testing/postgres.ts';
import { startProcess } from '../../testing/process.ts';

/** How often PostgreSQL is killed; `npm run torture` asks for 100. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 2);
const CLIENTS = 8;
/** How soon after PostgreSQL takes connections again everything works, in milliseconds. */
const BACK_WITHIN = 5000;
const MINUTES = 60_000;

let postgres: MortalPostgres;
beforeAll(async () => {
  postgres = await startMortalPostgres();
});
afterAll(() => postgres.stop());

async function createDatabase(name: string): Promise<string> {
  const client = new Client(`${postgres.url}/postgres`);
  await client.connect();
  // Else an acknowledged write could rightly be lost, and the rounds would prove nothing.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    expect((await client.query(`show ${setting}`)).rows).toEqual([{ [setting]: 'on' }]);
  }
  await client.query(`create database ${name}`);
  await client.end();
  return `${postgres.url}/${name}`;
}

const onPostgres = test.skipIf(!dialects.includes('postgres'));

onPostgres(
  `no acknowledged write is lost in ${ROUNDS} rounds of kill -9 of PostgreSQL, and the server stays`,
  {
    timeout: 60 * MINUTES,
  },
  async () => {
    const DATABASE_URL = await createDatabase('mortal');
    const app = await prepareDirectory(await testApp('postgres', { variables: { DATABASE_URL } }));
    const server = await startProcess(DATABASE_URL, app.env.VAR_DIR);
    const token = await adminToken(server);
    const done = nothingYet();
    const unexpected: string[] = [];
    let refused = 0;
    let slowest = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const over = new AbortController();
      const clients = Array.from({ length: CLIENTS }, (_, client) =>
        writeWithoutEnd(server, {
          client,
          token,
          done,
          until: over.signal,
          onAnswer({ status, json, headers }) {
            if (status < 300) return;
            if (status === 503 && Number(headers.get('retry-after')) > 0) refused++;
            else unexpected.push(`${status} ${JSON.stringify(json)}`);
          },
        }),
      );
      await pause(250 + Math.random() * 500);
      const before = { refused, likes: done.likes };
      await postgres.kill();
      // A kept answer goes on for the quarter of a second in which the revision is not looked at.
      await pause(300);
      // What is kept is served all the same, marked so; what is not, is not.
      const kept = await server.call('GET', '/api/companies/acme/comments');
      if (kept.status === 200) expect(kept.headers.get('warning')).toBe('110 - "Response is Stale"');
      const away = await server.call('GET', '/api/companies/acme?language=ja');
      expect([away.status, (away.json as { code: string }).code]).toEqual([503, 'unavailable']);
      expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await server.call('GET', '/healthz')).status).toBe(200);
      await postgres.restart();

      const back = performance.now();
      for (;;) {
        const visit = await server.call('POST', '/api/analytics/page-visit', { page: 'home' });
        const read = await server.call('GET', '/api/companies/acme/comments');
        if (visit.status === 200 && read.status === 200 && done.likes > before.likes) break;
        expect(performance.now() - back).toBeLessThan(BACK_WITHIN);
        await pause(20);
      }
      slowest = Math.max(slowest, performance.now() - back);
      over.abort();
      await Promise.all(clients);
      expect(refused).toBeGreaterThan(before.refused);
      expect(unexpected).toEqual([]);
      expect(server.child.exitCode).toBe(null);
      await expectNothingLost(app.database.read, done);
    }
    if (process.env['CRASH_ROUNDS']) {
      const { comments, likes, emails, revenues } = done;
      console.log(
        `${ROUNDS} rounds: ${comments.length} comments, ${likes} likes, ${emails.length} accounts and ${revenues.length} edits acknowledged, ${refused} answers 503, back after at most ${Math.round(slowest)} ms`,
      );
    }
    expect(done.likes).toBeGreaterThan(ROUNDS);
    expect(done.comments.length).toBeGreaterThan(ROUNDS);
    expect(await server.end('SIGTERM')).toBe(0);
    await app.close();
  },
);
