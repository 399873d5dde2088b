import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FacetValue } from '../../../core/companies/calls.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

const JANE = { id: 'jane', name: { en: 'Jane', ko: '제인' } };

for (const dialect of dialects) {
  describe(`the values of facets on ${dialect}`, () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await testApp(dialect);
      await makeCompany(app, 'One', {
        id: 'one',
        score: 90,
        employees: 2,
        country: 'KR',
        kinds: ['game', 'app'],
        tags: ['solo', 'own-word'],
        founders: [JANE],
        texts: { en: { name: 'One' }, ko: { name: '하나' } },
      });
      await makeCompany(app, 'Two', {
        id: 'two',
        score: 70,
        employees: 9,
        country: 'JP',
        kinds: ['game'],
        founders: [JANE, { id: 'bo', name: { en: 'Bo' } }],
      });
      await makeCompany(app, 'Three', {
        id: 'three',
        score: 80,
        employees: null,
        country: 'JP',
        kinds: ['game'],
      });
      await makeCompany(app, 'Hidden', {
        employees: 100,
        country: 'JP',
        tags: ['secret'],
        show_on_site: false,
      });
    });
    afterAll(() => app.close());

    const values = async (facet: string, query = ''): Promise<FacetValue[]> =>
      (await app.get(`/api/companies/facets/${facet}?${query}`)).json();
    const said = (all: readonly FacetValue[]) =>
      all.map(({ value, name, count, median_employees, best }) => [
        value,
        name,
        count,
        median_employees,
        best.name,
      ]);

    test('each has how many companies have it, their median people and the best of them', async () => {
      expect(said(await values('kind'))).toEqual([
        ['game', 'game', 3, 6, 'One'],
        ['app', 'app', 1, 2, 'One'],
      ]);
      expect(said(await values('country', 'language=ko'))).toEqual([
        ['JP', '일본', 2, 9, 'Three'],
        ['KR', '대한민국', 1, 2, '하나'],
      ]);
      expect(said(await values('founder', 'language=ko'))).toEqual([
        ['jane', '제인', 2, 6, '하나'],
        ['bo', 'Bo', 1, 9, 'Two'],
      ]);
      // A tag that has no name in the language is called as it is written; a hidden company's is not told.
      expect((await values('tag')).map(({ value, name }) => [value, name])).toEqual([
        ['own-word', 'own-word'],
        ['solo', 'solo'],
      ]);
    });

    test('a part of them says how many there are', async () => {
      const answer = await app.get('/api/companies/facets/country?limit=1&offset=1');
      expect(answer.headers['x-total-count']).toBe('2');
      expect(answer.json()).toEqual([expect.objectContaining({ value: 'KR' })]);
      expect(await values('country', 'offset=5')).toEqual([]);
    });

    test('what has no pages, and a part that cannot be, are refused', async () => {
      for (const path of [
        'status',
        'nonsense',
        'Kind',
        'kind?limit=0',
        'kind?offset=-1',
        'kind?language=xx',
      ]) {
        const answer = await app.get(`/api/companies/facets/${path}`);
        expect([path, answer.statusCode, answer.json().code]).toEqual([path, 400, 'validation_failed']);
      }
    });

    test('they follow a change at once', async () => {
      await makeCompany(app, 'Four', { id: 'four', score: 99, employees: 4, country: 'KR' });
      expect(said(await values('country'))).toEqual([
        ['KR', 'South Korea', 2, 3, 'Four'],
        ['JP', 'Japan', 2, 9, 'Three'],
      ]);
    });
  });
}
