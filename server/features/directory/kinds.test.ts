import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setDirectory } from '../../../core/directory/current.ts';
import { SHIPPED_DIRECTORY } from '../../../core/directory/shipped.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { searchQuestion } from '../ai/questions.ts';

const { list } = SHIPPED_DIRECTORY.kinds;
const OVENS = { id: 'ovens', names: { en: 'Wood ovens', ko: '화덕' } };
const MILLS = { id: 'mills', names: { en: 'Mills' } };

for (const dialect of dialects) {
  describe(`kinds of one's own on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterEach(async () => {
      await app.close();
      setDirectory(SHIPPED_DIRECTORY);
    });

    const stored = async () => (await app.get('/api/admin/configuration/kinds', as)).json();
    const save = async (value: unknown) =>
      app.put('/api/admin/configuration/kinds', { value, version: (await stored()).version }, as);
    const merge = (from: string, into: string) => app.post(`/api/admin/kinds/${from}/merge`, { into }, as);
    const kindsOf = async (id: string) => (await app.get(`/api/companies/${id}`)).json().kinds;

    test('a new kind is in forms, tables, facets, pages, sitemap, search, questions and the API', async () => {
      expect((await save({ list: [OVENS, MILLS] })).statusCode).toBe(200);
      const made = await app.post('/api/admin/companies', { name: 'Crust', kinds: ['ovens'] }, as);
      expect(made.statusCode).toBe(201);
      const csv = { headers: { ...as.headers, 'content-type': 'text/csv' } };
      const table =
        'id,category,name_en,founder_en,description_en,kinds\nflour,no-seed,Flour,Ada,Mills,"[""mills""]"\n';
      expect((await app.post('/api/admin/companies/import.csv', table, csv)).json()).toMatchObject({
        success: true,
        created: 1,
      });
      const facets = (await app.get('/api/companies/facets')).json();
      expect(facets.kind).toEqual([
        { value: 'ovens', count: 1 },
        { value: 'mills', count: 1 },
      ]);
      const values = (await app.get('/api/companies/facets/kind?lang=ko')).json();
      expect(values.map(({ name }: { name: string }) => name).sort()).toEqual(['Mills', '화덕']);
      expect((await app.get('/sitemap.xml')).body).toContain('/en/kinds/ovens<');
      expect((await app.get('/api/search?q=%ED%99%94%EB%8D%95')).json()).toMatchObject({
        kinds: [{ value: 'ovens', name: 'Wood ovens' }],
        companies: [{ id: 'crust' }],
      });
      expect(JSON.stringify(searchQuestion({ name: 'x' }, 'en', 2026).schema.toJSONSchema())).toContain(
        'ovens: Wood ovens.',
      );
      const openapi = (await app.get('/api/openapi.json')).body;
      expect([openapi.includes('"ovens"'), openapi.includes('"saas"')]).toEqual([true, false]);
      expect((await app.get('/texts/ko-x.json')).json().companies).toMatchObject({
        kind_ovens: '화덕',
        kind_mills: 'Mills',
      });
      const exported = (await app.get('/api/admin/companies/export', as)).body;
      expect(exported).toContain('ovens');
    });

    test('an unknown kind is refused with a code, in a form, a file and a table', async () => {
      const form = await app.post('/api/admin/companies', { name: 'Crust', kinds: ['ovens'] }, as);
      expect([form.statusCode, form.json().details[0]]).toEqual([
        400,
        expect.objectContaining({ path: 'body.kinds.0', code: 'not_one_of' }),
      ]);
      const company = {
        ...{ id: 'crust', category: 'no-seed', kinds: ['ovens'] },
        content: { en: { name: 'Crust', founder: 'Ada', description: 'Bread' } },
      };
      const file = await app.post('/api/admin/companies/import', { companies: [company] }, as);
      expect(file.json().problems[0]).toMatchObject({ path: 'kinds.0', code: 'not_one_of' });
      const csv = { headers: { ...as.headers, 'content-type': 'text/csv' } };
      const table =
        'id,category,name_en,founder_en,description_en,kinds\ncrust,no-seed,Crust,Ada,Bread,"[""ovens""]"\n';
      expect(
        (await app.post('/api/admin/companies/import.csv', table, csv)).json().problems[0],
      ).toMatchObject({ code: 'not_one_of' });
      expect((await app.get('/api/companies?kind=ovens')).statusCode).toBe(400);
    });

    test('a kind is merged: companies, history, counts and old addresses follow', async () => {
      await save({ list: [...list, OVENS, MILLS] });
      await makeCompany(app, 'Both', { id: 'both', kinds: ['mills', 'ovens', 'food'] });
      await makeCompany(app, 'Mill', { id: 'mill', kinds: ['mills'] });
      const merged = await merge('mills', 'ovens');
      expect([merged.statusCode, merged.json().moved]).toEqual([200, 2]);
      expect((await stored()).value).toMatchObject({ moved: { mills: 'ovens' } });
      expect([await kindsOf('both'), await kindsOf('mill')]).toEqual([['ovens', 'food'], ['ovens']]);
      const history = (await app.get('/api/admin/companies/both/history', as)).json();
      expect(history[0].changes).toEqual([
        {
          field: 'kinds',
          language: null,
          before: ['mills', 'ovens', 'food'],
          after: ['ovens', 'food'],
        },
      ]);
      await app.post('/api/admin/companies', { name: 'Old file', kinds: ['mills'] }, as);
      expect(await kindsOf('old-file')).toEqual(['ovens']);
      await app.delete('/api/admin/companies/old-file', undefined, as);
      const named = (await app.get('/api/companies?kind=mills')).json();
      expect(named.map(({ id }: { id: string }) => id).sort()).toEqual(['both', 'mill']);
      expect((await app.get('/api/admin/kinds', as)).json()).toEqual({ ovens: 2, food: 1 });
      // What was merged twice leads to the last.
      expect((await merge('ovens', 'food')).statusCode).toBe(200);
      expect((await stored()).value.moved).toEqual({
        mills: 'food',
        ovens: 'food',
      });
      expect([await kindsOf('both'), await kindsOf('mill')]).toEqual([['food'], ['food']]);
      // A version of before has kinds of today.
      const before = (await app.get('/api/admin/companies/both/history', as)).json().at(-1);
      const restored = await app.post('/api/admin/companies/both/restore', { version: before.version }, as);
      expect([restored.statusCode, await kindsOf('both')]).toEqual([200, ['food']]);
      const again = await save({ ...(await stored()).value, list: [...list, MILLS] });
      expect(again.json().value.moved).toEqual({ ovens: 'food' });
    });

    test('a company that comes out of the trash has the kinds of today', async () => {
      await save({ list: [...list, OVENS] });
      await makeCompany(app, 'Late', { id: 'late', kinds: ['ovens', 'food'] });
      const { bin_id } = (await app.delete('/api/admin/companies/late', undefined, as)).json();
      expect((await save({ list })).statusCode).toBe(200);
      const back = await app.post(`/api/admin/bin/${bin_id}/restore`, {}, as);
      expect([back.statusCode, await kindsOf('late')]).toEqual([200, ['food']]);
    });

    test('a kind without companies is removed, one with companies is not', async () => {
      await makeCompany(app, 'Shop', { id: 'shop', kinds: ['food'] });
      const removed = await save({ list: list.filter(({ id }) => id !== 'food') });
      expect([removed.statusCode, removed.json().details[0]]).toEqual([
        400,
        expect.objectContaining({ path: 'body.value.list.food', code: 'kind_in_use', params: { count: 1 } }),
      ]);
      expect((await save({ list: list.filter(({ id }) => id === 'food') })).statusCode).toBe(200);
    });

    test('a renamed kind is found by its new name', async () => {
      await makeCompany(app, 'Shop', { id: 'shop', kinds: ['food'] });
      await save({
        list: list.map((kind) => (kind.id === 'food' ? { ...kind, names: { en: 'Bakers' } } : kind)),
      });
      expect((await app.get('/api/companies?q=bakers')).json()).toMatchObject([{ id: 'shop' }]);
    });

    test.each([
      ['a word that stands for all', { list: [{ ...OVENS, id: 'all' }] }, 'reserved_id'],
      ['a name that every object has', { list: [{ ...OVENS, id: 'constructor' }] }, 'reserved_id'],
      ['capitals', { list: [{ ...OVENS, id: 'Ovens' }] }, 'invalid_slug'],
      ['no name', { list: [{ ...OVENS, names: {} }] }, 'required'],
      ['one id twice', { list: [OVENS, OVENS] }, 'duplicate_id'],
      ['a redirect to none', { list: [OVENS], moved: { mills: 'bread' } }, 'unknown_kind'],
    ])('%s is refused', async (_what, value, code) => {
      const answer = await save(value);
      expect([answer.statusCode, answer.json().details[0].code]).toEqual([400, code]);
    });

    test('a kind is not merged into itself or into none', async () => {
      for (const into of ['saas', 'ovens'])
        expect((await merge('saas', into)).json().details[0].code).toBe('unknown_kind');
      expect((await merge('ovens', 'saas')).statusCode).toBe(404);
    });
  });
}
