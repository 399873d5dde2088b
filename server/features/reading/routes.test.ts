import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setDirectory } from '../../../core/directory/current.ts';
import { SHIPPED_DIRECTORY } from '../../../core/directory/shipped.ts';
import type { Correction } from '../../../core/reading/calls.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { readCorrections } from './store.ts';

for (const dialect of dialects) {
  describe(`what is read across companies on ${dialect}`, () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await testApp(dialect);
      await makeCompany(app, 'Alpha', {
        id: 'alpha',
        score: 90,
        texts: {
          en: {
            name: 'Alpha',
            timeline: [
              { year: 2001, month: 11, text: 'Begins' },
              { year: 2003, text: 'Some time in the year' },
            ],
            first_customers: 'Friends of friends',
          },
          ko: { name: '알파', timeline: [{ year: 2001, month: 11, text: '시작' }] },
        },
      });
      await makeCompany(app, 'Beta', {
        id: 'beta',
        category: 'small-teams',
        score: 80,
        texts: {
          en: {
            name: 'Beta',
            timeline: [{ year: 2014, month: 11, text: 'Is sold' }],
            first_customers: 'A fair',
          },
        },
      });
      const texts = { en: { name: 'Hidden', timeline: [{ year: 2020, month: 11, text: 'x' }] } };
      await makeCompany(app, 'Hidden', { show_on_site: false, texts });
    });
    afterAll(() => app.close());

    test('events of a month come latest first, without those whose month nobody knows', async () => {
      const of = async (query: string) => (await app.get(`/api/anniversaries?${query}`)).json();
      expect(await of('month=11')).toMatchObject([
        { year: 2014, text: 'Is sold', company: { id: 'beta' } },
        { year: 2001, text: 'Begins', company: { id: 'alpha' } },
      ]);
      expect(await of('month=11&language=ko')).toMatchObject([
        { text: 'Is sold', language: 'en' },
        { text: '시작', language: 'ko', company: { name: '알파' } },
      ]);
      expect(await of('month=12')).toEqual([]);
      for (const wrong of ['month=0', 'month=13', 'month=x', ''])
        expect((await app.get(`/api/anniversaries?${wrong}`)).statusCode).toBe(400);
    });

    test('first customers come in the order of the ranking, and of a category', async () => {
      const of = async (query: string) => (await app.get(`/api/first-customers?${query}`)).json();
      expect(await of('')).toMatchObject([{ text: 'Friends of friends' }, { text: 'A fair' }]);
      expect(await of('category=small-teams&language=ko')).toMatchObject([
        { company: { id: 'beta' }, language: 'en' },
      ]);
      expect((await app.get('/api/first-customers?category=none')).statusCode).toBe(400);
    });

    test('corrections are of shown companies, the latest first, in the language', async () => {
      const all = readCorrections();
      const [known, hidden] = [...new Set(all.map(({ company }) => company))] as [string, string];
      await makeCompany(app, 'Corrected', { id: known });
      await makeCompany(app, 'Corrected out of sight', { id: hidden, show_on_site: false });
      const own = all.filter(({ company }) => company === known);
      const days = own.map(({ day }) => day).sort((a, b) => b.localeCompare(a));
      for (const language of ['en', 'ko'] as const) {
        const found = (await app.get(`/api/corrections?language=${language}`)).json() as Correction[];
        expect(found.map(({ day, company: { id } }) => [day, id])).toEqual(days.map((day) => [day, known]));
        expect(found.map(({ wrong }) => wrong).sort()).toEqual(
          own.map(({ wrong }) => wrong[language]).sort(),
        );
      }
    });

    test('a field that readers are not shown is in neither', async () => {
      const as = await signIn(app);
      const value = { list: [], hidden: ['timeline', 'first_customers'] };
      expect((await app.put('/api/admin/configuration/fields', { version: 0, value }, as)).statusCode).toBe(
        200,
      );
      expect((await app.get('/api/anniversaries?month=11')).json()).toEqual([]);
      expect((await app.get('/api/first-customers')).json()).toEqual([]);
      setDirectory(SHIPPED_DIRECTORY);
    });
  });
}
