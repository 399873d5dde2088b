import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { loadContentOnFirstStart } from '../companies/shipped-content.ts';

for (const dialect of dialects) {
  describe(`the set-up on ${dialect}`, () => {
    let app: TestApp;
    let backups: string;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      backups = mkdtempSync(join(tmpdir(), 'tiny-giants-setup-'));
      app = await testApp(dialect, {
        variables: { CONTACT_EMAIL: 'ann@example.org', BACKUP_DIR: backups },
      });
      as = await signIn(app);
    });
    afterEach(async () => {
      await app.close();
      rmSync(backups, { recursive: true });
    });
    const read = async () => (await app.get('/api/admin/setup', as)).json();

    test('a database that was there before is set up', async () => {
      await makeCompany(app, 'Ours');
      expect(await loadContentOnFirstStart(app.database, new Date())).toBeUndefined();
      expect(await read()).toMatchObject({ pending: false, companies: 1, shipped: 0 });
    });

    test('a new directory starts empty: edited companies stay, the others are in the trash', async () => {
      const loaded = await loadContentOnFirstStart(app.database, new Date());
      const shipped = loaded?.added ?? 0;
      expect(await read()).toEqual({
        pending: true,
        companies: shipped,
        shipped,
        sends_mail: expect.any(Boolean),
        contact: 'ann@example.org',
        backups: [backups],
      });
      await app.put('/api/admin/companies/obsidian', { employees: 9 }, as);
      await makeCompany(app, 'Ours', { id: 'ours' });
      const emptied = await app.post('/api/admin/setup/start-empty', {}, as);
      expect(emptied.json()).toMatchObject({ removed: shipped - 1, companies: 2, shipped: 0 });
      const left = (await app.get('/api/companies')).json().map(({ id }: { id: string }) => id);
      expect(left.sort()).toEqual(['obsidian', 'ours']);
      expect((await app.get('/api/admin/bin', as)).json().length).toBeGreaterThan(0);
      // Neither a later start nor one after all companies are gone brings them back.
      await app.post('/api/admin/companies/delete', { ids: left }, as);
      expect(await loadContentOnFirstStart(app.database, new Date())).toBeUndefined();
      expect(await read()).toMatchObject({ pending: true, companies: 0 });
      expect((await app.post('/api/admin/setup/end', {}, as)).json().pending).toBe(false);
    });

    test('who starts empty before the shipped companies were loaded gets none at the next start', async () => {
      expect((await app.post('/api/admin/setup/start-empty', {}, as)).json().removed).toBe(0);
      expect(await loadContentOnFirstStart(app.database, new Date())).toBeUndefined();
      expect(await read()).toMatchObject({ companies: 0 });
    });

    test('a directory that is to begin without companies has a set-up, and asks once', async () => {
      expect(await loadContentOnFirstStart(app.database, new Date(), 'none')).toBeUndefined();
      expect(await read()).toMatchObject({ pending: true, companies: 0 });
      await app.post('/api/admin/setup/end', {}, as);
      await loadContentOnFirstStart(app.database, new Date());
      expect(await read()).toMatchObject({ pending: false, companies: 0 });
    });

    test('its end is in the audit log, and it tells whether mail is sent', async () => {
      await loadContentOnFirstStart(app.database, new Date(), 'none');
      const mailing = await app.sibling({ SMTP_URL: 'smtp://127.0.0.1:1' });
      const sends = async (at: Pick<TestApp, 'get'>) =>
        (await at.get('/api/admin/setup', as)).json().sends_mail;
      expect([await sends(app), await sends(mailing)]).toEqual([false, true]);
      await mailing.close();
      await app.post('/api/admin/setup/end', {}, as);
      const log = (await app.get('/api/admin/audit', as)).json();
      expect(log.map(({ action }: { action: string }) => action)).toContain('setup.end');
    });

    test('only who may change settings does', async () => {
      const editor = await signIn(app, 'ed', 'editor');
      for (const path of ['/api/admin/setup/end', '/api/admin/setup/start-empty']) {
        expect((await app.post(path, {})).statusCode).toBe(401);
        expect((await app.post(path, {}, editor)).statusCode).toBe(403);
      }
    });
  });
}
