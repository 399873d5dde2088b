import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../platform/database/open.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { dialects, emptyDatabase } from '../../testing/dialects.ts';
import { makeFirstEdition } from '../../testing/first-edition.ts';
import { makeCompany } from '../../testing/make.ts';
import { companyIndex } from '../company-index/company-index.ts';
import { findCompanies } from './list-store.ts';
import { rebuildListings } from './read-model.ts';

for (const dialect of dialects) {
  describe(`apostrophes, dashes and spaces on ${dialect}`, () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await testApp(dialect);
      await makeCompany(app, 'Other');
      await makeCompany(app, 'Garry’s Mod', {
        id: 'garry',
        texts: { en: { name: 'Garry’s Mod', description: 'An all‑in–one sandbox' } },
      });
    });
    afterAll(() => app.close());

    test.each([
      "garry's mod",
      'garry’s mod',
      'GARRYS MOD',
      'garry´s all-in-one',
      'all in one',
      'all‑in—one',
      'all−in–one',
      'mod\u00a0all',
    ])('find the same: %s', async (q) => {
      const answer = await app.get(`/api/companies?q=${encodeURIComponent(q)}`);
      expect(answer.json().map(({ id }: { id: string }) => id)).toEqual(['garry']);
    });

    test('find it also in a database of the first edition', async () => {
      const empty = await emptyDatabase(dialect);
      await makeFirstEdition(dialect, empty.url);
      const database = await openDatabase(empty.url);
      await rebuildListings(database);
      const find = (q: string) =>
        findCompanies(database, { language: 'en', sort: 'score', limit: 10, q }).then(({ companies }) =>
          companies.map(({ id }) => id),
        );
      // While they wait for the index they are found by their names, then by everything.
      expect(await find('old')).toEqual(['old-hands']);
      await companyIndex.indexAllQueued(database);
      expect(await find("tom's all-in-one")).toEqual(['old-hands']);
      expect(await find('tom’s all in one')).toEqual(['old-hands']);
      expect(await find('toms zebra')).toEqual([]);
      await database.close();
      await empty.remove();
    });
  });
}
