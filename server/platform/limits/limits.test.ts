import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../../core/api/calls.ts';
import { type Call, isRefusedPastLimit } from '../../../core/call.ts';
import { companyCategories } from '../../../core/categories.ts';
import { MINUTE } from '../../../core/time.ts';
import type { OpenApi } from '../../features/api-docs/openapi.ts';
import { type TestApp, testApp, visitor } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeComment, makeCompany } from '../../testing/make.ts';
import type { Schema } from '../database/schema.ts';

/** A GET that uses a mailed link up writes, too. */
const writes = ({ method, name }: Call) => method !== 'GET' || name === 'verifyEmail';

describe('the limits of the calls', () => {
  test('stand on every call that writes for anybody but an administrator, or it says why not', () => {
    const open = calls.filter((call) => call.access !== 'admin' && writes(call) && !call.limit);
    expect(Object.fromEntries(open.map(({ name, unlimited }) => [name, unlimited]))).toEqual({
      logout: 'It only ends the session whose token is sent, and nobody is to stay logged in.',
      adminLogout: 'It only ends the session whose token is sent, and always answers 200.',
    });
  });

  test('are documented with Retry-After for the calls that are refused past them, and no other', async () => {
    const app = await testApp('sqlite');
    const { paths } = (await app.get('/api/openapi.json')).json<OpenApi>();
    await app.close();
    for (const call of calls) {
      const path = call.path.replace(/:(\w+)/g, '{$1}');
      const refused = paths[path]?.[call.method.toLowerCase()]?.responses['429'];
      expect(refused !== undefined, call.name).toBe(isRefusedPastLimit(call));
      if (refused) expect(refused.headers?.['Retry-After']?.schema, call.name).toMatchObject({ minimum: 1 });
    }
  });
});

