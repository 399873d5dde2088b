import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { companyIndex } from '../../features/company-index/company-index.ts';
import { signIn, type TestApp, testApp, untilServed, visitor } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { startSmtp } from '../../testing/smtp.ts';
import type { Database } from '../database/types.ts';
import { restoreBackup, writeBackup } from './backup.ts';

/** Every row of every table that the drill compares. */
async function contents(database: Database): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of [
    'companies',
    'company_texts',
    'company_listings',
    'likes',
    'comments',
    'users',
    'admins',
    'company_versions',
    'audit_log',
    'settings',
    'daily_counts',
    'visitors',
    'deleted_companies',
  ] as const) {
    const all = await database.read.selectFrom(table).selectAll().execute();
    rows[table] = all.map((row) => JSON.stringify(row)).sort();
  }
  return rows;
}

for (const from of dialects) {
  for (const to of dialects) {
    describe(`a backup of ${from} restored into ${to}`, () => {
      let app: TestApp;
      let other: TestApp;
      let folder: string;
      beforeEach(async () => {
        folder = mkdtempSync(join(tmpdir(), 'tiny-giants-backup-'));
        app = await testApp(from);
        other = await testApp(to);
      });
      afterEach(async () => {
        await app.close();
        await other.close();
        rmSync(folder, { recursive: true, force: true });
      });

      test('has the same rows, while writes go on, and replaces what was there', async () => {
        const as = await signIn(app);
        for (const name of ['Acme', '리노공업', 'Gone']) await makeCompany(app, name);
        const comment = (
          await app.post('/api/companies/acme/comments', { author: 'A', content: 'Hi 👩‍👩‍👧' })
        ).json();
        await app.post(`/api/companies/acme/comments/${comment.id}/replies`, { author: 'B', content: 'Ho' });
        await app.post('/api/companies/acme/like', undefined, await visitor(app));
        await app.put('/api/admin/companies/acme', { revenue: '$8M' }, as);
        await app.delete('/api/admin/companies/gone', undefined, as);
        await app.post('/api/admin/settings', { claudeApiKey: 'sk-ant-0123456789' }, as);
        await app.post('/api/auth/register', { email: 'ada@example.com', password: 'correct horse battery' });
        await app.outbox.whenIdle();
        const before = await contents(app.database);

        const file = join(folder, 'backup.db');
        expect(await writeBackup(app.databaseUrl, file)).toBeGreaterThan(20);
        // What comes after the backup is not in it.
        await app.post('/api/companies/acme/comments', { author: 'C', content: 'Later' });

        await makeCompany(other, 'Replaced');
        expect((await other.get('/api/companies')).json()).toHaveLength(1);
        await restoreBackup(other.database, file, companyIndex.clear);
        expect(await contents(other.database)).toEqual(before);
        expect((await other.get('/api/companies')).json()).toHaveLength(2);
        expect((await other.get('/api/companies/acme/comments')).json()).toMatchObject([
          { content: 'Hi 👩‍👩‍👧', replies: [{ content: 'Ho' }] },
        ]);
        // The same secret, so the keys can be read; but whoever was logged in then is not any more.
        expect((await other.get('/api/admin/settings', as)).statusCode).toBe(401);
        const again = await signIn(other);
        expect((await other.get('/api/admin/settings', again)).json().claudeApiKey).toBe('sk-a*********6789');
      });

      test('ends what was given out before: sessions and mailed links; mail that waited is shown, not sent', async () => {
        const smtp = await startSmtp();
        const register = async (source: TestApp, email: string) =>
          source.post('/api/auth/register', { email, password: 'correct horse battery', nickname: 'Ada' });
        const source = await app.sibling({ SMTP_URL: smtp.url, REQUIRE_VERIFIED_EMAIL: 'false' });
        const target = await other.sibling({ SMTP_URL: smtp.url });
        try {
          const { token } = (await register(source, 'ada@example.com')).json();
          await source.outbox.whenIdle();
          const link = smtp.mails.splice(0)[0]?.token ?? '';
          smtp.answer.code = 451;
          await register(source, 'bob@example.com');
          await source.outbox.whenIdle();
          const file = join(folder, 'backup.db');
          await writeBackup(app.databaseUrl, file);
          smtp.answer.code = null;
          await restoreBackup(target.database, file, companyIndex.clear);
          const bearer = { headers: { authorization: `Bearer ${token}` } };
          expect((await source.get('/api/auth/me', bearer)).statusCode).toBe(200);
          expect((await target.get('/api/auth/me', bearer)).statusCode).toBe(401);
          expect((await target.get(`/api/auth/verify-email?token=${link}`)).statusCode).toBe(400);
          target.clock.forward(24 * 3_600_000);
          target.outbox.wake();
          await target.outbox.whenIdle();
          expect(smtp.mails).toEqual([]);
          expect((await target.get('/api/admin/waiting', await signIn(target))).json()).toMatchObject({
            delayed_mails: 0,
            refused_mails: 1,
          });
        } finally {
          await source.close();
          await target.close();
          await smtp.close();
        }
      });

      test('is done in the end however fast others write, and is of one moment', async () => {
        await makeCompany(app, 'Acme');
        const content = 'x'.repeat(4000);
        const comment = () =>
          untilServed(() => app.post('/api/companies/acme/comments', { author: 'A', content }));
        await Promise.all(Array.from({ length: 300 }, comment));
        let over = false;
        const writing = (async () => {
          while (!over) expect((await comment()).statusCode).toBe(201);
        })();
        const file = join(folder, 'backup.db');
        await writeBackup(app.databaseUrl, file);
        over = true;
        await writing;
        await restoreBackup(other.database, file, companyIndex.clear);
        const { comments_count } = (await other.get('/api/companies/acme')).json();
        expect(comments_count).toBeGreaterThanOrEqual(300);
        const stored = await other.database.read.selectFrom('comments').select('id').execute();
        expect(stored).toHaveLength(comments_count);
      });

      test('no file is overwritten, and nothing else is taken for a backup', async () => {
        await makeCompany(other, 'Kept');
        const file = join(folder, 'nonsense.db');
        writeFileSync(file, 'not a database');
        await expect(writeBackup(app.databaseUrl, file)).rejects.toThrow('exists already');
        await expect(restoreBackup(other.database, file, companyIndex.clear)).rejects.toThrow('no backup');
        await expect(restoreBackup(other.database, join(folder, 'none'), companyIndex.clear)).rejects.toThrow(
          'There is no file',
        );
        expect((await other.get('/api/companies')).json()).toHaveLength(1);
      });
    });
  }
}
