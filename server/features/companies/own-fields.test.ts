import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setDirectory } from '../../../core/directory/current.ts';
import { SHIPPED_DIRECTORY } from '../../../core/directory/shipped.ts';
import { DAY } from '../../../core/time.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { clearRemovedFields } from '../directory/index.ts';

const OPENING = {
  id: 'opening',
  type: 'choice',
  names: { en: 'Opens', ko: '여는 시간' },
  options: [
    { id: 'early', names: { en: 'Before dawn', ko: '새벽' } },
    { id: 'late', names: { en: 'At noon', ko: '정오' } },
  ],
  places: ['row', 'page', 'compare', 'filter'],
};
const OVENS = {
  id: 'ovens',
  type: 'number',
  names: { en: 'Ovens' },
  units: { en: 'pcs' },
  places: ['row', 'page', 'compare', 'filter', 'sort'],
};
const MOTTO = { id: 'motto', type: 'texts', names: { en: 'Motto' }, places: ['row', 'page', 'compare'] };
const RENT = { id: 'rent', type: 'money', names: { en: 'Rent' }, access: 'console' };
const SECRET = {
  id: 'hidden-note',
  type: 'texts',
  names: { en: 'Note' },
  access: 'console',
  places: ['page'],
};
const FIELDS = [OPENING, OVENS, MOTTO, RENT, SECRET];

