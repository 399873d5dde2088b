import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Answers } from '../../../core/search/calls.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { rebuildListings } from '../companies/read-model.ts';
import { companyIndex } from './company-index.ts';

for (const dialect of dialects) {
  describe(`what was just imported is found on ${dialect}`, () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await testApp(dialect);
    });
    afterEach(() => app.close());

    const ask = async (q: string): Promise<Answers> =>
      (await app.get(`/api/search?language=en&q=${encodeURIComponent(q)}`)).json();
    const found = async (q: string) => (await ask(q)).companies.map(({ id }) => id);

    test('the first search after an import forgives a wrong letter, and finds stories', async () => {
      const as = await signIn(app);
      const companies = ['Midjourney', 'Balsamiq', 'Plausible'].map((name) => ({
        name,
        category: 'no-seed',
        content: {
          en: { name, founder: 'Ada', description: `${name} makes things.`, story: 'A quay in Oslo.' },
        },
      }));
      const imported = await app.post('/api/admin/companies/upsert', { companies }, as);
      expect(imported.statusCode, imported.body).toBe(200);
      const [midjourny, balsamic, plausable, quay] = await Promise.all(
        ['midjourny', 'balsamic', 'plausable', 'quay'].map(ask),
      );
      expect(midjourny).toMatchObject({ suggestion: 'Midjourney', total: 1, incomplete: false });
      expect(balsamic).toMatchObject({ suggestion: 'Balsamiq', total: 1 });
      expect(plausable).toMatchObject({ suggestion: 'Plausible', total: 1 });
      expect(quay?.total).toBe(3);
      expect(await companyIndex.countQueued(app.database.read)).toBe(0);
    });

    test('the first search after a restore, or after a rule of the index changed, is that of before', async () => {
      await makeCompany(app, 'Midjourney', { id: 'midjourney' });
      expect(await found('midjourny')).toEqual(['midjourney']);
      await app.database.write(({ tx }) => companyIndex.clear(tx));
      await rebuildListings(app.database);
      expect(await found('midjuorney')).toEqual(['midjourney']);
    });

    test('where many wait it is said, and nobody is told that a name is missing', async () => {
      await makeCompany(app, 'Otter', { id: 'otter' });
      const row = await app.database.read.selectFrom('companies').selectAll().executeTakeFirstOrThrow();
      const ids = Array.from({ length: 501 }, (_, i) => `waiting-${i}`);
      await app.database.write(async ({ tx }) => {
        for (let i = 0; i < ids.length; i += 20)
          await tx
            .insertInto('companies')
            .values(ids.slice(i, i + 20).map((id) => ({ ...row, id })))
            .execute();
      });
      await vi.waitFor(
        async () => {
          await app.database.write(({ tx }) => companyIndex.enqueue(tx, ids));
          expect(await ask(`xqzwv${Math.random()}`)).toMatchObject({
            total: 0,
            incomplete: true,
            name_missing: false,
          });
        },
        { timeout: 10_000 },
      );
      await companyIndex.indexAllQueued(app.database);
      await vi.waitFor(
        async () => expect(await ask('xqzwv')).toMatchObject({ incomplete: false, name_missing: true }),
        { timeout: 10_000 },
      );
    });

    test('what only changes its place in the index is found meanwhile, and not waited for', async () => {
      await makeCompany(app, 'Otter', { id: 'otter' });
      await app.database.write(({ tx }) =>
        tx
          .insertInto('search_queue' as never)
          .values({ document_id: 'otter', version: -7 } as never)
          .execute(),
      );
      expect(await ask('otter')).toMatchObject({ total: 1, incomplete: false });
    });

    test('a database that takes no writes is not waited for', async () => {
      await makeCompany(app, 'Otter', { id: 'otter' });
      await app.database.write(({ tx }) => companyIndex.enqueue(tx, ['otter']));
      const write = vi.spyOn(app.database, 'write').mockRejectedValue(new Error('read only'));
      await companyIndex.catchUp(app.database);
      write.mockRestore();
      expect(await found('otter')).toEqual(['otter']);
    });
  });
}
