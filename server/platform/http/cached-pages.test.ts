import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MODERATION_MODES } from '../../../core/settings/rules.ts';
import { signIn, type TestApp, testApp, visitor } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

/** Sequences of work on each database; more of them look for what is rare. */
const RUNS = Number(process.env['CACHED_PAGES_RUNS'] ?? 4);
const COMPANIES = ['alpha', 'beta', 'gamma', 'delta'];
const PAGES = [
  '/en',
  '/ko/all',
  '/en/no-seed',
  '/en/all?sort=likes',
  '/en/founders/ada-lovelace',
  ...COMPANIES.map((id, i) => `/${i % 2 ? 'ko' : 'en'}/companies/${id}`),
];

/** A page, or that there is none. */
async function pageOf(app: TestApp, path: string): Promise<string> {
  const { statusCode, body } = await app.get(path);
  return statusCode === 200 ? body : `${statusCode}`;
}

const tagOf = async (app: TestApp, path: string) => (await app.get(path)).headers['etag'];

for (const dialect of dialects) {
  describe(`cached pages on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    let reader: Awaited<ReturnType<typeof visitor>>;
    async function start(build: { softStaleMs?: number } = {}) {
      app = await testApp(dialect, {
        build: { pages: 'built', ...build },
      });
      as = await signIn(app);
      reader = await visitor(app);
      for (const [i, name] of COMPANIES.entries())
        await makeCompany(app, name, {
          id: name,
          score: 60 + i,
          founders: [{ id: 'ada-lovelace', name: { en: 'Ada Lovelace' } }],
          texts: { en: { name }, ko: { name: `${name} 기업` } },
        });
    }
    afterEach(() => app.close());

    describe('in their minute', () => {
      beforeEach(() => start());

      test('stay as they are while others are liked, viewed, commented on and changed', async () => {
        const page = '/en/companies/alpha';
        for (let i = 0; i < 8; i++)
          await makeCompany(app, `Far ${i}`, { id: `far-${i}`, category: 'small-teams', founder: 'Jo' });
        const before = await app.get(page);
        const far = [...Array(8).keys()].map((i) => `far-${i}`).find((id) => !before.body.includes(id));
        if (!far) throw new Error('the page names them all');
        const seen = async () => {
          const { likes, views, comments_count } = (await app.get('/api/companies/alpha/numbers')).json();
          return { likes, views, comments_count };
        };
        expect(await seen()).toEqual({ likes: 0, views: 0, comments_count: 0 });
        await app.post('/api/companies/alpha/like', undefined, reader);
        await app.post('/api/companies/alpha/view', undefined, reader);
        // The numbers follow within a second, the page has its minute.
        await vi.waitFor(async () => expect(await seen()).toMatchObject({ likes: 1, views: 1 }), 5000);
        const written = { author: 'Ann', content: 'A word on another' };
        await app.post(`/api/companies/${far}/comments`, written, reader);
        const edited = await app.put(`/api/admin/companies/${far}`, { employees: 7 }, as);
        expect(edited.statusCode).toBe(200);
        expect((await app.get(page)).headers['etag']).toBe(before.headers['etag']);
        // What it shows itself makes it another one at once, for whoever wrote it too.
        await app.post('/api/companies/alpha/comments', { ...written, content: 'A word on alpha' }, reader);
        expect((await app.get(page)).body).toContain('A word on alpha');
        await app.put('/api/admin/companies/alpha', { language: 'en', name: 'Alpha renamed' }, as);
        expect((await app.get(page)).body).toContain('Alpha renamed');
        // So does what its last block shows: the companies near it.
        expect((await app.get('/en/companies/beta')).body).toContain('Alpha renamed');
        const near = await tagOf(app, '/en/companies/beta');
        await app.put('/api/admin/companies/alpha', { language: 'en', name: 'Alpha again' }, as);
        expect((await app.get('/en/companies/beta')).body).toContain('Alpha again');
        expect(await tagOf(app, '/en/companies/beta')).not.toBe(near);
      });

      test('that are hidden or deleted are gone at once, with their comments', async () => {
        const comments = '/api/companies/alpha/comments';
        await app.post(comments, { author: 'Ann', content: 'A word' }, reader);
        expect((await app.get(comments)).json()).toHaveLength(1);
        expect((await app.get('/en/companies/alpha')).statusCode).toBe(200);
        await app.put('/api/admin/companies/alpha/visibility', { show_on_site: false }, as);
        expect((await app.get('/en/companies/alpha')).statusCode).toBe(404);
        expect((await app.get('/api/companies/alpha/numbers')).statusCode).toBe(404);
        expect((await app.get('/en/all')).body).not.toContain('/companies/alpha');
        await app.put('/api/admin/companies/alpha/visibility', { show_on_site: true }, as);
        expect((await app.get('/en/companies/alpha')).body).toContain('A word');
        await app.delete('/api/admin/companies/alpha', undefined, as);
        expect((await app.get('/en/companies/alpha')).statusCode).toBe(404);
      });

      test('of lists follow a like within a second, in the other process too', async () => {
        const other = await app.sibling();
        try {
          for (const id of COMPANIES) await app.put(`/api/admin/companies/${id}`, { score: 60 }, as);
          const first = async (from: TestApp) =>
            /\/companies\/(alpha|beta|gamma|delta)/.exec(await pageOf(from, '/en/all'))?.[1];
          expect(await first(other)).toBe('alpha');
          await app.post('/api/companies/gamma/like', undefined, reader);
          await vi.waitFor(async () => expect(await first(other)).toBe('gamma'), 5000);
          expect(await first(app)).toBe('gamma');
        } finally {
          await other.close();
        }
      });
    });

    test('show a comment, a reply and a deletion at once, as a page, a panel and data', async () => {
      await start();
      const page = '/en/companies/alpha';
      const panel = '/en/all?company=alpha';
      const other = await app.sibling();
      onTestFinished(() => other.close());
      for (const from of [app, other]) expect((await from.get(page)).body).toContain('Comments (0)');
      expect((await app.get(panel)).body).toMatch(/<h3[^>]* id="comments"[^>]*>Comments \(0\)/);
      const data = await app.get(`${page}.data`);
      const comments = '/api/companies/alpha/comments';
      const content = '</script><!-- one --> & two';
      const { id } = (await app.post(comments, { author: 'Ann', content }, reader)).json();
      const shown = '&lt;/script&gt;&lt;!-- one --&gt; &amp; two';
      for (const from of [app, other])
        await vi.waitFor(async () => {
          const { body } = await from.get(page);
          expect(body).toContain(shown);
          expect(body).not.toContain(content);
          expect(body).toMatch(/<h2[^>]* id="comments"[^>]*>Comments \(1\)/);
        });
      const { body } = await app.get(panel);
      expect(body).toContain(shown);
      expect(body).toMatch(/<h3[^>]* id="comments"[^>]*>Comments \(1\)/);
      const dataAfter = (await app.get(`${page}.data`)).body;
      expect(dataAfter).not.toBe(data.body);
      expect(JSON.parse(dataAfter.split('\n')[0] ?? '')).toContain(content);
      await app.post(`${comments}/${id}/replies`, { author: 'Bo', content: 'A reply' }, reader);
      expect((await app.get(page)).body).toContain('A reply');
      await app.delete(`/api/admin/comments/${id}`, undefined, as);
      expect((await app.get(page)).body).not.toContain(shown);
    });

    test('equal freshly rendered ones after any work through two processes', {
      timeout: RUNS * 60_000,
    }, async () => {
      await start({ softStaleMs: 0 });
      let other = await app.sibling();
      const one = (id: string, values: object) => (from: TestApp) =>
        from.put(`/api/admin/companies/${id}`, values, as);
      const company = fc.constantFrom(...COMPANIES);
      const work = fc.oneof(
        fc.tuple(company, fc.nat(99)).map(([id, n]) => one(id, { language: 'en', name: `${id} ${n}` })),
        fc.tuple(company, fc.nat(99)).map(([id, n]) => one(id, { language: 'ko', name: `${id} 이름 ${n}` })),
        fc.tuple(company, fc.nat(90)).map(([id, n]) => one(id, { score: n, employees: n + 1 })),
        fc.tuple(company, fc.boolean()).map(([id, show]) => one(id, { show_on_site: show })),
        fc
          .tuple(company, fc.nat(9))
          .map(([id, n]) => one(id, { founders: [{ id: 'ada-lovelace', name: { en: `Ada ${n}` } }] })),
        fc.tuple(company, fc.nat(99)).map(
          ([id, n]) =>
            (from: TestApp) =>
              from.post(`/api/companies/${id}/comments`, { author: 'Ann', content: `Word ${n}` }, reader),
        ),
        fc.tuple(company, fc.boolean()).map(
          ([id, likes]) =>
            (from: TestApp) =>
              likes
                ? from.post(`/api/companies/${id}/like`, undefined, reader)
                : from.delete(`/api/companies/${id}/like`, undefined, reader),
        ),
        company.map((id) => (from: TestApp) => from.post(`/api/companies/${id}/view`, undefined, reader)),
        company.map((id) => async (from: TestApp) => {
          await from.delete(`/api/admin/companies/${id}`, undefined, as);
          const [trash] = (await from.get('/api/admin/bin', as)).json();
          if (trash) await from.post(`/api/admin/bin/${trash.id}/restore`, undefined, as);
        }),
        fc.tuple(company, fc.boolean()).map(([id, hides]) => async (from: TestApp) => {
          const words = await from.get(`/api/companies/${id}/comments`);
          const [word] = words.statusCode === 200 ? words.json() : [];
          if (!word) return;
          const act = (what: string) => from.post(`/api/admin/comments/${word.id}/${what}`, undefined, as);
          await from.delete(`/api/admin/comments/${word.id}`, undefined, as);
          if (!hides) await act('restore');
        }),
        fc.tuple(company, fc.nat(99)).map(([id, n]) => async (from: TestApp) => {
          const { companies } = (await from.get('/api/admin/companies/export', as)).json();
          for (const row of companies) if (row.id === id) row.content.en.name = `${id} imported ${n}`;
          const imported = await from.post('/api/admin/companies/import', { companies }, as);
          expect(imported.statusCode, imported.body).toBe(200);
        }),
        fc
          .constantFrom(...MODERATION_MODES)
          .map(
            (commentModeration) => (from: TestApp) =>
              from.post('/api/admin/settings', { commentModeration }, as),
          ),
        // A process ends and another one takes its place, which finds what it had written down.
        fc.constant(async () => {
          await other.close();
          other = await app.sibling();
        }),
      );
      try {
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.tuple(work, fc.boolean()), { minLength: 1, maxLength: 8 }),
            async (all) => {
              for (const [act, here] of all) {
                await act(here ? app : other);
                // Kept in the middle of the work.
                for (const path of PAGES.slice(0, 4)) await pageOf(here ? other : app, path);
              }
              const anew = await app.sibling();
              try {
                await vi.waitFor(async () => {
                  for (const path of PAGES) {
                    const page = await pageOf(anew, path);
                    expect(await pageOf(app, path), path).toBe(page);
                    expect(await pageOf(other, path), path).toBe(page);
                  }
                }, 60_000);
              } finally {
                await anew.close();
              }
            },
          ),
          { numRuns: RUNS, endOnFailure: true },
        );
      } finally {
        await other.close();
      }
    });
  });
}
