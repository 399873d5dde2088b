import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '../../../core/time.ts';
import { followSecret } from '../../secret-change.ts';
import { ADMIN_PASSWORD, signIn, type TestApp, testApp } from '../../testing/app.ts';
import { testAuthenticator } from '../../testing/authenticator.ts';
import { dialects } from '../../testing/dialects.ts';
import { insertAdmin } from './store.ts';

const ORIGIN = 'http://localhost:3000';

type As = Awaited<ReturnType<typeof signIn>>;

for (const dialect of dialects) {
  describe(`administrators' second factors on ${dialect}`, () => {
    let app: TestApp;
    let owner: As;
    beforeEach(async () => {
      app = await testApp(dialect, { variables: { SITE_URL: ORIGIN } });
      owner = await signIn(app, 'admin');
    });
    afterEach(() => app.close());

    const login = (password = ADMIN_PASSWORD, of = app) =>
      of.post('/api/admin/login', { username: 'admin', password });
    const second = (body: object, of = app) => of.post('/api/admin/login/second', body);
    const bearer = (answer: Awaited<ReturnType<typeof login>>): As => ({
      headers: { authorization: `Bearer ${answer.json().sessionToken}` },
    });
    const factors = async (as = owner) => (await app.get('/api/admin/factors', as)).json();
    const codeOf = (secret: string) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now.getTime() });

    /** Sets an authenticator app up. Returns its secret and the recovery codes. */
    async function setUpTotp(as = owner): Promise<{ secret: string; codes: string[] }> {
      const { secret } = (await app.post('/api/admin/factors/totp', undefined, as)).json();
      const confirmed = await app.post('/api/admin/factors/totp/confirm', { code: codeOf(secret) }, as);
      expect(confirmed.statusCode).toBe(200);
      // The code that confirmed has counted.
      app.clock.forward(MINUTE);
      return { secret, codes: confirmed.json().recoveryCodes };
    }

    async function setUpPasskey(as = owner, name = 'Laptop') {
      const authenticator = testAuthenticator(ORIGIN);
      const options = (await app.post('/api/admin/factors/passkeys/options', undefined, as)).json();
      // Beside a password an authenticator without a PIN is enough.
      expect(options.authenticatorSelection).toMatchObject({
        residentKey: 'preferred',
        userVerification: 'preferred',
      });
      const added = await app.post(
        '/api/admin/factors/passkeys',
        { name, passkey: authenticator.make(options) },
        as,
      );
      expect(added.statusCode).toBe(201);
      return { authenticator, codes: added.json().recoveryCodes as string[] | null };
    }

    test('without one a log-in is one step, with one it is two', async () => {
      expect((await login()).json()).toMatchObject({ success: true, role: 'owner' });
      const { secret } = await setUpTotp();
      const first = (await login()).json();
      expect(first).toMatchObject({ success: false, secondFactor: ['totp', 'recovery'] });
      expect(first).not.toHaveProperty('sessionToken');
      expect((await login('wrong')).json().code).toBe('invalid_credentials');
      const answer = await second({ factor: 'totp', challenge: first.challenge, code: codeOf(secret) });
      expect(answer.json()).toMatchObject({ success: true, username: 'admin', role: 'owner' });
      expect((await app.get('/api/admin/session', bearer(answer))).json().factors).toEqual(['totp']);
    });

    test('a secret that was not confirmed by a code counts for nothing', async () => {
      const { secret, uri } = (await app.post('/api/admin/factors/totp', undefined, owner)).json();
      expect(uri).toContain(`secret=${secret}`);
      expect(uri).toMatch(/^otpauth:\/\/totp\/Tiny%20Giants:admin\?/);
      expect((await login()).json().success).toBe(true);
      const wrong = await app.post('/api/admin/factors/totp/confirm', { code: '000000' }, owner);
      expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'factor_refused']);
      expect(await factors()).toMatchObject({ totp: null, recoveryCodes: 0 });
    });

    test('an app that is confirmed is not replaced, and lets in as before', async () => {
      const { secret } = await setUpTotp();
      const again = await app.post('/api/admin/factors/totp', undefined, owner);
      expect([again.statusCode, again.json().code]).toEqual([409, 'conflict']);
      const { challenge } = (await login()).json();
      expect((await second({ factor: 'totp', challenge, code: codeOf(secret) })).json().success).toBe(true);
    });

    test('the code that confirms a secret is not to be guessed', async () => {
      const limited = await app.sibling({ RATE_LIMITS: 'on' });
      await app.post('/api/admin/factors/totp', undefined, owner);
      const statuses: number[] = [];
      for (const code of ['000000', '000001', '000002', '000003', '000004', '000005', '000006'])
        statuses.push((await limited.post('/api/admin/factors/totp/confirm', { code }, owner)).statusCode);
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
      await limited.close();
    });

    test('a code counts once, within half a minute of its time, and in any spelling', async () => {
      const { secret } = await setUpTotp();
      const step = async (code: string) => {
        const { challenge } = (await login()).json();
        return second({ factor: 'totp', challenge, code });
      };
      const code = codeOf(secret);
      expect((await step(`${code.slice(0, 3)} ${code.slice(3)}`)).statusCode).toBe(200);
      const again = await step(code);
      expect([again.statusCode, again.json().code]).toEqual([400, 'factor_refused']);
      app.clock.forward(MINUTE);
      const late = codeOf(secret);
      app.clock.forward(2 * MINUTE);
      expect((await step(late)).json().code).toBe('factor_refused');
      const almost = codeOf(secret);
      app.clock.forward(30_000);
      expect((await step(almost)).statusCode).toBe(200);
    });

    test('a code comes in full-width digits too, and any other text of six signs is refused', async () => {
      const { secret } = await setUpTotp();
      const step = async (factor: 'totp' | 'recovery', code: string) => {
        const { challenge } = (await login()).json();
        const answer = await second({ factor, challenge, code });
        return answer.json().code ?? answer.statusCode;
      };
      for (const code of ['éééééé', '😀😀😀', '٢٣٤٥٦٧', '𝟙𝟚𝟛𝟜𝟝', 'ｱｱｱｱｱｱ', '12345', '1'.repeat(100)])
        expect(await step('totp', code)).toBe('factor_refused');
      expect(await step('recovery', '１２３４－５６７８')).toBe('factor_refused');
      app.clock.forward(MINUTE);
      const wide = codeOf(secret).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
      expect(await step('totp', `${wide.slice(0, 3)}\u3000${wide.slice(3)}`)).toBe(200);
    });

    test('a code that was used while the clock was ahead refuses none of today', async () => {
      const { secret } = await setUpTotp();
      const step = async (code: string) => {
        const { challenge } = (await login()).json();
        return second({ factor: 'totp', challenge, code });
      };
      app.clock.forward(400 * 24 * 60 * MINUTE);
      expect((await step(codeOf(secret))).statusCode).toBe(200);
      app.clock.forward(-400 * 24 * 60 * MINUTE);
      const code = codeOf(secret);
      expect((await step(code)).statusCode).toBe(200);
      expect((await step(code)).json().code).toBe('factor_refused');
    });

    test('of two who use a code at the same time one gets in', async () => {
      const { secret } = await setUpTotp();
      const steps = await Promise.all([login(), login()]);
      const code = codeOf(secret);
      const answers = await Promise.all(
        steps.map((step) => second({ factor: 'totp', challenge: step.json().challenge, code })),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    });

    test('ten recovery codes, each once, stored only as hashes', async () => {
      const { codes } = await setUpTotp();
      expect(codes).toHaveLength(10);
      expect(new Set(codes).size).toBe(10);
      const rows = await app.database.read.selectFrom('admin_recovery_codes').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(codes[0]?.replaceAll('-', ''));
      const use = async (code = '') => {
        const { challenge } = (await login()).json();
        return second({ factor: 'recovery', challenge, code });
      };
      expect((await use(codes[0]?.toUpperCase().replaceAll('-', ' '))).statusCode).toBe(200);
      expect((await use(codes[0])).json().code).toBe('factor_refused');
      expect((await factors()).recoveryCodes).toBe(9);
      const renewed = (await app.post('/api/admin/factors/recovery-codes', undefined, owner)).json();
      expect(renewed.recoveryCodes).toHaveLength(10);
      expect((await use(codes[1])).json().code).toBe('factor_refused');
      expect((await use(renewed.recoveryCodes[0])).statusCode).toBe(200);
    });

    test('a right password waits five minutes for the second step, which counts once', async () => {
      const { secret, codes } = await setUpTotp();
      const { challenge } = (await login()).json();
      expect((await second({ factor: 'totp', challenge, code: codeOf(secret) })).statusCode).toBe(200);
      const again = await second({ factor: 'recovery', challenge, code: codes[0] });
      expect(again.json().code).toBe('token_invalid');
      const late = (await login()).json().challenge;
      app.clock.forward(5 * MINUTE);
      expect((await second({ factor: 'recovery', challenge: late, code: codes[0] })).json().code).toBe(
        'token_invalid',
      );
      expect((await factors()).recoveryCodes).toBe(10);
    });

    test('a password that is changed meanwhile ends the log-ins under way', async () => {
      const { secret } = await setUpTotp();
      const { challenge } = (await login()).json();
      await app.post(
        '/api/admin/change-password',
        { currentPassword: ADMIN_PASSWORD, newPassword: 'nine quiet giants' },
        owner,
      );
      const answer = await second({ factor: 'totp', challenge, code: codeOf(secret) });
      expect(answer.json().code).toBe('token_invalid');
    });

    test('wrong codes are throttled as passwords are', async () => {
      await setUpTotp();
      const limited = await app.sibling({ RATE_LIMITS: 'on' });
      limited.clock.now = app.clock.now;
      try {
        const { challenge } = (await login(ADMIN_PASSWORD, limited)).json();
        const statuses: number[] = [];
        for (let i = 0; i < 7; i++) {
          const answer = await second({ factor: 'totp', challenge, code: '000000' }, limited);
          statuses.push(answer.statusCode);
        }
        expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400]);
        expect(statuses.at(-1)).toBe(429);
      } finally {
        await limited.close();
      }
    });

    test('a passkey is a second step too, once for each challenge', async () => {
      const { authenticator, codes } = await setUpPasskey();
      expect(codes).toHaveLength(10);
      expect(await factors()).toMatchObject({
        totp: null,
        passkeys: [{ name: 'Laptop' }],
        recoveryCodes: 10,
      });
      const first = (await login()).json();
      expect(first.secondFactor).toEqual(['passkey', 'recovery']);
      const { challenge } = first;
      const options = (await app.post('/api/admin/login/passkey', { challenge })).json();
      expect(options).toMatchObject({ rpId: 'localhost' });
      const passkey = authenticator.use(options);
      const answer = await second({ factor: 'passkey', challenge, passkey });
      expect(answer.json()).toMatchObject({ success: true, username: 'admin' });
      const next = (await login()).json().challenge;
      const replayed = await second({ factor: 'passkey', challenge: next, passkey });
      expect([replayed.statusCode, replayed.json().code]).toEqual([400, 'factor_refused']);
      expect((await factors(bearer(answer))).passkeys[0].last_used_at).toBe(app.clock.now.toISOString());
    });

    test.each([
      ['of another site', () => testAuthenticator('https://evil.example')],
      ['that nobody added', () => testAuthenticator(ORIGIN)],
    ])('a passkey %s is refused', async (_, make) => {
      const { authenticator } = await setUpPasskey();
      const { challenge } = (await login()).json();
      const options = (await app.post('/api/admin/login/passkey', { challenge })).json();
      const own = authenticator.use(options);
      const other = { ...make().use(options), id: own.id, rawId: own.rawId };
      const answer = await second({ factor: 'passkey', challenge, passkey: other });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'factor_refused']);
    });

    test("another administrator's passkey lets nobody else in", async () => {
      const other = await signIn(app, 'olga');
      const { authenticator } = await setUpPasskey(other, "Olga's");
      await setUpPasskey();
      const { challenge } = (await login()).json();
      const options = (await app.post('/api/admin/login/passkey', { challenge })).json();
      const answer = await second({ factor: 'passkey', challenge, passkey: authenticator.use(options) });
      expect(answer.json().code).toBe('factor_refused');
    });

    test('an authenticator that counts backwards is a copy, and refused', async () => {
      const { authenticator } = await setUpPasskey();
      const use = async () => {
        const { challenge } = (await login()).json();
        const options = (await app.post('/api/admin/login/passkey', { challenge })).json();
        return second({ factor: 'passkey', challenge, passkey: authenticator.use(options) });
      };
      expect((await use()).statusCode).toBe(200);
      expect((await use()).statusCode).toBe(200);
      authenticator.counter = 0;
      expect((await use()).json().code).toBe('factor_refused');
    });

    test('a passkey proves who is at the session, as the password does', async () => {
      const { authenticator } = await setUpPasskey();
      app.clock.forward(11 * MINUTE);
      const invite = () =>
        app.post('/api/admin/invitations', { email: 'a@example.com', role: 'editor', language: 'en' }, owner);
      expect((await invite()).json().code).toBe('confirmation_required');
      const options = (await app.post('/api/admin/confirm/passkey', undefined, owner)).json();
      const passkey = authenticator.use(options);
      expect((await app.post('/api/admin/confirm', { passkey }, owner)).statusCode).toBe(200);
      expect((await invite()).statusCode).toBe(201);
      const again = await app.post('/api/admin/confirm', { passkey }, owner);
      expect(again.json().code).toBe('factor_refused');
    });

    test('factors are set up and taken away only after a recent proof of identity', async () => {
      const { secret } = await setUpTotp();
      expect(secret).toBeTruthy();
      app.clock.forward(11 * MINUTE);
      for (const answer of [
        await app.post('/api/admin/factors/totp', undefined, owner),
        await app.delete('/api/admin/factors/totp', undefined, owner),
        await app.post('/api/admin/factors/passkeys/options', undefined, owner),
        await app.post('/api/admin/factors/recovery-codes', undefined, owner),
      ])
        expect([answer.statusCode, answer.json().code]).toEqual([403, 'confirmation_required']);
      await app.post('/api/admin/confirm', { password: ADMIN_PASSWORD }, owner);
      const replaced = await app.post('/api/admin/factors/totp', undefined, owner);
      expect([replaced.statusCode, replaced.json().code]).toEqual([409, 'conflict']);
      await app.delete('/api/admin/factors/totp', undefined, owner);
      expect(await factors()).toMatchObject({ totp: null, recoveryCodes: 0 });
      expect((await login()).json().success).toBe(true);
    });

    test('recovery codes come with the first factor and go with the last', async () => {
      const { codes } = await setUpTotp();
      const passkey = await setUpPasskey();
      expect([codes.length, passkey.codes]).toEqual([10, null]);
      await app.delete('/api/admin/factors/totp', undefined, owner);
      expect((await factors()).recoveryCodes).toBe(10);
      const [{ id }] = (await factors()).passkeys;
      expect((await app.delete(`/api/admin/factors/passkeys/${id}`, undefined, owner)).statusCode).toBe(200);
      expect(await factors()).toMatchObject({ passkeys: [], recoveryCodes: 0 });
      const none = await app.post('/api/admin/factors/recovery-codes', undefined, owner);
      expect([none.statusCode, none.json().code]).toEqual([409, 'conflict']);
    });

    test('where the settings ask for one, nothing else can be done until there is one', async () => {
      await app.post('/api/admin/settings', { requireSecondFactor: true }, owner);
      const refused = await app.get('/api/admin/stats', owner);
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'second_factor_required']);
      expect((await app.get('/api/admin/session', owner)).json()).toMatchObject({
        needsFactor: true,
        factors: [],
      });
      await setUpTotp();
      expect((await app.get('/api/admin/stats', owner)).statusCode).toBe(200);
      expect((await app.get('/api/admin/session', owner)).json()).toMatchObject({
        needsFactor: false,
        factors: ['totp'],
      });
    });

    test('an owner takes away the factors that somebody lost, which ends the sessions of that person', async () => {
      const other = await signIn(app, 'olga', 'editor');
      await setUpTotp(other);
      const list = async () => (await app.get('/api/admin/administrators', owner)).json();
      expect(await list()).toMatchObject([
        { username: 'admin', second_factor: false },
        { username: 'olga', second_factor: true },
      ]);
      const [, { id }] = await list();
      expect((await app.delete(`/api/admin/administrators/${id}/factors`, undefined, other)).statusCode).toBe(
        403,
      );
      await app.delete(`/api/admin/administrators/${id}/factors`, undefined, owner);
      expect((await app.get('/api/admin/session', other)).statusCode).toBe(401);
      const answer = await app.post('/api/admin/login', { username: 'olga', password: ADMIN_PASSWORD });
      expect(answer.json().success).toBe(true);
    });

    test('a changed APP_SECRET keeps the apps where the old one is given', async () => {
      const { secret } = await setUpTotp();
      const rows = await app.database.read.selectFrom('admin_totps').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(secret);
      const NEW = 'another secret, as long as it has to be';
      const lost = await app.sibling({ APP_SECRET: NEW });
      expect(await followSecret(lost.database, lost.env, app.clock.now)).toContain(
        "1 secrets of administrators' authenticator apps",
      );
      await lost.close();
      const kept = await app.sibling({
        APP_SECRET: NEW,
        APP_SECRET_OLD: 'a secret of the tests, long enough',
      });
      kept.clock.now = app.clock.now;
      await followSecret(kept.database, kept.env, app.clock.now);
      const { challenge } = (await login(ADMIN_PASSWORD, kept)).json();
      const answer = await second({ factor: 'totp', challenge, code: codeOf(secret) }, kept);
      expect(answer.statusCode).toBe(200);
      await kept.close();
    });

    test('the security log has what came, what went and what was refused', async () => {
      await setUpTotp();
      const { challenge } = (await login()).json();
      await second({ factor: 'totp', challenge, code: '000000' });
      await app.delete('/api/admin/factors/totp', undefined, owner);
      const log = (await app.get('/api/admin/security-log', owner)).json();
      for (const event of [
        { event: 'factor_added', outcome: 'success', actor: 'admin', subject: 'authenticator app' },
        { event: 'second_factor', outcome: 'failure', actor: 'admin' },
        { event: 'factor_removed', outcome: 'success', actor: 'admin', subject: 'authenticator app' },
      ])
        expect(log).toContainEqual(expect.objectContaining(event));
      expect(JSON.stringify(log)).not.toContain('000000');
    });

    test('a removed administrator leaves no factor behind', async () => {
      const other = await signIn(app, 'olga', 'editor');
      await setUpTotp(other);
      await setUpPasskey(other);
      await app.post('/api/admin/login', { username: 'olga', password: ADMIN_PASSWORD });
      const { id } = await app.database.read
        .selectFrom('admins')
        .select('id')
        .where('username', '=', 'olga')
        .executeTakeFirstOrThrow();
      await app.delete(`/api/admin/administrators/${id}`, undefined, owner);
      for (const table of ['passkeys', 'admin_totps', 'admin_recovery_codes', 'challenges'] as const)
        expect(await app.database.read.selectFrom(table).selectAll().execute(), table).toEqual([]);
    });

    test('what was asked and not answered is cleared away', async () => {
      await app.database.write(async ({ tx }) => {
        await insertAdmin(tx, 'spare', 'no password', app.clock.now);
      });
      await app.post('/api/auth/passkey/options');
      app.clock.forward(6 * MINUTE);
      const other = await app.sibling();
      other.clock.now = app.clock.now;
      await other.get('/healthz');
      await other.close();
      expect(await app.database.read.selectFrom('challenges').selectAll().execute()).toEqual([]);
    });
  });

  describe(`readers' passkeys on ${dialect}`, () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await testApp(dialect, { variables: { SITE_URL: ORIGIN, REQUIRE_VERIFIED_EMAIL: 'false' } });
    });
    afterEach(() => app.close());

    const password = 'correct horse battery';
    async function register(email = 'ada@example.com'): Promise<As> {
      const { token } = (await app.post('/api/auth/register', { email, password })).json();
      return { headers: { authorization: `Bearer ${token}` } };
    }
    async function add(as: As, authenticator = testAuthenticator(ORIGIN)) {
      const options = await app.post('/api/auth/passkeys/options', { password }, as);
      if (options.statusCode === 200)
        expect(options.json().authenticatorSelection).toMatchObject({
          residentKey: 'required',
          userVerification: 'required',
        });
      const answer = await app.post(
        '/api/auth/passkeys',
        { name: 'Phone', passkey: authenticator.make(options.json()) },
        as,
      );
      return { authenticator, answer };
    }
    const ask = async () => (await app.post('/api/auth/passkey/options')).json();
    const logIn = (passkey: object) => app.post('/api/auth/passkey/login', { passkey });

    test('a reader adds one after the password, and logs in with it alone', async () => {
      const as = await register();
      const wrong = await app.post('/api/auth/passkeys/options', { password: 'wrong' }, as);
      expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'wrong_password']);
      const { authenticator, answer } = await add(as);
      expect([answer.statusCode, answer.json()]).toMatchObject([201, { name: 'Phone', last_used_at: null }]);
      const options = await ask();
      expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
      const passkey = authenticator.use(options);
      const begun = await logIn(passkey);
      expect(begun.json()).toMatchObject({ user: { email: 'ada@example.com' } });
      const session = { headers: { authorization: `Bearer ${begun.json().token}` } };
      expect((await app.get('/api/auth/me', session)).json().user.email).toBe('ada@example.com');
      expect((await app.get('/api/auth/passkeys', session)).json()).toMatchObject([
        { name: 'Phone', last_used_at: app.clock.now.toISOString() },
      ]);
      expect((await logIn(passkey)).json().code).toBe('factor_refused');
      // What is stored of it goes into one's download, and of the key nothing.
      const data = (await app.get('/api/auth/export', session)).json();
      expect(data.passkeys).toMatchObject([{ name: 'Phone', id: passkey.id }]);
      expect(JSON.stringify(data)).not.toContain('public_key');
    });

    test('a mail tells of a new passkey, and a reset password removes all of them', async () => {
      const as = await register();
      await app.put('/api/auth/profile', { language: 'en' }, as);
      const mails = async () => {
        await app.outbox.whenIdle();
        const folder = join(app.env.VAR_DIR, 'mail');
        return readdirSync(folder).map((name) =>
          readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', ''),
        );
      };
      const { authenticator } = await add(as);
      const told = (await mails()).filter((mail) => mail.includes('A passkey was just added'));
      expect(told).toHaveLength(1);
      expect((await logIn(authenticator.use(await ask()))).statusCode).toBe(200);
      await app.post('/api/auth/password-reset/request', { email: 'ada@example.com' });
      const reset = (await mails()).flatMap(
        (mail) => mail.match(/reset-password\?token=(?:3D)?([\w-]+)/)?.[1] ?? [],
      );
      const confirmed = await app.post('/api/auth/password-reset/confirm', {
        token: reset[0],
        new_password: 'another horse battery',
      });
      expect(confirmed.statusCode).toBe(200);
      expect((await logIn(authenticator.use(await ask()))).json().code).toBe('factor_refused');
      expect(await app.database.read.selectFrom('passkeys').selectAll().execute()).toEqual([]);
    });

    test('one that does not ask who is there is refused', async () => {
      const as = await register();
      const { answer } = await add(as, testAuthenticator(ORIGIN, { verifies: false }));
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'factor_refused']);
      expect((await app.get('/api/auth/passkeys', as)).json()).toEqual([]);
    });

    test('who is suspended is told so, and who removed it gets in no more', async () => {
      const as = await register();
      const { authenticator, answer } = await add(as);
      const owner = await signIn(app);
      const { id } = await app.database.read.selectFrom('users').select('id').executeTakeFirstOrThrow();
      await app.post(`/api/admin/users/${id}/suspend`, {}, owner);
      expect((await logIn(authenticator.use(await ask()))).json().code).toBe('account_suspended');
      await app.post(`/api/admin/users/${id}/activate`, {}, owner);
      const begun = await logIn(authenticator.use(await ask()));
      const session = { headers: { authorization: `Bearer ${begun.json().token}` } };
      await app.delete(`/api/auth/passkeys/${answer.json().id}`, undefined, session);
      expect((await logIn(authenticator.use(await ask()))).json().code).toBe('factor_refused');
    });

    test("nobody removes another's, and an administrator's logs no reader in", async () => {
      const ada = await register();
      const { answer } = await add(ada);
      const eve = await register('eve@example.com');
      const refused = await app.delete(`/api/auth/passkeys/${answer.json().id}`, undefined, eve);
      expect([refused.statusCode, refused.json().code]).toEqual([404, 'not_found']);
      const owner = await signIn(app);
      const authenticator = testAuthenticator(ORIGIN);
      const options = (await app.post('/api/admin/factors/passkeys/options', undefined, owner)).json();
      await app.post(
        '/api/admin/factors/passkeys',
        { name: 'Key', passkey: authenticator.make(options) },
        owner,
      );
      expect((await logIn(authenticator.use(await ask()))).json().code).toBe('factor_refused');
    });

    test('with the account the passkeys go', async () => {
      const as = await register();
      await add(as);
      await app.post('/api/auth/passkeys/options', { password }, as);
      await app.delete('/api/auth/account', { password }, as);
      for (const table of ['passkeys', 'challenges'] as const)
        expect(await app.database.read.selectFrom(table).selectAll().execute(), table).toEqual([]);
    });
  });
}
