import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../core/api/calls.ts';
import { defineCall } from '../core/call.ts';
import { readCompany } from '../core/companies/calls.ts';
import { route } from './platform/http/route.ts';
import { signIn, type TestApp, testApp, visitor } from './testing/app.ts';
import { dialects } from './testing/dialects.ts';
import { makeCompany } from './testing/make.ts';

for (const dialect of dialects) {
  describe(`the server on ${dialect}`, () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await testApp(dialect);
      for (let i = 0; i < 20; i++) await makeCompany(app, `Company ${i}`);
    });
    afterAll(() => app.close());

    test('answers are kept with ETag, 304, brotli and gzip until the directory changes', async () => {
      const plain = await app.get('/api/companies');
      const etag = String(plain.headers['etag']);
      const br = await app.get('/api/companies', { headers: { 'accept-encoding': 'gzip, br' } });
      expect(br.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
      const gz = await app.get('/api/companies', { headers: { 'accept-encoding': 'gzip, br;q=0' } });
      expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body);
      expect(gz.headers['x-total-count']).toBe('20');
      const fresh = await app.get('/api/companies', { headers: { 'if-none-match': `"x", ${etag}` } });
      expect([fresh.statusCode, fresh.body, fresh.headers['etag']]).toEqual([304, '', etag]);

      await makeCompany(app, 'Another');
      const changed = await app.get('/api/companies', { headers: { 'if-none-match': etag } });
      expect(changed.statusCode).toBe(200);
      expect(changed.json()).toHaveLength(21);
    });

    test('whoever asks first, everybody gets the response in an encoding they accept', async () => {
      const decoders = { gzip: gunzipSync, br: brotliDecompressSync, identity: (bytes: Buffer) => bytes };
      for (const [index, first] of (['gzip', 'br', 'identity'] as const).entries()) {
        const path = `/api/companies?limit=${10 + index}`;
        for (const accepted of [first, 'identity', 'gzip', 'br'] as const) {
          const answer = await app.get(path, { headers: { 'accept-encoding': accepted } });
          expect(answer.headers['content-encoding']).toBe(accepted === 'identity' ? undefined : accepted);
          const companies = JSON.parse(decoders[accepted](answer.rawPayload).toString());
          expect(companies).toHaveLength(10 + index);
        }
      }
    });

    test("an administrator's lists are compressed as public ones are", async () => {
      const as = await signIn(app);
      for (const path of [
        '/api/admin/companies',
        '/api/admin/company-rows',
        '/api/admin/companies/export.csv',
      ]) {
        const plain = await app.get(path, as);
        expect(plain.headers).not.toHaveProperty('content-encoding');
        for (const [accepted, decode] of [
          ['gzip, deflate, br', brotliDecompressSync],
          ['gzip', gunzipSync],
        ] as const) {
          const answer = await app.get(path, { headers: { ...as.headers, 'accept-encoding': accepted } });
          expect(answer.headers['content-encoding']).toBe(accepted === 'gzip' ? 'gzip' : 'br');
          expect(answer.headers['vary']).toBe('Accept-Encoding');
          expect(decode(answer.rawPayload).toString()).toBe(plain.body);
          expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
        }
      }
      const small = await app.get('/api/admin/stats', {
        headers: { ...as.headers, 'accept-encoding': 'br' },
      });
      expect(small.headers).not.toHaveProperty('content-encoding');
      expect(small.json()).toMatchObject({ totalCompanies: expect.any(Number) });
    });

    test('what is kept is answered before routing, with the same bytes, and counted', async () => {
      const url = `http://127.0.0.1:${await app.listen()}`;
      const path = '/api/companies?sort=founded';
      const counted = async () => {
        const route = 'method="GET",route="/api/companies",status="200"';
        const line = (await app.get('/metrics')).body
          .split('\n')
          .find((line) => line.startsWith('http_kept_answers_total{') && line.includes(route));
        return Number(line?.split(' ').at(-1) ?? 0);
      };
      const routed = await app.get(path);
      const before = await counted();
      const ask = () => fetch(url + path, { headers: { 'accept-encoding': 'identity' } });
      let kept = await ask();
      // The revision is known for a quarter of a second: on a busy machine that can pass between two requests.
      for (let tries = 0; tries < 20 && (await counted()) === before; tries++) {
        await kept.text();
        await ask().then((answer) => answer.text());
        kept = await ask();
      }
      expect(await kept.text()).toBe(routed.body);
      for (const [name, value] of Object.entries(routed.headers)) {
        if (!['date', 'connection', 'x-request-id'].includes(name))
          expect([name, kept.headers.get(name)]).toEqual([name, value]);
      }
      const head = await fetch(url + path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const etag = String(routed.headers['etag']);
      const same = await fetch(url + path, { headers: { 'if-none-match': etag } });
      expect([same.status, await same.text()]).toEqual([304, '']);
      expect(await counted()).toBeGreaterThan(before);

      // A change of this process is seen at once, and a token is looked at, not answered for everybody.
      await makeCompany(app, 'Brand New');
      const changed = await fetch(url + path, { headers: { 'if-none-match': etag } });
      expect(JSON.stringify(await changed.json())).toContain('brand-new');
      const withToken = await fetch(url + path, { headers: { authorization: 'Bearer x' } });
      expect(withToken.headers.get('cache-control') ?? '').not.toContain('public');
    });

    test('a like makes cached responses stale at most once a second, and always in the end', async () => {
      const id = await makeCompany(app, 'Liked');
      const likes = async () => (await app.get(`/api/companies/${id}`)).json().likes;
      expect(await likes()).toBe(0);
      for (let i = 0; i < 5; i++) await app.post(`/api/companies/${id}/like`, undefined, await visitor(app));
      await new Promise((resolve) => setTimeout(resolve, 1300));
      expect(await likes()).toBe(5);
    });

    test('a change through one process is seen through another within a second', async () => {
      const other = await app.sibling();
      expect((await other.get('/api/companies/late')).statusCode).toBe(404);
      await makeCompany(app, 'Late');
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect((await other.get('/api/companies/late')).statusCode).toBe(200);
      expect((await other.get('/api/companies')).json().map((c: { id: string }) => c.id)).toContain('late');
      await other.close();
    });

    test('an address that was cut off inside a character is one that nothing has', async () => {
      const answer = await app.get('/api/companies/%EB%A6%AC%EB%85');
      expect(answer.statusCode).toBe(404);
      expect(answer.json().code).toBe('company_not_found');
      expect((await app.get('/%80')).statusCode).toBe(404);
    });

    test('100 requests for the same missing answer get the same one', async () => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => app.get('/api/companies?sort=name')),
      );
      expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    });

    test('what a client does wrong is answered with its code', async () => {
      const json = { headers: { 'content-type': 'application/json' } };
      const cases: [Promise<{ statusCode: number; json(): unknown }>, number, string][] = [
        [app.get('/api/nothing'), 404, 'not_found'],
        [app.put('/api/companies', {}), 404, 'not_found'],
        [app.post('/api/companies/company-1/comments', '{"content":', json), 400, 'invalid_json'],
        [
          app.post('/api/companies/company-1/comments', 'content=x', {
            headers: { 'content-type': 'text/plain' },
          }),
          415,
          'unsupported_media_type',
        ],
        [
          app.post('/api/companies/company-1/comments', { content: 'x'.repeat(300_000) }),
          413,
          'payload_too_large',
        ],
        [app.post('/api/companies/company-1/comments'), 400, 'validation_failed'],
      ];
      for (const [request, status, code] of cases) {
        const answer = await request;
        expect(answer.statusCode).toBe(status);
        expect(answer.json()).toMatchObject({ code, error: expect.any(String), message: expect.any(String) });
      }
    });

    test('every answer carries the security headers', async () => {
      for (const path of ['/api/companies', '/api/nothing', '/healthz', '/api/docs']) {
        const { headers } = await app.get(path);
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
        expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
        expect(headers['content-security-policy']).not.toContain('unsafe');
      }
    });

    test.each([
      '/api/auth/verify-email?token=abc',
      '/en/reset-password?token=abc',
      '/reset-password.data?token=abc',
      '/admin/invitation?token=abc',
      '/admin/sign-in?code=abc&state=def',
      '/en/all?sort=likes&token=abc',
    ])('an address with a secret is told to nobody and kept nowhere: %s', async (path) => {
      const { headers } = await app.get(path);
      expect([headers['referrer-policy'], headers['cache-control']]).toEqual(['no-referrer', 'no-store']);
    });

    test('health, readiness and metrics answer', async () => {
      expect((await app.get('/healthz')).statusCode).toBe(200);
      expect((await app.get('/readyz')).json()).toEqual({ status: 'ready' });
      expect((await app.get('/metrics')).body).toContain('http_request_duration_seconds_bucket');
    });

    test('metrics are for the machine itself, or for whoever has the token', async () => {
      const far = { remoteAddress: '203.0.113.7' };
      const proxied = { headers: { 'x-forwarded-for': '127.0.0.1' } };
      for (const request of [far, proxied]) {
        const refused = await app.get('/metrics', request);
        expect([refused.statusCode, refused.json().code]).toEqual([401, 'unauthorized']);
      }
      const token = 'a-token-for-the-metrics';
      const other = await app.sibling({ METRICS_TOKEN: token });
      try {
        const withToken = (value: string) => ({ ...far, headers: { authorization: `Bearer ${value}` } });
        expect((await other.get('/metrics')).statusCode).toBe(401);
        expect((await other.get('/metrics', withToken(`${token}x`))).statusCode).toBe(401);
        expect((await other.get('/metrics', withToken(token))).body).toContain('nodejs_version_info');
      } finally {
        await other.close();
      }
    });

    test('an answer to somebody who is signed in is stored nowhere', async () => {
      const as = await signIn(app);
      for (const path of ['/api/admin/companies', '/api/admin/settings', '/api/auth/me', '/api/companies']) {
        const answer = await app.get(path, as);
        expect([path, answer.headers['cache-control']]).toEqual([path, 'no-store']);
      }
      expect((await app.get('/api/companies')).headers['cache-control']).not.toBe('no-store');
    });

    test('the description lists every call, and the page to read has them all', async () => {
      const api = (await app.get('/api/openapi.json')).json();
      const page = (await app.get('/api/docs')).body;
      for (const call of calls) {
        const path = call.path.replace(/:(\w+)/g, '{$1}');
        const operation = api.paths[path][call.method.toLowerCase()];
        expect(operation.operationId).toBe(call.name);
        expect(operation.security, call.name).toEqual(
          call.access === 'public' ? undefined : [{ [call.access]: [] }],
        );
        expect(page).toContain(`id="${call.name}"`);
      }
      // What anybody may call comes first, below the site's header.
      expect(page).toMatch(/<header><a class="brand" href="\/">/);
      const open = calls.filter(({ tag, access }) => tag === 'Comments' && access === 'public');
      const guarded = calls.filter(({ access }) => access === 'admin');
      const placeOf = ({ name }: { name: string }) => page.indexOf(`id="${name}"`);
      expect(Math.max(...open.map(placeOf))).toBeLessThan(Math.min(...guarded.map(placeOf)));
      // What a parameter may be is told in words.
      expect(page).toContain(
        '<code>limit</code></td><td>query, optional</td><td>integer, minimum 1, maximum ',
      );
    });

    test('every call that is defined is served, and what an administrator writes is named for the log', () => {
      const missing = calls.filter((call) => !app.serves(call.method, `/api${call.path}`));
      expect(missing.map((call) => call.name)).toEqual([]);
      const unnamed = calls.filter(
        (call) => call.access === 'admin' && call.method !== 'GET' && call.audit === undefined,
      );
      expect(unnamed.map((call) => call.name)).toEqual([]);
      expect(new Set(calls.map((call) => call.name)).size).toBe(calls.length);
    });

    test('a call that is not listed is not served', () => {
      const stray = defineCall({ ...readCompany, name: 'stray', path: '/stray' });
      expect(() => route(Fastify(), stray, async () => ({}) as never)).toThrow('stray');
    });

    test('the sitemap has every page in every language, and robots.txt names it', async () => {
      const xml = (await app.get('/sitemap.xml')).body;
      for (const path of [
        '/en',
        '/ko/all',
        '/ja/no-seed',
        '/en/about',
        '/ko/privacy',
        '/zh/companies/company-1',
      ]) {
        expect(xml).toContain(`<loc>http://localhost:3000${path}</loc>`);
      }
      expect(xml).toContain('hreflang="x-default" href="http://localhost:3000/companies/company-1"');
      expect((await app.get('/robots.txt')).body).toContain('Sitemap: http://localhost:3000/sitemap.xml');
      expect((await app.get('/sitemaps/9.xml')).statusCode).toBe(404);
    });

    test("a brand's mark is served as a picture, anything else is not found", async () => {
      const logo = await app.get('/logos/github.svg');
      expect(logo.headers['content-type']).toBe('image/svg+xml');
      expect(logo.body).toMatch(/^<svg fill="#181717"/);
      for (const path of ['/logos/no-such.svg', '/logos/..%2Fpackage.svg', '/logos/github']) {
        expect((await app.get(path)).statusCode).toBe(404);
      }
    });
  });
}
