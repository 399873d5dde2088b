import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { IMPORT_BYTES_MAX } from '../../../core/import-export/rules.ts';
import { isRefusalCode } from '../../../core/refusal.ts';
import { signIn, type TestApp, testApp, visitor } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

type As = Awaited<ReturnType<typeof signIn>>;
type Company = Record<string, unknown> & { id: string };

const text = { name: 'Acme', founder: 'Ada', description: 'Makes things' };
const acme = { id: 'acme', category: 'no-seed', content: { en: text } };
const flat = { ...text, category: 'no-seed' };

for (const dialect of dialects) {
  describe(`import and export on ${dialect}`, () => {
    let app: TestApp;
    let as: As;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterEach(() => app.close());

    const post = (path: string, body: unknown) => app.post(`/api/admin/companies/${path}`, body, as);
    const importAll = async (body: unknown, query = '') => (await post(`import${query}`, body)).json();
    const importTable = (csv: string, query = '') =>
      app.post(`/api/admin/companies/import.csv${query}`, csv, {
        headers: { ...as.headers, 'content-type': 'text/csv' },
      });
    const download = async (query = '') => (await app.get(`/api/admin/companies/export${query}`, as)).json();
    const table = async (query = '') => (await app.get(`/api/admin/companies/export.csv${query}`, as)).body;
    const read = async (id: string) => (await app.get(`/api/admin/companies/${id}/content`, as)).json();
    const history = async (id: string) => (await app.get(`/api/admin/companies/${id}/history`, as)).json();
    const ids = async () => (await download()).companies.map((company: Company) => company.id);
    const pending = async (id: string) =>
      Object.entries((await read(id)).content as Record<string, { pending_since: string | null }>)
        .filter(([, entry]) => entry.pending_since !== null)
        .map(([language]) => language);
    const everything = async () => {
      const rows = [];
      for (const name of ['companies', 'company_texts', 'company_versions', 'audit_log'] as const) {
        for (const row of await app.database.read.selectFrom(name).selectAll().execute()) {
          rows.push(`${name} ${JSON.stringify(row)}`);
        }
      }
      return rows.sort();
    };

    /** A directory with all that is hard to carry. */
    async function fill() {
      await makeCompany(app, 'Lee', {
        category: 'uncharted-items',
        founder: 'Lee Chae-yoon',
        likes: 7,
        score: 81,
        created_at: '2026-01-05T00:00:00.000Z',
        texts: {
          en: {
            name: 'LEENO',
            story: 'Busan.\n\n"Pins", it said;\tthen',
            highlights: ['=1+1', "'quoted", '-'],
          },
          ko: { name: '리노공업', founder: '이채윤', description: '핀, "시험"', highlights: [] },
          zh: { name: '@leeno 𠮷👩‍👩‍👧', highlights: ['two\nlines', 'three\n\n\tlines'] },
        },
      });
      await makeCompany(app, 'Hidden', {
        show_on_site: false,
        employees: null,
        founded: null,
        revenue: 'Unknown',
      });
      await makeCompany(app, 'ガラス', { founder: '', texts: { ja: { name: 'ガラス', description: '' } } });
      await post('upsert', {
        companies: [
          {
            id: 'lee',
            website: 'https://leeno.example/?a=1,2',
            logo: '/logos/github.svg',
            country: 'KR',
            revenue_as_of: 2024,
            revenue_basis: 'estimate',
            employees_as_of: 2023,
            sources: [{ url: 'https://a.example/', supports: ['founder', 'revenue'] }],
          },
        ],
      });
    }

    test('nothing of it is open to anybody else', async () => {
      for (const answer of [
        await app.get('/api/admin/companies/export'),
        await app.get('/api/admin/companies/export.csv'),
        await app.post('/api/admin/companies/export', { filter: {} }),
        await app.post('/api/admin/companies/export.csv', { filter: {} }),
        await app.post('/api/admin/companies/import', { companies: [acme] }),
        await app.post('/api/admin/companies/bulk', { companies: [flat] }),
        await app.post('/api/admin/companies/upsert', { companies: [acme] }),
        await app.post('/api/admin/companies/import.csv', 'id\na', {
          headers: { 'content-type': 'text/csv' },
        }),
        await app.get('/api/admin/companies/import/progress?job=0192f0c1-2345-7000-8000-000000000000'),
      ]) {
        expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthorized']);
      }
      expect(await ids()).toEqual([]);
    });

    test('an export has the members and the file names of the specification', async () => {
      await fill();
      app.clock.now = new Date('2026-11-21T20:00:00Z');
      const answer = await app.get('/api/admin/companies/export', as);
      // In the site's time zone it is the next day already.
      expect(answer.headers['content-disposition']).toBe(
        'attachment; filename="companies-migration-multilingual-2026-11-22.json"',
      );
      const { companies, notes, ...rest } = answer.json();
      expect(rest).toEqual({
        languages: ['en', 'ko', 'ja', 'zh'],
        count: 3,
        export_type: 'multilingual',
        export_timestamp: '2026-11-21T20:00:00.000Z',
        languages_included: ['en', 'ko', 'ja', 'zh'],
        total_companies: 3,
      });
      expect(notes).toEqual(expect.any(String));
      expect(companies.map((company: Company) => company.id)).toEqual(['hidden', 'lee', 'ガラス']);
      expect(companies[1]).toMatchObject({
        category: 'uncharted-items',
        founder: 'Lee Chae-yoon',
        likes: 7,
        score: 81,
        country: 'KR',
        show_on_site: true,
        content: { en: { founder: 'Lee Chae-yoon' }, ko: { name: '리노공업', founder: '이채윤' } },
      });
      expect(companies[0].show_on_site).toBe(false);
      const backup = await app.get('/api/admin/companies/export?type=backup&category=no-seed', as);
      expect(backup.headers['content-disposition']).toContain(
        'companies-backup-multilingual-2026-11-22.json',
      );
      expect(backup.json()).toMatchObject({ count: 2, languages_included: ['en', 'ja'] });
    });

    test('a legacy export is a bare array in one language, and what it has comes back', async () => {
      await fill();
      const before = await download('?format=legacy&language=ko');
      expect(before[1]).toMatchObject({
        id: 'lee',
        name: '리노공업',
        founder: '이채윤',
        language: 'ko',
        nameEn: 'LEENO',
        founderEn: 'Lee Chae-yoon',
        likes: 7,
      });
      expect(before[1]).not.toHaveProperty('content');
      await app.close();
      app = await testApp(dialect);
      as = await signIn(app);
      expect(await download('?format=legacy')).toEqual([]);
      expect(await importAll(before)).toMatchObject({ success: true, created: 3 });
      expect(await download('?format=legacy&language=ko')).toEqual(before);
    });

    test.each(['json', 'csv'] as const)(
      'an export (%s) restores an empty directory without loss',
      async (type) => {
        await fill();
        const before = await download();
        const file = type === 'json' ? before : await table();
        await app.close();
        app = await testApp(dialect);
        as = await signIn(app);
        app.clock.forward(3_600_000);
        const answer = type === 'json' ? await importAll(file) : (await importTable(file)).json();
        expect(answer).toMatchObject({
          success: true,
          processed: 3,
          errors: 0,
          errorDetails: [],
          created: 3,
        });
        const after = await download();
        expect(after.companies).toEqual(before.companies);
        expect({ ...after, export_timestamp: '' }).toEqual({ ...before, export_timestamp: '' });
        expect((await app.get('/api/companies/hidden')).statusCode).toBe(404);
        expect(await history('lee')).toMatchObject([
          { action: 'create', actor_kind: 'import', actor: 'admin' },
        ]);
        // Restored likes are not lost in a recount.
        await app.post('/api/admin/migrate-scores', undefined, as);
        expect(await read('lee')).toMatchObject({ likes: 7 });
      },
    );

    test.each(['json', 'csv'] as const)('importing (%s) again changes nothing', async (type) => {
      await fill();
      await app.put('/api/admin/companies/lee', { language: 'en', story: 'New.' }, as);
      expect(await pending('lee')).toEqual(['ko', 'zh']);
      const file = type === 'json' ? await download() : await table();
      const before = await everything();
      const answer = type === 'json' ? await importAll(file) : (await importTable(file)).json();
      expect(answer).toMatchObject({ success: true, processed: 3, created: 0, updated: 0, unchanged: 3 });
      expect(await everything()).toEqual(before);
    });

    test('a file of the smallest form is enough, and its body can be the whole export', async () => {
      expect(
        await importAll({ companies: [acme], languages: ['en'], export_type: 'multilingual' }),
      ).toMatchObject({
        success: true,
        processed: 1,
        errors: 0,
      });
      expect(await read('acme')).toMatchObject({
        ...text,
        category: 'no-seed',
        score: 0,
        show_on_site: true,
      });
      const korean = { id: 'gim', category: 'no-seed', content: { ko: { ...text, founder: '김' } } };
      expect(await importAll({ companies: [korean] })).toMatchObject({ created: 1 });
      expect(await read('gim')).toMatchObject({ founder: '김', founderEn: '김' });
      expect(await importAll({ companies: [korean] })).toMatchObject({ unchanged: 1 });
      expect(await importAll([{ ...flat, name: 'Flat One' }])).toMatchObject({ created: 1 });
      expect(await ids()).toEqual(['acme', 'flat-one', 'gim']);
    });

    test('what a file does not name stays: languages, fields, figures and comments', async () => {
      await fill();
      await app.post('/api/companies/lee/like', undefined, await visitor(app));
      await app.post('/api/companies/lee/comments', { author: 'A', content: 'Hi' });
      const before = await read('lee');
      const answer = await importAll({
        companies: [
          {
            id: 'lee',
            category: 'no-seed',
            likes: 0,
            views: 99,
            score: 1,
            created_at: '2000-01-01T00:00:00Z',
            content: { en: { name: 'Leeno', founder: 'Lee Chae-yoon', description: 'Pins' } },
          },
        ],
      });
      expect(answer).toMatchObject({ success: true, updated: 1 });
      const after = await read('lee');
      expect(after).toMatchObject({
        name: 'Leeno',
        category: 'no-seed',
        likes: 8,
        views: before.views,
        score: before.score,
        created_at: before.created_at,
        comments_count: 1,
        website: before.website,
        content: { en: { story: before.content.en.story }, ko: { name: '리노공업', founder: '이채윤' } },
      });
      expect((await history('lee'))[0]).toMatchObject({ actor_kind: 'import', action: 'update' });
      expect(await pending('lee')).toEqual(['ko', 'zh']);
      expect((await app.get('/api/companies/lee/comments')).json()).toHaveLength(1);
    });

    test('languages that come together mark none of each other pending', async () => {
      await fill();
      const { companies } = await download();
      const lee = companies[1];
      lee.content.en.story = 'Another.';
      delete lee.content.zh;
      expect(await importAll({ companies: [lee] })).toMatchObject({ updated: 1 });
      expect(await pending('lee')).toEqual(['zh']);
    });

    test('each company is imported as a whole or not at all', async () => {
      await fill();
      const before = await read('lee');
      const answer = await importAll({
        companies: [
          acme,
          // Everything is right but the very last text, which is new and has no name.
          {
            id: 'lee',
            category: 'no-seed',
            revenue: '$1B',
            content: { en: { ...text, name: 'Changed' }, ja: { description: '説明' } },
          },
          { ...acme, id: 'half', content: { en: text, ko: { story: '이야기' } } },
          { ...acme, id: 'last' },
        ],
      });
      expect(answer).toMatchObject({ success: false, processed: 2, errors: 2, created: 2, failed: 2 });
      expect(answer.errorDetails).toEqual([
        'Company at index 1: content.ja.name: Company name is required',
        'Company at index 2: content.ko.name: Company name is required',
      ]);
      expect(answer.problems).toMatchObject([
        { index: 1, path: 'content.ja.name', code: 'required', message: 'Company name is required' },
        { index: 2, path: 'content.ko.name', code: 'required', message: 'Company name is required' },
      ]);
      expect(await read('lee')).toEqual(before);
      expect(await ids()).toEqual(['acme', 'hidden', 'last', 'lee', 'ガラス']);
    });

    test('every wrong company is told by its index, and nothing of it is stored', async () => {
      const refused: [unknown, string][] = [
        [null, 'Missing id; Missing category; Missing content'],
        [{ ...acme, id: undefined }, 'Missing id'],
        [{ ...acme, category: '' }, 'Missing category'],
        [{ ...acme, content: undefined, id: 'a' }, 'Missing content'],
        [{ ...flat, founder: undefined }, 'Missing founder'],
        [{ ...flat, description: null }, 'Missing description'],
        [{ ...acme, id: '../etc' }, 'id: Must be made of'],
        [{ ...acme, id: 'A'.repeat(100_000) }, 'id: Must be made of'],
        [{ ...acme, id: 7 }, 'id: '],
        [{ ...acme, category: 'home' }, 'category: Must be one of no-seed'],
        [{ ...acme, id: 'a', website: 'javascript:alert(1)' }, 'website: '],
        [{ ...acme, id: 'a', employees: 1e300 }, 'employees: '],
        [{ ...acme, id: 'a', likes: 2 ** 31 }, 'likes: '],
        [{ ...acme, id: 'a', views: -1 }, 'views: '],
        [{ ...acme, id: 'a', show_on_site: 'yes' }, 'show_on_site: '],
        [{ ...acme, id: 'a', created_at: 'yesterday' }, 'created_at: '],
        [{ ...acme, id: 'a', content: { en: { ...text, highlights: 'one' } } }, 'content.en.highlights: '],
        [{ ...acme, id: 'a', content: { en: { ...text, name: ['x'] } } }, 'content.en.name: '],
        [{ ...acme, id: 'a', content: { en: text, fr: text } }, 'content.fr: Must be one of en, ko, ja, zh'],
        [{ ...acme, id: 'a', content: { en: { ...text, story: 'x'.repeat(60_000) } } }, 'content.en.story: '],
        [{ ...acme, id: 'a', notes: 'x'.repeat(5_000_000) }, 'Is larger than 4 MiB'],
        [
          JSON.parse(`{"__proto__": {"x": 1}, ${JSON.stringify({ ...acme, id: 'a' }).slice(1)}`),
          '__proto__: Is no',
        ],
        [
          { ...acme, id: 'a', content: JSON.parse(`{"en": ${JSON.stringify(text)}, "__proto__": {}}`) },
          'content.__proto__: Must be one of',
        ],
        [{ ...acme, id: 'constructor', content: { constructor: text } }, 'Missing content'],
      ];
      const answer = await importAll({ companies: refused.map(([company]) => company) });
      expect(answer).toMatchObject({ success: false, processed: 0, errors: refused.length });
      refused.forEach(([, error], i) => {
        expect(answer.errorDetails[i]).toContain(`Company at index ${i}: ${error}`);
      });
      expect(await ids()).toEqual([]);
      // The id itself is a name like any other.
      expect(await importAll({ companies: [{ ...acme, id: 'constructor' }] })).toMatchObject({ created: 1 });
    });

    test('of two companies with one id the second is refused', async () => {
      const answer = await importAll({ companies: [acme, { ...acme, revenue: '$2M' }] });
      expect(answer).toMatchObject({ processed: 1, errors: 1 });
      expect(answer.errorDetails).toEqual([
        "Company at index 1: Has the same id 'acme' as the company at index 0",
      ]);
    });

    test.each([
      ['that breaks off', '{"companies": [', 400, 'invalid_json', 'Invalid JSON file format'],
      ['with an open item', '[{}', 400, 'invalid_json', 'Invalid JSON file format'],
      ['that is empty', '', 400, 'invalid_json', 'The file is empty.'],
      [
        'that is a text',
        '"text"',
        400,
        'validation_failed',
        'File must contain either an array of companies or a multilingual export object',
      ],
      [
        'without an array',
        '{"companies": {}}',
        400,
        'validation_failed',
        'File must contain either an array of companies or a multilingual export object',
      ],
      [
        'nested too deep',
        `[${'['.repeat(5000)}${']'.repeat(5000)}]`,
        400,
        'validation_failed',
        'The file is nested deeper than 20 levels.',
      ],
      [
        'with too many companies',
        `[${'0,'.repeat(100_000)}0]`,
        413,
        'payload_too_large',
        'A file can have at most 100000 companies.',
      ],
      [
        'too large',
        `["${'x'.repeat(IMPORT_BYTES_MAX)}"]`,
        413,
        'payload_too_large',
        'A file can have at most 64 MiB.',
      ],
    ])('a body %s is refused as a whole', async (_label, content, status, code, message) => {
      for (const path of ['import', 'bulk', 'upsert']) {
        const answer = await post(path, content);
        expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([
          status,
          code,
          message,
        ]);
        expect(answer.json().details).toMatchObject([{ path: 'body', message }]);
      }
    });

    test('nothing is written of a file that breaks off', async () => {
      const whole = JSON.stringify(
        Array.from({ length: 300 }, (_, i) => ({ ...flat, name: `Company ${i}` })),
      );
      expect((await post('import', whole.slice(0, -10))).json().code).toBe('invalid_json');
      expect(await ids()).toEqual([]);
      expect((await post('import', whole)).json()).toMatchObject({ created: 300 });
    });

    test('a trial run tells what would happen and changes nothing', async () => {
      await fill();
      const { companies } = await download();
      companies[1].revenue = '$77M';
      const before = await everything();
      const answer = await importAll(
        {
          companies: [
            ...companies.slice(0, 2),
            { ...acme, likes: 3 },
            { ...acme, id: 'wrong', founded: 3000 },
          ],
        },
        '?dry_run=true',
      );
      expect(answer).toMatchObject({
        success: false,
        dryRun: true,
        processed: 3,
        errors: 1,
        created: 1,
        updated: 1,
        unchanged: 1,
        failed: 1,
      });
      expect(answer.items).toEqual([
        { index: 0, id: 'hidden', outcome: 'unchanged' },
        { index: 1, id: 'lee', outcome: 'updated' },
        { index: 2, id: 'acme', outcome: 'created' },
        {
          index: 3,
          id: null,
          outcome: 'failed',
          error: expect.stringContaining('Company at index 3: founded: '),
        },
      ]);
      expect(await everything()).toEqual(before);
      expect((await importTable(await table(), '?dry_run=true')).json()).toMatchObject({
        unchanged: 3,
        dryRun: true,
      });
      expect((await post('import?dry_run=maybe', [])).statusCode).toBe(400);
    });

    test('bulk makes companies; taken names get the next id, the same one is not made twice', async () => {
      const companies = [
        { name: 'Acme', revenue: '10 million USD' },
        { name: 'Acme', revenue: '$2M', founder: 'Bob' },
        { name: ' ' },
        { founder: 'Nobody' },
        { name: '!!!', description: 'No letters' },
      ];
      const answer = (await post('bulk', { companies })).json();
      expect(answer).toEqual({
        successful: 3,
        failed: 2,
        hidden: 2,
        errors: [
          expect.stringContaining('Company at index 2: name: '),
          'Company at index 3: name: Company name is required',
        ],
        problems: [
          { index: 2, path: 'name', code: 'required', message: 'Must not be empty' },
          { index: 3, path: 'name', code: 'required', message: 'Company name is required' },
        ],
      });
      const made = await ids();
      expect(made).toEqual(['acme', 'acme-2', expect.stringMatching(/^company-\d+$/)]);
      expect(await read('acme')).toMatchObject({
        revenue: '$10M',
        category: 'one-person-developer',
        founded: 2026,
      });
      const before = await everything();
      app.clock.forward(60_000);
      expect((await post('bulk', { companies })).json()).toEqual({ ...answer, hidden: 0 });
      expect(await ids()).toEqual(made);
      expect(await everything()).toEqual(before);
      const taken = (await post('bulk', { companies: [{ id: 'acme', name: 'Other' }] })).json();
      expect(taken).toMatchObject({
        successful: 0,
        errors: ["Company at index 0: There is a company 'acme' already."],
        problems: [{ index: 0, code: 'id_taken', params: { id: 'acme' } }],
      });
    });

    test('of many, one that cannot be written leaves the others as if it was not there', async () => {
      await makeCompany(app, 'Acme');
      const others = Array.from({ length: 120 }, (_, i) => ({ name: `Other ${i}` }));
      const answer = (
        await post('bulk', {
          companies: [...others.slice(0, 60), { id: 'acme', name: 'Taken' }, ...others.slice(60)],
        })
      ).json();
      expect(answer).toMatchObject({
        successful: 120,
        failed: 1,
        problems: [{ index: 60, code: 'id_taken' }],
      });
      expect(await ids()).toHaveLength(121);
      expect((await read('acme')).name).toBe('Acme');
      const versions = await app.database.read
        .selectFrom('company_versions')
        .select(['company_id', (eb) => eb.fn.countAll<number>().as('entries')])
        .where('company_id', '!=', 'acme')
        .groupBy('company_id')
        .execute();
      expect(versions).toHaveLength(120);
      expect(versions.every(({ entries }) => Number(entries) === 1)).toBe(true);
    });

    test('bulk tells of a taken name where it is asked to, and what became of each', async () => {
      await makeCompany(app, 'Acme', { revenue: '$1M' });
      const companies = [
        { name: 'New' },
        { name: 'ACME!', revenue: '$2M' },
        { name: 'Acme', revenue: '$1M' },
        { name: 'New', revenue: '$3M' },
        { name: 'Bad', employees: 0 },
        { id: 'acme', name: 'Other' },
      ];
      const answer = (await post('bulk?taken=report', { companies })).json();
      expect(answer).toMatchObject({ successful: 2, failed: 4 });
      expect(answer.items).toMatchObject([
        { index: 0, id: 'new', outcome: 'created' },
        { index: 1, id: 'acme', outcome: 'failed', taken: true },
        { index: 2, id: 'acme', outcome: 'unchanged' },
        { index: 3, id: 'new', outcome: 'failed', taken: true },
        {
          index: 4,
          id: null,
          outcome: 'failed',
          error: expect.stringMatching(/^Company at index 4: employees: /),
        },
        {
          index: 5,
          id: 'acme',
          outcome: 'failed',
          error: "Company at index 5: There is a company 'acme' already.",
        },
      ]);
      expect(answer.errors[0]).toBe("Company at index 1: The name is taken by the company 'acme'");
      expect(answer.items[5]).not.toHaveProperty('taken');
      expect(await ids()).toEqual(['acme', 'new']);
      expect(await read('acme')).toMatchObject({ revenue: '$1M' });
    });

    test('no import publishes a company that has only a name, unless it says so', async () => {
      const shownIds = async () =>
        (await app.get('/api/companies?limit=50')).json().map(({ id }: Company) => id);
      const whole = { description: 'Clocks.', founder: 'Ada', category: 'no-seed' };
      for (const path of ['bulk', 'upsert']) {
        const companies = [
          { name: `Bare ${path}` },
          { name: `Blank ${path}`, ...whole, description: ' ' },
          { name: `Whole ${path}`, ...whole },
          { content: { ko: { name: `가게 ${path}`, description: '시계' }, en: { name: `Store ${path}` } } },
          { name: `Meant ${path}`, show_on_site: true },
        ];
        const answer = (await post(path, { companies })).json();
        expect(answer).toMatchObject({ successful: 5, failed: 0, hidden: 2 });
        const shown = await shownIds();
        expect(shown).toEqual(expect.arrayContaining([`whole-${path}`, `meant-${path}`]));
        expect(shown.filter((id: string) => /^(bare|blank)-/.test(id))).toEqual([]);
        expect(await read(`bare-${path}`)).toMatchObject({ show_on_site: false });
      }
      const told = (await post('bulk?taken=report', { companies: [{ name: 'Told' }] })).json();
      expect(told.items).toEqual([{ index: 0, id: 'told', outcome: 'created', hidden: true }]);
      // A company that is there stays as it is.
      await post('upsert', { companies: [{ id: 'whole-bulk', name: 'Whole bulk' }] });
      expect(await shownIds()).toContain('whole-bulk');
      // A file or a table of companies is refused, with the field and the place.
      expect(await importAll([{ name: 'Bare' }])).toMatchObject({
        created: 0,
        errorDetails: ['Company at index 0: Missing founder; Missing category; Missing description'],
      });
      const row = (await importTable('id,category,name_en\nbare,no-seed,Bare')).json();
      expect(row).toMatchObject({ created: 0, problems: [{ row: 2, code: 'missing_columns' }] });
    });

    test('upsert finds companies by their id, or by the id that the name gives', async () => {
      await makeCompany(app, 'Acme', { revenue: '$1M' });
      const companies = [
        { name: 'ACME!', revenue: '$5M' },
        { id: 'new-one', name: 'New' },
        { name: 'Third', language: 'ko', founder: '김' },
        { id: 'acme', category: 'nowhere' },
      ];
      const answer = (await post('upsert', { companies })).json();
      expect(answer).toMatchObject({ successful: 3, updated: 1, created: 2, failed: 1 });
      expect(answer.errors).toEqual([
        expect.stringContaining('Company at index 3: category: Must be one of'),
      ]);
      expect(await read('acme')).toMatchObject({ name: 'ACME!', revenue: '$5M' });
      expect(await read('third')).toMatchObject({ available_languages: ['ko'], founder: '김' });
      const before = await everything();
      expect((await post('upsert', { companies })).json()).toMatchObject({
        updated: 3,
        created: 0,
        failed: 1,
      });
      expect(await everything()).toEqual(before);
    });

    test('a table can name only what changes; an empty cell of a language says nothing', async () => {
      await fill();
      const csv = '\uFEFFid,revenue,employees,show_on_site,name_en,name_ko\r\nlee,$9M,,FALSE,,리노\r\n';
      expect((await importTable(csv)).json()).toMatchObject({ success: true, updated: 1 });
      expect(await read('lee')).toMatchObject({
        revenue: '$9M',
        employees: null,
        show_on_site: false,
        content: { en: { name: 'LEENO' }, ko: { name: '리노', founder: '이채윤' } },
      });
      const wrong = (await importTable('id,founded\nlee,"19\n90"\nlee\nnew,1990\n')).json();
      expect(wrong).toMatchObject({ success: false, processed: 0, errors: 3 });
      expect(wrong.errorDetails).toEqual([
        expect.stringContaining('Row 2: founded: '),
        'Row 3: Has 1 cells, but the table has 2 columns',
        expect.stringMatching(
          /^Row 4: Missing category; Missing name, founder and description in one language/,
        ),
      ]);
      const [number, cells, ...missing] = wrong.problems;
      expect(number).toMatchObject({ index: 0, row: 2, path: 'founded', code: 'not_a_number' });
      expect(cells).toMatchObject({
        index: 1,
        row: 3,
        path: '',
        code: 'wrong_cells',
        params: { cells: 1, columns: 2 },
      });
      expect(missing).toMatchObject([
        { index: 2, row: 4, path: 'category', code: 'missing', params: { field: 'category' } },
        { index: 2, row: 4, path: '', code: 'missing_columns' },
      ]);
    });

    test('an error in a table names the row of the spreadsheet and the column of the file', async () => {
      await fill();
      const csv = [
        'id,category,name_en,founder_en,description_en,story_ko',
        '',
        'first,no-seed,"First',
        'Ltd",Ann,Makes,',
        '',
        `second,no-seed,Second,Ann,${'x'.repeat(6000)},`,
        'first,no-seed,Twice,Ann,Makes,',
        'third,no-seed,Third,Ann,Makes,이야기',
      ];
      const answer = (await importTable(csv.join('\n'))).json();
      expect(answer.errorDetails).toEqual([
        expect.stringMatching(/^Row 5: description_en: /),
        "Row 6: Has the same id 'first' as row 3",
        'Row 7: name_ko: Company name is required',
      ]);
      expect(answer.problems).toMatchObject([
        { index: 1, row: 5, path: 'description_en', code: 'too_long', params: { max: 5000 } },
        { index: 2, row: 6, path: '', code: 'same_id_row', params: { id: 'first', row: 3 } },
        { index: 3, row: 7, path: 'name_ko', code: 'required' },
      ]);
    });

    test('a row obeys one rule, whether it comes as a table or as JSON', async () => {
      await fill();
      const before = await ids();
      const json = async (company: object) => importAll({ companies: [company] });
      const row = async (header: string, cells: string) => (await importTable(`${header}\n${cells}`)).json();
      // What is new has to be complete.
      for (const answer of [
        await json({ id: 'new', content: { en: { name: 'New' } } }),
        await row('id,name_en', 'new,New'),
      ]) {
        expect(answer).toMatchObject({ success: false, created: 0, failed: 1 });
        expect(answer.errorDetails[0]).toMatch(/: Missing category; Missing .*name, founder and description/);
      }
      expect(await ids()).toEqual(before);
      // Of what is there a file can name only what changes.
      for (const [revenue, change] of [
        ['$11M', () => json({ id: 'lee', revenue: '$11M' })],
        ['$12M', () => row('id,revenue', 'lee,$12M')],
      ] as const) {
        expect(await change()).toMatchObject({ success: true, updated: 1 });
        expect(await read('lee')).toMatchObject({ revenue });
      }
      // Complete, it is made either way.
      const text = { name: 'A', founder: 'B', description: 'C' };
      expect(await json({ id: 'by-json', category: 'no-seed', content: { en: text } })).toMatchObject({
        created: 1,
      });
      expect(await row('id,category,founder,name_en,description_en', 'by-table,no-seed,B,A,C')).toMatchObject(
        { created: 1 },
      );
      const shape = ({ id: _, created_at, updated_at, content, ...rest }: Record<string, unknown>) => rest;
      expect(shape(await read('by-table'))).toEqual(shape(await read('by-json')));
    });

    test('every error is told, however many there are', async () => {
      const rows = Array.from({ length: 1200 }, (_, i) => `a${i}`);
      const answer = (await importTable(['id', ...rows].join('\n'))).json();
      expect(answer.errorDetails).toHaveLength(1200);
      expect(answer.errorDetails[1199]).toMatch(/^Row 1201: /);
    });

    test.each([
      ['', 'The file is empty.'],
      ['\uFEFF\n', 'The file is empty.'],
      ['founder,revenue\na,b', "A column 'id' or a name such as 'name_en' is required."],
      ['id,nmae_en\na,b', "Unknown column 'nmae_en'."],
      ['id,id\na,b', "Column 'id' stands there twice."],
      ['id,name_en\n"a,b', 'The table is not valid CSV: '],
    ])('a table %j is refused', async (csv, message) => {
      const answer = await importTable(csv);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
      expect(answer.json().message).toContain(message);
      expect(isRefusalCode(answer.json().details[0].code)).toBe(true);
    });

    test('a table in another encoding is refused rather than stored as garbage', async () => {
      const answer = await app.post('/api/admin/companies/import.csv', undefined, {
        headers: { ...as.headers, 'content-type': 'text/csv' },
        payload: Buffer.from([0x69, 0x64, 0x0a, 0xb0, 0xa1]),
      });
      expect(answer.json().message).toContain('not encoded as UTF-8');
    });

    test('a selection is exported by its ids, or by the filters of the table', async () => {
      await fill();
      const json = await app.post('/api/admin/companies/export', { ids: ['lee', 'nobody'] }, as);
      expect(json.headers['content-disposition']).toMatch(
        /filename="companies-migration-multilingual-.*\.json"/,
      );
      expect(json.json()).toMatchObject({ count: 1, companies: [{ id: 'lee', score: 81 }] });
      const hidden = { filter: { visibility: 'hidden' } };
      const csv = await app.post('/api/admin/companies/export.csv', hidden, as);
      const rows = parse<{ id: string }>(csv.body, { bom: true, columns: true });
      expect(rows.map(({ id }) => id)).toEqual(['hidden']);
      for (const body of [{}, { ids: [] }, { ids: ['lee'], filter: {} }, { filter: { colour: 'red' } }]) {
        const refused = await app.post('/api/admin/companies/export', body, as);
        expect([refused.statusCode, refused.json().code]).toEqual([400, 'validation_failed']);
      }
      // What was exported is imported again as it was.
      const again = await app.post('/api/admin/companies/import', json.json(), as);
      expect(again.json()).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    });

    test('no cell of an exported table is a formula', async () => {
      await fill();
      await makeCompany(app, '=HYPERLINK("http://evil.example")', {
        id: 'evil',
        founder: '+1',
        revenue: '@SUM(A1)',
      });
      const csv = await table();
      expect(csv.startsWith('\uFEFFid,category,')).toBe(true);
      expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
      const cells = parse(csv, { bom: true }).flat();
      expect(cells.filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
    });

    test('progress is told by the name of the job', async () => {
      const job = '0192f0c1-2345-4000-8000-000000000000';
      const progress = () => app.get(`/api/admin/companies/import/progress?job=${job}`, as);
      expect((await progress()).json().code).toBe('not_found');
      await importAll({ companies: [acme, { ...acme, id: 'b' }] }, `?job=${job}`);
      expect((await progress()).json()).toEqual({ job, state: 'ended', processed: 2, total: 2 });
      expect((await post('import?job=x', [])).statusCode).toBe(400);
    });

    test('the pages answer while a large import runs, and show it when it has ended', async () => {
      const companies = Array.from({ length: 1500 }, (_, i) => ({ ...acme, id: `company-${i}` }));
      expect((await app.get('/api/companies')).json()).toEqual([]);
      let running = true;
      const done = importAll({ companies }).finally(() => {
        running = false;
      });
      let answered = 0;
      while (running) {
        expect((await app.get(`/api/companies?limit=1&cursor=`)).statusCode).toBe(200);
        answered++;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      expect(await done).toMatchObject({ success: true, created: 1500 });
      // How long each waits is measured: npm run bench -- import.
      expect(answered).toBeGreaterThan(10);
      expect((await app.get('/api/companies')).headers['x-total-count']).toBe('1500');
    });

    describe('in a folder for temporary files of its own', () => {
      let folder: string;
      beforeEach(async () => {
        folder = await mkdtemp(join(tmpdir(), 'tiny-giants-test-'));
        vi.stubEnv('TMPDIR', folder);
      });
      afterEach(async () => {
        vi.unstubAllEnvs();
        await rm(folder, { recursive: true });
      });

      test('the log names an import, and no file of it is left behind', async () => {
        const importing = importAll({ companies: [acme, {}] });
        await expect.poll(() => readdir(folder), { interval: 1 }).toHaveLength(1);
        await importing;
        const [entry] = (await app.get('/api/admin/audit?limit=1', as)).json();
        expect(entry).toMatchObject({ action: 'company.import', after: { created: 1, failed: 1 } });
        await post('import?language=fr', [flat]);
        await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));
      });

      test('what a killed process has left goes an hour later, and nothing else', async () => {
        const left = async (name: string, hoursAgo: number) => {
          const path = join(folder, name);
          await mkdir(path);
          await writeFile(join(path, 'body.json'), '{}');
          const at = Date.now() / 1000 - hoursAgo * 3600;
          await utimes(join(path, 'body.json'), at, at);
          await utimes(path, at, at);
        };
        await left('.tiny-giants-import-oldest', 1.1);
        await left('.tiny-giants-import-newest', 0.9);
        await left('another-program', 1000);
        const other = await app.sibling();
        await other.get('/healthz');
        await other.close();
        expect((await readdir(folder)).sort()).toEqual(['.tiny-giants-import-newest', 'another-program']);
      });
    });
  });
}
