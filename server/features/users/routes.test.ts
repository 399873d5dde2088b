import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '../../../core/time.ts';
import type { AdminUser } from '../../../core/users/calls.ts';
import { hashPassword, OF_THE_SERVER } from '../../platform/auth/password.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeUser } from '../../testing/make.ts';
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { draftUser } from '../accounts/store.ts';

const PASSWORD = 'correct horse battery';

for (const dialect of dialects) {
  describe(`user management on ${dialect}`, () => {
    let app: TestApp;
    let smtp: TestSmtp;
    let as: { headers: { authorization: string } };
    beforeEach(async () => {
      smtp = await startSmtp();
      app = await testApp(dialect, {
        variables: { SMTP_URL: smtp.url, SITE_URL: 'https://giants.example' },
      });
      as = await signIn(app);
    });
    afterEach(async () => {
      await app.close();
      await smtp.close();
    });

    const list = async (query = '') => (await app.get(`/api/admin/users${query}`, as)).json() as AdminUser[];
    const emails = async (query: string) => (await list(query)).map((user) => user.email);
    const act = (id: string, action: string) => app.post(`/api/admin/users/${id}/${action}`, undefined, as);
    const log = async () => (await app.get('/api/admin/audit', as)).json();
    const login = async (email: string) => app.post('/api/auth/login', { email, password: PASSWORD });
    const makeMember = async (email: string) =>
      makeUser(app, email, { password_hash: await hashPassword(PASSWORD, OF_THE_SERVER), email_verified: 1 });

    test('nobody but an administrator gets in', async () => {
      const id = await makeUser(app, 'ada@example.com');
      for (const path of ['', '/stats', '/export.csv']) {
        expect((await app.get(`/api/admin/users${path}`)).statusCode).toBe(401);
      }
      expect((await app.post(`/api/admin/users/${id}/suspend`)).statusCode).toBe(401);
      expect((await app.put(`/api/admin/users/${id}`, { nickname: 'Eve' })).statusCode).toBe(401);
      expect(await emails('')).toEqual(['ada@example.com']);
    });

    test('a user has exactly the fields of the specification', async () => {
      const id = await makeUser(app, 'ada@example.com', {
        nickname: 'Ada',
        social_urls: '["https://example.com/ada"]',
        admin_notes: 'Friendly',
        login_ip_addresses: '["192.0.2.1"]',
      });
      expect(await list('?limit=1000')).toEqual([
        {
          id,
          email: 'ada@example.com',
          nickname: 'Ada',
          first_name: null,
          last_name: null,
          job_title: null,
          job_category: null,
          organization: null,
          phone_number: null,
          country: null,
          language: 'ko',
          social_urls: ['https://example.com/ada'],
          website_url: null,
          newsletter_subscribed: false,
          newsletter_categories: [],
          admin_notes: 'Friendly',
          is_active: true,
          email_verified: false,
          created_at: '2026-11-21T03:00:00.000Z',
          last_login_at: null,
          login_count: 0,
          login_ip_addresses: ['192.0.2.1'],
        },
      ]);
    });

    test.each([
      ['ADA@', ['ada@x.example']],
      ['countess', ['ada@x.example']],
      ['Lovelace  ada', ['ada@x.example']],
      ['analytical', ['ada@x.example']],
      ['ÉMILIE', ['du@x.example']],
      ['ｅｍｉｌｉｅ', []],
      ['한빛', ['du@x.example']],
      ['%', ['percent%@x.example']],
      ['_', ['under_score@x.example']],
      ["'", []],
      ['\\', []],
      ['notes', []],
      ['', ['under_score@x.example', 'percent%@x.example', 'du@x.example', 'ada@x.example']],
    ])('a search for %j is literal and without case', async (q, found) => {
      await makeUser(app, 'ada@x.example', {
        nickname: 'Countess',
        first_name: 'Ada',
        last_name: 'Lovelace',
        organization: 'Analytical Engines',
        admin_notes: 'notes',
      });
      await makeUser(app, 'du@x.example', { first_name: 'Émilie', organization: '한빛 연구소' });
      await makeUser(app, 'percent%@x.example');
      await makeUser(app, 'under_score@x.example');
      expect(await emails(`?q=${encodeURIComponent(q)}`)).toEqual(found);
    });

    test('filters narrow the list and the total counts what matches', async () => {
      await makeUser(app, 'a@x.example', { email_verified: 1, newsletter_subscribed: 1 });
      await makeUser(app, 'b@x.example', { email_verified: 1, is_active: 0 });
      await makeUser(app, 'c@x.example');
      expect(await emails('?verification=verified&sort=email')).toEqual(['a@x.example', 'b@x.example']);
      expect(await emails('?verification=unverified')).toEqual(['c@x.example']);
      expect(await emails('?newsletter=subscribed')).toEqual(['a@x.example']);
      expect(await emails('?newsletter=unsubscribed&account=active')).toEqual(['c@x.example']);
      expect(await emails('?account=inactive')).toEqual(['b@x.example']);
      expect(await emails('?verification=all&newsletter=all&account=all')).toHaveLength(3);
      const one = await app.get('/api/admin/users?verification=verified&limit=1', as);
      expect([one.json().length, one.headers['x-total-count']]).toEqual([1, '2']);
      for (const wrong of [
        'verification=maybe',
        'sort=password_hash',
        'order=up',
        'limit=1001',
        'offset=-1',
      ]) {
        const answer = await app.get(`/api/admin/users?${wrong}`, as);
        expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
      }
    });

    test('an answer carries 1 MB of profiles, however long people make them, and leads on', async () => {
      const url = (i: number) => `https://example.com/${'長'.repeat(2000)}${i}`;
      const urls = JSON.stringify(Array.from({ length: 10 }, (_, i) => url(i)));
      for (let i = 10; i < 60; i++) await makeUser(app, `u${i}@example.com`, { social_urls: urls });
      for (const sort of ['sort=email', 'sort=organization', 'sort=email_verified&order=desc', '']) {
        const seen: string[] = [];
        let pages = 0;
        for (let next: string | undefined = `/api/admin/users?${sort}`; next; pages++) {
          const answer = await app.get(next, as);
          expect(answer.headers['x-total-count']).toBe('50');
          expect(Buffer.byteLength(answer.body)).toBeLessThan(1.1 * 2 ** 20);
          seen.push(...answer.json().map((user: AdminUser) => user.email));
          next = /<(.*?)>/.exec(String(answer.headers.link ?? ''))?.[1];
        }
        expect(pages).toBeGreaterThan(2);
        expect(new Set(seen).size).toBe(50);
        expect(seen).toHaveLength(50);
      }
      const second = (await app.get('/api/admin/users?sort=email&offset=20&limit=2', as)).json();
      expect(second.map((user: AdminUser) => user.email)).toEqual(['u30@example.com', 'u31@example.com']);
      const csv = await app.get('/api/admin/users/export.csv', as);
      expect(csv.body.match(/u\d+@example\.com/g)).toHaveLength(50);
    });

    test('each order is total, compares without case and puts unknown values last when ascending', async () => {
      await makeUser(app, 'Zoe@x.example', { organization: 'beta' });
      await makeUser(app, 'ada@x.example', { organization: null, email_verified: 1 });
      await makeUser(app, 'Bob@x.example', { organization: 'Alpha' });
      await makeUser(app, 'carl@x.example', { organization: '한빛' });
      const upwards = {
        email: ['ada', 'Bob', 'carl', 'Zoe'],
        organization: ['Bob', 'Zoe', 'carl', 'ada'],
        email_verified: ['Zoe', 'Bob', 'carl', 'ada'],
        created_at: ['Zoe', 'ada', 'Bob', 'carl'],
      };
      for (const [sort, names] of Object.entries(upwards)) {
        const expected = names.map((name) => `${name}@x.example`);
        expect(await emails(`?sort=${sort}`)).toEqual(expected);
        expect(await emails(`?sort=${sort}&order=desc`)).toEqual(expected.toReversed());
        for (const order of ['asc', 'desc']) {
          const walked: string[] = [];
          let path: string | undefined = `/api/admin/users?sort=${sort}&order=${order}&limit=1`;
          while (path) {
            const answer = await app.get(path, as);
            walked.push(...answer.json().map((user: AdminUser) => user.email));
            path = /<([^>]+)>/.exec(String(answer.headers['link'] ?? ''))?.[1];
          }
          expect(walked).toEqual(order === 'asc' ? expected : expected.toReversed());
        }
      }
      expect(await emails('?sort=email&limit=2&offset=1')).toEqual(['Bob@x.example', 'carl@x.example']);
      const foreign = await app.get('/api/admin/users?sort=email&limit=1', as);
      const cursor = /cursor=([^&>]+)/.exec(String(foreign.headers['link']))?.[1];
      expect((await app.get(`/api/admin/users?sort=organization&cursor=${cursor}`, as)).statusCode).toBe(400);
      expect((await app.get('/api/admin/users?cursor=nonsense', as)).statusCode).toBe(400);
    });

    test("numbers follow the days of the site's time zone", async () => {
      // 12:00 in Seoul; its day began at 15:00 UTC of the day before.
      const at = (moment: string) => ({ created_at: moment });
      await makeUser(app, 'a@x.example', { ...at('2026-11-20T15:00:00.000Z'), email_verified: 1 });
      await makeUser(app, 'b@x.example', { ...at('2026-11-20T14:59:59.999Z'), newsletter_subscribed: 1 });
      await makeUser(app, 'c@x.example', { ...at('2026-11-14T15:00:00.000Z'), is_active: 0 });
      await makeUser(app, 'd@x.example', {
        ...at('2026-11-14T14:59:59.999Z'),
        login_count: 2,
        last_login_at: '2026-11-20T15:00:00.000Z',
      });
      await makeUser(app, 'e@x.example', {
        ...at('2025-01-01T00:00:00.000Z'),
        // As old as it is, it would else be removed at the start.
        email_verified: 1,
        login_count: 1,
        last_login_at: '2026-11-15T00:00:00.000Z',
      });
      const idle = await makeMember('f@x.example');
      await app.database.write(({ tx }) =>
        tx
          .updateTable('users')
          .set({ created_at: '2025-01-01T00:00:00.000Z' })
          .where('id', '=', idle)
          .execute(),
      );
      const stats = async () => (await app.get('/api/admin/users/stats', as)).json();
      const before = {
        total_users: 6,
        verified_users: 3,
        newsletter_subscribers: 1,
        active_users: 5,
        users_with_login: 2,
        new_today: 1,
        new_this_week: 3,
        active_today: 1,
        active_this_week: 2,
      };
      expect(await stats()).toEqual(before);
      const token = (await login('f@x.example')).json().token;
      expect(await stats()).toMatchObject({ users_with_login: 3, active_today: 2, active_this_week: 3 });
      // A session used two days later is activity too, without another log-in.
      app.clock.forward(2 * DAY);
      as = await signIn(app, 'another');
      expect(await stats()).toMatchObject({ active_today: 0 });
      await app.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
      expect(await stats()).toMatchObject({ active_today: 1, new_today: 0 });
    });

    test('without a user every number is 0', async () => {
      const stats = (await app.get('/api/admin/users/stats', as)).json();
      expect(Object.keys(stats)).toHaveLength(9);
      expect(new Set(Object.values(stats))).toEqual(new Set([0]));
    });

    test('suspending ends all sessions at once, activating lets the user log in again', async () => {
      const id = await makeMember('ada@example.com');
      const token = (await login('ada@example.com')).json().token;
      const me = () => app.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
      expect((await me()).statusCode).toBe(200);
      const answer = await act(id, 'suspend');
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { success: true, message: expect.any(String) },
      ]);
      expect((await me()).statusCode).toBe(401);
      expect((await login('ada@example.com')).json().code).toBe('account_suspended');
      expect((await act(id, 'activate')).statusCode).toBe(200);
      expect((await me()).statusCode).toBe(401);
      expect((await login('ada@example.com')).statusCode).toBe(200);
      expect(await log()).toMatchObject([
        { action: 'user.activate', subject: id, before: { is_active: false }, after: { is_active: true } },
        { action: 'user.suspend', subject: id, before: { is_active: true }, after: { is_active: false } },
        { action: 'session.begin' },
      ]);
    });

    test('verifying lets a user in, deleting is for good', async () => {
      const id = await makeUser(app, 'ada@example.com', {
        password_hash: await hashPassword(PASSWORD, OF_THE_SERVER),
      });
      expect((await login('ada@example.com')).json().code).toBe('email_verification_required');
      expect((await act(id, 'verify')).statusCode).toBe(200);
      expect((await login('ada@example.com')).statusCode).toBe(200);
      // Verifying again changes nothing and is not logged.
      expect((await act(id, 'verify')).statusCode).toBe(200);
      expect((await act(id, 'delete')).json()).toMatchObject({ success: true });
      expect((await login('ada@example.com')).json().code).toBe('invalid_credentials');
      expect(await list()).toEqual([]);
      expect(await app.database.read.selectFrom('user_sessions').selectAll().execute()).toEqual([]);
      const entries = await log();
      expect(entries).toMatchObject([
        { admin: 'admin', action: 'user.delete', before: { created_at: expect.any(String) }, after: null },
        // What was done stays, not to whom.
        { action: 'user.verify', before: null, after: null },
        { action: 'session.begin' },
      ]);
      expect(JSON.stringify(entries)).not.toMatch(/hash|password|scrypt/);
    });

    test('an unknown action is refused, and so is an unknown user', async () => {
      const id = await makeUser(app, 'ada@example.com');
      for (const action of ['promote', 'Delete', 'toString', '__proto__']) {
        const answer = await act(id, action);
        expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
      }
      for (const action of ['verify', 'suspend', 'activate', 'delete', 'resend-verification']) {
        const answer = await act('nobody', action);
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'user_not_found']);
      }
      expect((await app.put('/api/admin/users/nobody', {}, as)).json().code).toBe('user_not_found');
      expect(await log()).toHaveLength(1);
    });

    test('the verification mail is sent again to an unverified user only', async () => {
      const id = await makeUser(app, 'ada@example.com');
      expect((await act(id, 'resend-verification')).json()).toMatchObject({ success: true });
      await app.outbox.whenIdle();
      const mail = smtp.mails.shift();
      expect(mail?.to).toBe('ada@example.com');
      const entries = await log();
      expect(entries[0]).toMatchObject({ action: 'user.resend_verification', subject: id });
      expect(JSON.stringify(entries)).not.toContain(mail?.token);
      expect((await app.get(`/api/auth/verify-email?token=${mail?.token}`)).statusCode).toBe(200);
      const again = await act(id, 'resend-verification');
      expect([again.statusCode, again.json().code]).toEqual([409, 'conflict']);
      expect(smtp.mails).toEqual([]);
    });

    test('one user is read by the id', async () => {
      const id = await makeUser(app, 'ada@example.com', { nickname: 'Ada' });
      const [listed] = await list();
      expect((await app.get(`/api/admin/users/${id}`, as)).json()).toEqual({ user: listed });
      expect((await app.get(`/api/admin/users/${id}`)).statusCode).toBe(401);
      expect((await app.get('/api/admin/users/nobody', as)).json().code).toBe('user_not_found');
    });

    test('saving changes what is given and nothing else', async () => {
      const id = await makeUser(app, 'ada@example.com', { nickname: 'Ada', organization: 'Engines' });
      const save = (fields: object) => app.put(`/api/admin/users/${id}`, fields, as);
      const saved = await save({
        nickname: '',
        job_title: ' Programmer ',
        social_urls: ['https://example.com/ada'],
        newsletter_subscribed: true,
        newsletter_categories: ['weekly'],
        admin_notes: 'Called twice',
        email_verified: true,
        email: 'eve@example.com',
        password_hash: 'x',
        login_count: 99,
      });
      expect(saved.statusCode).toBe(200);
      expect(saved.json().user).toMatchObject({
        id,
        email: 'ada@example.com',
        nickname: null,
        organization: 'Engines',
        job_title: 'Programmer',
        social_urls: ['https://example.com/ada'],
        newsletter_subscribed: true,
        newsletter_categories: ['weekly'],
        admin_notes: 'Called twice',
        email_verified: true,
        is_active: true,
        login_count: 0,
      });
      expect(await list()).toEqual([saved.json().user]);
      expect(await emails('?q=programmer')).toEqual([]);
      await save({ organization: 'New Works', admin_notes: '' });
      expect(await emails('?q=new+works')).toEqual(['ada@example.com']);
      expect(await emails('?q=engines')).toEqual([]);
      expect((await list())[0]).toMatchObject({ job_title: 'Programmer', admin_notes: null });
      expect((await log())[0]).toEqual({
        id: expect.any(String),
        at: expect.any(String),
        admin: 'admin',
        action: 'user.update',
        subject: id,
        before: { organization: 'Engines', admin_notes: 'Called twice' },
        after: { organization: 'New Works', admin_notes: null },
        about: { kind: 'user', id, name: 'ada@example.com', exists: true },
      });
      // Who had the form open since before that is told what is stored now.
      const late = await save({ organization: 'Old Works', base: { organization: 'Engines' } });
      expect([late.statusCode, late.json()]).toMatchObject([
        409,
        { code: 'conflict', current: { organization: 'New Works' }, changed_by: 'admin' },
      ]);
      expect((await list())[0]).toMatchObject({ organization: 'New Works' });
      for (const wrong of [
        { website_url: 'javascript:alert(1)' },
        { is_active: 'yes' },
        { language: 'fr' },
        { admin_notes: 'x'.repeat(5001) },
        [],
      ]) {
        expect((await save(wrong)).statusCode).toBe(400);
      }
      expect(await log()).toHaveLength(3);
    });

    test('an account set inactive is logged out', async () => {
      const id = await makeMember('ada@example.com');
      const token = (await login('ada@example.com')).json().token;
      await app.put(`/api/admin/users/${id}`, { is_active: false }, as);
      await app.put(`/api/admin/users/${id}`, { is_active: true }, as);
      const me = await app.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
      expect(me.json().code).toBe('unauthorized');
    });

    test('what administrators note about a user is in no answer to the user', async () => {
      const id = await makeMember('ada@example.com');
      await app.put(`/api/admin/users/${id}`, { admin_notes: 'SECRET-NOTE' }, as);
      const logged = await login('ada@example.com');
      const own = { headers: { authorization: `Bearer ${logged.json().token}` } };
      const answers = [
        logged,
        await app.get('/api/auth/me', own),
        await app.put('/api/auth/profile', { nickname: 'Ada' }, own),
        await app.get('/api/auth/export', own),
        await app.get('/api/auth/sessions', own),
      ];
      for (const answer of answers) {
        expect(answer.statusCode).toBe(200);
        expect(answer.body).not.toMatch(/SECRET-NOTE|admin_notes|search_text/);
      }
      expect((await list())[0]?.admin_notes).toBe('SECRET-NOTE');
    });

    test('the export has every matching user, as CSV that a spreadsheet opens safely', async () => {
      await makeUser(app, 'ada@example.com', {
        nickname: '=HYPERLINK("http://evil.example")',
        phone_number: '+82 2 123',
        organization: 'Engines, "Analytical"',
        email_verified: 1,
      });
      await makeUser(app, 'bob@example.com');
      const answer = await app.get('/api/admin/users/export.csv?verification=verified', as);
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(answer.headers['content-disposition']).toBe('attachment; filename="users-2026-11-21.csv"');
      expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      const [header, row, end] = answer.body.replace('\ufeff', '').split('\r\n');
      expect(header).toBe(Object.keys((await list())[0] ?? {}).join(','));
      expect(row).toContain('ada@example.com,"\'=HYPERLINK(""http://evil.example"")"');
      expect(row).toContain(`"Engines, ""Analytical""",'+82 2 123`);
      expect(end).toBe('');
      expect(answer.body).not.toContain('bob@');
      expect((await log())[0]).toMatchObject({ action: 'user.export', subject: '1 users' });
    });

    test('ten thousand users are paged, searched, counted and exported', async () => {
      const users = Array.from({ length: 10_000 }, (_, i) =>
        draftUser(
          {
            email: `user${i}@example.com`,
            password_hash: '',
            nickname: `Nick ${i % 97}`,
            first_name: 'Kim',
            last_name: null,
            language: 'ko',
            newsletter_subscribed: i % 2,
          },
          app.clock.now.toISOString(),
        ),
      );
      await app.database.write(async ({ tx }) => {
        for (let i = 0; i < users.length; i += 500)
          await tx
            .insertInto('users')
            .values(users.slice(i, i + 500))
            .execute();
      });
      const late = await app.get('/api/admin/users?limit=100&offset=9950&sort=organization', as);
      expect([late.json().length, late.headers['x-total-count']]).toEqual([50, '10000']);
      const found = await app.get('/api/admin/users?limit=2&q=nick+42&sort=email&order=desc', as);
      const last = users
        .map(({ email }) => email)
        .filter((_, i) => i % 97 === 42 || String(i).includes('42'));
      expect(found.headers['x-total-count']).toBe(String(last.length));
      expect(found.json().map(({ email }: { email: string }) => email)).toEqual(
        last.sort().reverse().slice(0, 2),
      );
      expect((await app.get('/api/admin/users/stats', as)).json()).toMatchObject({
        newsletter_subscribers: 5000,
      });
      const all = await app.get('/api/admin/users', as);
      expect([all.json().length, all.headers['x-total-count']]).toEqual([1000, '10000']);
      const csv = await app.get('/api/admin/users/export.csv', as);
      expect(csv.body.trimEnd().split('\r\n')).toHaveLength(10_001);
    });
  });
}
