import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VERSION } from '../core/version.ts';
import { changeAdmin } from './features/admins/administrators.ts';
import { ADMIN_PASSWORD, signIn, type TestApp, testApp } from './testing/app.ts';
import { dialects } from './testing/dialects.ts';
import { makeCompany } from './testing/make.ts';
import { PROCESS_ENV } from './testing/process.ts';

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url));

for (const dialect of dialects) {
  describe(`the command line on ${dialect}`, () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await testApp(dialect);
    });
    afterEach(() => app.close());

    const cli = (...words: string[]) =>
      promisify(execFile)(process.execPath, [CLI, ...words], {
        env: { ...PROCESS_ENV, VAR_DIR: app.env.VAR_DIR, DATABASE_URL: app.databaseUrl },
      });
    const logIn = (username: string, password: string) =>
      app.post('/api/admin/login', { username, password });

    test('tells its version, as /healthz does', async () => {
      expect((await cli('--version')).stdout).toBe(`${VERSION}\n`);
      expect((await app.get('/healthz')).json()).toEqual({ status: 'ok', version: VERSION });
    });

    test('imports a configuration, and says what is none', async () => {
      const file = join(app.env.VAR_DIR, 'directory.json');
      for (const [source, told] of [
        ['null', /expected object, received null/],
        ['[]', /expected object, received array/],
        ['{"config":{"site":{}}}', /Unrecognized key: "config"/],
        ['{"site":', /JSON/],
      ] as const) {
        await writeFile(file, source);
        await expect(cli('config', 'import', file)).rejects.toMatchObject({
          stderr: expect.stringMatching(told),
        });
      }
      // Some editors begin a file with a byte order mark.
      await writeFile(file, '\ufeff{"identity":{"names":{"en":"Bakeries"}}}');
      expect((await cli('config', 'import', file)).stdout).toContain('identity 1, ');
    });

    test('writes the texts of the interface for translators, and reads them back', async () => {
      const folder = join(app.env.VAR_DIR, 'texts');
      await cli('words', 'export', folder);
      const file = join(folder, 'ko', 'on-demand', 'ui.json');
      const shipped = join('web/i18n/locales/ko/on-demand/ui.json');
      const texts = JSON.parse(await readFile(file, 'utf8'));
      expect(texts).toEqual(JSON.parse(await readFile(shipped, 'utf8')));
      expect((await cli('words', 'import', folder)).stdout).toContain('en 0, ko 0, ja 0, zh 0');
      const [key = ''] = Object.keys(texts).filter((name) => typeof texts[name] === 'string');
      await writeFile(file, JSON.stringify({ [key]: '우리 말' }));
      expect((await cli('words', 'import', folder)).stdout).toContain('en 0, ko 1, ja 0, zh 0');
      await writeFile(file, JSON.stringify({ nonsense: 'x' }));
      await expect(cli('words', 'import', folder)).rejects.toMatchObject({
        stderr: expect.stringContaining('ko.ui:nonsense'),
      });
      await writeFile(join(folder, 'lost.json'), '{}');
      await expect(cli('words', 'import', folder)).rejects.toMatchObject({
        stderr: expect.stringContaining('in no folder of a language'),
      });
    });

    test('makes an owner, and sets another password, which ends the sessions', async () => {
      expect((await cli('admin', 'create', 'ada', 'seven quiet hills')).stdout).toContain('ada');
      const begun = (await logIn('ada', 'seven quiet hills')).json();
      expect(begun).toMatchObject({ success: true, role: 'owner' });
      const { stdout } = await cli('admin', 'reset-password', 'ada');
      const password = /the password (\S+)/.exec(stdout)?.[1] ?? '';
      const old = await app.get('/api/admin/session', {
        headers: { authorization: `Bearer ${begun.sessionToken}` },
      });
      expect(old.statusCode).toBe(401);
      expect((await logIn('ada', password)).statusCode).toBe(200);
    });

    test('a restore names what it replaces, and without a terminal needs --yes', async () => {
      await makeCompany(app, 'Alpha', { id: 'alpha' });
      const file = join(app.env.VAR_DIR, 'all.db');
      await cli('backup', file);
      await makeCompany(app, 'Beta', { id: 'beta' });
      const names = async () =>
        (await app.database.read.selectFrom('companies').select('id').orderBy('id').execute()).map(
          ({ id }) => id,
        );
      await expect(cli('restore', file)).rejects.toThrow(
        /This replaces 2 companies, 0 comments, 0 accounts and \d+ administrators in .*Nothing was changed/,
      );
      expect(await names()).toEqual(['alpha', 'beta']);
      await cli('restore', file, '--yes');
      expect(await names()).toEqual(['alpha']);
    });

    test('gives a disabled administrator all rights back', async () => {
      await signIn(app, 'ada', 'analyst');
      const { id } = await app.database.read.selectFrom('admins').select('id').executeTakeFirstOrThrow();
      await app.database.write(({ tx }) => changeAdmin(tx, id, { disabled_at: app.clock.now.toISOString() }));
      expect((await logIn('ada', 'seven small giants')).json().code).toBe('account_suspended');
      await cli('admin', 'make-owner', 'ada');
      expect((await logIn('ada', 'seven small giants')).json()).toMatchObject({ role: 'owner' });
      await expect(cli('admin', 'make-owner', 'nobody')).rejects.toThrow('There is no administrator nobody.');
    });

    test('takes the second factor from who has lost it, and ends the sessions', async () => {
      const as = await signIn(app, 'ada');
      const { secret } = (await app.post('/api/admin/factors/totp', undefined, as)).json();
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: app.clock.now.getTime(),
      });
      await app.post('/api/admin/factors/totp/confirm', { code }, as);
      expect((await logIn('ada', ADMIN_PASSWORD)).json()).toMatchObject({
        success: false,
        secondFactor: ['totp', 'recovery'],
      });
      expect((await cli('admin', 'remove-factors', 'Ada')).stdout).toContain('were removed');
      expect((await app.get('/api/admin/session', as)).statusCode).toBe(401);
      expect((await logIn('ada', ADMIN_PASSWORD)).json()).toMatchObject({ success: true, username: 'ada' });
      expect((await cli('admin', 'remove-factors', 'ada')).stdout).toContain('There was no second factor');
      await expect(cli('admin', 'remove-factors', 'nobody')).rejects.toThrow('no administrator nobody');
      const events = await app.database.read
        .selectFrom('security_events')
        .select(['event', 'subject', 'source'])
        .where('event', '=', 'factor_removed')
        .execute();
      expect(events).toContainEqual({ event: 'factor_removed', subject: 'ada', source: 'command_line' });
    });

    test('asks the sources that are due, never one in the network of the server, and lists what fails', async () => {
      const url = 'http://127.0.0.1:1/page';
      await makeCompany(app, 'Acme', { sources: [{ url, supports: [] }] });
      const { stdout } = await cli('links');
      expect(stdout).toMatch(
        /^acme {2}inner_address {2}\d{4}-\d\d-\d\d, 1 in a row {2}http:\/\/127.0.0.1:1\/page$/m,
      );
      expect(stdout).toContain('1 sources were asked, 1 of them did not answer.');
      expect((await cli('links')).stdout).toContain('0 sources were asked');
      const checks = await app.database.read.selectFrom('source_checks').selectAll().execute();
      expect(checks).toMatchObject([{ url, status: null, failure: 'inner_address', failures: 1 }]);
    });
  });
}
