import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR } from '../../../core/time.ts';
import { hashing } from '../../platform/auth/password.ts';
import { ADMIN_PASSWORD, signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeFirstAdmin } from './first-admin.ts';

for (const dialect of dialects) {
  describe(`the administrators' session on ${dialect}`, () => {
    let app: TestApp;
    let held: number[];
    beforeEach(async () => {
      held = [];
      const pause = async (milliseconds: number) => {
        held.push(milliseconds);
      };
      app = await testApp(dialect, { variables: { RATE_LIMITS: 'on' }, build: { pause } });
    });
    afterEach(() => app.close());

    const login = (fields: object = {}) =>
      app.post('/api/admin/login', { username: 'admin', password: ADMIN_PASSWORD, ...fields });
    const session = (as: object) => app.get('/api/admin/session', as);

    test('a log-in gives a token that is valid for the set time', async () => {
      await signIn(app);
      const answer = await login({ username: ' ADMIN ' });
      expect(answer.statusCode).toBe(200);
      const { success, sessionToken, token, expiresAt, username } = answer.json();
      expect({ success, username, expiresAt }).toEqual({
        success: true,
        username: 'admin',
        expiresAt: '2026-11-22T03:00:00.000Z',
      });
      expect(token).toBe(sessionToken);
      const as = { headers: { authorization: `Bearer ${token}` } };
      expect((await session(as)).json()).toMatchObject({ username: 'admin', expiresAt });
      expect((await session(as)).json().expiresIn).toBe(24 * 3600);
      app.clock.forward(24 * HOUR - 1500);
      expect((await session(as)).json().expiresIn).toBe(2);
      app.clock.forward(500);
      expect((await session(as)).json().expiresIn).toBe(1);
      app.clock.forward(1000);
      const over = await session(as);
      expect([over.statusCode, over.json().code]).toEqual([401, 'session_expired']);
    });

    test('the timeout of the settings applies to running sessions at once', async () => {
      const as = await signIn(app);
      app.clock.forward(2 * HOUR);
      expect((await session(as)).statusCode).toBe(200);
      const saved = await app.post('/api/admin/settings', { sessionTimeout: 1 }, as);
      expect(saved.json().sessionTimeout).toBe(1);
      expect((await session(as)).json().code).toBe('session_expired');
    });

    test.each([
      [{ password: 'wrong' }, 401, 'invalid_credentials', 'Invalid username or password'],
      [{ username: 'nobody' }, 401, 'invalid_credentials', 'Invalid username or password'],
      [{ username: ' ' }, 400, 'validation_failed', 'body.username: Username is required'],
      [{ password: '' }, 400, 'validation_failed', 'body.password: Password is required'],
      [{ username: ['admin'] }, 400, 'validation_failed', undefined],
    ])('a log-in with %o is refused', async (fields, status, code, message) => {
      await signIn(app);
      const answer = await login(fields);
      expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
      if (message) expect(answer.json().message).toBe(message);
      if (status === 401) expect(answer.json().success).toBe(false);
    });

    test('wrong passwords are throttled before they are hashed, for unknown names too', async () => {
      await signIn(app);
      for (const username of ['admin', 'nobody']) {
        const before = hashing.made;
        const answers = await Promise.all(
          Array.from({ length: 12 }, () => login({ username, password: 'wrong' })),
        );
        expect(hashing.made - before).toBeLessThanOrEqual(5);
        const refused = answers.filter((answer) => answer.statusCode === 429);
        expect(refused.length).toBeGreaterThanOrEqual(7);
        expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
      }
    });

    describe("strangers' wrong tries", () => {
      const from = (cookie: string, fields: object = {}) =>
        app.post(
          '/api/admin/login',
          { username: 'admin', password: ADMIN_PASSWORD, ...fields },
          { headers: { cookie } },
        );
      const cookieOf = (answer: Awaited<ReturnType<typeof login>>) =>
        String(answer.headers['set-cookie']).split(';')[0] ?? '';

      test('keep nobody out who logged in on the device before', async () => {
        await signIn(app);
        const first = await login();
        expect(first.headers['set-cookie']).toMatch(
          /^known_device=[\w.-]+; Max-Age=31536000; Path=\/api\/admin\/login; HttpOnly; SameSite=Strict$/,
        );
        const device = cookieOf(first);
        for (let i = 0; i < 6; i++) await login({ password: 'wrong' });
        expect((await login()).statusCode).toBe(429);
        const known = await from(device);
        expect([known.statusCode, known.headers['set-cookie']]).toEqual([200, undefined]);
        // That begins nothing anew for the strangers.
        expect((await login()).statusCode).toBe(429);
        // A device has as few tries as anybody.
        for (let i = 0; i < 5; i++) expect((await from(device, { password: 'wrong' })).statusCode).toBe(401);
        expect((await from(device)).statusCode).toBe(429);
      });

      const at = (remoteAddress: string, password = ADMIN_PASSWORD) =>
        app.post('/api/admin/login', { username: 'admin', password }, { remoteAddress });

      test('hold back the tries of others, who come in all the same', async () => {
        await signIn(app);
        for (let i = 0; i < 6; i++) await at('203.0.113.1', 'wrong');
        expect([(await at('203.0.113.1')).statusCode, held]).toEqual([429, []]);
        // Ten tries of anybody are free; then each waits twice as long as the one before it.
        for (let network = 2; network <= 12; network++)
          expect((await at(`203.0.113.${network}`, 'wrong')).statusCode).toBe(401);
        expect(held).toEqual([250, 500, 1000, 2000, 4000, 4000]);
        held.length = 0;
        expect([(await at('198.51.100.1')).statusCode, held]).toEqual([200, [4000]]);
        // A right password begins anew, also for what is held back.
        expect([(await at('198.51.100.2')).statusCode, held]).toEqual([200, [4000]]);
        expect((await at('203.0.113.1')).statusCode).toBe(429);
      });

      test('hold nobody back whose device is known', async () => {
        await signIn(app);
        const device = cookieOf(await login());
        for (let network = 1; network <= 20; network++) await at(`203.0.113.${network}`, 'wrong');
        held.length = 0;
        expect([(await from(device)).statusCode, held]).toEqual([200, []]);
      });

      test("keep those out who have another's device, or a made-up one", async () => {
        await signIn(app);
        await signIn(app, 'other');
        const others = cookieOf(await login({ username: 'other' }));
        for (let i = 0; i < 6; i++) await login({ password: 'wrong' });
        for (const cookie of [
          others,
          'known_device=',
          'known_device=a.b',
          `known_device=${'x'.repeat(80)}.y`,
        ]) {
          const before = hashing.made;
          expect([cookie, (await from(cookie)).statusCode]).toEqual([cookie, 429]);
          expect(hashing.made).toBe(before);
        }
      });
    });

    test("a user's token is no administrator's, and nobody's none", async () => {
      for (const as of [{}, { headers: { authorization: 'Bearer nonsense' } }]) {
        const answer = await session(as);
        expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthorized']);
      }
    });

    test('logging out ends the session of the token in the body and always answers 200', async () => {
      const as = await signIn(app);
      const sessionToken = as.headers.authorization.slice('Bearer '.length);
      for (const body of [{ sessionToken }, { sessionToken }, { sessionToken: 'unknown' }, {}]) {
        expect((await app.post('/api/admin/logout', body)).statusCode).toBe(200);
      }
      expect((await session(as)).statusCode).toBe(401);
    });

    test('logging out everywhere ends all own sessions, and nobody else’s', async () => {
      const [first, second, other] = [await signIn(app), await signIn(app), await signIn(app, 'other')];
      const refused = await app.post('/api/admin/logout-all', { username: 'other' }, first);
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden']);
      expect((await app.post('/api/admin/logout-all', { username: 'Admin' }, first)).json()).toMatchObject({
        success: true,
        ended: 2,
      });
      expect([(await session(first)).statusCode, (await session(second)).statusCode]).toEqual([401, 401]);
      expect((await session(other)).statusCode).toBe(200);
    });

    test('a changed password ends the other sessions and is the only one that works', async () => {
      const [first, second] = [await signIn(app), await signIn(app)];
      const change = (fields: object) =>
        app.post(
          '/api/admin/change-password',
          { currentPassword: ADMIN_PASSWORD, newPassword: 'eight tiny giants', ...fields },
          first,
        );
      for (const [fields, code, message] of [
        [{ currentPassword: 'wrong' }, 'wrong_password', undefined],
        [{ currentPassword: '' }, 'validation_failed', 'Current password is required'],
        [{ newPassword: '12345' }, 'validation_failed', 'New password must be at least 6 characters long'],
        [
          { newPassword: ADMIN_PASSWORD },
          'validation_failed',
          'New password must be different from current password',
        ],
        [{ newPassword: 'password' }, 'validation_failed', undefined],
      ] as const) {
        const answer = await change(fields);
        expect([answer.statusCode, answer.json().code]).toEqual([400, code]);
        if (message) expect(answer.json().message).toContain(message);
      }
      expect((await session(second)).statusCode).toBe(200);
      expect((await change({})).json()).toMatchObject({ success: true });
      expect([(await session(first)).statusCode, (await session(second)).statusCode]).toEqual([200, 401]);
      expect((await login()).statusCode).toBe(401);
      expect((await login({ password: 'eight tiny giants' })).statusCode).toBe(200);
    });

    test('the log names who did what, without secrets, page by page', async () => {
      const as = await signIn(app);
      await app.post('/api/admin/settings', { claudeApiKey: 'sk-ant-0123456789' }, as);
      await app.post('/api/admin/settings', { enableAnalytics: false }, as);
      const first = await app.get('/api/admin/audit?limit=2', as);
      expect(first.json()).toMatchObject([
        { admin: 'admin', action: 'settings.save', after: { enableAnalytics: false } },
        {
          action: 'settings.save',
          before: { claudeApiKey: '' },
          after: { claudeApiKey: 'sk-a*********6789' },
        },
      ]);
      expect(first.body).not.toContain('0123456789');
      const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '';
      expect((await app.get(next, as)).json()).toMatchObject([{ action: 'session.begin' }]);
    });

    test('settings: keys are masked, kept, removed, and stored encrypted', async () => {
      const as = await signIn(app);
      const save = (body: object) => app.post('/api/admin/settings', body, as);
      const saved = (await save({ claudeApiKey: 'sk-ant-0123456789', geminiApiKey: 'short' })).json();
      expect(saved).toMatchObject({ claudeApiKey: 'sk-a*********6789', geminiApiKey: '*****' });
      expect((await app.get('/api/admin/settings', as)).json()).toEqual(saved);
      const rows = await app.database.read.selectFrom('settings').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain('0123456789');
      const kept = () =>
        app.database.read
          .selectFrom('settings')
          .select('value')
          .where('name', '=', 'claudeApiKey')
          .executeTakeFirst();
      const before = await kept();
      expect((await save({ ...saved, defaultAiProvider: 'gemini' })).json()).toEqual({
        ...saved,
        defaultAiProvider: 'gemini',
        version: expect.not.stringMatching(saved.version),
      });
      expect(await kept()).toEqual(before);
      for (const masked of ['sk-b*********6789', '••••']) {
        const refused = await save({ claudeApiKey: masked, defaultAiProvider: 'claude' });
        expect([refused.statusCode, refused.json().code]).toEqual([400, 'validation_failed']);
      }
      // All or nothing.
      expect((await app.get('/api/admin/settings', as)).json().defaultAiProvider).toBe('gemini');
      expect((await save({ claudeApiKey: '' })).json()).toMatchObject({
        claudeApiKey: '',
        geminiApiKey: '*****',
      });
      for (const wrong of [{ sessionTimeout: 2 }, { defaultAiProvider: 'x' }, { enableAnalytics: 'yes' }]) {
        expect((await save(wrong)).statusCode).toBe(400);
      }
    });

    test('with analytics disabled nothing is recorded and the calls still answer', async () => {
      const as = await signIn(app);
      const visits = async () => (await app.get('/api/analytics/summary')).json().totalVisits;
      await app.post('/api/analytics/page-visit', { page: 'home' });
      await app.post('/api/admin/settings', { enableAnalytics: false }, as);
      expect((await app.post('/api/analytics/page-visit', { page: 'home' })).statusCode).toBe(200);
      expect(await visits()).toBe(1);
      expect((await app.post('/api/analytics/reset', undefined, as)).statusCode).toBe(200);
      expect(await visits()).toBe(0);
    });

    test('the first administrator is made once', async () => {
      const env = { ADMIN_USERNAME: 'curator', ADMIN_PASSWORD: undefined };
      const made = await Promise.all([1, 2].map(() => makeFirstAdmin(app.database, env, app.clock.now)));
      const password = made.find((admin) => admin)?.password;
      expect(made.filter(Boolean)).toHaveLength(1);
      expect((await login({ username: 'curator', password })).statusCode).toBe(200);
      expect(await makeFirstAdmin(app.database, env, app.clock.now)).toBeUndefined();
    });
  });
}