for (const dialect of dialects) {
  describe(`fields of one's own on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
      await makeCompany(app, 'Daily Bread', {
        id: 'daily-bread',
        texts: { en: { name: 'Daily Bread' }, ko: { name: '데일리 브레드' } },
      });
    });
    afterEach(async () => {
      await app.close();
      setDirectory(SHIPPED_DIRECTORY);
    });

    const defined = async () => (await app.get('/api/admin/configuration/fields', as)).json();
    const define = async (list: readonly object[]) =>
      app.put('/api/admin/configuration/fields', { value: { list }, version: (await defined()).version }, as);
    const change = (body: object) => app.put('/api/admin/companies/daily-bread', body, as);
    const read = async (language = 'en') =>
      (await app.get(`/api/companies/daily-bread?language=${language}`)).json();
    const CSV = () => ({ headers: { ...as.headers, 'content-type': 'text/csv' } });
    const content = async () => (await app.get('/api/admin/companies/daily-bread/content', as)).json();

    test('a directory without own fields has no trace of them', async () => {
      for (const path of ['/api/companies', '/api/companies/daily-bread'])
        expect((await app.get(path)).body).not.toContain('"fields"');
      expect((await app.get('/api/admin/companies/daily-bread/content', as)).body).not.toContain('"fields"');
      expect((await change({ fields: { ovens: 3 } })).json()).toMatchObject({
        details: [{ path: 'body.fields.ovens', code: 'unknown_key' }],
      });
    });

    test('values are saved, answered, kept in the history and taken back', async () => {
      expect((await define(FIELDS)).statusCode).toBe(200);
      const saved = await change({
        fields: { opening: 'early', ovens: 3, rent: { amount: 900, currency: 'eur' } },
        content: { en: { fields: { motto: ' Bread first ' } }, ko: { fields: { motto: '빵이 먼저' } } },
      });
      expect(saved.json()).toMatchObject({
        fields: { opening: 'early', ovens: 3, rent: { amount: 900, currency: 'EUR' }, motto: 'Bread first' },
        content: { en: { fields: { motto: 'Bread first' } }, ko: { fields: { motto: '빵이 먼저' } } },
      });
      expect((await read()).fields).toEqual({ opening: 'early', ovens: 3, motto: 'Bread first' });
      expect((await read('ko')).fields).toEqual({ opening: 'early', ovens: 3, motto: '빵이 먼저' });
      // A language without a text of its own has the English one, also in lists.
      expect((await read('ja')).fields.motto).toBe('Bread first');
      expect((await app.get('/api/companies?language=ko')).json()[0].fields).toEqual({
        opening: 'early',
        ovens: 3,
        motto: '빵이 먼저',
      });

      // What a save does not name stays, null takes a value away.
      await change({ fields: { ovens: null }, content: { ko: { fields: { motto: '' } } } });
      expect((await read('ko')).fields).toEqual({ opening: 'early', motto: 'Bread first' });
      const [last] = (await app.get('/api/admin/companies/daily-bread/history', as)).json();
      expect(last.changes).toEqual([
        { field: 'field.ovens', language: null, before: 3, after: null },
        { field: 'field.motto', language: 'ko', before: '빵이 먼저', after: null },
      ]);
      await app.post('/api/admin/companies/daily-bread/restore', { version: last.version - 1 }, as);
      expect((await read('ko')).fields).toEqual({ opening: 'early', ovens: 3, motto: '빵이 먼저' });
      await app.post('/api/admin/companies/daily-bread/restore', { version: 1 }, as);
      expect(await read('ko')).not.toHaveProperty('fields');
    });

    test('what does not fit is refused by its path', async () => {
      await define([{ ...OPENING, required: true }, OVENS, MOTTO]);
      const refused = await change({
        fields: { opening: 'never', ovens: 'many', nothing: 1, motto: 'x'.repeat(3000) },
        content: { ko: { fields: { ovens: 1 } } },
      });
      expect(refused.json().details).toMatchObject([
        { path: 'body.fields.opening', code: 'not_one_of' },
        { path: 'body.fields.ovens', code: 'not_a_number' },
        { path: 'body.fields.nothing', code: 'unknown_key' },
        { path: 'body.fields.motto', code: 'too_long' },
        { path: 'body.content.ko.fields.ovens', code: 'unknown_key' },
      ]);
      expect((await change({ fields: { opening: null } })).json().details).toMatchObject([
        { path: 'body.fields.opening', code: 'required' },
      ]);
    });

    test('what only the console shows leaves by no public answer', async () => {
      await define(FIELDS);
      await change({
        fields: { ovens: 3, rent: { amount: 31337, currency: 'EUR' } },
        content: { en: { fields: { 'hidden-note': 'hush-hush', motto: 'Bread' } } },
      });
      expect(await content()).toMatchObject({
        fields: { rent: { amount: 31337 }, 'hidden-note': 'hush-hush' },
      });
      const paths = [
        '/api/companies',
        '/api/companies/daily-bread',
        '/api/companies/daily-bread/related',
        '/api/companies/facets',
        '/api/search?q=hush',
        '/api/search?q=daily',
        '/api/companies?q=hush',
        '/api/companies?q=daily',
        '/api/explore',
        '/api/directory',
        '/api/openapi.json',
        '/feed.xml',
        '/feed.json',
        '/sitemap.xml',
        '/llms.txt',
      ];
      for (const path of paths) {
        const { body } = await app.get(path);
        expect([path, /31337|hush-hush|"rent"|hidden-note/.exec(body)?.[0]]).toEqual([path, undefined]);
      }
      // An administrator's own request of the public answer has no more.
      expect((await app.get('/api/companies/daily-bread', as)).body).not.toContain('hush-hush');
    });

    test('lists are narrowed, counted and ordered by them, and companies are found by them', async () => {
      await define(FIELDS);
      const values = [
        ['one', 'early', 1],
        ['two', 'early', 5],
        ['three', 'late', 5],
        ['four', 'late', 2.5],
      ] as const;
      for (const [id, opening, ovens] of values) {
        await makeCompany(app, `Bakery ${id}`, { id });
        const body = { fields: { opening, ovens, rent: { amount: ovens, currency: 'USD' } } };
        expect((await app.put(`/api/admin/companies/${id}`, body, as)).statusCode).toBe(200);
      }
      await app.put(
        '/api/admin/companies/one',
        { content: { en: { fields: { motto: 'Crumpets forever' } } } },
        as,
      );
      const ids = async (query: string) => {
        const list = (await app.get(`/api/companies?${query}`)).json();
        expect([query, list]).toEqual([query, expect.any(Array)]);
        return list.map(({ id }: { id: string }) => id);
      };
      expect((await ids('field=opening:late')).sort()).toEqual(['four', 'three']);
      expect((await ids('field=opening:late,opening:early,ovens:5..5')).sort()).toEqual(['three', 'two']);
      expect(await ids('field=ovens:2..3')).toEqual(['four']);
      expect(await ids('field=ovens:..1')).toEqual(['one']);
      expect(await ids('field=ovens:5..,opening:early&category=all&q=Bakery')).toEqual(['two']);
      expect(await ids('sort=field.ovens')).toEqual(['three', 'two', 'four', 'one', 'daily-bread']);
      expect(await ids('sort=field.ovens&field=opening:early')).toEqual(['two', 'one']);
      // A cursor goes on in the same order.
      const first = await app.get('/api/companies?sort=field.ovens&limit=2');
      const cursor = /cursor=([^>&]+)/.exec(String(first.headers['link']))?.[1];
      expect(await ids(`sort=field.ovens&limit=2&cursor=${cursor}`)).toEqual(['four', 'one']);
      expect(await ids('q=crumpets')).toEqual(['one']);
      expect((await app.get('/api/companies?q=crumpets')).json()[0].match).toMatchObject({ field: 'fields' });
      expect((await ids('q=noon')).sort()).toEqual(['four', 'three']);
      const counted = (await app.get('/api/companies/facets?field=opening:late')).json();
      expect(counted.fields).toEqual([
        {
          id: 'opening',
          values: [
            { value: 'early', count: 2 },
            { value: 'late', count: 2 },
          ],
          steps: [],
        },
        {
          id: 'ovens',
          values: [],
          steps: [
            { min: 2.5, max: 2.5, count: 1 },
            { min: 5, max: 5, count: 1 },
          ],
        },
      ]);
      for (const query of [
        'field=rent:1..2',
        'field=motto:x',
        'field=opening:never',
        'field=ovens:5..1',
        'field=nothing',
        'sort=field.rent',
        'sort=field.opening',
      ])
        expect([query, (await app.get(`/api/companies?${query}`)).statusCode]).toEqual([query, 400]);
      expect((await app.get('/api/directory')).json().fields).toMatchObject([
        { id: 'opening', label: 'Opens', options: [{ id: 'early', name: 'Before dawn' }, {}] },
        { id: 'ovens', unit: 'pcs' },
        { id: 'motto' },
      ]);
    });

    test('they travel through both kinds of files', async () => {
      await define(FIELDS);
      await change({
        fields: { opening: 'late', ovens: 2.5, rent: { amount: 900, currency: 'EUR', year: 2024 } },
        content: { ko: { fields: { motto: '빵이, 먼저' } } },
      });
      const before = await content();
      const exported = (await app.get('/api/admin/companies/export', as)).json();
      expect(exported.companies[0]).toMatchObject({
        fields: { opening: 'late', ovens: 2.5 },
        content: { ko: { fields: { motto: '빵이, 먼저' } } },
      });
      const table = (await app.get('/api/admin/companies/export.csv', as)).body;
      const [header] = table.split('\r\n');
      for (const column of [
        'field.opening',
        'field.ovens',
        'field.rent',
        'field.motto.ko',
        'field.hidden-note.ja',
      ])
        expect(header).toContain(column);
      const clear = {
        fields: { opening: null, ovens: null, rent: null },
        content: { ko: { fields: { motto: null } } },
      };
      await change(clear);
      expect(await read()).not.toHaveProperty('fields');
      await app.post('/api/admin/companies/import', exported, as);
      expect(await content()).toMatchObject({
        fields: before.fields,
        content: { ko: before.content.ko && {} },
      });
      await change(clear);
      const imported = await app.post('/api/admin/companies/import.csv', table, CSV());
      expect(imported.json()).toMatchObject({ success: true, updated: 1 });
      expect((await content()).fields).toEqual(before.fields);
      expect((await content()).content.ko.fields).toEqual({ motto: '빵이, 먼저' });
      const wrong = 'name_en,name_ko,field.opening,field.motto.ko\nDaily Bread,,nonsense,\n';
      const refused = await app.post('/api/admin/companies/import.csv', wrong, CSV());
      expect(JSON.stringify(refused.json())).toContain('field.opening');
    });

    test('a definition changes only as far as the values allow', async () => {
      await define(FIELDS);
      await change({ fields: { opening: 'early', ovens: 3 } });
      const [early] = OPENING.options;
      expect(
        (await define([{ ...OPENING, options: OPENING.options.slice(1) }])).json().details,
      ).toMatchObject([{ path: 'body.value.list.0.options', code: 'option_in_use', params: { count: 1 } }]);
      expect((await define([{ ...OPENING, options: [early] }, OVENS])).statusCode).toBe(200);
      expect((await define([{ ...OVENS, type: 'year' }])).json().details).toMatchObject([
        { path: 'body.value.list.0.type', code: 'field_type_in_use', params: { count: 1 } },
      ]);
      for (const [field, path, code] of [
        [{ ...OVENS, id: 'founded' }, 'id', 'field_id_taken'],
        [{ ...OVENS, id: 'first-customers' }, 'id', 'field_id_taken'],
        [{ ...OVENS, id: 'Ö' }, 'id', 'invalid_slug'],
        [{ ...OPENING, options: [] }, 'options', 'required'],
        [{ ...OPENING, options: [early, early] }, 'options.1.id', 'duplicate_id'],
        [{ ...OVENS, names: {} }, 'names', 'required'],
      ] as const)
        expect((await define([field])).json().details).toMatchObject([
          { path: `body.value.list.0.${path}`, code },
        ]);
      expect((await define([OVENS, OVENS])).json().details).toMatchObject([{ code: 'duplicate_id' }]);
    });

    test('a removed field has its values for thirty days', async () => {
      await define(FIELDS);
      await change({ fields: { ovens: 3 }, content: { ko: { fields: { motto: '빵' } } } });
      await define([OPENING]);
      const config = (await defined()).value.list;
      expect(config.map((field: { id: string; removedAt?: string }) => [field.id, field.removedAt])).toEqual([
        ['opening', undefined],
        ...['ovens', 'motto', 'rent', 'hidden-note'].map((id) => [id, app.clock.now.toISOString()]),
      ]);
      expect(await read('ko')).not.toHaveProperty('fields');
      expect((await change({ fields: { ovens: 4 } })).statusCode).toBe(400);
      // A save meanwhile takes nothing away.
      await change({ fields: { opening: 'late' } });
      await define([OPENING, OVENS, MOTTO]);
      expect((await read('ko')).fields).toEqual({ opening: 'late', ovens: 3, motto: '빵' });

      await define([OPENING, MOTTO]);
      const clear = (days: number) =>
        app.database.write((unit) =>
          clearRemovedFields(unit, new Date(app.clock.now.getTime() + days * DAY)),
        );
      await clear(29);
      await define([OPENING, OVENS, MOTTO]);
      expect((await read('ko')).fields.ovens).toBe(3);
      await define([OPENING]);
      await clear(31);
      expect((await defined()).value.list).toMatchObject([{ id: 'opening' }]);
      await define([OPENING, OVENS, MOTTO]);
      expect((await read('ko')).fields).toEqual({ opening: 'late' });
    });
  });
}
