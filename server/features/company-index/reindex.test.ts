import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renameSearchQueue } from '../../platform/database/migrations/0038-search-queue.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { companyIndex } from './company-index.ts';
import { toSearchDocument } from './documents.ts';

for (const dialect of dialects) {
  describe(`the index of the search on ${dialect}`, () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await testApp(dialect);
    });
    afterEach(() => app.close());

    const find = async (q: string, language = 'en') =>
      (await app.get(`/api/companies?language=${language}&q=${encodeURIComponent(q)}`))
        .json()
        .map(({ id }: { id: string }) => id);
    const postings = async () => {
      const { rows } = await sql<{ segments: number }>`
        select count(distinct segment) as segments from search_postings`.execute(app.database.read);
      return Number(rows[0]?.segments);
    };

    test('of many small segments one is made, in which everything is found', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 18; i++)
        ids.push(
          await makeCompany(app, `Wharf ${i}`, {
            texts: {
              en: { name: `Wharf ${i}`, story: 'A crane on the quay.' },
              ko: { name: `부두 ${i}`, story: '부두의 기중기.' },
            },
          }),
        );
      const { revision } = app.database;
      const made = await revision.current();
      await vi.waitFor(
        async () => {
          await companyIndex.indexAllQueued(app.database);
          await companyIndex.merge(app.database);
          expect(await companyIndex.countSegments(app.database.read)).toBeLessThan(16);
          expect(await companyIndex.countQueued(app.database.read)).toBe(0);
          // Nothing is left of those that it was made of.
          expect(await postings()).toBe(await companyIndex.countSegments(app.database.read));
        },
        { timeout: 10_000, interval: 100 },
      );
      expect(await revision.current()).toBeGreaterThan(made);
      // Pages of companies stay as they are: none of them was edited.
      expect(ids.filter((id) => revision.isChanged([`company:${id}`], made))).toEqual([]);
      expect(revision.isChanged(['directory'], made)).toBe(true);
      expect((await find('crane quay')).sort()).toEqual([...ids].sort());
      expect((await find('기중기', 'ko')).sort()).toEqual([...ids].sort());
      expect(await find('기중기')).toEqual([]);
      expect(await find('wharf 7')).toContain(ids[7]);
      expect(await find('부두', 'ja')).toHaveLength(18);
    }, 60_000);

    test('an index of an earlier version is kept', async () => {
      await makeCompany(app, 'Otter', { id: 'otter' });
      const { rows } = await sql`select number from search_documents`.execute(app.database.read);
      await app.database.write(async ({ tx }) => {
        for (const earlier of [
          sql`alter table search_documents rename column document_id to company_id`,
          sql`alter table search_queue rename column document_id to company_id`,
          sql`alter table search_queue rename column version to note`,
          sql`alter table search_queue rename to search_waiting`,
        ])
          await earlier.execute(tx);
        await renameSearchQueue(dialect).up(tx as never);
        // A second process, or a new database: nothing is left to rename.
        await renameSearchQueue(dialect).up(tx as never);
      });
      expect((await sql`select number from search_documents`.execute(app.database.read)).rows).toEqual(rows);
      expect(await find('otter')).toEqual(['otter']);
    });

    test('companies that the index does not have yet have their ranks', async () => {
      for (let i = 0; i < 8; i++) await makeCompany(app, `Quay ${i}`, { score: 50 + (i % 3) });
      const ranks = async (query: string) =>
        (await app.get(`/api/companies?${query}`))
          .json()
          .map(({ id, rank }: { id: string; rank: number }) => [id, rank]);
      const ranking = await ranks('sort=score');
      expect(ranking.map(([, rank]: [string, number]) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      await app.database.write(async (unit) => {
        await sql`delete from search_documents where document_id in (${ranking[2][0]}, ${ranking[5][0]})`.execute(
          unit.tx,
        );
        unit.changed('company', ranking[2][0]);
      });
      const newest = await ranks('sort=newest');
      expect(newest).toHaveLength(8);
      expect(newest).not.toEqual(ranking);
      expect(new Map(newest)).toEqual(new Map(ranking));
    });

    test('companies that wait are found in their own category alone, and counted there', async () => {
      for (let i = 0; i < 4; i++)
        await makeCompany(app, `Mole ${i}`, { category: i === 0 ? 'no-seed' : 'small-teams' });
      await app.database.write(async (unit) => {
        await sql`delete from search_documents`.execute(unit.tx);
        await companyIndex.enqueue(unit.tx, ['mole-0', 'mole-1', 'mole-2', 'mole-3']);
        unit.changed('company', 'mole-0');
      });
      const answer = await app.get('/api/companies?q=mole&category=no-seed');
      expect(answer.json().map(({ name }: { name: string }) => name)).toEqual(['Mole 0']);
      expect(answer.headers['x-total-count']).toBe('1');
    });

    test('segments that are full stay as they are, however many there are', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 20; i++) ids.push(await makeCompany(app, `Heron ${i}`));
      // In one write, where whoever follows the changes has no part.
      await app.database.write(async ({ tx }) => {
        await companyIndex.clear(tx);
        const companies = await tx.selectFrom('companies').selectAll().execute();
        for (const company of companies) await companyIndex.index(tx, toSearchDocument(company, []));
        expect(companies.length).toBe(ids.length);
        expect(await companyIndex.mergeSegments(tx, 1)).toBe(20);
        expect(await companyIndex.countQueued(tx)).toBe(0);
        expect(await companyIndex.mergeSegments(tx, 2)).toBe(20);
        expect(await companyIndex.countQueued(tx)).toBe(20);
      });
    });

    test('who is changed while waiting is found as last changed', async () => {
      const as = await signIn(app);
      const id = await makeCompany(app, 'Pelican', { texts: { en: { name: 'Pelican', story: 'An oar.' } } });
      await app.database.write(({ tx }) => companyIndex.enqueue(tx, [id]));
      const following = companyIndex.indexQueued(app.database);
      await app.put(`/api/admin/companies/${id}`, { language: 'en', story: 'A rudder.' }, as);
      await following;
      await companyIndex.indexAllQueued(app.database);
      expect(await find('rudder')).toEqual([id]);
      expect(await find('oar')).toEqual([]);
    });

    test('what nobody finds a company by is not written again', async () => {
      const as = await signIn(app);
      const id = await makeCompany(app, 'Pelican', { texts: { en: { name: 'Pelican', story: 'An oar.' } } });
      await companyIndex.indexAllQueued(app.database);
      const numberNow = async () => (await companyIndex.readNumbers(app.database.read, [id])).get(id);
      const made = await numberNow();
      await app.put(`/api/admin/companies/${id}`, { employees: 7, revenue: '$7M', score: 77 }, as);
      expect(await numberNow()).toBe(made);
      expect(await find('oar')).toEqual([id]);
      // Where it is from, and a story, are found.
      await app.put(`/api/admin/companies/${id}`, { country: 'KR' }, as);
      const moved = await numberNow();
      expect(moved).not.toBe(made);
      expect(await find('korea')).toEqual([id]);
      await app.put(`/api/admin/companies/${id}`, { language: 'en', story: 'A rudder.' }, as);
      expect(await numberNow()).not.toBe(moved);
      expect(await find('oar')).toEqual([]);
      await app.put(`/api/admin/companies/${id}`, { show_on_site: false }, as);
      expect(await find('rudder')).toEqual([]);
    });

    test('who is deleted while waiting is found no more', async () => {
      const as = await signIn(app);
      const id = await makeCompany(app, 'Albatross');
      await app.database.write(({ tx }) => companyIndex.enqueue(tx, [id]));
      const following = companyIndex.indexQueued(app.database);
      await app.delete(`/api/admin/companies/${id}`, undefined, as);
      await following.catch(() => {});
      await companyIndex.indexAllQueued(app.database);
      expect(await find('albatross')).toEqual([]);
      expect((await app.get('/api/search?language=en&q=alb')).json()).toMatchObject({
        companies: [],
        total: 0,
      });
    });
  });
}
