import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../core/languages.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

for (const dialect of dialects) {
  describe(`from company to company on ${dialect}`, () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await testApp(dialect);
      const texts = (name: string) => ({ en: { name }, ko: { name: `${name} 기업` } });
      await makeCompany(app, 'First', { score: 90, texts: texts('First') });
      // Of the same score: what each of its people earns, then likes, then the name.
      await makeCompany(app, 'Rich', { score: 70, revenue: '$50M', texts: texts('Rich') });
      await makeCompany(app, 'Liked', { score: 70, likes: 3 });
      await makeCompany(app, 'Abc', { score: 70 });
      await makeCompany(app, 'Bcd', { score: 70 });
      await makeCompany(app, 'Bcd', { id: 'bcd-as-well', score: 70 });
      await makeCompany(app, 'Hidden', { score: 75, show_on_site: false });
      await makeCompany(app, 'Elsewhere', { score: 80, category: 'small-teams' });
    });
    afterAll(() => app.close());
    const neighbours = async (id: string, query = '') =>
      (await app.get(`/api/companies/${id}/neighbours?${query}`)).json();

    test('the companies before and after one are those of its category, in the order of the ranks', async () => {
      const rank = (id: string, name: string, place: number) => ({ id, name, rank: place });
      expect(await neighbours('first')).toEqual({ previous: null, next: rank('rich', 'Rich', 2) });
      expect(await neighbours('rich')).toEqual({
        previous: rank('first', 'First', 1),
        next: rank('liked', 'Liked', 3),
      });
      expect(await neighbours('abc')).toEqual({
        previous: rank('liked', 'Liked', 3),
        next: rank('bcd', 'Bcd', 5),
      });
      expect((await neighbours('bcd')).next).toEqual(rank('bcd-as-well', 'Bcd', 6));
      expect(await neighbours('bcd-as-well')).toEqual({ previous: rank('bcd', 'Bcd', 5), next: null });
      expect(await neighbours('elsewhere')).toEqual({ previous: null, next: null });
    });

    test('they are named in the language, and agree with the list', async () => {
      expect((await neighbours('liked', 'language=ko')).previous.name).toBe('Rich 기업');
      const list = (await app.get('/api/companies?category=no-seed')).json() as { id: string }[];
      for (const [i, { id }] of list.entries()) {
        const { previous, next } = await neighbours(id);
        expect([previous?.id, next?.id]).toEqual([list[i - 1]?.id, list[i + 1]?.id]);
      }
    });

    test('one that is hidden or not there has none', async () => {
      for (const id of ['hidden', 'nobody']) {
        const answer = await app.get(`/api/companies/${id}/neighbours`);
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'company_not_found']);
      }
      const as = await signIn(app);
      await app.put('/api/admin/companies/rich/visibility', { show_on_site: false }, as);
      expect((await neighbours('first')).next).toMatchObject({ id: 'liked', rank: 2 });
      await app.put('/api/admin/companies/rich/visibility', { show_on_site: true }, as);
      expect((await neighbours('first')).next.id).toBe('rich');
    });

    test('a surprise is any shown company of the language, never the one that is being read, and is not kept', async () => {
      const met = new Set<string>();
      for (let i = 0; i < 40; i++) {
        const answer = await app.get('/ko/surprise?company=first');
        expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'no-store']);
        expect(answer.headers['x-robots-tag']).toBe('noindex, nofollow');
        met.add(String(answer.headers['location']));
      }
      // There are two in Korean.
      expect([...met]).toEqual(['/ko/companies/rich']);
      const any = new Set<string>();
      for (let i = 0; i < 60; i++) any.add(String((await app.get('/en/surprise')).headers['location']));
      expect(any.size).toBeGreaterThan(2);
      expect([...any].join()).not.toContain('hidden');
      // The reader's language without one in the address.
      const plain = await app.get('/surprise?company=rich', { headers: { 'accept-language': 'ko' } });
      expect(plain.headers['location']).toBe('/companies/first');
      // None has a Chinese text: the whole list is somewhere to go, too.
      expect((await app.get('/zh/surprise')).headers['location']).toBe('/zh/all');
    });

    test('search engines are kept off surprises', async () => {
      const robots = (await app.get('/robots.txt')).body.split('\n');
      for (const path of ['/surprise', ...LANGUAGES.map((language) => `/${language}/surprise`)])
        expect(robots).toContain(`Disallow: ${path}`);
      expect((await app.get('/sitemap.xml')).body).not.toContain('surprise');
    });

    test('near ones are found among many that have the same in common, the best by rank first', async () => {
      await app.database.write(async ({ tx }) => {
        await tx.deleteFrom('companies').execute();
      });
      for (let i = 0; i < 210; i++)
        await makeCompany(app, `Many ${i}`, {
          country: 'US',
          score: i % 100,
          kinds: i === 7 ? ['game'] : [],
        });
      await makeCompany(app, 'Asked', { country: 'US', kinds: ['game'], employees: 90 });
      const related = (await app.get('/api/companies/asked/related?limit=3')).json();
      expect(related.map((one: { id: string; reason: string }) => [one.id, one.reason])).toEqual([
        ['many-7', 'kind'],
        ['many-199', 'country'],
        ['many-99', 'country'],
      ]);
    });
  });
}
