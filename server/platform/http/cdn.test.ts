import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readEnv } from '../../env.ts';
import { signIn, type TestApp, testApp, visitor } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

const SECRET = 'Authorization: Bearer of the cdn';

/** What a CDN is told, on loopback. */
async function startCdn() {
  const told: { tags: string[]; headers: IncomingHttpHeaders; method: string | undefined }[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (status === 200)
        told.push({ tags: JSON.parse(body).tags, headers: request.headers, method: request.method });
      response.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`,
    told,
    tags: () => told.flatMap(({ tags }) => tags),
    answer(next: number) {
      status = next;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

for (const dialect of dialects) {
  describe(`a CDN in front on ${dialect}`, () => {
    let cdn: Awaited<ReturnType<typeof startCdn>>;
    beforeEach(async () => {
      cdn = await startCdn();
    });
    afterEach(() => cdn.close());

    async function start(
      variables: Record<string, string> = {},
      build: { softStaleMs?: number } = {},
    ): Promise<TestApp> {
      const app = await testApp(dialect, { build: { pages: 'built', ...build }, variables });
      onTestFinished(() => app.close());
      await makeCompany(app, 'Alpha', { id: 'alpha' });
      return app;
    }
    const purging = () => ({
      CDN_SECONDS: '600',
      CDN_PURGE_URL: cdn.url,
      CDN_PURGE_HEADER: SECRET,
    });
    /** A process that has purged everything from a CDN. */
    async function startPurging(build: { softStaleMs?: number } = {}): Promise<TestApp> {
      const app = await start(purging(), build);
      for (const id of ['beta', 'gamma']) await makeCompany(app, id, { id });
      await expect.poll(() => purges(app, 'told')).toBeGreaterThan(0);
      return app;
    }
    const purges = async (app: TestApp, outcome: string) => {
      const { body } = await app.get('/metrics');
      return Number(new RegExp(`cdn_purges_total{outcome="${outcome}"} (\\d+)`).exec(body)?.[1] ?? 0);
    };

    test('gets a page with the numbers of now after a comment: it does not come again for them', async () => {
      const app = await start({ CDN_SECONDS: '600' });
      const reader = await visitor(app);
      const page = '/en/companies/alpha';
      const likes = async () => (await app.get('/api/companies/alpha/numbers')).json().likes;
      expect((await app.get(page)).body).toContain('Like<span class="number">0');
      await app.post('/api/companies/alpha/like', undefined, reader);
      await expect.poll(likes).toBe(1);
      await app.post('/api/companies/alpha/comments', { author: 'Ann', content: 'A word' }, reader);
      const { body } = await app.get(page);
      expect(body).toContain('A word');
      expect(body).toContain('Like<span class="number">1');
    });

    test('is told to keep pages by language alone, and by which names', async () => {
      const app = await start({ CDN_SECONDS: '600' });
      const { headers } = await app.get('/en/companies/alpha');
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=0, must-revalidate, s-maxage=600',
        'cdn-cache-control': 'max-age=600, stale-while-revalidate=600',
        'surrogate-control': 'max-age=600, stale-while-revalidate=600',
        vary: 'Accept-Encoding',
      });
      const tags = String(headers['cache-tag']).split(',');
      expect(tags).toEqual(expect.arrayContaining(['everything', 'company:alpha', 'comments:alpha']));
      // A like changes no page of a company that a CDN has to purge.
      expect(tags).not.toContain('likes');
      expect(headers['surrogate-key']).toBe(tags.join(' '));
      // The same when it comes from memory, and when nothing is sent.
      const etag = String(headers['etag']);
      const again = await app.get('/en/companies/alpha', { headers: { 'if-none-match': etag } });
      expect(again.statusCode).toBe(304);
      expect(again.headers['cache-tag']).toBe(headers['cache-tag']);

      for (const path of [
        '/',
        '/all',
        '/api/companies/alpha',
        '/api/companies',
        '/en/compare?ids=alpha',
        '/en/verify-email?token=abc',
        '/en/reset-password?token=abc',
        '/en/all?token=abc',
        '/en/nothing-here',
        '/admin',
      ]) {
        const answer = await app.get(path);
        expect(String(answer.headers['cache-control']), path).not.toMatch(/s-maxage/);
        expect(answer.headers['cache-tag'], path).toBeUndefined();
        // Nothing that no tag could purge.
        if (answer.statusCode === 404) expect(answer.headers['cache-control'], path).toBe('no-cache');
      }
    });

    test('is told of companies whose ids are not ASCII: in tags that are, as often as they are asked for', async () => {
      const app = await startPurging();
      const as = await signIn(app);
      const made = await app.post(
        '/api/admin/companies',
        {
          name: '카카오 뱅크, 1',
          category: 'small-teams',
          description: 'x',
          founder: 'x',
          revenue: '$1M',
          story: 'x',
          country: 'KR',
          kinds: ['saas'],
        },
        as,
      );
      const { id } = made.json();
      expect(id).toBe('카카오-뱅크-1');
      const tag = `company:${encodeURIComponent(id)}`;
      const path = `/en/companies/${encodeURIComponent(id)}`;
      const origin = `http://127.0.0.1:${await app.listen()}`;
      // From the first, who has it made, to those that are answered before the framework sees them.
      for (let i = 0; i < 4; i++) {
        const answer = await fetch(origin + path);
        expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('카카오 뱅크')]);
        expect(answer.headers.get('cache-tag')?.split(',')).toContain(tag);
        expect(answer.headers.get('surrogate-key')?.split(' ')).toContain(tag);
        // The revision is known after it was looked up.
        await app.get('/api/companies');
      }
      cdn.told.length = 0;
      expect(
        (await app.put(`/api/admin/companies/${encodeURIComponent(id)}`, { employees: 7 }, as)).statusCode,
      ).toBe(200);
      await expect.poll(cdn.tags).toContain(tag);
      for (const { tags, headers } of cdn.told) {
        expect(headers['surrogate-key']).toBe(tags.join(' '));
        expect(tags.filter((one) => /[^!-~]|,/.test(one))).toEqual([]);
      }
    });

    describe('is told of numbers that move', () => {
      const times = (tag: string) => cdn.tags().filter((one) => one === tag).length;

      test('not each time, and of a comment at once', async () => {
        const app = await startPurging({ softStaleMs: 24 * 3_600_000 });
        const reader = await visitor(app);
        for (const id of ['alpha', 'beta', 'gamma']) {
          await app.post(`/api/companies/${id}/like`, undefined, reader);
          await app.post(`/api/companies/${id}/comments`, { author: 'Ann', content: 'A word' }, reader);
          await expect.poll(() => times(`comments:${id}`)).toBe(1);
          await expect.poll(async () => (await app.get(`/api/companies/${id}/numbers`)).json().likes).toBe(1);
        }
        // With the first that were known, or not yet.
        expect(times('likes')).toBeLessThanOrEqual(1);
        expect(times('comments')).toBeLessThanOrEqual(1);
      });

      test('again when pages may show them no longer', async () => {
        const app = await startPurging({ softStaleMs: 100 });
        const reader = await visitor(app);
        cdn.told.length = 0;
        for (const [id, told] of [
          ['alpha', 1],
          ['beta', 2],
        ] as const) {
          await app.post(`/api/companies/${id}/like`, undefined, reader);
          await expect.poll(() => times('likes')).toBeGreaterThanOrEqual(told);
        }
      });
    });

    test('is told nothing where nobody set it', async () => {
      const app = await start();
      const { headers } = await app.get('/en/companies/alpha');
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
      expect(Object.keys(headers).filter((name) => /cdn|surrogate|cache-tag/.test(name))).toEqual([]);
    });

    test('lets go of everything at a start, and then of what was changed', async () => {
      const app = await startPurging();
      expect(cdn.told[0]).toMatchObject({
        method: 'POST',
        tags: ['everything'],
        headers: { authorization: 'Bearer of the cdn', 'surrogate-key': 'everything' },
      });
      cdn.told.length = 0;
      const as = await signIn(app);
      const reader = await visitor(app);
      await app.put('/api/admin/companies/alpha', { employees: 7 }, as);
      await app.post('/api/companies/alpha/comments', { author: 'Ann', content: 'A word' }, reader);
      await expect
        .poll(cdn.tags)
        .toEqual(expect.arrayContaining(['company:alpha', 'directory', 'comments:alpha']));
      expect(cdn.tags()).not.toContain('everything');
      // Whatever is kept by one of these names shows what was changed when it is fetched again.
      expect((await app.get('/en/companies/alpha')).body).toContain('A word');
    });

    test('that is away holds nobody up, and is told later what it missed', async () => {
      const app = await startPurging();
      const told = await purges(app, 'told');
      cdn.told.length = 0;
      cdn.answer(500);
      const as = await signIn(app);
      expect((await app.put('/api/admin/companies/alpha', { employees: 8 }, as)).statusCode).toBe(200);
      await expect.poll(() => purges(app, 'failed')).toBeGreaterThan(0);
      expect((await app.put('/api/admin/companies/beta', { employees: 8 }, as)).statusCode).toBe(200);
      expect(cdn.told).toEqual([]);
      cdn.answer(200);
      await expect.poll(cdn.tags).toEqual(expect.arrayContaining(['company:alpha', 'company:beta']));
      // It is counted once the CDN has answered.
      await expect.poll(() => purges(app, 'told')).toBe(told + 1);
    });

    test('is told by one of two processes, and by the other when that one ends', async () => {
      const app = await start();
      const one = await app.sibling(purging());
      await expect.poll(() => purges(one, 'told')).toBe(1);
      const two = await app.sibling(purging());
      onTestFinished(() => two.close());
      const as = await signIn(app);
      await two.put('/api/admin/companies/alpha', { employees: 9 }, as);
      await expect.poll(cdn.tags).toContain('company:alpha');
      expect(await purges(two, 'told')).toBe(0);
      expect(cdn.tags().filter((tag) => tag === 'everything')).toHaveLength(1);
      await one.close();
      // It does not know what was told, and begins anew.
      await expect.poll(() => purges(two, 'told')).toBe(1);
      expect(cdn.tags().at(-1)).toBe('everything');
      cdn.told.length = 0;
      await app.put('/api/admin/companies/alpha', { employees: 10 }, as);
      await expect.poll(cdn.tags).toContain('company:alpha');
    });
  });
}

test('settings that do not go together are refused by name', () => {
  const read = (variables: Record<string, string>) => () => readEnv({ VAR_DIR: '/tmp', ...variables });
  expect(read({ CDN_PURGE_URL: 'https://cdn.example/purge' })).toThrow('CDN_PURGE_URL needs CDN_SECONDS');
  expect(read({ CDN_SECONDS: '0' })).toThrow('CDN_SECONDS must be a number of seconds');
  for (const header of ['no header', 'X: a\nY: b', ': a', 'X:'])
    expect(read({ CDN_PURGE_HEADER: header }), header).toThrow('CDN_PURGE_HEADER must be a header');
});
