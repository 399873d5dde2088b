import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Founder } from '../../../core/companies/facts.ts';
import { agreeOnFounders } from '../../platform/database/migrations/0026-founders.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { companyIndex } from '../company-index/company-index.ts';
import { loadContent, readContent } from './shipped-content.ts';

test('the shipped companies name each person once', async () => {
  const names = new Map<string, Set<string>>();
  for (const { founders = [] } of await readContent())
    for (const { id, name } of founders)
      names.set(id, (names.get(id) ?? new Set()).add(JSON.stringify(Object.entries(name).sort())));
  expect(names.size).toBeGreaterThan(50);
  expect([...names].filter(([, of]) => of.size > 1)).toEqual([]);
});

for (const dialect of dialects) {
  describe(`founders on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeAll(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterAll(() => app.close());

    const update = (id: string, body: object) => app.put(`/api/admin/companies/${id}`, body, as);
    const content = async (id: string) => (await app.get(`/api/admin/companies/${id}/content`, as)).json();
    const foundersOf = async (id: string) => (await content(id)).founders as Founder[];
    const history = async (id: string) =>
      (await app.get(`/api/admin/companies/${id}/history`, as)).json() as {
        changes: { field: string; before: unknown; after: unknown }[];
      }[];
    const person = (id: string, name: Founder['name']) => ({ id, name });

    test('a name that is changed in one company is changed in all, with an entry in the history of each', async () => {
      const bo = person('bo', { en: 'Bo' });
      const first = await makeCompany(app, 'Ann One', {
        founders: [person('ann', { en: 'Ann', ko: '앤' }), bo],
      });
      const second = await makeCompany(app, 'Ann Two', {
        founders: [bo, person('ann', { en: 'Ann', ko: '앤' })],
        show_on_site: false,
      });
      const others = await makeCompany(app, 'Bo Alone', { founders: [bo] });
      const saved = await update(first, { founders: [person('ann', { en: 'Anna', ja: 'アンナ' }), bo] });
      expect(saved.statusCode).toBe(200);
      // Also a name that was taken away.
      expect(await foundersOf(second)).toEqual([bo, person('ann', { en: 'Anna', ja: 'アンナ' })]);
      expect((await history(second))[0]?.changes).toEqual([
        {
          field: 'founders',
          language: null,
          before: [bo, person('ann', { en: 'Ann', ko: '앤' })],
          after: [bo, person('ann', { en: 'Anna', ja: 'アンナ' })],
        },
      ]);
      expect([(await content(second)).version, await history(others)]).toEqual([2, []]);
      expect((await app.get('/api/founders/ann?language=ja')).json().name).toBe('アンナ');
      // Found by the name of now in all of them.
      await companyIndex.indexAllQueued(app.database);
      const rows = (await app.get('/api/admin/company-rows?q=アンナ', as)).json();
      expect(rows.map(({ id }: { id: string }) => id).sort()).toEqual([first, second].sort());

      // Undone in the one, it is undone in the other too.
      await app.post(`/api/admin/companies/${second}/restore`, { version: 1 }, as);
      expect(await foundersOf(first)).toEqual([person('ann', { en: 'Ann', ko: '앤' }), bo]);
    });

    test('a person who gets another company keeps the names that are not given', async () => {
      const old = await makeCompany(app, 'Cy One', { founders: [person('cy', { en: 'Cy', zh: '赛' })] });
      const made = await app.post(
        '/api/admin/companies',
        { name: 'Cy Two', founders: [person('cy', { en: 'Cyrus' })] },
        as,
      );
      expect(made.statusCode).toBe(201);
      const both = [person('cy', { en: 'Cyrus', zh: '赛' })];
      expect([await foundersOf(old), await foundersOf(made.json().id)]).toEqual([both, both]);
      const third = await makeCompany(app, 'Cy Three');
      await update(third, { founders: [person('cy', { ko: '사이' })] });
      expect(await foundersOf(old)).toEqual([person('cy', { en: 'Cyrus', zh: '赛', ko: '사이' })]);
    });

    test('an import names a person in companies that are not in the file', async () => {
      const there = await makeCompany(app, 'Dee One', { founders: [person('dee', { en: 'Dee' })] });
      const imported = await makeCompany(app, 'Dee Two', { founders: [person('dee', { en: 'Dee' })] });
      const { companies } = (await app.get('/api/admin/companies/export', as)).json() as {
        companies: { id: string; founders: Founder[] }[];
      };
      const file = companies
        .filter(({ id }) => id === imported)
        .map((company) => ({ ...company, founders: [person('dee', { en: 'Deirdre' })] }));
      const answer = await app.post('/api/admin/companies/upsert', { companies: file }, as);
      expect(answer.json()).toMatchObject({ failed: 0 });
      expect(await foundersOf(there)).toEqual([person('dee', { en: 'Deirdre' })]);
      const again = (await app.get('/api/admin/companies/export', as)).json() as typeof file extends infer F
        ? { companies: F }
        : never;
      expect(
        again.companies
          .filter(({ founders }) => founders.some(({ id }) => id === 'dee'))
          .map((c) => c.founders),
      ).toEqual([[person('dee', { en: 'Deirdre' })], [person('dee', { en: 'Deirdre' })]]);
    });

    test('two who name a person at once agree in the end', async () => {
      const ids = await Promise.all(
        ['one', 'two', 'three', 'four'].map((name) =>
          makeCompany(app, `Eve ${name}`, { founders: [person('eve', { en: 'Eve' })] }),
        ),
      );
      const answers = await Promise.all(
        ids.map((id, i) => update(id, { founders: [person('eve', { en: `Eve ${i}` })] })),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      const names = await Promise.all(ids.map(async (id) => JSON.stringify(await foundersOf(id))));
      expect(new Set(names).size).toBe(1);
    });

    test('a company that comes out of the trash names its founder as the others do', async () => {
      const stays = await makeCompany(app, 'Flo One', { founders: [person('flo', { en: 'Flo' })] });
      const gone = await makeCompany(app, 'Flo Two', { founders: [person('flo', { en: 'Flo' })] });
      const { bin_id } = (await app.delete(`/api/admin/companies/${gone}`, undefined, as)).json();
      await update(stays, { founders: [person('flo', { en: 'Florence' })] });
      await app.post(`/api/admin/bin/${bin_id}/restore`, {}, as);
      expect(await foundersOf(gone)).toEqual([person('flo', { en: 'Florence' })]);
    });

    test('a shipped company names a person as a company that was edited here does', async () => {
      const files = await readContent();
      const [file] = files.filter(({ founders }) => founders);
      const [shipped] = file?.founders ?? [];
      if (!file || !shipped) throw new Error('no founder is shipped');
      await loadContent(app.database, [file], app.clock.now);
      expect((await foundersOf(file.id))[0]?.name.en).toBe(shipped.name.en);
      const here = await makeCompany(app, 'Made here', {
        founders: [person(shipped.id, { en: 'Renamed Here' })],
      });
      await loadContent(app.database, [{ ...file, founded: 1999 }], app.clock.now);
      expect((await foundersOf(file.id))[0]).toEqual(person(shipped.id, { en: 'Renamed Here' }));
      expect((await content(file.id)).founded).toBe(1999);
      expect(await foundersOf(here)).toEqual([person(shipped.id, { en: 'Renamed Here' })]);
    });

    test('companies of before agree on the name that stood on the page', async () => {
      const older = await makeCompany(app, 'Gil One', {
        founders: [person('gil', { en: 'Gil', ja: 'ギル' })],
        created_at: '2020-01-01T00:00:00.000Z',
      });
      const newer = await makeCompany(app, 'Gil Two', { founders: [person('gil', { en: 'Gilbert' })] });
      await app.database.write(async ({ tx }) => agreeOnFounders.up(tx));
      const agreed = [person('gil', { en: 'Gilbert', ja: 'ギル' })];
      expect([await foundersOf(older), await foundersOf(newer)]).toEqual([agreed, agreed]);
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from company_versions where company_id = ${older}`.execute(app.database.read);
      expect(Number(rows[0]?.n)).toBe(0);
    });
  });
}
