import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { categoryOutline } from '../../../core/categories.ts';
import { type CategoryConfig, DIRECTORY_PARTS } from '../../../core/directory/config.ts';
import { setDirectory } from '../../../core/directory/current.ts';
import { SHIPPED_DIRECTORY } from '../../../core/directory/shipped.ts';
import { LANGUAGES } from '../../../core/languages.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { companyIndex } from '../company-index/index.ts';

const { list } = SHIPPED_DIRECTORY.categories;
const [noSeed] = list as [CategoryConfig, ...CategoryConfig[]];

/** A category with the looks of a shipped one. */
const category = (id: string, name: string, rest: Partial<CategoryConfig> = {}): CategoryConfig => ({
  ...noSeed,
  id,
  names: { en: name },
  descriptions: { en: `All about ${name}.` },
  ...rest,
});

for (const dialect of dialects) {
  describe(`the configuration of the directory on ${dialect}`, () => {
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

    const read = async () => (await app.get('/api/admin/configuration', as)).json();
    /** Each part as a file has it. */
    const valuesOf = (config: Record<string, { value: unknown }>) =>
      Object.fromEntries(Object.entries(config).map(([part, { value }]) => [part, value]));
    const versionOf = async (part: string): Promise<number> => (await read())[part].version;
    const save = async (part: string, value: unknown, version?: number) =>
      app.put(`/api/admin/configuration/${part}`, { value, version: version ?? (await versionOf(part)) }, as);
    const categoriesOf = async () =>
      (await app.get('/api/directory')).json().categories.map(({ id }: { id: string }) => id);

    test('an empty database has the shipped configuration', async () => {
      const stored = await read();
      expect(valuesOf(stored)).toEqual(SHIPPED_DIRECTORY);
      expect(Object.keys(stored)).toEqual([...DIRECTORY_PARTS]);
      for (const part of DIRECTORY_PARTS) {
        expect(stored[part].version).toBe(0);
        expect((await app.get(`/api/admin/configuration/${part}`, as)).json()).toEqual(stored[part]);
      }
      expect((await app.get('/api/admin/categories', as)).json()).toEqual({});
      expect((await app.get('/api/directory?lang=ko')).json()).toMatchObject({
        name: '작은 거인들',
        languages: [...LANGUAGES],
        default_language: 'en',
        kinds: expect.arrayContaining([{ id: 'saas', name: 'SaaS' }]),
        links: { header: [], footer: [] },
      });
    });

    test('a category is added, renamed, hidden and removed, and everything that names categories follows', async () => {
      const added = await save('categories', {
        list: [...list, category('bakeries', 'Bakeries', { names: { en: 'Bakeries', ko: '빵집' } })],
        default: 'bakeries',
      });
      expect([added.statusCode, added.json().version]).toEqual([200, 1]);
      await makeCompany(app, 'Daily Bread', { id: 'daily-bread', category: 'bakeries' });
      expect((await app.get('/api/directory')).json().categories.at(-1)).toMatchObject({
        id: 'bakeries',
        navigation: true,
        count: 1,
        hue: { light: { strong: expect.any(String) } },
      });

      expect(await categoriesOf()).toEqual([...list.map(({ id }) => id), 'bakeries']);
      const rows = (await app.get('/api/companies?category=bakeries')).json();
      expect(rows.map(({ id }: { id: string }) => id)).toEqual(['daily-bread']);
      expect((await app.get('/api/companies?category=nothing')).statusCode).toBe(400);
      expect((await app.get('/bakeries/feed.xml')).body).toContain('Bakeries');
      expect((await app.get('/ko/bakeries/feed.json')).json()).toMatchObject({
        title: expect.stringContaining('빵집'),
      });
      expect((await app.get('/sitemap.xml')).body).toContain('/en/bakeries<');
      expect((await app.get('/share/en/bakeries.png')).statusCode).toBe(200);
      const found = (await app.get(`/api/search?q=${encodeURIComponent('빵집')}&language=ko`)).json();
      expect(found).toMatchObject({
        categories: [{ value: 'bakeries', name: '빵집' }],
        companies: [{ id: 'daily-bread' }],
      });
      expect((await app.get('/api/openapi.json')).body).toContain('"bakeries"');
      expect((await app.get('/api/admin/company-rows/counts', as)).json()).toMatchObject({ bakeries: 1 });
      const made = await app.post('/api/admin/companies', { name: 'Second Loaf' }, as);
      expect((await app.get(`/api/companies/${made.json().id}`)).json()).toMatchObject({
        category: 'bakeries',
      });

      const renamed = category('bakeries', 'Bread Shops', { isListed: false });
      await save('categories', { list: [...list, renamed], default: 'no-seed' });
      expect(await categoriesOf()).toEqual(list.map(({ id }) => id));
      expect((await app.get('/bakeries/feed.xml')).body).toContain('Bread Shops');
      expect((await app.get('/sitemap.xml')).body).not.toContain('/en/bakeries<');

      const removed = await save('categories', { list, default: 'no-seed' });
      expect([removed.statusCode, removed.json().details[0]]).toEqual([
        400,
        expect.objectContaining({ code: 'category_in_use', params: { count: 2 } }),
      ]);
    });

    test('a category is merged: companies, history, search and old addresses follow', async () => {
      await makeCompany(app, 'Lone Maker', { id: 'lone-maker', category: 'one-person-developer' });
      const merged = await app.post(
        '/api/admin/categories/one-person-developer/merge',
        { into: 'indie-hackers' },
        as,
      );
      expect([merged.statusCode, merged.json()]).toEqual([200, { moved: 1 }]);
      expect((await read()).categories).toMatchObject({
        version: 1,
        value: { default: 'indie-hackers', moved: { 'one-person-developer': 'indie-hackers' } },
      });
      expect((await app.get('/api/companies/lone-maker')).json()).toMatchObject({
        category: 'indie-hackers',
      });
      const history = (await app.get('/api/admin/companies/lone-maker/history', as)).json();
      expect(history[0].changes).toEqual([
        { field: 'category', language: null, before: 'one-person-developer', after: 'indie-hackers' },
      ]);
      const feed = await app.get('/ko/one-person-developer/feed.xml');
      expect([feed.statusCode, feed.headers.location]).toEqual([301, '/ko/indie-hackers/feed.xml']);
      const query = await app.get('/api/companies?category=one-person-developer');
      expect([query.statusCode, query.json().map(({ id }: { id: string }) => id)]).toEqual([
        200,
        ['lone-maker'],
      ]);
      const second = { name: 'Second Maker', category: 'one-person-developer' };
      const made = (await app.post('/api/admin/companies', second, as)).json();
      expect((await app.get(`/api/companies/${made.id}`)).json().category).toBe('indie-hackers');
      await app.post('/api/admin/categories/indie-hackers/merge', { into: 'no-seed' }, as);
      expect((await read()).categories.value.moved).toEqual({
        'one-person-developer': 'no-seed',
        'indie-hackers': 'no-seed',
      });
      const into = await app.post('/api/admin/categories/no-seed/merge', { into: 'no-seed' }, as);
      expect([into.statusCode, into.json().details[0].code]).toEqual([400, 'unknown_category']);
    });

    test('a category can have the id of a merged one again: its address redirects no more', async () => {
      await app.post('/api/admin/categories/small-teams/merge', { into: 'no-seed' }, as);
      const { value } = (await read()).categories;
      const again = await save('categories', {
        ...value,
        list: [...value.list, category('small-teams', 'Small Teams')],
      });
      expect([again.statusCode, again.json().value.moved]).toEqual([200, {}]);
      expect((await app.get('/small-teams/feed.xml')).statusCode).toBe(200);
    });

    test('a value that does not fit the others is refused in words', async () => {
      const answer = await save('categories', { list: [noSeed], default: 'bakeries' });
      expect(answer.json().details).toEqual([
        expect.objectContaining({ path: 'body.value.default', message: 'Must be one of the categories' }),
      ]);
    });

    test.each([
      ['a part that is none', { identity: { names: { en: 'Other' } }, foo: 1 }],
      ['an answer of the API as a whole', { config: SHIPPED_DIRECTORY, versions: {} }],
    ])('a file with %s is refused, and nothing changes', async (_what, config) => {
      const answer = await app.post('/api/admin/configuration', { config }, as);
      expect([answer.statusCode, answer.json().details[0].code]).toEqual([400, 'unknown_key']);
      expect(await versionOf('identity')).toBe(0);
    });

    test.each([
      ['an address of the site', { list: [category('admin', 'Admin')], default: 'admin' }, 'reserved_id'],
      [
        'a name that every object has',
        { list: [category('constructor', 'Constructor')], default: 'constructor' },
        'reserved_id',
      ],
      ['a language', { list: [category('ko', 'Korea')], default: 'ko' }, 'reserved_id'],
      ['capitals', { list: [category('Bakery', 'Bakery')], default: 'Bakery' }, 'invalid_slug'],
      ['no name', { list: [{ ...noSeed, names: {} }], default: 'no-seed' }, 'required'],
      ['one id twice', { list: [noSeed, noSeed], default: 'no-seed' }, 'duplicate_id'],
      ['an unknown default', { list: [noSeed], default: 'bakeries' }, 'unknown_category'],
      [
        'a pale colour',
        {
          list: [{ ...noSeed, hue: { ...noSeed.hue, light: { strong: '#ffff00', soft: '#ffffff' } } }],
          default: 'no-seed',
        },
        'low_contrast',
      ],
      ['no category', { list: [], default: 'no-seed' }, 'too_few'],
    ])('%s is refused, and nothing changes', async (_what, value, code) => {
      const answer = await save('categories', value);
      expect([
        answer.statusCode,
        answer.json().details.map((detail: { code: string }) => detail.code),
      ]).toEqual([400, expect.arrayContaining([code])]);
      expect(await versionOf('categories')).toBe(0);
    });

    test('a save on an old version is refused with what is stored, by whom and when', async () => {
      await save('identity', { names: { en: 'Climate Makers' } }, 0);
      const answer = await save('identity', { names: { en: 'Other' } }, 0);
      expect([answer.statusCode, answer.json()]).toEqual([
        409,
        expect.objectContaining({
          code: 'stale_version',
          current: { value: { names: { en: 'Climate Makers' }, taglines: {} }, version: 1 },
          changed_by: expect.any(String),
          changed_at: expect.any(String),
        }),
      ]);
    });

    test('versions are listed and put in force again, and the audit log tells each', async () => {
      await save('identity', { names: { en: 'One' } });
      await save('identity', { names: { en: 'Two' } });
      // The same value is no version.
      expect((await save('identity', { names: { en: 'Two' } })).json().version).toBe(2);
      const versions = (await app.get('/api/admin/configuration/identity/versions', as)).json();
      expect(versions.map(({ version }: { version: number }) => version)).toEqual([2, 1, 0]);
      const restored = await app.post('/api/admin/configuration/identity/restore', { version: 1 }, as);
      expect(restored.json()).toMatchObject({ version: 3, value: { names: { en: 'One' } } });
      expect((await app.get('/api/directory')).json()).toMatchObject({ name: 'One' });
      await app.post('/api/admin/configuration/identity/restore', { version: 0 }, as);
      expect((await app.get('/api/directory')).json()).toMatchObject({ name: 'Tiny Giants' });
      expect(
        (await app.post('/api/admin/configuration/identity/restore', { version: 9 }, as)).statusCode,
      ).toBe(404);
      const tooHigh = await app.post('/api/admin/configuration/identity/restore', { version: 2 ** 31 }, as);
      expect(tooHigh.statusCode).toBe(400);
      const log = (await app.get('/api/admin/audit', as)).json();
      expect(log.filter(({ action }: { action: string }) => action.startsWith('directory.')).length).toBe(4);
    });

    test('words replace shipped texts where their placeholders agree', async () => {
      const refused = await save('texts', {
        en: {
          'common:nothing': { text: 'x', original: '' },
          'home:browse_other': { text: 'All', original: '' },
        },
      });
      expect(refused.json().details.map(({ code }: { code: string }) => code)).toEqual([
        'unknown_text',
        'placeholders_differ',
      ]);
      const empty = await save('texts', { en: { 'common:home': { text: '', original: '' } } });
      expect(empty.json().details[0].code).toBe('required');
      const saved = await save('texts', { en: { 'common:home': { text: 'Start', original: '' } } });
      expect(saved.json().value.en).toEqual({ 'common:home': { text: 'Start', original: 'Home' } });
      const texts = (await app.get('/texts/en-x.json')).json();
      expect(texts.common).toMatchObject({ home: 'Start' });
      expect((await app.get('/texts/ko-x.json')).json().common.home).not.toBe('Start');
    });

    test('the texts of a language leave as i18next JSON and come back with what a translator changed', async () => {
      const path = '/api/admin/interface-texts/ko';
      const load = (texts: unknown) => app.put(path, { texts }, as);
      await save('texts', { ko: { 'common:home': { text: '첫 화면', original: '' } } });
      const texts = (await app.get(path, as)).json();
      expect([texts.common.home, typeof texts.directory.tabs.kinds]).toEqual(['첫 화면', 'string']);
      expect(texts.companies.kind_saas).toBeUndefined();
      expect((await load(texts)).json()).toEqual({ words: 1 });
      expect((await read()).texts.version).toBe(1);
      const ai = texts.directory.tabs.kinds;
      const changed = await load({ directory: { tabs: { kinds: '인공지능' } }, common: { home: '' } });
      expect(changed.json()).toEqual({ words: 1 });
      expect((await read()).texts.value.ko).toEqual({
        'directory:tabs.kinds': { text: '인공지능', original: ai },
      });
      expect((await app.get('/texts/ko-x.json')).json()['~overrides'].directory.tabs.kinds).toBe('인공지능');
      for (const [given, path, code] of [
        [{ home: { browse_other: '{{wrong}}' } }, 'body.texts.ko.home:browse_other', 'placeholders_differ'],
        [{ home: { nonsense: 'x' } }, 'body.texts.ko.home:nonsense', 'unknown_text'],
        [{ home: { title: 7 } }, 'body.texts.ko.home:title', 'unknown_text'],
        [{ home: 'x' }, 'body.texts.ko.home:', 'unknown_text'],
        [{ home: JSON.parse(`${'{"a":'.repeat(900)}1${'}'.repeat(900)}`) }, undefined, 'unknown_text'],
      ] as const) {
        const refused = await load(given);
        expect([refused.statusCode, refused.json().details[0]]).toEqual([
          400,
          expect.objectContaining({ code, ...(path ? { path } : {}) }),
        ]);
      }
    });

    test('an exported configuration gives the same directory in an empty database', async () => {
      await save('categories', { list: [category('bakeries', 'Bakeries')], default: 'bakeries' });
      await save('links', {
        header: [{ to: '/about', names: { en: 'Why' } }],
        footer: [{ to: 'https://example.org/', names: { en: 'Ours', ko: '우리' } }],
      });
      const config = valuesOf(await read());
      const other = await testApp(dialect);
      try {
        const owner = await signIn(other);
        expect((await other.post('/api/admin/configuration', { config }, owner)).statusCode).toBe(200);
        const stored = (await other.get('/api/admin/configuration', owner)).json();
        expect(valuesOf(stored)).toEqual(config);
      } finally {
        await other.close();
      }
    });

    test('usual figures of a category are stored, and only they are in the data of pages', async () => {
      const bounded = { ...noSeed, bounds: { employees: { max: 20 }, founded: { min: 1990 } } };
      const rest = list.slice(1);
      expect((await save('categories', { list: [bounded, ...rest], default: 'no-seed' })).statusCode).toBe(
        200,
      );
      expect((await read()).categories.value.list[0].bounds).toEqual(bounded.bounds);
      expect(categoryOutline('no-seed')?.bounds).toEqual(bounded.bounds);
      expect(categoryOutline('small-teams')).not.toHaveProperty('bounds');
      const reversed = { ...noSeed, bounds: { employees: { min: 9, max: 2 } } };
      const refused = await save('categories', { list: [reversed, ...rest], default: 'no-seed' });
      expect([refused.statusCode, refused.json().details[0]]).toEqual([
        400,
        expect.objectContaining({
          path: 'body.value.list.0.bounds.employees.max',
          code: 'ends_before_it_begins',
        }),
      ]);
    });

    test('a built-in field is hidden from readers and stays in the console', async () => {
      await makeCompany(app, 'Hider', {
        id: 'hider',
        texts: { en: { name: 'Hider', city: 'Busan', lesson: 'Keep it short.' } },
      });
      const read = async () => (await app.get('/api/companies/hider')).json();
      expect(await read()).toMatchObject({ city: 'Busan', lesson: 'Keep it short.' });
      expect((await save('fields', { list: [], hidden: ['city', 'timeline'] })).statusCode).toBe(200);
      expect(await read()).toMatchObject({ city: null, timeline: [], lesson: 'Keep it short.' });
      const found = async () => (await app.get('/api/search?q=busan')).json().companies;
      await companyIndex.indexQueued(app.database);
      expect(await found()).toEqual([]);
      const { content } = (await app.get('/api/admin/companies/hider/content', as)).json();
      expect(content.en.city).toBe('Busan');
      expect((await save('fields', { list: [], hidden: ['revenue'] })).statusCode).toBe(400);
      await save('fields', { list: [] });
      expect((await read()).city).toBe('Busan');
      await companyIndex.indexQueued(app.database);
      expect(await found()).toMatchObject([{ id: 'hider' }]);
      const misspelt = await save('fields', { list: [], hiden: ['city'] });
      expect([misspelt.statusCode, misspelt.json().details]).toMatchObject([
        400,
        [{ path: 'body.value', code: 'unknown_key' }],
      ]);
    });

    test('other rules of the score are tried, saved and applied by the next evaluation', async () => {
      await makeCompany(app, 'Small Shop', { id: 'small', revenue: '$2M', employees: 3, founded: 2020 });
      await makeCompany(app, 'Group Member', { id: 'member', revenue: '$3B', revenue_basis: 'group' });
      await app.post('/api/admin/migrate-scores', {}, as);
      const scoreOf = async (id: string) => (await app.get(`/api/companies/${id}`)).json().score;
      const [small, member] = [await scoreOf('small'), await scoreOf('member')];
      const rules = {
        ...SHIPPED_DIRECTORY.score,
        base: 10,
        revenue: [{ atLeast: 1_000_000, points: 15 }],
        uncounted: [],
      };
      const tried = await app.post('/api/admin/scores/preview', { rules }, as);
      expect(tried.json()).toMatchObject({ total: 2, moving: 2 });
      expect(tried.json().moves.find(({ id }: { id: string }) => id === 'member').parts).toMatchObject({
        base: 10,
        revenue: 15,
      });
      expect(await scoreOf('small')).toBe(small);
      expect((await save('score', rules)).statusCode).toBe(200);
      expect(await scoreOf('small')).toBe(small);
      await app.post('/api/admin/migrate-scores', {}, as);
      expect(await scoreOf('small')).toBe(small - 40 + 5);
      expect(await scoreOf('member')).toBe(member - 40 + 15);
      const refused = await save('score', {
        ...rules,
        employees: [
          { atMost: 5, points: 1 },
          { atMost: 5, points: 2 },
        ],
      });
      expect([refused.statusCode, refused.json().details[0]]).toEqual([
        400,
        expect.objectContaining({ path: 'body.value.employees', code: 'steps_out_of_order' }),
      ]);
    });

    test.each(['javascript:alert(1)', '//evil.example', '/\\evil.example', 'ftp://x.example'])(
      'a link to %s is refused',
      async (to) => {
        const answer = await save('links', { header: [{ to, names: { en: 'x' } }], footer: [] });
        expect([answer.statusCode, answer.json().details[0].code]).toEqual([400, 'invalid_url']);
      },
    );

    test('after any sequence of changes every list names exactly the categories that there are', async () => {
      const ids = ['a-one', 'b-two', 'c-three', 'd-four'];
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.subarray(ids, { minLength: 1 }), { minLength: 1, maxLength: 4 }),
          async (sequence) => {
            for (const chosen of sequence) {
              const value = {
                list: chosen.map((id) => category(id, `Name of ${id}`)),
                default: chosen[0],
              };
              expect((await save('categories', value)).statusCode).toBe(200);
              expect(await categoriesOf()).toEqual(chosen);
              const facets = (await app.get('/api/companies/facets')).json();
              expect(facets.category.every(({ value: id }: { value: string }) => chosen.includes(id))).toBe(
                true,
              );
              const counts = (await app.get('/api/admin/company-rows/counts', as)).json();
              expect(Object.keys(counts).sort()).toEqual(['all', ...chosen].sort());
              const sitemap = (await app.get('/sitemap.xml')).body;
              for (const id of ids) {
                expect([id, sitemap.includes(`/en/${id}<`)]).toEqual([id, chosen.includes(id)]);
                expect([id, (await app.get(`/${id}/feed.json`)).statusCode]).toEqual([
                  id,
                  chosen.includes(id) ? 200 : 404,
                ]);
                expect([id, (await app.get(`/api/companies?category=${id}`)).statusCode]).toEqual([
                  id,
                  chosen.includes(id) ? 200 : 400,
                ]);
              }
              const texts = (await app.get('/texts/ja-x.json')).json().categories;
              expect(Object.keys(texts).sort()).toEqual(['all', ...chosen].sort());
            }
          },
        ),
        { numRuns: 8 },
      );
    });

    test('only who may change settings does', async () => {
      for (const part of ['categories', 'texts']) {
        expect(
          (await app.put(`/api/admin/configuration/${part}`, { version: 0, value: {} })).statusCode,
        ).toBe(401);
      }
      expect(LANGUAGES.length).toBeGreaterThan(1);
    });
  });
}