for (const dialect of dialects) {
  describe(`networks behind a proxy on ${dialect}`, () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await testApp(dialect, { variables: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });
    });
    afterEach(() => app.close());

    /** How many mails for new passwords are asked for, each from another client, until one is refused. */
    let readers = 0;
    async function untilRefused(client: (i: number) => string, most: number): Promise<number> {
      for (let i = 0; i < most; i++) {
        const headers = { 'x-forwarded-for': client(i) };
        const { statusCode } = await app.post(
          '/api/auth/password-reset/request',
          { email: `reader${readers++}@example.com` },
          { headers },
        );
        if (statusCode === 429) return i;
        expect(statusCode).toBe(200);
      }
      return most;
    }

    test('a port makes no network, whatever the proxy writes beside the address', async () => {
      expect(await untilRefused((i) => `203.0.113.8:${1000 + i}`, 50)).toBe(10);
      expect(await untilRefused((i) => `[2001:db8:7::1]:${1000 + i}`, 50)).toBe(10);
      expect(await untilRefused((i) => `unknown${i}`, 50)).toBe(10);
    });

    test('the networks of an IPv6 line count together, and so do the lines of a site', async () => {
      const hex = (n: number) => n.toString(16);
      expect(await untilRefused((i) => `2001:db8:1:${hex(i)}::1`, 100)).toBe(40);
      expect(await untilRefused((i) => `2001:db8:2:${hex(i * 256)}::1`, 250)).toBe(160);
      expect(await untilRefused((i) => `2001:db8:3:${hex(i)}::1`, 1)).toBe(1);
    });
  });

  describe(`limits on ${dialect}`, () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await testApp(dialect, { variables: { RATE_LIMITS: 'on' } });
    });
    afterEach(() => app.close());

    const rows = async (table: keyof Schema) =>
      Number(
        (
          await app.database.read
            .selectFrom(table)
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );
    /** Of a client that is no proxy: what it says of itself is another thing each time. */
    const evading = (i: number) => ({
      headers: {
        'user-agent': `Mozilla/5.0 (X11; Linux x86_64) Firefox/${i}.0`,
        'x-visitor-session': `forged ${i}`,
        'x-forwarded-for': `198.51.100.${i % 250}`,
        forwarded: `for=198.51.100.${i % 250}`,
        'x-real-ip': `198.51.100.${i % 250}`,
      },
    });
    const elsewhere = { remoteAddress: '192.0.2.9' };

    test('by network: new sessions, whatever a client says of itself, also where nothing is recorded', async () => {
      const visit = (i: number, request: object = {}) =>
        app.post('/api/analytics/page-visit', { page: 'home' }, { ...evading(i), ...request });
      for (let i = 0; i < 60; i++) expect((await visit(i)).statusCode).toBe(200);
      expect((await visit(61)).json()).toMatchObject({ code: 'rate_limited', retry_after: 600 });
      const crawler = { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } };
      expect((await visit(62, crawler)).statusCode).toBe(429);
      expect([await rows('visitors'), await rows('visitor_days')]).toEqual([60, 1]);
      expect((await visit(63, elsewhere)).statusCode).toBe(200);
    });

    test('by visitor: likes, and without a session of ours all of a network are one', async () => {
      const company = await makeCompany(app, 'Acme');
      const like = (request: object) => app.post(`/api/companies/${company}/like`, undefined, request);
      for (let i = 0; i < 60; i++) expect((await like(evading(i))).statusCode).toBe(200);
      const refused = await like(evading(61));
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
      expect((await app.delete(`/api/companies/${company}/like`, undefined, evading(62))).statusCode).toBe(
        429,
      );
      expect((await like(await visitor(app))).json().likes).toBe(61);
      expect((await like({ ...evading(63), ...elsewhere })).json().likes).toBe(62);
      app.clock.forward(MINUTE);
      expect((await like(evading(64))).json().likes).toBe(63);
    });

    test('by network: what its visitors do together, however many sessions they have', async () => {
      const company = await makeCompany(app, 'Acme');
      const unlimited = await app.sibling({ RATE_LIMITS: 'off' });
      const visitors = await Promise.all(Array.from({ length: 100 }, () => visitor(unlimited)));
      await unlimited.close();
      const statuses: number[] = [];
      for (const who of visitors) {
        const likes = Array.from({ length: 7 }, () =>
          app.post(`/api/companies/${company}/like`, undefined, who),
        );
        statuses.push(...(await Promise.all(likes)).map((answer) => answer.statusCode));
      }
      expect(statuses.toSorted()).toEqual([...Array(600).fill(200), ...Array(100).fill(429)]);
      const id = await makeComment(app, company, 'Hi');
      const reports = await Promise.all(
        visitors.map((who) =>
          app.post(`/api/companies/${company}/comments/${id}/report`, { reason: 'spam' }, who),
        ),
      );
      expect(reports.filter((answer) => answer.statusCode === 201)).toHaveLength(60);
      expect(await rows('comment_reports')).toBe(60);
    });

    test('by account: what it changes of itself, however often it logs in', async () => {
      const open = await app.sibling({ REQUIRE_VERIFIED_EMAIL: 'false' });
      const account = { email: 'ada@example.com', password: 'correct horse battery' };
      const { token } = (await open.post('/api/auth/register', account)).json();
      const second = (await open.post('/api/auth/login', account)).json().token;
      const save = (i: number, as: string) =>
        open.put(
          '/api/auth/profile',
          { nickname: `Ada ${i}` },
          { remoteAddress: `192.0.2.${i}`, headers: { authorization: `Bearer ${as}` } },
        );
      for (let i = 1; i <= 60; i++) expect((await save(i, token)).statusCode).toBe(200);
      expect((await save(61, token)).statusCode).toBe(429);
      expect((await save(62, second)).json().code).toBe('rate_limited');
      const me = await open.get('/api/auth/me', { headers: { authorization: `Bearer ${second}` } });
      expect(me.json().user.nickname).toBe('Ada 60');
      await open.close();
    });

    test('by mailed address: one mail a minute, of registrations and sent again together', async () => {
      const mails = () => rows('outbox');
      const account = { email: 'ada@example.com', password: 'correct horse battery' };
      await app.outbox.stop();
      expect((await app.post('/api/auth/register', account)).statusCode).toBe(201);
      const again = (i: number) =>
        app.post(
          '/api/auth/resend-verification',
          { email: 'ADA@example.com' },
          { remoteAddress: `192.0.2.${i}` },
        );
      const refused = [await again(1), await app.post('/api/auth/register', account, elsewhere)];
      expect(refused.map((answer) => [answer.statusCode, answer.headers['retry-after']])).toEqual([
        [429, '60'],
        [429, '60'],
      ]);
      expect(await mails()).toBe(1);
      app.clock.forward(MINUTE);
      expect((await again(2)).statusCode).toBe(200);
      expect(await mails()).toBe(2);
    });

    test('by network: ten mails an hour, and no address is remembered past them', async () => {
      const register = (i: number) =>
        app.post(
          '/api/auth/register',
          { email: `user${i}@example.com`, password: 'correct horse battery' },
          evading(i),
        );
      for (let i = 0; i < 10; i++) expect((await register(i)).statusCode).toBe(201);
      const kept = await rows('throttles');
      for (let i = 10; i < 15; i++) expect((await register(i)).statusCode).toBe(429);
      for (let i = 15; i < 20; i++) {
        const resent = await app.post(
          '/api/auth/resend-verification',
          { email: `user${i}@example.com` },
          evading(i),
        );
        expect(resent.json().code).toBe('rate_limited');
      }
      expect([await rows('users'), await rows('throttles')]).toEqual([10, kept]);
    });

    test('of mailed links bound the work that wrong ones make', async () => {
      const uses = (from: number) =>
        Promise.all(
          Array.from({ length: 150 }, (_, i) =>
            i % 2
              ? app.get(`/api/auth/verify-email?token=wrong${from + i}`, evading(i))
              : app.post(
                  '/api/auth/password-reset/confirm',
                  { token: `wrong${from + i}`, new_password: 'a much better one' },
                  evading(i),
                ),
          ),
        );
      const codes = (answers: Awaited<ReturnType<typeof uses>>) => [
        ...new Set(answers.map((answer) => answer.json().code)),
      ];
      expect(codes(await uses(0))).toEqual(['token_invalid']);
      expect(codes(await uses(150))).toEqual(['token_invalid']);
      expect(codes(await uses(300))).toEqual(['rate_limited']);
    });

    test('of one network: 600 views and visits a minute are recorded and remembered, whatever it says of itself', async () => {
      const companies = await Promise.all(['One', 'Two', 'Three'].map((name) => makeCompany(app, name)));
      const { sessionId } = (await app.post('/api/analytics/page-visit', { page: 'home' })).json();
      const statuses = new Set<number>();
      // Not all at once: a write that waits for too long is refused as well.
      for (let i = 0; i < 100; i++) {
        const answers = await Promise.all([
          ...companies.map((id) => app.post(`/api/companies/${id}/view`, undefined, evading(i))),
          ...companyCategories().map((category) =>
            app.post('/api/analytics/category-view', { category }, evading(i)),
          ),
          app.post('/api/analytics/page-visit', { page: `made up ${i}`, sessionId }, evading(i)),
        ]);
        for (const answer of answers) statuses.add(answer.statusCode);
      }
      expect(statuses).toEqual(new Set([200]));
      const counts = await app.database.read
        .selectFrom('daily_counts')
        .select(['metric', 'count'])
        .where('metric', 'not like', 'page:%')
        .execute();
      expect(counts.reduce((sum, { count }) => sum + Number(count), 0)).toBe(600);
      expect(await rows('recent_views')).toBeLessThanOrEqual(600);
      expect(counts.every(({ metric }) => !metric.includes('made up'))).toBe(true);
    });

    test('off, nothing is counted', async () => {
      const open = await app.sibling({ RATE_LIMITS: 'off' });
      const company = await makeCompany(open, 'Acme');
      for (let i = 0; i < 70; i++) {
        expect((await open.post(`/api/companies/${company}/like`, undefined, evading(i))).json().likes).toBe(
          i + 1,
        );
      }
      expect(await rows('throttles')).toBe(0);
      await open.close();
    });
  });
}
