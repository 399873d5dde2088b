import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '../../../core/time.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { startProvider, type TestProvider } from '../../testing/identity-provider.ts';
import { insertInvitation } from './invitations.ts';
import { insertAdmin } from './store.ts';

const SITE = 'https://giants.example';

for (const dialect of dialects) {
  describe(`single sign-on on ${dialect}`, () => {
    let provider: TestProvider;
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      provider = await startProvider(
        { id: 'giants', secret: 'a secret of both', returnUrls: [`${SITE}/admin/sign-in`] },
        {
          grace: { email: 'Grace@giants.example', email_verified: true },
          ada: { email: 'ada@giants.example', email_verified: false },
          eve: { email: 'eve@elsewhere.example', email_verified: true },
          nameless: {},
          'gr\u00e4ce': { email: 'grace@giants.example', email_verified: true },
          broken: { email: 'no\u0000body', email_verified: true },
        },
      );
      app = await testApp(dialect, { variables: settings() });
      as = await signIn(app);
    });
    afterEach(async () => {
      await app.close();
      await provider.close();
    });

    const settings = () => ({
      SITE_URL: SITE,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'giants',
      OIDC_CLIENT_SECRET: 'a secret of both',
      OIDC_NAME: 'Giants ID',
    });

    async function begin(on = app) {
      const answer = await on.post('/api/admin/login/sign-on');
      const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
      return { answer, cookie, url: String(answer.json().url) };
    }
    const finish = (address: URL, cookie: string, on = app) =>
      on.post('/api/admin/login/sign-on/finish', { query: address.search.slice(1) }, { headers: { cookie } });
    /** The whole way of a person. */
    async function signOn(login: string, on = app) {
      const { cookie, url } = await begin(on);
      return finish(await provider.signOn(url, login), cookie, on);
    }
    const makeAdmin = (username: string, fields: Parameters<typeof insertAdmin>[4]) =>
      app.database.write(({ tx }) => insertAdmin(tx, username, '', app.clock.now, fields));
    const admins = async () =>
      (await app.database.read.selectFrom('admins').selectAll().orderBy('id').execute()).map(
        ({ username, role, email }) => [username, role, email],
      );
    const sessions = async () =>
      (await app.database.read.selectFrom('admin_sessions').selectAll().execute()).length;
    const failed = (answer: { statusCode: number; json(): { code: string; reason?: string } }) => [
      answer.statusCode,
      answer.json().code,
      answer.json().reason,
    ];
    const events = async () =>
      (await app.get('/api/admin/security-log', as))
        .json()
        .map(({ event, outcome, actor }: Record<string, string>) => [event, outcome, actor]);

    test('is offered by its name, and not there where it is not set', async () => {
      expect((await app.get('/api/admin/sign-on')).json()).toEqual({ name: 'Giants ID' });
      const plain = await app.sibling({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '' });
      expect((await plain.get('/api/admin/sign-on')).json()).toEqual({ name: null });
      expect((await plain.post('/api/admin/login/sign-on')).statusCode).toBe(404);
      expect((await plain.post('/api/admin/login/sign-on/finish', { query: 'a=b' })).statusCode).toBe(404);
      await plain.close();
    });

    test('asks for a code with a proof of possession, a state and a nonce, tied to the browser', async () => {
      const { answer, url } = await begin();
      const query = new URL(url).searchParams;
      expect(Object.fromEntries(query)).toMatchObject({
        client_id: 'giants',
        response_type: 'code',
        redirect_uri: `${SITE}/admin/sign-in`,
        scope: 'openid email',
        code_challenge_method: 'S256',
      });
      for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name)).toMatch(/^[\w-]{43}$/);
      const cookie = String(answer.headers['set-cookie']);
      expect(cookie).toMatch(
        /^sign_on=[^;]+; Max-Age=600; Path=\/api\/admin\/login; HttpOnly; Secure; SameSite=Strict$/,
      );
      expect(decodeURIComponent(cookie)).not.toContain(query.get('state'));
    });

    test('lets an administrator in by a verified address, once, and then by the subject of the provider', async () => {
      await makeAdmin('Grace H', { role: 'editor', email: 'grace@giants.example' });
      const answer = await signOn('grace');
      expect(answer.statusCode).toBe(200);
      const { sessionToken, token, expiresAt, username, role } = answer.json();
      expect({ expiresAt, username, role, same: token === sessionToken }).toEqual({
        expiresAt: '2026-11-22T03:00:00.000Z',
        username: 'Grace H',
        role: 'editor',
        same: true,
      });
      const own = { headers: { authorization: `Bearer ${token}` } };
      expect((await app.get('/api/admin/session', own)).json()).toMatchObject({ username: 'Grace H' });
      expect(answer.headers['set-cookie']).toEqual([
        expect.stringMatching(/^sign_on=; Max-Age=0;/),
        expect.stringMatching(/^known_device=/),
      ]);
      expect(await events()).toEqual([
        ['login', 'success', 'Grace H'],
        ['login', 'success', 'admin'],
      ]);
      // The address is another one's from now on: the person is still the same.
      provider.people['grace'] = { email: 'grace@new.example', email_verified: false };
      expect((await signOn('grace')).json().username).toBe('Grace H');
      expect((await admins()).map(([name]) => name)).toEqual(['admin', 'Grace H']);
    });

    test('makes an invited person what the invitation says, and uses it up', async () => {
      await app.database.write(({ tx }) =>
        insertInvitation(
          tx,
          { email: 'grace@GIANTS.example', role: 'moderator', language: 'en', invited_by: 'admin' },
          app.clock.now,
        ),
      );
      await makeAdmin('grace', { role: 'analyst' });
      expect((await signOn('grace')).json()).toMatchObject({ username: 'Grace2', role: 'moderator' });
      expect(await app.database.read.selectFrom('admin_invitations').selectAll().execute()).toEqual([]);
      expect(await events()).toEqual([
        ['login', 'success', 'Grace2'],
        ['admin_created', 'success', 'Grace2'],
        ['login', 'success', 'admin'],
      ]);
      // There is no password that fits.
      for (const password of ['', ' ', 'undefined'])
        expect((await app.post('/api/admin/login', { username: 'Grace2', password })).statusCode).not.toBe(
          200,
        );
      expect((await signOn('grace')).json().username).toBe('Grace2');
    });

    test.each([
      ['/realm', '/realm/'],
      ['/realm/', '/realm'],
    ])('the issuer %s of the settings is found where the provider calls itself %s', async (set, own) => {
      const server = createServer((request, response) => {
        const origin = `http://${request.headers.host}`;
        if (request.url !== '/realm/.well-known/openid-configuration') return response.writeHead(404).end();
        const metadata = {
          issuer: `${origin}${own}`,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          jwks_uri: `${origin}/keys`,
          response_types_supported: ['code'],
        };
        return response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const other = await app.sibling({ ...settings(), OIDC_ISSUER: `${origin}${set}` });
      try {
        const { answer, url } = await begin(other);
        expect([answer.statusCode, url]).toEqual([200, expect.stringContaining(`${origin}/authorize?`)]);
      } finally {
        await other.close();
        server.close();
      }
    });

    test('gives a provider the secret in the one way that it takes', async () => {
      const other = await startProvider(
        { id: 'giants', secret: 'a secret of both', returnUrls: [`${SITE}/admin/sign-in`] },
        { grace: { email: 'grace@giants.example', email_verified: true } },
        { authentication: 'client_secret_post' },
      );
      await makeAdmin('grace', { role: 'owner', email: 'grace@giants.example' });
      const there = await app.sibling({ OIDC_ISSUER: other.issuer });
      const { cookie, url } = await begin(there);
      expect((await finish(await other.signOn(url, 'grace'), cookie, there)).statusCode).toBe(200);
      await there.close();
      await other.close();
    });

    test('takes an address of compatibility characters for no other one', async () => {
      await makeAdmin('finance', { role: 'owner', email: 'finance@giants.example' });
      provider.people['grace'] = { email: '\uFB01nance@giants.example', email_verified: true };
      expect((await signOn('grace')).statusCode).toBe(401);
    });

    test('an invitation that is over makes nobody', async () => {
      await app.database.write(({ tx }) =>
        insertInvitation(
          tx,
          { email: 'grace@giants.example', role: 'owner', language: 'en', invited_by: 'admin' },
          app.clock.now,
        ),
      );
      app.clock.forward(365 * 24 * 60 * MINUTE);
      as = await signIn(app);
      expect(failed(await signOn('grace'))).toEqual([401, 'invalid_credentials', 'sign_on_unknown']);
      expect(await admins()).toHaveLength(1);
    });

    test.each([
      ['eve', 'sign_on_unknown'],
      ['ada', 'sign_on_unverified'],
      ['nameless', 'sign_on_unknown'],
      ['broken', 'sign_on_unknown'],
    ])('lets %s in nowhere: %s', async (login, reason) => {
      await makeAdmin('ada', { role: 'owner', email: 'ada@giants.example' });
      const before = await sessions();
      expect(failed(await signOn(login))).toEqual([401, 'invalid_credentials', reason]);
      expect(await sessions()).toBe(before);
      expect(await app.database.read.selectFrom('admin_identities').selectAll().execute()).toEqual([]);
      expect((await events())[0]).toEqual(['login', 'failure', '']);
    });

    test('knows nobody by a subject that no provider may give', async () => {
      await makeAdmin('grace', { role: 'owner', email: 'grace@giants.example' });
      expect((await signOn('gr\u00e4ce')).json()).toMatchObject({
        success: false,
        reason: 'sign_on_unusable',
      });
      expect(await app.database.read.selectFrom('admin_identities').selectAll().execute()).toEqual([]);
    });

    test('makes people of a domain administrators only where the settings say so, with that role', async () => {
      const open = await app.sibling({
        OIDC_NEW_ROLE: 'analyst',
        OIDC_DOMAINS: 'other.example, Giants.example',
      });
      expect(failed(await signOn('grace'))).toEqual([401, 'invalid_credentials', 'sign_on_unknown']);
      expect((await signOn('grace', open)).json()).toMatchObject({ username: 'Grace', role: 'analyst' });
      expect(failed(await signOn('eve', open))[2]).toBe('sign_on_unknown');
      expect(failed(await signOn('ada', open))[2]).toBe('sign_on_unverified');
      expect(await admins()).toEqual([
        ['admin', 'owner', null],
        ['Grace', 'analyst', 'Grace@giants.example'],
      ]);
      await open.close();
    });

    test('keeps a disabled administrator out, whether known there or not', async () => {
      await makeAdmin('grace', { role: 'owner', email: 'grace@giants.example' });
      const disable = (disabled_at: string | null) =>
        app.database.write(({ tx }) =>
          tx.updateTable('admins').set({ disabled_at }).where('username', '=', 'grace').execute(),
        );
      await disable('2026-11-20T00:00:00.000Z');
      expect(failed(await signOn('grace')).slice(0, 2)).toEqual([403, 'account_suspended']);
      await disable(null);
      expect((await signOn('grace')).statusCode).toBe(200);
      await disable('2026-11-20T00:00:00.000Z');
      expect(failed(await signOn('grace')).slice(0, 2)).toEqual([403, 'account_suspended']);
      expect((await events())[0]).toEqual(['login', 'failure', 'grace']);
    });

    test('takes an answer once, in the browser that asked, soon, and unchanged', async () => {
      await makeAdmin('grace', { role: 'owner', email: 'grace@giants.example' });
      const expired = [401, 'invalid_credentials', 'sign_on_expired'];
      const { cookie, url } = await begin();
      const address = await provider.signOn(url, 'grace');
      const other = await begin();
      expect(failed(await finish(address, other.cookie))).toEqual(expired);
      expect(failed(await finish(address, ''))).toEqual(expired);
      expect(failed(await finish(address, 'sign_on=made-up'))).toEqual(expired);
      const changed = new URL(address);
      changed.searchParams.set('state', 'x'.repeat(43));
      expect(failed(await finish(changed, cookie))).toEqual(expired);
      // None of these used it up.
      expect((await finish(address, cookie)).statusCode).toBe(200);
      expect(failed(await finish(address, cookie))).toEqual(expired);

      const late = await begin();
      const answer = await provider.signOn(late.url, 'grace');
      app.clock.forward(10 * MINUTE + 1);
      expect(failed(await finish(answer, late.cookie))).toEqual(expired);
    });

    test('takes no code that is made up, used, or of another sign-on, and no other issuer', async () => {
      await makeAdmin('grace', { role: 'owner', email: 'grace@giants.example' });
      const before = await sessions();
      const unusable = [401, 'invalid_credentials', 'sign_on_unusable'];
      const first = await begin();
      const address = await provider.signOn(first.url, 'grace');
      for (const [name, value] of [
        ['code', 'made-up'],
        // A code that was meant for somebody else's sign-on fits neither its proof nor its nonce.
        ['code', address.searchParams.get('code') ?? ''],
        ['iss', 'https://evil.example'],
      ] as const) {
        const mine = await begin();
        const answer = await provider.signOn(mine.url, 'grace');
        answer.searchParams.set(name, value);
        expect([name, failed(await finish(answer, mine.cookie))]).toEqual([name, unusable]);
      }
      expect(await sessions()).toBe(before);
    });

    test('takes no token that another key signed', async () => {
      await makeAdmin('grace', { role: 'owner', email: 'grace@giants.example' });
      const { keys } = (await (await fetch(`${provider.issuer}/jwks`)).json()) as { keys: { kid: string }[] };
      const forge = async (change: object) => {
        const before = await sessions();
        const { cookie, url } = await begin();
        const address = await provider.signOn(url, 'grace');
        const seconds = Math.floor(Date.now() / 1000);
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
        const claims = {
          iss: provider.issuer,
          sub: 'grace',
          aud: 'giants',
          nonce: new URL(url).searchParams.get('nonce'),
          iat: seconds,
          exp: seconds + 60,
          email: 'grace@giants.example',
          email_verified: true,
        };
        const unsigned = `${part({ alg: 'RS256', kid: keys[0]?.kid, ...change })}.${part(claims)}`;
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        const id_token = `${unsigned}.${sign('sha256', Buffer.from(unsigned), privateKey).toString('base64url')}`;
        provider.broken['/token'] = (response) =>
          void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ access_token: 'a', token_type: 'bearer', id_token }));
        expect(failed(await finish(address, cookie))).toEqual([
          401,
          'invalid_credentials',
          'sign_on_unusable',
        ]);
        expect(await sessions()).toBe(before);
        delete provider.broken['/token'];
      };
      await forge({});
      await forge({ alg: 'none' });
    });

    test('tells that the person said no at the provider', async () => {
      const { cookie, url } = await begin();
      const address = await provider.signOn(url, 'grace', true);
      expect(address.searchParams.get('error')).toBe('access_denied');
      expect(failed(await finish(address, cookie))).toEqual([401, 'invalid_credentials', 'sign_on_refused']);
    });

    describe('while the provider is in trouble', () => {
      const away = [503, 'unavailable', 'sign_on_unreachable'];
      const METADATA = '/.well-known/openid-configuration';
      const fails = (status: number) => (response: import('node:http').ServerResponse) =>
        void response.writeHead(status, { 'content-type': 'text/plain' }).end('broken');

      test('says so, lets log in by password, and goes on when it is back', async () => {
        await makeAdmin('grace', { role: 'owner', email: 'grace@giants.example' });
        provider.broken[METADATA] = fails(500);
        expect(failed((await begin()).answer)).toEqual(away);
        expect((await begin()).answer.headers['retry-after']).toBe('10');
        expect((await app.get('/api/admin/session', await signIn(app))).statusCode).toBe(200);
        delete provider.broken[METADATA];
        expect((await signOn('grace')).statusCode).toBe(200);
      });

      test('is not there at all: the same', async () => {
        await provider.close();
        expect(failed((await begin()).answer)).toEqual(away);
      });

      test('takes its connection and never answers: it is not waited for any longer than a bound', async () => {
        provider.broken[METADATA] = () => {};
        expect(failed((await begin()).answer)).toEqual(away);
      }, 30_000);

      test.each([
        ['/token', 500, away],
        ['/token', 404, away],
        ['/jwks', 500, away],
        ['/me', 503, away],
      ])('fails at %s with %i: the same, and nobody comes in', async (path, status, expected) => {
        await makeAdmin('grace', { role: 'owner', email: 'grace@giants.example' });
        const before = await sessions();
        const { cookie, url } = await begin();
        const address = await provider.signOn(url, 'grace');
        provider.broken[path] = fails(status);
        expect(failed(await finish(address, cookie))).toEqual(expected);
        expect(await sessions()).toBe(before);
      });

      test('answers without an end: it is read no further than a bound', async () => {
        let sent = 0;
        provider.broken[METADATA] = (response) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          const chunk = Buffer.alloc(64 * 1024, 0x20);
          const more = () => {
            while (!response.destroyed && sent < 64 * 1024 * 1024) {
              sent += chunk.length;
              if (!response.write(chunk)) return void response.once('drain', more);
            }
            response.end();
          };
          more();
        };
        expect(failed((await begin()).answer)).toEqual(away);
        expect(sent).toBeLessThan(32 * 1024 * 1024);
      });
    });
  });
}
