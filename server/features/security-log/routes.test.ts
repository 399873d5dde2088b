import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../core/languages.ts';
import type { SecurityEvent } from '../../../core/security-log/calls.ts';
import { DAY, MINUTE } from '../../../core/time.ts';
import { hashPassword, OF_THE_SERVER } from '../../platform/auth/password.ts';
import { followSecret } from '../../secret-change.ts';
import { ADMIN_PASSWORD, signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany, makeUser } from '../../testing/make.ts';
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts';

const CLI = fileURLToPath(new URL('../../cli.ts', import.meta.url));
const PASSWORD = 'correct horse battery';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** What a browser sends from the console. */
const BROWSER = { 'user-agent': FIREFOX, 'sec-fetch-site': 'same-origin' };

for (const dialect of dialects) {
  describe(`the security log on ${dialect}`, () => {
    let app: TestApp;
    let smtp: TestSmtp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      smtp = await startSmtp();
      app = await testApp(dialect, {
        variables: {
          SMTP_URL: smtp.url,
          CONTACT_EMAIL: 'security@giants.example',
          SITE_URL: 'https://giants.example',
          RATE_LIMITS: 'on',
          TRUST_PROXY: '1',
        },
      });
      as = await signIn(app);
    });
    afterEach(async () => {
      await app.close();
      await smtp.close();
    });

    const log = async (query = '') =>
      (await app.get(`/api/admin/security-log${query}`, as)).json() as SecurityEvent[];
    const short = async (query = '') =>
      (await log(query)).map(({ event, outcome, actor, subject }) => [event, outcome, actor, subject]);
    const login = (fields: object = {}, headers: object = {}) =>
      app.post(
        '/api/admin/login',
        { username: 'admin', password: ADMIN_PASSWORD, ...fields },
        { headers: { 'x-forwarded-for': '203.0.113.77', ...headers } },
      );

    test('has a log-in with time, actor, truncated address and device, and a new device apart', async () => {
      await login({}, BROWSER);
      expect(await log('?limit=2')).toEqual([
        expect.objectContaining({
          event: 'new_device',
          actor: 'admin',
          source: 'console',
          network: '203.0.113.0/24',
        }),
        {
          id: expect.any(String),
          at: '2026-11-21T03:00:00.000Z',
          last_at: '2026-11-21T03:00:00.000Z',
          count: 1,
          event: 'login',
          outcome: 'success',
          source: 'console',
          actor_kind: 'admin',
          actor: 'admin',
          actor_email: null,
          subject: '',
          network: '203.0.113.0/24',
          device: 'Firefox · Linux',
        },
      ]);
      // The very first one surprised nobody.
      expect(await short('?event=new_device')).toHaveLength(1);
      const device = String((await login()).headers['set-cookie']).split(';')[0];
      await login({}, { cookie: device });
      expect(await short('?event=new_device')).toHaveLength(2);
    });

    test('has failures by whom they concern, and never what an unknown person typed', async () => {
      await login({ password: 'wrong' });
      await login({ password: 'wrong' });
      await login({ username: 'my secret password', password: 'wrong' });
      const failures = await log('?outcome=failure');
      expect(failures.map(({ actor_kind, actor, count }) => [actor_kind, actor, count])).toEqual([
        ['unknown', '', 1],
        ['admin', 'admin', 2],
      ]);
      for (const table of await app.database.read.introspection.getTables()) {
        const rows = await app.database.read
          .selectFrom(table.name as 'security_events')
          .selectAll()
          .execute();
        if (table.name !== 'throttles') expect(JSON.stringify(rows)).not.toContain('my secret password');
      }
    });

    test('has what a role was refused, by whom and which call', async () => {
      const analyst = await signIn(app, 'ana', 'analyst');
      expect((await app.delete('/api/admin/companies/acme', undefined, analyst)).json().code).toBe(
        'forbidden',
      );
      // A proof of identity that is too old is asked for again: that is nobody's fault.
      expect((await log('?event=permission_refused')).map((e) => [e.actor, e.subject, e.outcome])).toEqual([
        ['ana', 'deleteCompany', 'failure'],
      ]);
    });

    test('tells a try that a limit refused from one that failed', async () => {
      for (let i = 0; i < 7; i++) await login({ password: 'wrong' });
      expect((await log('?outcome=failure')).map(({ count }) => count)).toEqual([5]);
      expect((await log('?outcome=refused')).map(({ actor, count }) => [actor, count])).toEqual([
        ['admin', 2],
      ]);
    });

    test('has log-outs, the end of all sessions, and passwords that were changed or not', async () => {
      await app.post(
        '/api/admin/change-password',
        { currentPassword: 'wrong one', newPassword: 'eight tiny giants' },
        as,
      );
      await app.post(
        '/api/admin/change-password',
        { currentPassword: ADMIN_PASSWORD, newPassword: 'eight tiny giants' },
        as,
      );
      const other = (await login({ password: 'eight tiny giants' })).json().sessionToken;
      for (const sessionToken of [other, other, 'unknown'])
        await app.post('/api/admin/logout', { sessionToken });
      await app.post('/api/admin/logout-all', { username: 'admin' }, as);
      as = {
        headers: { authorization: `Bearer ${(await login({ password: 'eight tiny giants' })).json().token}` },
      };
      expect((await short()).filter(([event]) => event !== 'login' && event !== 'new_device')).toEqual([
        ['sessions_ended', 'success', 'admin', ''],
        ['logout', 'success', 'admin', ''],
        ['password_changed', 'success', 'admin', ''],
        ['password_changed', 'failure', 'admin', ''],
      ]);
    });

    test('names settings and keys that changed, never their values', async () => {
      await app.post(
        '/api/admin/settings',
        { claudeApiKey: 'sk-ant-0123456789', enableAnalytics: false, sessionTimeout: 24 },
        as,
      );
      await app.post('/api/admin/settings', { sessionTimeout: 24 }, as);
      expect((await short()).slice(0, -1)).toEqual([
        ['settings_changed', 'success', 'admin', 'enableAnalytics'],
        ['keys_changed', 'success', 'admin', 'claudeApiKey'],
      ]);
      expect(JSON.stringify(await log())).not.toContain('sk-a');
    });

    test('has exports and imports with how much they moved, and resets', async () => {
      await makeCompany(app, 'Acme');
      await makeUser(app, 'ada@example.com');
      const file = (await app.get('/api/admin/companies/export', as)).body;
      await app.get('/api/admin/companies/export.csv', as);
      await app.get('/api/admin/users/export.csv', as);
      await app.post('/api/admin/companies/import?dry_run=true', file, as);
      await app.post('/api/admin/companies/import', file, as);
      await app.post('/api/analytics/reset', {}, as);
      expect((await short()).slice(0, -1)).toEqual([
        ['statistics_reset', 'success', 'admin', ''],
        ['import', 'success', 'admin', '0 companies, 0 failed'],
        ['export', 'success', 'admin', '1 users'],
        ['export', 'success', 'admin', '1 companies'],
        ['export', 'success', 'admin', '1 companies'],
      ]);
    });

    test('has what administrators do to accounts', async () => {
      const id = await makeUser(app, 'ada@example.com');
      for (const action of ['verify', 'suspend', 'activate'])
        await app.post(`/api/admin/users/${id}/${action}`, undefined, as);
      expect((await short()).slice(0, 3)).toEqual([
        ['account_activated', 'success', 'admin', id],
        ['account_suspended', 'success', 'admin', id],
        ['account_verified', 'success', 'admin', id],
      ]);
      await app.post(`/api/admin/users/${id}/delete`, undefined, as);
      expect((await short()).slice(0, 2)).toEqual([
        ['account_deleted', 'success', 'admin', ''],
        ['account_activated', 'success', 'admin', ''],
      ]);
    });

    test('knows a reader by id as long as there is the account, and afterwards nobody', async () => {
      const id = await makeUser(app, 'ada@example.com', {
        email_verified: 1,
        password_hash: await hashPassword(PASSWORD, OF_THE_SERVER),
      });
      const enter = (password: string) =>
        app.post(
          '/api/auth/login',
          { email: 'ada@example.com', password },
          { headers: { 'user-agent': FIREFOX } },
        );
      await enter('wrong');
      const { token } = (await enter(PASSWORD)).json();
      const own = { headers: { authorization: `Bearer ${token}` } };
      await app.post('/api/auth/password-reset/request', { email: 'ada@example.com' });
      await app.post('/api/auth/password-reset/request', { email: 'nobody@example.com' });
      await app.post('/api/auth/password-reset/confirm', {
        token: 'unknown',
        new_password: 'a new long one',
      });
      expect(await short()).toEqual([
        ['password_reset', 'failure', '', ''],
        ['password_reset_asked', 'failure', '', ''],
        ['password_reset_asked', 'success', id, ''],
        ['login', 'success', id, ''],
        ['login', 'failure', id, ''],
        ['login', 'success', 'admin', ''],
      ]);
      const [, , asked] = await log();
      expect(asked).toMatchObject({ actor_kind: 'user', actor_email: 'ada@example.com', source: 'api' });
      expect(await short('?kind=user&q=firefox')).toHaveLength(2);
      await app.delete('/api/auth/account', { password: PASSWORD }, own);
      const rows = await log('?kind=user');
      expect(rows).toHaveLength(4);
      for (const { actor, actor_email, network, device } of rows)
        expect({ actor, actor_email, network, device }).toEqual({
          actor: '',
          actor_email: null,
          network: '',
          device: '',
        });
    });

    test('is filtered and paged', async () => {
      for (let day = 0; day < 5; day++) {
        app.clock.forward(DAY);
        as = await signIn(app, day % 2 ? 'admin' : 'grace');
      }
      // Each log-in with its new device but the first of each; 12:00 in Seoul.
      const page = await app.get('/api/admin/security-log?event=login&limit=4', as);
      expect(page.headers['x-total-count']).toBe('6');
      const next = /<([^>]+)>/.exec(String(page.headers['link']))?.[1] ?? '';
      expect([...page.json(), ...(await app.get(next, as)).json()].map(({ actor }) => actor)).toEqual([
        'grace',
        'admin',
        'grace',
        'admin',
        'grace',
        'admin',
      ]);
      expect((await log('?event=login&limit=4&offset=5')).map(({ at }) => at)).toEqual([
        '2026-11-21T03:00:00.000Z',
      ]);
      expect(await log('?actor=grace')).toHaveLength(5);
      expect(await log('?q=GRA')).toHaveLength(5);
      expect(await log('?q=grace%20nothing')).toHaveLength(0);
      const days = await log('?event=login&from=2026-11-22&to=2026-11-23');
      expect(days.map(({ at }) => at.slice(0, 10))).toEqual(['2026-11-23', '2026-11-22']);
      for (const wrong of ['event=x', 'outcome=x', 'kind=x', 'from=yesterday', 'to=2026-02-30', 'cursor=x'])
        expect([wrong, (await app.get(`/api/admin/security-log?${wrong}`, as)).statusCode]).toEqual([
          wrong,
          400,
        ]);
    });

    test('is exported as the filter shows it, with nothing that a spreadsheet runs', async () => {
      await signIn(app, '=HYPERLINK("https://evil.example")');
      await login({ password: 'wrong' }, { 'user-agent': '=cmd/1.0 (x)' });
      const path = '/api/admin/security-log/export';
      const table = await app.get(`${path}.csv?event=login`, as);
      expect(table.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(table.headers['content-disposition']).toBe('attachment; filename="security-log-2026-11-21.csv"');
      const rows = parse(table.body, { bom: true, columns: true }) as Record<string, string>[];
      expect(rows.map(({ outcome, actor }) => [outcome, actor])).toEqual([
        ['failure', 'admin'],
        ['success', `'=HYPERLINK("https://evil.example")`],
        ['success', 'admin'],
      ]);
      for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+@-]/);
      const file = await app.get(`${path}.json?event=login`, as);
      expect(file.json()).toEqual(await log('?event=login'));
      expect((await app.get(`${path}.json?q=nothing-like-it`, as)).json()).toEqual([]);
      expect((await short('?event=export')).map(([, , , subject]) => subject)).toEqual([
        '0 events',
        '3 events',
        '3 events',
      ]);
      for (const ending of ['', '/export.csv', '/export.json'])
        expect((await app.get(`/api/admin/security-log${ending}`)).statusCode).toBe(401);
    });

    test('is kept for as long as the setting says', async () => {
      await app.post('/api/admin/settings', { securityLogDays: 30 }, as);
      expect((await app.post('/api/admin/settings', { securityLogDays: 31 }, as)).statusCode).toBe(400);
      const restart = async () => {
        const other = await app.sibling();
        other.clock.now = app.clock.now;
        await other.get('/healthz');
        await other.close();
      };
      const kept = async () =>
        (await app.database.read.selectFrom('security_events').select('event').execute()).map(
          ({ event }) => event,
        );
      app.clock.forward(30 * DAY - MINUTE);
      await login({ password: 'wrong' });
      await restart();
      expect(await kept()).toHaveLength(3);
      app.clock.forward(2 * MINUTE);
      await restart();
      expect(await kept()).toEqual(['login']);
    });

    test('is counted in the metrics', async () => {
      await login({ password: 'wrong' });
      const { body } = await app.get('/metrics');
      expect(body).toContain('security_events_total{event="login",outcome="success"} 1');
      expect(body).toContain('security_events_total{event="login",outcome="failure"} 1');
    });

    describe('mails', () => {
      const mails = async () => {
        app.outbox.wake();
        await app.outbox.whenIdle();
        return smtp.mails.map(({ to, subject, text }) => ({ to, subject, text }));
      };
      const fail = (network: number) =>
        login(
          { username: `nobody${network}`, password: 'wrong' },
          { 'x-forwarded-for': `198.51.${network}.7` },
        );

      test.each(LANGUAGES)('one about repeated failures, at most once an hour, in %s', async (language) => {
        await app.post('/api/admin/settings', { alertLanguage: language }, as);
        for (let i = 0; i < 9; i++) {
          await fail(i);
          app.clock.forward(MINUTE);
        }
        expect(await mails()).toEqual([]);
        for (let i = 9; i < 14; i++) await fail(i);
        const [mail, ...more] = await mails();
        expect(more).toEqual([]);
        expect(mail?.to).toBe('security@giants.example');
        expect(mail?.text).toContain('https://giants.example/admin/security');
        expect(mail?.text).toContain('198.51.9.0/24');
        expect(mail?.text).toMatch(/\b10\b|10/);
        expect(mail?.text).not.toMatch(/{{|nobody/);
        app.clock.forward(61 * MINUTE);
        for (let i = 20; i < 29; i++) await fail(i);
        expect(await mails()).toHaveLength(1);
        await fail(30);
        expect(await mails()).toHaveLength(2);
      });

      test('go to the administrator whose device it is, and to the owners where nobody else is named', async () => {
        const address = (username: string, fields: object) =>
          app.database.write(({ tx }) =>
            tx.updateTable('admins').set(fields).where('username', '=', username).execute(),
          );
        await signIn(app, 'grace', 'editor');
        await signIn(app, 'gone');
        await address('admin', { email: 'boss@giants.example' });
        await address('grace', { email: 'grace@giants.example' });
        await address('gone', { email: 'gone@giants.example', disabled_at: '2026-11-20T00:00:00.000Z' });
        await login({ username: 'grace' });
        expect((await mails()).map(({ to }) => to)).toEqual(['grace@giants.example']);
        const nobody = await app.sibling({ CONTACT_EMAIL: '' });
        for (let i = 0; i < 10; i++)
          await nobody.post('/api/admin/login', { username: `n${i}`, password: 'wrong' });
        // Its own outbox may be the one that sends.
        nobody.outbox.wake();
        await nobody.outbox.whenIdle();
        expect((await mails()).map(({ to }) => to)).toEqual(['grace@giants.example', 'boss@giants.example']);
        await nobody.close();
      });

      test('none about failures that are spread over more than a quarter of an hour', async () => {
        for (let i = 0; i < 20; i++) {
          await fail(i);
          app.clock.forward(2 * MINUTE);
        }
        expect(await mails()).toEqual([]);
      });

      test.each(LANGUAGES)('one about a log-in from a new device, inert, in %s', async (language) => {
        await app.post('/api/admin/settings', { alertLanguage: language }, as);
        await login({}, { 'user-agent': 'evil.example/pay Linux' });
        const [mail] = await mails();
        expect(mail?.text).toContain('admin');
        expect(mail?.text).toContain('203.0.113.0/24');
        expect(mail?.text).not.toMatch(/evil\.example|{{/);
        const again = await login({}, { 'user-agent': 'evil.example/pay Linux' });
        expect(await mails()).toHaveLength(1);
        await login({}, { cookie: String(again.headers['set-cookie']).split(';')[0] ?? '' });
        expect(await mails()).toHaveLength(1);
      });
    });

    test('has what is done on the command line and at the start, also what failed there', async () => {
      await makeCompany(app, 'Acme');
      const folder = app.env.VAR_DIR;
      const run = (...words: string[]) =>
        promisify(execFile)(process.execPath, [CLI, ...words], {
          env: { VAR_DIR: folder, DATABASE_URL: app.databaseUrl, APP_SECRET: app.env.APP_SECRET },
        });
      await run('admin', 'create', 'grace', 'seven tiny giants');
      await run('admin', 'reset-password', 'grace');
      await run('admin', 'reset-password', 'nobody').catch(() => {});
      await run('export', join(folder, 'all.json'));
      writeFileSync(join(folder, 'none.json'), '[]');
      await run('backup', join(folder, 'all.db'));
      await run('restore', join(folder, 'all.db'), '--yes');
      // A restore ends every session.
      as = await signIn(app);
      const rows = await log('?kind=system');
      expect(
        rows.map(({ event, outcome, subject, source, network }) => [
          event,
          outcome,
          subject,
          source,
          network,
        ]),
      ).toEqual([
        ['restore', 'success', expect.stringMatching(/^\d+ rows$/), 'command_line', ''],
        ['export', 'success', '1 companies', 'command_line', ''],
        ['password_reset', 'failure', '', 'command_line', ''],
        ['password_reset', 'success', 'grace', 'command_line', ''],
        ['admin_created', 'success', 'grace', 'command_line', ''],
      ]);
      await followSecret(app.database, app.env, app.clock.now);
      await followSecret(app.database, { APP_SECRET: 'another secret, also long enough' }, app.clock.now);
      expect((await log('?event=secret_changed')).map(({ source }) => source)).toEqual(['server']);
    }, 60_000);
  });
}
