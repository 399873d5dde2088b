import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '../../../core/time.ts';
import { createGithub } from '../../platform/auth/github.ts';
import type { TestApp } from '../../testing/app.ts';
import { testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { startProvider, type TestProvider } from '../../testing/identity-provider.ts';
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts';

const SITE = 'https://giants.example';
const PASSWORD = 'a password of nobody else';

for (const dialect of dialects) {
  describe(`readers' log-in by providers and links on ${dialect}`, () => {
    let provider: TestProvider;
    let app: TestApp;
    let smtp: TestSmtp;
    beforeEach(async () => {
      provider = await startProvider(
        { id: 'giants', secret: 'a secret of both', returnUrls: [`${SITE}/sign-in`] },
        {
          grace: { email: 'Grace@example.com', email_verified: true },
          ada: { email: 'ada@example.com', email_verified: false },
          nameless: {},
          homograph: { email: '\uFB01nance@example.com', email_verified: true },
        },
      );
      smtp = await startSmtp();
      app = await testApp(dialect, { variables: settings() });
    });
    afterEach(async () => {
      await app.close();
      await provider.close();
      await smtp.close();
    });

    const settings = () => ({
      SITE_URL: SITE,
      SMTP_URL: smtp.url,
      READER_OIDC_ISSUER: provider.issuer,
      READER_OIDC_ID: 'giants',
      READER_OIDC_SECRET: 'a secret of both',
      READER_OIDC_NAME: 'Giants ID',
    });
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

    async function begin(id = 'oidc', on = app) {
      const answer = await on.post('/api/auth/sign-on/begin', { provider: id });
      const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
      return { answer, cookie, url: String(answer.json().url) };
    }
    const finish = (query: string, cookie: string, on = app) =>
      on.post('/api/auth/sign-on/finish', { query, language: 'ko' }, { headers: { cookie } });
    async function signOn(login: string, on = app) {
      const { cookie, url } = await begin('oidc', on);
      return finish((await provider.signOn(url, login)).search.slice(1), cookie, on);
    }
    /** An account with a password. */
    async function register(email: string, verified = true): Promise<void> {
      await app.post('/api/auth/register', { email, password: PASSWORD });
      if (verified)
        await app.database.write(({ tx }) =>
          tx.updateTable('users').set({ email_verified: 1 }).where('email_key', '=', email).execute(),
        );
      await app.outbox.whenIdle();
      smtp.mails.length = 0;
    }
    const users = () =>
      app.database.read.selectFrom('users').select(['id', 'email', 'email_verified']).execute();
    const identities = () => app.database.read.selectFrom('user_identities').selectAll().execute();
    const linkIn = async (name: string) => {
      await app.outbox.whenIdle();
      const [, value = ''] =
        new RegExp(`/sign-in\\?${name}=(\\S+)`).exec(smtp.mails.at(-1)?.text ?? '') ?? [];
      return decodeURIComponent(value);
    };

    test('providers are named; a setting without its other half is refused', async () => {
      expect((await app.get('/api/auth/providers')).json()).toEqual([{ id: 'oidc', name: 'Giants ID' }]);
      const all = await app.sibling({
        READER_OIDC_GOOGLE_ID: 'a',
        READER_OIDC_GOOGLE_SECRET: 'b',
        READER_OIDC_GITHUB_ID: 'c',
        READER_OIDC_GITHUB_SECRET: 'd',
        READER_OIDC_ISSUER: '',
      });
      expect((await all.get('/api/auth/providers')).json()).toEqual([
        { id: 'google', name: 'Google' },
        { id: 'github', name: 'GitHub' },
      ]);
      expect((await all.post('/api/auth/sign-on/begin', { provider: 'oidc' })).statusCode).toBe(404);
      await all.close();
    });

    test('the first log-in makes an account, the next ones enter it', async () => {
      const first = (await signOn('grace')).json();
      expect(first).toMatchObject({
        join: null,
        user: { email: 'Grace@example.com', email_verified: true, language: 'ko' },
      });
      expect((await app.get('/api/auth/me', bearer(first.token))).statusCode).toBe(200);
      const second = (await signOn('grace')).json();
      expect(second.user).toEqual(first.user);
      expect(await users()).toHaveLength(1);
      // Nobody gets in by the password that there is not.
      for (const password of ['', ' '])
        expect(
          (await app.post('/api/auth/login', { email: 'grace@example.com', password })).statusCode,
        ).not.toBe(200);
      const exported = (await app.get('/api/auth/export', bearer(first.token))).json();
      expect(exported.providers).toMatchObject([{ issuer: provider.issuer }]);
    });

    test.each(['ada', 'nameless', 'homograph'])('%s has no address that can be believed', async (login) => {
      const answer = await signOn(login);
      expect([answer.statusCode, answer.json().reason]).toEqual([401, 'sign_on_unverified']);
      expect(await users()).toEqual([]);
    });

    test('an answer counts once, in the browser that began', async () => {
      const { cookie, url } = await begin();
      const query = (await provider.signOn(url, 'grace')).search.slice(1);
      const reason = async (given: string, its: string) => (await finish(given, its)).json().reason;
      expect(await reason(query, '')).toBe('sign_on_expired');
      expect(await reason(query, (await begin()).cookie)).toBe('sign_on_expired');
      expect(await reason(query.replace(/state=[^&]+/, 'state=other'), cookie)).toBe('sign_on_expired');
      expect((await finish(query, cookie)).statusCode).toBe(200);
      expect(await reason(query, cookie)).toBe('sign_on_expired');
      const late = await begin();
      const answer = (await provider.signOn(late.url, 'grace')).search.slice(1);
      app.clock.forward(11 * MINUTE);
      expect(await reason(answer, late.cookie)).toBe('sign_on_expired');
    });

    test('an account of the same address is joined by its password only', async () => {
      await register('grace@example.com');
      const { join, token } = (await signOn('grace')).json();
      expect(token).toBeNull();
      expect(await identities()).toEqual([]);
      const by = (body: object) => app.post('/api/auth/sign-on/join', body);
      expect((await by({ ticket: join, password: 'wrong' })).json().code).toBe('invalid_credentials');
      expect((await by({ ticket: join })).json().code).toBe('invalid_credentials');
      const altered = `${join.slice(0, 40)}${join[40] === 'A' ? 'B' : 'A'}${join.slice(41)}`;
      expect((await by({ ticket: altered, password: PASSWORD })).json().code).toBe('token_invalid');
      const joined = await by({ ticket: join, password: PASSWORD });
      expect(joined.json().user.email).toBe('grace@example.com');
      expect(await identities()).toHaveLength(1);
      expect((await signOn('grace')).json().token).toEqual(expect.any(String));
      expect(await users()).toHaveLength(1);
    });

    test('or by a mailed link, used once', async () => {
      await register('grace@example.com');
      const { join } = (await signOn('grace')).json();
      expect((await app.post('/api/auth/sign-on/join-link', { ticket: join })).statusCode).toBe(200);
      const ticket = await linkIn('join');
      expect(smtp.mails.at(-1)?.to).toBe('grace@example.com');
      expect((await app.post('/api/auth/sign-on/join', { ticket })).json().token).toEqual(expect.any(String));
      // Another spelling of the same text is the same link.
      for (const text of [ticket, `${ticket}=`, `${ticket}x`])
        expect((await app.post('/api/auth/sign-on/join', { ticket: text })).json().code).toBe(
          'token_invalid',
        );
      expect(await identities()).toHaveLength(1);
    });

    test('an account that nobody verified gives way to the owner of the address', async () => {
      await register('grace@example.com', false);
      const [before] = await users();
      expect((await signOn('grace')).json().token).toEqual(expect.any(String));
      const [after, ...others] = await users();
      expect(others).toEqual([]);
      expect(after?.id).not.toBe(before?.id);
    });

    test('a suspended account is not entered, and a reset of the password ends the provider’s way', async () => {
      const { token } = (await signOn('grace')).json();
      await app.post('/api/auth/password-reset/request', { email: 'grace@example.com' });
      await app.outbox.whenIdle();
      const reset = smtp.mails.at(-1)?.token ?? '';
      const set = { token: reset, new_password: 'quite another password' };
      expect((await app.post('/api/auth/password-reset/confirm', set)).statusCode).toBe(200);
      expect(await identities()).toEqual([]);
      expect((await app.get('/api/auth/me', bearer(token))).statusCode).toBe(401);
      await app.database.write(({ tx }) => tx.updateTable('users').set({ is_active: 0 }).execute());
      expect((await signOn('grace')).json().code).toBe('account_suspended');
    });

    test('a mailed link logs in once, within fifteen minutes', async () => {
      await register('ada@example.com', false);
      const ask = (email: string) => app.post('/api/auth/login-link', { email });
      const known = await ask('ada@example.com');
      const unknown = await ask('nobody@example.com');
      expect(unknown.json()).toEqual(known.json());
      await app.outbox.whenIdle();
      expect(smtp.mails).toHaveLength(1);
      const token = await linkIn('link');
      // Opening the link by itself changes nothing: scanners of mails do that.
      const used = () => app.post('/api/auth/login-link/use', { token });
      expect((await used()).json().user).toMatchObject({ email: 'ada@example.com' });
      expect((await used()).json().code).toBe('token_invalid');
      expect(await users()).toMatchObject([{ email_verified: 1 }]);
      app.clock.forward(2 * MINUTE);
      await ask('ada@example.com');
      const late = await linkIn('link');
      app.clock.forward(16 * MINUTE);
      expect((await app.post('/api/auth/login-link/use', { token: late })).json().code).toBe('token_invalid');
    });

    test('the ways in are shown, and one is removed by its owner only', async () => {
      const { token } = (await signOn('grace')).json();
      const methods = async () => (await app.get('/api/auth/sign-in-methods', bearer(token))).json();
      expect(await methods()).toEqual({
        has_password: false,
        providers: [{ id: provider.issuer, name: 'Giants ID', created_at: expect.any(String) }],
      });
      expect((await app.get('/api/auth/sign-in-methods')).statusCode).toBe(401);
      await register('ada@example.com');
      const login = await app.post('/api/auth/login', { email: 'ada@example.com', password: PASSWORD });
      const other = bearer(login.json().token);
      const path = `/api/auth/sign-in-methods/${encodeURIComponent(provider.issuer)}`;
      expect((await app.delete(path, {}, other)).statusCode).toBe(404);
      expect((await app.get('/api/auth/sign-in-methods', other)).json()).toEqual({
        has_password: true,
        providers: [],
      });
      expect(await identities()).toHaveLength(1);
      expect((await app.delete(path, {}, bearer(token))).statusCode).toBe(200);
      expect(await methods()).toEqual({ has_password: false, providers: [] });
      expect(await identities()).toEqual([]);
      // The provider is a stranger again: the owner of the account has to confirm first.
      expect((await signOn('grace')).json()).toMatchObject({ token: null, join: expect.any(String) });
    });

    test('an account without a password is deleted by a session that has just begun', async () => {
      const { token } = (await signOn('grace')).json();
      app.clock.forward(11 * MINUTE);
      const late = await app.delete('/api/auth/account', {}, bearer(token));
      expect([late.statusCode, late.json().code]).toEqual([403, 'recent_login_required']);
      expect(await users()).toHaveLength(1);
      const again = (await signOn('grace')).json();
      expect((await app.delete('/api/auth/account', {}, bearer(again.token))).statusCode).toBe(200);
      expect(await users()).toEqual([]);
      // One with a password is not, however young the session.
      await register('ada@example.com');
      const login = await app.post('/api/auth/login', { email: 'ada@example.com', password: PASSWORD });
      const refused = await app.delete('/api/auth/account', {}, bearer(login.json().token));
      expect([refused.statusCode, refused.json().code]).toEqual([400, 'wrong_password']);
      expect(await users()).toHaveLength(1);
    });

    test('GitHub is asked by its own protocol', async () => {
      const github = await startGithub();
      const at = { web: github.url, api: `${github.url}/api` };
      const providers = new Map([
        ['github', createGithub({ clientId: 'id', secret: 'secret', returnUrl: `${SITE}/sign-in`, at })],
      ]);
      const on = await testApp(dialect, { variables: settings(), build: { providers } });
      const enter = async () => {
        const { url, cookie } = await begin('github', on);
        return finish(github.authorise(url), cookie, on);
      };
      github.emails = [{ email: 'octo@example.com', primary: true, verified: true }];
      const first = (await enter()).json();
      expect(first.user).toMatchObject({ email: 'octo@example.com' });
      // Known by the id, whatever the address is now.
      github.emails = [{ email: 'other@example.com', primary: true, verified: false }];
      expect((await enter()).json().user.email).toBe('octo@example.com');
      github.id = 8;
      expect((await enter()).json().reason).toBe('sign_on_unverified');
      github.emails = [{}] as never;
      expect((await enter()).json().reason).toBe('sign_on_unusable');
      github.isBroken = true;
      expect((await enter()).json().reason).toBe('sign_on_unreachable');
      await on.close();
      await github.close();
    });
  });
}

/** A server that speaks GitHub's web application flow, with PKCE, and the two calls that are asked. */
async function startGithub() {
  const codes = new Map<string, string>();
  const state = {
    id: 7,
    emails: [] as { email: string; primary: boolean; verified: boolean }[],
    isBroken: false,
  };
  const server = createServer(async (request, response) => {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/login/oauth/access_token') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const isRight =
        codes.get(form.get('code') ?? '') === challenge && form.get('client_secret') === 'secret';
      codes.delete(form.get('code') ?? '');
      return isRight
        ? json(200, { access_token: 'a token', token_type: 'bearer', scope: 'user:email' })
        : json(200, { error: 'bad_verification_code' });
    }
    if (state.isBroken) return json(502, {});
    if (request.headers.authorization !== 'Bearer a token') return json(401, {});
    return json(200, request.url === '/api/user' ? { id: state.id, login: 'octo' } : state.emails);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What the person is sent back with. */
    authorise(address: string) {
      const asked = new URL(address).searchParams;
      expect(asked.get('code_challenge_method')).toBe('S256');
      const code = randomUUID();
      codes.set(code, asked.get('code_challenge') ?? '');
      return `code=${code}&state=${asked.get('state')}`;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  });
}
