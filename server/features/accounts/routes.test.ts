import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR, SECOND } from '../../../core/time.ts';
import { hashing } from '../../platform/auth/password.ts';
import { signIn as signInAsAdmin, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { removeUnverified } from './store.ts';

const PASSWORD = 'correct horse battery';

for (const dialect of dialects) {
  describe(`accounts on ${dialect}`, () => {
    let app: TestApp;
    let smtp: TestSmtp;
    beforeEach(async () => {
      smtp = await startSmtp();
      app = await testApp(dialect, {
        variables: { SMTP_URL: smtp.url, SITE_URL: 'https://giants.example', RATE_LIMITS: 'on' },
      });
    });
    afterEach(async () => {
      await app.close();
      await smtp.close();
    });

    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    const register = (fields: object = {}) =>
      app.post('/api/auth/register', { email: 'ada@example.com', password: PASSWORD, ...fields });
    const login = (fields: object = {}) =>
      app.post('/api/auth/login', { email: 'ada@example.com', password: PASSWORD, ...fields });
    const nextMail = async () => {
      await app.outbox.whenIdle();
      const mail = smtp.mails.shift();
      if (!mail) throw new Error('no mail came');
      return mail;
    };
    /** Registers, verifies and logs in; returns the token. */
    const signIn = async (email = 'ada@example.com') => {
      await register({ email });
      await app.get(`/api/auth/verify-email?token=${(await nextMail()).token}`);
      return (await login({ email })).json().token as string;
    };

    test('an account is made, verified by mail, and can then log in', async () => {
      const made = await register({
        nickname: ' Ada ',
        first_name: '',
        newsletter_subscribed: true,
        email_verified: true,
        is_active: false,
        admin_notes: 'x',
      });
      expect(made.statusCode).toBe(201);
      expect(made.json()).toMatchObject({
        token: null,
        email_verification_required: true,
        message: expect.any(String),
        user: {
          email: 'ada@example.com',
          nickname: 'Ada',
          first_name: null,
          last_name: null,
          language: 'ko',
          newsletter_subscribed: true,
          email_verified: false,
        },
      });
      const early = await login();
      expect([early.statusCode, early.json()]).toMatchObject([
        403,
        { code: 'email_verification_required', email_verification_required: true },
      ]);
      const mail = await nextMail();
      expect(mail.to).toBe('ada@example.com');
      expect(mail.text).toContain('https://giants.example/verify-email?token=');
      expect(mail.text).toContain('Ada 님');
      const looked = await app.get(`/api/auth/verify-email?token=${mail.token}`, { method: 'HEAD' });
      expect(looked.statusCode).toBe(404);
      const verified = await app.get(`/api/auth/verify-email?token=${mail.token}`);
      expect([verified.statusCode, verified.json()]).toMatchObject([200, { data: { success: true } }]);
      const answer = await login({ email: ' ADA@Example.com ' });
      expect(answer.statusCode).toBe(200);
      expect(answer.json().user).toMatchObject({ nickname: 'Ada', email_verified: true });
      expect(answer.json().user).not.toHaveProperty('admin_notes');
      expect((await app.get('/api/auth/me', bearer(answer.json().token))).json().user.email).toBe(
        'ada@example.com',
      );
      const stored = await app.database.read
        .selectFrom('user_sessions')
        .selectAll()
        .executeTakeFirstOrThrow();
      expect(JSON.stringify(stored)).not.toContain(answer.json().token);
    });

    test('a mail names the site, and its sender, in its language; as its owner calls it where that is set', async () => {
      const names = { en: 'Tiny Giants', ko: '작은 거인들', ja: '小さな巨人', zh: '小巨人' };
      for (const [language, name] of Object.entries(names)) {
        await register({ email: `${language}@example.com`, language });
        const mail = await nextMail();
        expect([mail.subject, mail.from, mail.text]).toEqual([
          expect.stringMatching(new RegExp(` · ${name}$`)),
          `${name} <no-reply@giants.example>`,
          expect.stringMatching(new RegExp(`\\n\\s*${name}\\s*$`)),
        ]);
      }
      const other = await app.sibling({
        SITE_NAME: 'Loom Directory',
        MAIL_FROM: 'The Loom <loom@example.com>',
      });
      await other.post('/api/auth/register', {
        email: 'loom@example.com',
        password: PASSWORD,
        language: 'ja',
      });
      await other.outbox.whenIdle();
      await app.outbox.whenIdle();
      const mail = smtp.mails.shift();
      expect([mail?.subject, mail?.from]).toEqual([
        expect.stringMatching(/ · Loom Directory$/),
        'The Loom <loom@example.com>',
      ]);
      await other.close();
    });

    test('the mail is in the language of the account', async () => {
      for (const [language, text] of [
        ['en', 'signed up'],
        ['ja', 'メールアドレス'],
        ['zh', '验证邮箱'],
      ] as const) {
        await register({ email: `${language}@example.com`, language });
        expect((await nextMail()).text).toContain(text);
      }
    });

    test('an address that has an account gets the same answer, and its owner a mail', async () => {
      const first = await register({ nickname: 'Ada' });
      await app.get(`/api/auth/verify-email?token=${(await nextMail()).token}`);
      app.clock.forward(61 * SECOND);
      const second = await register({
        email: 'ADA@example.com',
        nickname: 'Ada',
        password: 'another good password',
      });
      expect(second.statusCode).toBe(first.statusCode);
      const { email, created_at } = first.json().user;
      expect({ ...second.json(), user: { ...second.json().user, email, created_at } }).toEqual(first.json());
      expect(Object.keys(second.headers).sort()).toEqual(Object.keys(first.headers).sort());
      const mail = await nextMail();
      expect(mail.to).toBe('ada@example.com');
      expect(mail.text).toContain('이미 가입된 계정');
      expect((await login()).statusCode).toBe(200);
      expect((await login({ password: 'another good password' })).statusCode).toBe(401);
    });

    test('what a mail verifies is what was registered with it, not what somebody registered before', async () => {
      await register({ password: 'the password of Eve', nickname: 'Eve', newsletter_subscribed: true });
      const first = await nextMail();
      app.clock.forward(61 * SECOND);
      await register({ nickname: 'Ada', language: 'en' });
      const second = await nextMail();
      expect(second.text).toContain('as Ada.');
      expect((await app.get(`/api/auth/verify-email?token=${first.token}`)).statusCode).toBe(400);
      expect((await app.get(`/api/auth/verify-email?token=${second.token}`)).statusCode).toBe(200);
      expect((await login({ password: 'the password of Eve' })).json().code).toBe('invalid_credentials');
      expect((await login()).json().user).toMatchObject({
        nickname: 'Ada',
        language: 'en',
        newsletter_subscribed: false,
        email_verified: true,
      });
      expect(await app.database.read.selectFrom('users').select('id').execute()).toHaveLength(1);
    });

    test('a suspended account is not replaced, and hears nothing', async () => {
      await register();
      await nextMail();
      await app.database.write(({ tx }) => tx.updateTable('users').set({ is_active: 0 }).execute());
      app.clock.forward(61 * SECOND);
      expect((await register({ password: 'another good password' })).statusCode).toBe(201);
      await app.outbox.whenIdle();
      expect(smtp.mails).toEqual([]);
      expect((await login()).json().code).toBe('account_suspended');
    });

    test('where nobody needs to verify, a registration in the place of another ends its sessions', async () => {
      const open = await app.sibling({ REQUIRE_VERIFIED_EMAIL: 'false' });
      const signUp = (fields: object) =>
        open.post('/api/auth/register', { email: 'ada@example.com', password: PASSWORD, ...fields });
      try {
        const eve = (await signUp({ password: 'the password of Eve', nickname: 'Eve' })).json().token;
        expect((await open.get('/api/auth/me', bearer(eve))).json().user.nickname).toBe('Eve');
        open.clock.forward(61 * SECOND);
        const ada = (await signUp({ nickname: 'Ada' })).json().token;
        expect((await open.get('/api/auth/me', bearer(eve))).statusCode).toBe(401);
        expect((await open.get('/api/auth/me', bearer(ada))).json().user.nickname).toBe('Ada');
      } finally {
        await open.close();
      }
    });

    test('an account that nobody verifies is removed after seven days, one that is verified stays', async () => {
      await register({ email: 'eve@example.com' });
      await nextMail();
      await signIn();
      const emails = async () =>
        (await app.database.read.selectFrom('users').select('email').execute()).map(({ email }) => email);
      const removeAt = (at: Date) => app.database.write((unit) => removeUnverified(unit, at));
      app.clock.forward(7 * 24 * HOUR);
      await removeAt(new Date(app.clock.now.getTime() - HOUR));
      expect(await emails()).toHaveLength(2);
      await removeAt(new Date(app.clock.now.getTime() + SECOND));
      expect(await emails()).toEqual(['ada@example.com']);
    });

    test('parallel registrations of one address make one account', async () => {
      const unlimited = await app.sibling({ RATE_LIMITS: 'off' });
      const account = { email: 'ada@example.com', password: PASSWORD };
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => unlimited.post('/api/auth/register', account)),
      );
      await unlimited.close();
      expect(answers.every((answer) => answer.statusCode === 201)).toBe(true);
      const users = await app.database.read.selectFrom('users').select('id').execute();
      expect(users).toHaveLength(1);
    });

    test.each([
      [{ email: 'nonsense' }, 'body.email'],
      [{ email: ['ada@example.com', 'eve@example.com'] }, 'body.email'],
      [{ email: 'ada@example.com, eve@example.com' }, 'body.email'],
      [{ email: 'Ada <ada@example.com>' }, 'body.email'],
      [{ email: 'ada@example.com\r\nBcc: eve@example.com' }, 'body.email'],
      [{ password: 'short' }, 'body.password'],
      [{ password: 'password123' }, 'body.password'],
      [{ password: 'ABABABABAB' }, 'body.password'],
      [{ password: 'ada@example.com' }, 'body.password'],
      [{ language: 'fr' }, 'body.language'],
      [{ nickname: 'x'.repeat(61) }, 'body.nickname'],
    ])('registering with %j is refused and makes nothing', async (fields, path) => {
      const answer = await register(fields);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'validation_failed', details: [{ path }] });
      expect(await app.database.read.selectFrom('users').select('id').execute()).toEqual([]);
      expect(await app.database.read.selectFrom('outbox').select('id').execute()).toEqual([]);
    });

    test('a verification link works at 23:59:59 and not at 24:00:01, and only the newest one', async () => {
      await register();
      const first = await nextMail();
      app.clock.forward(61 * SECOND);
      await app.post('/api/auth/resend-verification', { email: 'ada@example.com' });
      const second = await nextMail();
      expect((await app.get(`/api/auth/verify-email?token=${first.token}`)).json()).toMatchObject({
        code: 'token_invalid',
        data: { success: false },
      });
      app.clock.forward(24 * HOUR + SECOND);
      expect((await app.get(`/api/auth/verify-email?token=${second.token}`)).statusCode).toBe(400);
      await app.post('/api/auth/resend-verification', { email: 'ada@example.com' });
      const third = await nextMail();
      app.clock.forward(24 * HOUR - SECOND);
      expect((await app.get(`/api/auth/verify-email?token=${third.token}`)).statusCode).toBe(200);
      expect((await app.get(`/api/auth/verify-email?token=${third.token}`)).statusCode).toBe(400);
      for (const path of [
        '/api/auth/verify-email',
        '/api/auth/verify-email?token=',
        '/api/auth/verify-email?token=x',
      ]) {
        expect((await app.get(path)).json().data.success).toBe(false);
      }
    });

    test('a link that was used says that the account is verified already, also after it expired', async () => {
      await register();
      const { token } = await nextMail();
      const verify = async () => {
        const answer = await app.get(`/api/auth/verify-email?token=${token}`);
        const { code, reason, data } = answer.json();
        return { status: answer.statusCode, code, reason, data };
      };
      expect(await verify()).toMatchObject({ status: 200, data: { success: true } });
      const already = {
        status: 400,
        code: 'token_invalid',
        reason: 'already_verified',
        data: { success: false, message: expect.stringContaining('already verified') },
      };
      expect(await verify()).toEqual(already);
      app.clock.forward(48 * HOUR);
      const restarted = await app.sibling();
      restarted.clock.now = app.clock.now;
      await restarted.get('/healthz');
      await restarted.close();
      expect(await verify()).toEqual(already);
      await app.database.write(({ tx }) => tx.updateTable('users').set({ email_verified: 0 }).execute());
      expect(await verify()).toMatchObject({ status: 400, code: 'token_invalid', reason: undefined });
    });

    test('50 parallel uses of one token give one success', async () => {
      await register();
      const { token } = await nextMail();
      const uses = await Promise.all(
        Array.from({ length: 50 }, () => app.get(`/api/auth/verify-email?token=${token}`)),
      );
      expect(uses.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
      expect(uses.filter((answer) => answer.statusCode === 400)).toHaveLength(49);

      await app.post('/api/auth/password-reset/request', { email: 'ada@example.com' });
      const reset = await nextMail();
      const resets = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          app.post('/api/auth/password-reset/confirm', {
            token: reset.token,
            new_password: `a new password ${i}`,
          }),
        ),
      );
      expect(resets.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    });

    test('a reset ends all sessions, works once within the hour, and is mailed', async () => {
      const token = await signIn();
      await app.post('/api/auth/password-reset/request', { email: 'ADA@example.com' });
      const mail = await nextMail();
      expect(mail.text).toContain('https://giants.example/reset-password?token=');
      const confirm = (new_password: string, resetToken = mail.token) =>
        app.post('/api/auth/password-reset/confirm', { token: resetToken, new_password });
      expect((await confirm('password123')).json().code).toBe('validation_failed');
      expect((await confirm('a much better one')).statusCode).toBe(200);
      expect((await nextMail()).text).toContain('비밀번호가 방금 변경');
      expect((await app.get('/api/auth/me', bearer(token))).json().code).toBe('unauthorized');
      expect((await login()).statusCode).toBe(401);
      expect((await login({ password: 'a much better one' })).statusCode).toBe(200);
      expect((await confirm('yet another one')).json().code).toBe('token_invalid');
      app.clock.forward(61 * SECOND);
      await app.post('/api/auth/password-reset/request', { email: 'ada@example.com' });
      const late = await nextMail();
      app.clock.forward(HOUR + SECOND);
      expect((await confirm('yet another one', late.token)).json().code).toBe('token_invalid');
    });

    test('resend and reset answer the same for an unknown address, and send nothing to it', async () => {
      await register();
      await nextMail();
      app.clock.forward(61 * SECOND);
      for (const path of ['/api/auth/resend-verification', '/api/auth/password-reset/request']) {
        const known = await app.post(path, { email: 'ada@example.com' });
        const unknown = await app.post(path, { email: 'nobody@example.com' });
        expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
        await app.outbox.whenIdle();
        expect(smtp.mails.splice(0).map((mail) => mail.to)).toEqual(['ada@example.com']);
        const again = await app.post(path, { email: 'nobody@example.com' });
        expect([again.statusCode, again.json().code, again.headers['retry-after']]).toEqual([
          429,
          'rate_limited',
          '60',
        ]);
      }
    });

    test('the time of an answer does not tell whether an address has an account', async () => {
      await register();
      app.clock.forward(2 * 60_000);
      for (const path of ['/api/auth/resend-verification', '/api/auth/password-reset/request']) {
        for (const email of ['ada@example.com', 'nobody@example.com']) {
          const since = performance.now();
          expect((await app.post(path, { email })).statusCode).toBe(200);
          // Timers may end a moment early.
          expect(performance.now() - since, `${path} ${email}`).toBeGreaterThan(48);
        }
        app.clock.forward(2 * 60_000);
      }
    });

    test('a password change ends the other sessions and needs the current password', async () => {
      const mine = await signIn();
      const other = (await login()).json().token as string;
      const change = (current_password: string, new_password = 'a much better one') =>
        app.put('/api/auth/password', { current_password, new_password }, bearer(mine));
      expect((await change('wrong')).json().code).toBe('wrong_password');
      expect((await change(PASSWORD, 'short')).json().code).toBe('validation_failed');
      expect((await app.get('/api/auth/me', bearer(other))).statusCode).toBe(200);
      expect((await change(PASSWORD)).statusCode).toBe(200);
      expect((await app.get('/api/auth/me', bearer(mine))).statusCode).toBe(200);
      expect((await app.get('/api/auth/me', bearer(other))).statusCode).toBe(401);
      expect((await nextMail()).text).toContain('비밀번호');
    });

    test('a password change ends a reset link that is on its way', async () => {
      const mine = await signIn();
      await app.post('/api/auth/password-reset/request', { email: 'ada@example.com' });
      const { token } = await nextMail();
      const body = { current_password: PASSWORD, new_password: 'a much better one' };
      expect((await app.put('/api/auth/password', body, bearer(mine))).statusCode).toBe(200);
      const reset = await app.post('/api/auth/password-reset/confirm', {
        token,
        new_password: 'of a stranger',
      });
      expect(reset.json().code).toBe('token_invalid');
      expect((await login({ password: 'a much better one' })).statusCode).toBe(200);
    });

    test('links that were mailed while the clock was ahead work for nobody afterwards', async () => {
      app.clock.forward(400 * 24 * HOUR);
      await register({ email: 'ada@example.com' });
      const verification = (await nextMail()).token;
      app.clock.forward(-400 * 24 * HOUR);
      const verified = await app.get(`/api/auth/verify-email?token=${verification}`);
      expect(verified.json().code).toBe('token_invalid');
      await register({ email: 'bea@example.com' });
      const { token } = await nextMail();
      expect((await app.get(`/api/auth/verify-email?token=${token}`)).statusCode).toBe(200);
    });

    test('of a change and a reset at once one wins, and the other is told so', async () => {
      for (let round = 0; round < 4; round++) {
        app.clock.forward(2 * HOUR);
        const mine = round === 0 ? await signIn() : (await login({ password: 'by the reset' })).json().token;
        await app.post('/api/auth/password-reset/request', { email: 'ada@example.com' });
        await app.outbox.whenIdle();
        const token = /token=([\w-]+)/.exec(
          smtp.mails.splice(0).find((mail) => mail.text.includes('reset-password'))?.text ?? '',
        )?.[1];
        const [changed, reset] = await Promise.all([
          app.put(
            '/api/auth/password',
            { current_password: round === 0 ? PASSWORD : 'by the reset', new_password: 'by the change' },
            bearer(mine),
          ),
          app.post('/api/auth/password-reset/confirm', { token, new_password: 'by the reset' }),
        ]);
        const won = [changed, reset].filter((answer) => answer.statusCode === 200);
        expect(won).toHaveLength(1);
        const works = (password: string) => login({ password }).then((answer) => answer.statusCode === 200);
        expect([await works('by the change'), await works('by the reset')]).toEqual([
          won[0] === changed,
          won[0] === reset,
        ]);
        if (won[0] === changed) {
          expect(reset.json().code).toBe('token_invalid');
          break;
        }
        expect(['session_expired', 'conflict', 'wrong_password']).toContain(changed.json().code);
      }
    });

    test('an account has at most 100 sessions: the one unused for longest makes room', async () => {
      const first = await signIn();
      const again = async () => (await login({ email: 'ada@example.com' })).json().token as string;
      const used = await again();
      for (let i = 0; i < 98; i++) {
        app.clock.forward(120_000);
        await again();
      }
      app.clock.forward(5 * HOUR);
      const list = async () => (await app.get('/api/auth/sessions', bearer(used))).json();
      expect(await list()).toHaveLength(100);
      await again();
      expect(await list()).toHaveLength(100);
      expect((await app.get('/api/auth/me', bearer(first))).statusCode).toBe(401);
    }, 60_000);

    test('sessions are listed by device, end everywhere else, and expire without use', async () => {
      const mine = await signIn();
      const chrome =
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
      const other = (
        await app.post(
          '/api/auth/login',
          { email: 'ada@example.com', password: PASSWORD },
          { headers: { 'user-agent': chrome } },
        )
      ).json().token;
      const sessions = (await app.get('/api/auth/sessions', bearer(mine))).json();
      expect(sessions).toHaveLength(2);
      expect(sessions.filter((s: { current: boolean }) => s.current)).toHaveLength(1);
      expect(sessions.map((s: { device: string }) => s.device)).toContain('Chrome · macOS');
      expect((await app.delete('/api/auth/sessions', undefined, bearer(mine))).json().ended).toBe(1);
      expect((await app.get('/api/auth/me', bearer(other))).statusCode).toBe(401);
      app.clock.forward(20 * 24 * HOUR);
      expect((await app.get('/api/auth/me', bearer(mine))).statusCode).toBe(200);
      app.clock.forward(20 * 24 * HOUR);
      expect((await app.get('/api/auth/me', bearer(mine))).statusCode).toBe(200);
      app.clock.forward(31 * 24 * HOUR);
      expect((await app.get('/api/auth/me', bearer(mine))).json().code).toBe('session_expired');
    });

    test('a profile keeps what is not sent, and nobody sets fields that are not theirs', async () => {
      const token = await signIn();
      const save = (fields: object) => app.put('/api/auth/profile', fields, bearer(token));
      await save({
        nickname: 'Ada',
        organization: 'Analytical Engines',
        social_urls: ['https://example.com/ada'],
      });
      const saved = await save({
        job_title: 'Programmer',
        nickname: '',
        email_verified: false,
        is_active: 0,
        admin_notes: 'x',
        email: 'eve@example.com',
        id: '1',
      });
      expect(saved.json().user).toMatchObject({
        email: 'ada@example.com',
        nickname: null,
        organization: 'Analytical Engines',
        job_title: 'Programmer',
        social_urls: ['https://example.com/ada'],
        email_verified: true,
      });
      expect(
        await app.database.read.selectFrom('users').select(['is_active', 'admin_notes']).executeTakeFirst(),
      ).toEqual({ is_active: 1, admin_notes: null });
      for (const bad of [
        { website_url: 'javascript:alert(1)' },
        { social_urls: ['x'] },
        { language: 'xx' },
      ]) {
        expect((await save(bad)).statusCode).toBe(400);
      }
    });

    test('a like of an account is one wherever it is made, and is in the export', async () => {
      const token = await signIn();
      await makeCompany(app, 'Liked');
      await app.post('/api/companies/liked/like', undefined, bearer(token));
      const again = await app.post('/api/companies/liked/like', undefined, {
        headers: { ...bearer(token).headers, 'user-agent': 'other' },
      });
      expect(again.json().likes).toBe(1);
      const data = await app.get('/api/auth/export', bearer(token));
      expect(data.headers['content-disposition']).toContain('attachment');
      expect(data.json()).toMatchObject({
        user: { email: 'ada@example.com', login_count: 1 },
        likes: [{ company_id: 'liked' }],
      });
      expect(data.body).not.toMatch(/hash|admin_notes/);
    });

    test('a deleted account is gone, its likes stay counted', async () => {
      const token = await signIn();
      await makeCompany(app, 'Liked');
      await app.post('/api/companies/liked/like', undefined, bearer(token));
      expect((await app.delete('/api/auth/account', { password: 'wrong' }, bearer(token))).json().code).toBe(
        'wrong_password',
      );
      expect((await app.delete('/api/auth/account', { password: PASSWORD }, bearer(token))).statusCode).toBe(
        200,
      );
      expect((await app.get('/api/auth/me', bearer(token))).statusCode).toBe(401);
      expect((await login()).json().code).toBe('invalid_credentials');
      expect(await app.database.read.selectFrom('users').select('id').execute()).toEqual([]);
      const like = await app.database.read.selectFrom('likes').select('visitor').executeTakeFirstOrThrow();
      expect(like.visitor).toMatch(/^deleted:/);
    });

    test.each(['its owner', 'an administrator'])(
      'deleted by %s, no table has anything of the person',
      async (by) => {
        const as = await signInAsAdmin(app);
        const token = await signIn();
        await app.put(
          '/api/auth/profile',
          { nickname: 'Adalovelace', organization: 'Analyticalengines', phone_number: '0123-456789' },
          bearer(token),
        );
        const [user] = (await app.get('/api/admin/users', as)).json();
        const path = `/api/admin/users/${user.id}`;
        await app.put(path, { admin_notes: 'Notabene', nickname: 'Adalove' }, as);
        for (const name of ['Liked', 'Trashed']) {
          const company = await makeCompany(app, name);
          await app.post(`/api/companies/${company}/like`, undefined, bearer(token));
        }
        await app.delete('/api/admin/companies/trashed', undefined, as);
        await smtp.close();
        await app.post('/api/auth/password-reset/request', { email: 'ada@example.com' });
        await app.outbox.whenIdle();
        // Whatever table is made, by whichever migration.
        const held = async () => {
          const words = ['ada@example', 'adalove', 'analyticalengines', '0123-456789', 'notabene', user.id];
          const found: string[] = [];
          for (const { name } of await app.database.read.introspection.getTables()) {
            // What FTS5 keeps of companies, in a form of its own.
            if (/^search_\w+_(?:data|idx|docsize|config)$/.test(name)) continue;
            const rows = await app.database.read
              .selectFrom(name as 'users')
              .selectAll()
              .execute();
            const text = JSON.stringify(rows).toLowerCase();
            // The log says of which account something was done, and no more.
            const its = words.filter(
              (word) => text.includes(word) && !(name === 'audit_log' && word === user.id),
            );
            if (its.length > 0 || (name === 'outbox' && rows.length > 0)) found.push(name);
          }
          return found.sort();
        };
        expect(await held()).toEqual(
          expect.arrayContaining([
            'audit_log',
            'deleted_companies',
            'likes',
            'outbox',
            'users',
            'user_sessions',
          ]),
        );
        const deleted =
          by === 'its owner'
            ? await app.delete('/api/auth/account', { password: PASSWORD }, bearer(token))
            : await app.post(`${path}/delete`, undefined, as);
        expect(deleted.statusCode).toBe(200);
        expect(await held()).toEqual([]);
        const trash = (await app.get('/api/admin/bin', as)).json();
        await app.post(`/api/admin/bin/${trash[0].id}/restore`, undefined, as);
        expect((await app.get('/api/companies/trashed')).json().likes).toBe(1);
      },
    );

    test('a suspended account is refused at once, with the right password only', async () => {
      const token = await signIn();
      await app.database.write(({ tx }) => tx.updateTable('users').set({ is_active: 0 }).execute());
      expect((await app.get('/api/auth/me', bearer(token))).json().code).toBe('account_suspended');
      expect((await login()).json().code).toBe('account_suspended');
      expect((await login({ password: 'wrong' })).json().code).toBe('invalid_credentials');
    });

    test("a stranger's wrong log-ins keep no reader out who comes from elsewhere", async () => {
      await signIn();
      const from = (remoteAddress: string, password: string) =>
        app.post('/api/auth/login', { email: 'ada@example.com', password }, { remoteAddress });
      for (let i = 0; i < 6; i++) await from('203.0.113.1', 'wrong');
      expect((await from('203.0.113.1', PASSWORD)).statusCode).toBe(429);
      expect((await from('198.51.100.1', PASSWORD)).statusCode).toBe(200);
      expect((await from('203.0.113.1', PASSWORD)).statusCode).toBe(429);
    });

    test('100 parallel wrong log-ins make at most 5 hashes, then waits grow, for unknown accounts too', async () => {
      await register();
      for (const email of ['ada@example.com', 'nobody@example.com']) {
        app.clock.forward(6 * 60 * SECOND);
        const before = hashing.made;
        const answers = await Promise.all(
          Array.from({ length: 100 }, () => login({ email, password: 'wrong' })),
        );
        expect(hashing.made - before).toBeLessThanOrEqual(5);
        expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(5);
        const refused = answers.find((answer) => answer.statusCode === 429);
        expect(refused?.json()).toMatchObject({
          code: 'rate_limited',
          error: expect.stringMatching(/try again in/),
        });
        expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
      }
    });

    test('waits double up to 15 minutes, after which the count begins anew, and a right password clears them', async () => {
      await register();
      await app.get(`/api/auth/verify-email?token=${(await nextMail()).token}`);
      for (let i = 0; i < 5; i++) expect((await login({ password: 'wrong' })).statusCode).toBe(401);
      const waits: number[] = [];
      for (let i = 0; i < 5; i++) {
        const refused = await login();
        waits.push(Number(refused.headers['retry-after']));
        app.clock.forward(Number(refused.headers['retry-after']) * SECOND);
        if (i < 4) expect((await login({ password: 'wrong' })).statusCode).toBe(401);
      }
      expect(waits).toEqual([60, 120, 240, 480, 900]);
      expect((await login()).statusCode).toBe(200);
      expect((await login({ password: 'wrong' })).statusCode).toBe(401);
      expect((await login()).statusCode).toBe(200);
    });

    test('30 tries in 5 minutes are what one network has', async () => {
      const from = (remoteAddress: string, i: number) =>
        app.post('/api/auth/login', { email: `user${i}@example.com`, password: 'wrong' }, { remoteAddress });
      for (let i = 0; i < 30; i++) expect((await from(`2001:db8:1:2::${i + 1}`, i)).statusCode).toBe(401);
      expect((await from('2001:db8:1:2:ffff::1', 31)).statusCode).toBe(429);
      expect((await from('2001:db8:1:3::1', 32)).statusCode).toBe(401);
      app.clock.forward(5 * 60 * SECOND);
      expect((await from('2001:db8:1:2::1', 33)).statusCode).toBe(401);
    });

    test('a mail is kept while the server refuses it, and sent once it takes it', async () => {
      smtp.answer.code = 451;
      await register();
      await app.outbox.whenIdle();
      expect(smtp.mails).toEqual([]);
      const waiting = await app.database.read.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
      expect(waiting).toMatchObject({ attempts: 1, last_error: expect.stringContaining('not now') });
      expect(waiting.message).not.toContain('ada@example.com');
      smtp.answer.code = null;
      app.outbox.wake();
      await app.outbox.whenIdle();
      expect(smtp.mails).toEqual([]);
      app.clock.forward(16 * SECOND);
      app.outbox.wake();
      expect((await nextMail()).to).toBe('ada@example.com');
      expect(await app.database.read.selectFrom('outbox').select('id').execute()).toEqual([]);
    });

    test('two processes send one mail once', async () => {
      const other = await app.sibling();
      smtp.answer.code = 451;
      for (let i = 0; i < 10; i++) await register({ email: `user${i}@example.com` });
      await app.outbox.whenIdle();
      smtp.answer.code = null;
      app.clock.forward(HOUR);
      other.clock.now = app.clock.now;
      app.outbox.wake();
      other.outbox.wake();
      await Promise.all([app.outbox.whenIdle(), other.outbox.whenIdle()]);
      expect(smtp.mails.map((mail) => mail.to).sort()).toEqual(
        Array.from({ length: 10 }, (_, i) => `user${i}@example.com`),
      );
      await other.close();
    });
  });
}
