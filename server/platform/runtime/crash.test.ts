import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { VERSION } from '../../../core/version.ts';
import { testApp } from '../../testing/app.ts';
import { dialects, emptyDatabase } from '../../testing/dialects.ts';
import {
  adminToken,
  expectNothingLost,
  nothingYet,
  prepareDirectory,
  writeWithoutEnd,
} from '../../testing/load.ts';
import { type ServerProcess, startProcess } from '../../testing/process.ts';
import { startSmtp } from '../../testing/smtp.ts';
import { openDatabase } from '../database/open.ts';

/** How often the server is killed; `npm run torture` asks for 100. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 3);
/** Likes, comments and edits through two processes; `npm run torture` asks for 10,000. */
const WRITES = Number(process.env['TWO_PROCESS_WRITES'] ?? 300);
const CLIENTS = 8;
const MINUTES = 60_000;

for (const dialect of dialects) {
  describe(`on ${dialect}`, () => {
    test(`no acknowledged write is lost in ${ROUNDS} rounds of kill -9`, {
      timeout: 60 * MINUTES,
    }, async () => {
      const app = await prepareDirectory(await testApp(dialect));
      const done = nothingYet();
      for (let round = 0; round < ROUNDS; round++) {
        const server = await startProcess(app.databaseUrl, app.env.VAR_DIR);
        const token = await adminToken(server);
        const before = { likes: done.likes, comments: done.comments.length };
        const clients = Array.from({ length: CLIENTS }, (_, client) =>
          writeWithoutEnd(server, { client, token, done }),
        );
        // Somewhere in the middle of the work, and not before there was some.
        do await new Promise((resolve) => setTimeout(resolve, 250 + Math.random() * 500));
        while (done.likes < before.likes + 2 || done.comments.length < before.comments + 2);
        await server.end('SIGKILL');
        await Promise.all(clients);

        const db = app.database.read;
        await expectNothingLost(db, done);
        if (dialect === 'sqlite') {
          const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
          expect(check.rows).toEqual([{ integrity_check: 'ok' }]);
          expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([]);
        }
      }
      expect(done.likes).toBeGreaterThan(ROUNDS);
      expect(done.comments.length).toBeGreaterThan(ROUNDS);
      await app.close();
    });

    test('two processes on one database count exactly and see each other', {
      timeout: 30 * MINUTES,
    }, async () => {
      const app = await prepareDirectory(await testApp(dialect));
      const servers = await Promise.all([1, 2].map(() => startProcess(app.databaseUrl, app.env.VAR_DIR)));
      const [first, second] = servers as [ServerProcess, ServerProcess];
      const token = await adminToken(first);
      const admin = { authorization: `Bearer ${token}` };
      let left = WRITES;
      const failed: string[] = [];
      await Promise.all(
        Array.from({ length: 16 }, async (_, client) => {
          while (left > 0) {
            const n = left--;
            const server = servers[n % 2] as ServerProcess;
            const visit = await server.call('POST', '/api/analytics/page-visit', { page: 'home' });
            const visitor = { 'x-visitor-session': (visit.json as { sessionId: string }).sessionId };
            for (const answer of [
              await server.call('POST', '/api/companies/acme/like', undefined, visitor),
              await server.call(
                'POST',
                '/api/companies/acme/comments',
                { author: 'A', content: `${client}` },
                visitor,
              ),
              await server.call('PUT', '/api/admin/companies/acme', { employees: 1 + (n % 50) }, admin),
            ]) {
              if (answer.status >= 300) failed.push(`${answer.status} ${JSON.stringify(answer.json)}`);
            }
          }
        }),
      );
      expect(failed).toEqual([]);
      const company = await app.database.read
        .selectFrom('companies')
        .selectAll()
        .where('id', '=', 'acme')
        .executeTakeFirstOrThrow();
      expect(company.likes).toBe(WRITES);
      expect(company.comments_count).toBe(WRITES);
      const saves = await app.database.read
        .selectFrom('company_versions')
        .select('version')
        .orderBy('id')
        .execute();
      expect(saves.map((save) => save.version).sort((a, b) => a - b)).toEqual(
        Array.from({ length: saves.length }, (_, i) => i + 2),
      );

      const named = async (server: ServerProcess) =>
        ((await server.call('GET', '/api/companies/acme')).json as { name: string }).name;
      expect([await named(first), await named(second)]).toEqual(['Acme', 'Acme']);
      await first.call('PUT', '/api/admin/companies/acme', { name: 'Renamed' }, admin);
      expect(await named(first)).toBe('Renamed');
      await new Promise((resolve) => setTimeout(resolve, 900));
      expect(await named(second)).toBe('Renamed');

      expect((await second.call('GET', '/api/admin/session', undefined, admin)).status).toBe(200);
      await first.call('POST', '/api/admin/logout', { sessionToken: token });
      expect((await second.call('GET', '/api/admin/session', undefined, admin)).status).toBe(401);
      await Promise.all(servers.map((server) => server.end('SIGTERM')));
      await app.close();
    });

    test("an account's session that ends on one process is over on the other at once", {
      timeout: MINUTES,
    }, async () => {
      const app = await prepareDirectory(await testApp(dialect));
      const [first, second] = (await Promise.all(
        [1, 2].map(() => startProcess(app.databaseUrl, app.env.VAR_DIR, { REQUIRE_VERIFIED_EMAIL: 'false' })),
      )) as [ServerProcess, ServerProcess];
      const account = { email: 'ada@example.com', password: 'correct horse battery' };
      expect((await first.call('POST', '/api/auth/register', account)).status).toBe(201);
      const login = async (server: ServerProcess) => {
        const { token } = (await server.call('POST', '/api/auth/login', account)).json as { token: string };
        return { authorization: `Bearer ${token}` };
      };
      const me = async (server: ServerProcess, headers: Record<string, string>) =>
        (await server.call('GET', '/api/auth/me', undefined, headers)).status;

      const ended = await login(first);
      expect(await me(second, ended)).toBe(200);
      expect((await first.call('POST', '/api/auth/logout', undefined, ended)).status).toBe(200);
      expect(await me(second, ended)).toBe(401);

      const suspended = await login(second);
      expect(await me(first, suspended)).toBe(200);
      const admin = { authorization: `Bearer ${await adminToken(second)}` };
      const { id } = await app.database.read.selectFrom('users').select('id').executeTakeFirstOrThrow();
      const done = await second.call('POST', `/api/admin/users/${id}/suspend`, undefined, admin);
      expect(done.status).toBe(200);
      expect(await me(first, suspended)).toBe(401);
      await Promise.all([first, second].map((server) => server.end('SIGTERM')));
      await app.close();
    });

    test('two processes that empty one outbox send each mail once', { timeout: MINUTES }, async () => {
      const smtp = await startSmtp();
      // So that both are at it for a while.
      smtp.answer.delay = 50;
      const app = await testApp(dialect);
      const servers = await Promise.all(
        ['one', 'two'].map((name) =>
          startProcess(app.databaseUrl, app.env.VAR_DIR, {
            SMTP_URL: smtp.url,
            MAIL_FROM: `${name}@giants.example`,
          }),
        ),
      );
      const emails = Array.from({ length: 40 }, (_, i) => `user${i}@example.com`);
      await Promise.all(
        emails.map(async (email, i) => {
          const server = servers[i % 2] as ServerProcess;
          const account = { email, password: 'correct horse battery' };
          expect((await server.call('POST', '/api/auth/register', account)).status).toBe(201);
        }),
      );
      const left = () => app.database.read.selectFrom('outbox').select('id').execute();
      while ((await left()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
      expect(smtp.mails.map((mail) => mail.to).sort()).toEqual(emails.sort());
      const senders = new Set(smtp.mails.map((mail) => /^From: (\w+)@/m.exec(mail.raw)?.[1]));
      expect(senders).toEqual(new Set(['one', 'two']));
      await Promise.all(servers.map((server) => server.end('SIGTERM')));
      await app.close();
      await smtp.close();
    });

    test('SIGTERM lets requests in flight finish and ends with 0', { timeout: MINUTES }, async () => {
      const app = await prepareDirectory(await testApp(dialect));
      const server = await startProcess(app.databaseUrl, app.env.VAR_DIR);
      const requests = Array.from({ length: 200 }, (_, i) =>
        server.call('POST', '/api/companies/acme/comments', { author: 'A', content: `${i}` }).then(
          (answer) => answer.status,
          () => 'refused',
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, 60));
      const code = await server.end('SIGTERM');
      const answers = await Promise.all(requests);
      expect(code).toBe(0);
      const stored = await app.database.read.selectFrom('comments').select('id').execute();
      // What was answered is stored, and nobody was told of a failure of ours.
      expect(stored.length).toBe(answers.filter((status) => status === 201).length);
      expect(answers.filter((status) => typeof status === 'number' && status >= 500)).toEqual([]);
      expect(answers.filter((status) => status === 201).length).toBeGreaterThan(0);
      await app.close();
    });
  });
}

test('several processes that start at once make the tables once', async () => {
  for (const dialect of dialects) {
    const empty = await emptyDatabase(dialect);
    const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase(empty.url)));
    const tables = await Promise.all(
      databases.map((db) => db.read.selectFrom('state').selectAll().orderBy('name').execute()),
    );
    for (const rows of tables)
      expect(rows).toEqual([
        { name: 'revision', value: '1' },
        { name: 'version', value: VERSION },
      ]);
    await Promise.all(databases.map((db) => db.close()));
    await empty.remove();
  }
});
