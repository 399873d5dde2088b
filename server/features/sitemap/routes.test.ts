import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../core/languages.ts';
import { READING_PAGES, TEN_HIGHEST } from '../../../core/reading/pages.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

const TAGS = 10_050;

for (const dialect of dialects) {
  describe(`the sitemap on ${dialect}`, () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await testApp(dialect);
    });
    afterAll(() => app.close());

    test('has the pages of what shown companies are looked up by, and none of hidden ones alone', async () => {
      await makeCompany(app, 'Shown', {
        kinds: ['game'],
        country: 'KR',
        tags: ['solo'],
        founders: [{ id: 'jane', name: { en: 'Jane' } }],
      });
      await makeCompany(app, 'Hidden', { tags: ['secret'], show_on_site: false });
      const xml = (await app.get('/sitemap.xml')).body;
      for (const path of [
        '/explore',
        '/stories',
        '/kinds',
        '/countries',
        '/tags',
        '/founders',
        '/kinds/game',
        '/countries/kr',
        '/tags/solo',
        '/founders/jane',
      ]) {
        for (const language of LANGUAGES)
          expect(xml).toContain(`<loc>http://localhost:3000/${language}${path}</loc>`);
        expect(xml).toContain(`hreflang="x-default" href="http://localhost:3000${path}"`);
      }
      expect(xml).not.toContain('secret');
    });

    test('has the pages that read across companies only where they have something', async () => {
      const listed = async () => {
        const { body } = await app.get('/sitemap.xml');
        return READING_PAGES.filter((page) => body.includes(`<loc>http://localhost:3000/en/${page}</loc>`));
      };
      expect(await listed()).toEqual([]);
      await makeCompany(app, 'Sold', { status: { kind: 'acquired', year: 2020 } });
      expect(await listed()).toEqual(['outcomes']);
      const as = await signIn(app);
      const dated = await makeCompany(app, 'Dated');
      for (const month of [1, 12]) {
        const timeline = [{ year: 2001, month, text: 'Begins' }];
        await app.put(`/api/admin/companies/${dated}`, { timeline }, as);
        expect(await listed()).toEqual(['on-this-day', 'outcomes']);
      }
      expect(await listed()).toEqual(['on-this-day', 'outcomes']);
      await makeCompany(app, 'Noted', { texts: { en: { name: 'Noted', first_customers: 'Neighbours' } } });
      await makeCompany(app, 'Never shown', { show_on_site: false, status: { kind: 'closed' } });
      const figures = { revenue: '$1M', revenue_as_of: 2024, employees: 2, employees_as_of: 2024 };
      for (let number = 1; number < TEN_HIGHEST; number++) await makeCompany(app, `High ${number}`, figures);
      expect(await listed()).toEqual(['on-this-day', 'first-customers', 'outcomes']);
      await makeCompany(app, 'High enough', figures);
      expect(await listed()).toEqual(['on-this-day', 'ten-highest', 'first-customers', 'outcomes']);
    });

    test('no file of it has more addresses than search engines read', async () => {
      const id = await makeCompany(app, 'Much looked up');
      await app.database.write(async (unit) => {
        for (let from = 0; from < TAGS; from += 500) {
          const values = Array.from({ length: Math.min(500, TAGS - from) }, (_, i) => ({
            facet: 'tag' as const,
            value: `t-${from + i}`,
            company_id: id,
          }));
          await unit.tx.insertInto('company_facets').values(values).execute();
        }
        unit.changed('company', id);
      });
      const index = (await app.get('/sitemap.xml')).body;
      const files = [...index.matchAll(/<loc>http:\/\/localhost:3000(\/sitemaps\/\d+\.xml)<\/loc>/g)];
      expect(files.map(([, path]) => path)).toEqual(['/sitemaps/1.xml', '/sitemaps/2.xml']);
      const found = new Set<string>();
      for (const [, path] of files) {
        const places = [...(await app.get(path ?? '')).body.matchAll(/<loc>([^<]+)<\/loc>/g)];
        expect(places.length).toBeLessThanOrEqual(50_000);
        for (const [, place] of places) found.add(place ?? '');
      }
      for (const path of ['/en', '/ko/tags/t-0', `/zh/tags/t-${TAGS - 1}`, `/ja/companies/${id}`])
        expect(found.has(`http://localhost:3000${path}`), path).toBe(true);
      for (const path of ['/sitemaps/3.xml', '/sitemaps/0.xml', '/sitemaps/x.xml'])
        expect((await app.get(path)).statusCode, path).toBe(404);
    });
  });
}
