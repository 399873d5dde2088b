import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeComment, makeCompany } from '../../testing/make.ts';

const TRIAL = '/api/admin/imports/trial';
const IMPORT = '/api/admin/imports';
const HEADER = 'name_en;founder_en;description_en;category;revenue;website';
const row = (name: string, ...more: string[]) =>
  [name, 'Ada', 'About it', 'no-seed', ...more, '', ''].slice(0, 6).join(';');
const query = (values: Record<string, string | object>) =>
  `?${new URLSearchParams(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )}`;

/** As programs of each country write `이름;...`, `名前;...` and `名称;...`, made with iconv. */
const FOREIGN = {
  'euc-kr': [
    'c0ccb8a72cbcb3b8ed2cbaf1b0ed0ac0dbc0babba7c1fd2cbcadbfefbfa1bcad20b0a1c0e520c0dbc0ba20bba7c1fdc0d4b4cfb4d92e20bfc0baec20c7cfb3aab7ce20bdc3c0dbc7dfbdc0b4cfb4d92e2cbef8c0bd0a',
    '작은빵집',
  ],
  shift_jis: [
    '96bc914f2c90e096be2c94f58d6c0a8fac82b382c88370839389ae2c938c8b9e82c582a282bf82ce82f18fac82b382c88370839389ae82c582b781428349815b8375839388ea82c282c58e6e82df82dc82b582bd81422c82c882b50a',
    '小さなパン屋',
  ],
  gb18030: [
    'c3fbb3c62cbcf2bde92cb1b8d7a20ad0a1c3e6b0fcb5ea2cd5e2cac7b1b1bea9d7eed0a1b5c4c3e6b0fcb5eaa3acb4d3d2bbcca8bfbecfe4bfaacabca3acbaf3c0b4bfaab5bdc1cbc9cfbaa3bacdb9e3d6dda1a32ccede0a',
    '小面包店',
  ],
} as const;

for (const dialect of dialects) {
  describe(`an import as a job on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterEach(() => app.close());

    const send = (path: string, file: string | Buffer) =>
      app.post(path, Buffer.from(file), {
        headers: { ...as.headers, 'content-type': 'application/octet-stream' },
      });
    const tried = async (file: string | Buffer, values = {}) => {
      const answer = await send(`${TRIAL}${query(values)}`, file);
      expect(answer.statusCode).toBe(200);
      return answer.json();
    };
    const started = async (file: string | Buffer, values = {}) => {
      const answer = await send(`${IMPORT}${query(values)}`, file);
      expect(answer.statusCode).toBe(202);
      return answer.json().job.id as string;
    };
    const readJob = async (id: string) => (await app.get(`/api/admin/jobs/${id}`, as)).json();
    const ended = async (id: string) => {
      await app.jobs.whenIdle();
      const job = await readJob(id);
      expect(job.status).toBe('done');
      return job;
    };
    const undo = async (id: string) => {
      const answer = await app.post(`/api/admin/jobs/${id}/undo`, undefined, as);
      expect(answer.statusCode).toBe(200);
      return answer.json();
    };
    const exported = async () => (await app.get('/api/admin/companies/export', as)).json().companies;
    const texts = () =>
      app.database.read
        .selectFrom('company_texts')
        .select([
          'company_id',
          'language',
          'origin',
          'model',
          'reviewed',
          'pending_since',
          'pending_language',
        ])
        .orderBy('company_id')
        .orderBy('language')
        .execute();

    test('the undo ends where a company was before the import, however often a file names it', async () => {
      await makeCompany(app, 'Base', { id: 'base', revenue: '$1M', website: 'https://base.example' });
      const file = JSON.stringify([
        { id: 'base', revenue: '$2M' },
        { id: 'base', revenue: '$3M', employees: 9 },
      ]);
      const before = await exported();
      const id = await started(file, { taken: 'update' });
      const { results } = await ended(id);
      const updated = results.filter(({ outcome }: { outcome: string }) => outcome === 'updated');
      expect(updated.length).toBeGreaterThan(0);
      await undo(id);
      expect((await exported())[0].revenue).toBe(before[0].revenue);
      const both = JSON.stringify([
        { id: 'base', revenue: '$2M' },
        {
          ...{ name: 'Other', founder: 'Ada', description: 'About it', story: 'Once', category: 'no-seed' },
          ...{ website: 'https://base.example', revenue: '$5M', founded: 2020, employees: 3 },
        },
      ]);
      const second = await started(both, { taken: 'update' });
      await ended(second);
      expect((await app.get('/api/companies/base')).json().revenue).toBe('$5M');
      expect((await undo(second)).results).toMatchObject([{ undone: 'restored' }, { undone: 'restored' }]);
      expect((await app.get('/api/companies/base')).json().revenue).toBe('$1M');
    });

    test('the undo keeps a made company that others have written on or merged into', async () => {
      await makeCompany(app, 'Old', { id: 'old' });
      const file = [HEADER, row('Commented'), row('Target'), row('Alone')].join('\n');
      const id = await started(file);
      await ended(id);
      await makeComment(app, 'commented', 'Held.', { status: 'held' });
      const merged = await app.post('/api/admin/companies/old/merge', { into: 'target' }, as);
      expect(merged.statusCode).toBe(200);
      const { results } = await undo(id);
      expect(results.map(({ undone }: { undone: string }) => undone)).toEqual(['kept', 'kept', 'restored']);
      expect((await app.get('/api/companies/target')).statusCode).toBe(200);
    });

    test('a moment outside of years with four digits is refused', async () => {
      for (const created_at of [
        '9999-12-31T23:59:59Z',
        '9999-12-31T23:59:59-12:00',
        '0000-01-01T00:00:00+12:00',
      ]) {
        const { problems } = await tried(
          JSON.stringify([
            {
              ...{ name: 'Timez', founder: 'F', description: 'd', story: 's', category: 'no-seed' },
              ...{ founded: 2020, employees: 1, revenue: '$1M', created_at },
            },
          ]),
        );
        expect(JSON.stringify(problems)).toContain('invalid_moment');
      }
    });

    test('makes what is new, with one undo that leaves nothing of it', async () => {
      await makeCompany(app, 'Acme');
      const before = await exported();
      const file = [HEADER, row('Bakery', '$2M'), row('Cobbler')].join('\r\n');
      expect(await tried(file)).toMatchObject({
        ...{ type: 'csv', encoding: 'utf-8', delimiter: ';', total: 2 },
        ...{ created: 2, updated: 0, failed: 0, taken: 0, problems: [] },
      });
      expect(await exported()).toEqual(before);
      const id = await started(file);
      const job = await ended(id);
      expect(job).toMatchObject({ kind: 'import', progress: 2, total: 2, created_by: 'admin' });
      expect(job.results).toMatchObject([
        { company_id: 'bakery', name: 'Bakery', outcome: 'created', row: 2 },
        { company_id: 'cobbler', outcome: 'created', row: 3 },
      ]);
      expect((await app.get('/api/companies/bakery')).json()).toMatchObject({ revenue: '$2M' });
      expect((await undo(id)).results).toMatchObject([{ undone: 'restored' }, { undone: 'restored' }]);
      expect(await exported()).toEqual(before);
      expect((await app.get('/api/companies/bakery')).statusCode).toBe(404);
    });

    test.each(Object.entries(FOREIGN))(
      'a table in %s is read by its content, with its own columns',
      async (encoding, [hex, name]) => {
        const file = Buffer.from(hex, 'hex');
        const first = await tried(file);
        expect(first).toMatchObject({ encoding, delimiter: ',' });
        expect(first.columns).toHaveLength(3);
        expect(first.columns.every((column: { isUnknown?: boolean }) => column.isUnknown)).toBe(true);
        const refused = await send(IMPORT, file);
        expect(refused.json()).toMatchObject({ details: [{ code: 'table_unknown_column' }] });
        const [one, two, three] = first.columns.map(({ header }: { header: string }) => header);
        const mapping = { [one]: 'name_ko', [two]: 'description_ko', [three]: null };
        // The category and the founder that a new company needs are nowhere in the file.
        expect((await tried(file, { mapping })).problems).not.toEqual([]);
        await makeCompany(app, 'Known', { id: 'known', texts: { en: { name: 'Known' }, ko: { name } } });
        await ended(await started(file, { mapping, taken: 'update' }));
        expect((await app.get('/api/companies/known?language=ko')).json().description).not.toBe(
          `About ${name}`,
        );
      },
    );

    test('UTF-16 and a byte order mark of UTF-8 are read, by tab and comma', async () => {
      const table = `${HEADER}\n${row('Bakery')}`;
      const utf16 = Buffer.from(`\uFEFF${table.replaceAll(';', '\t')}`, 'utf16le');
      expect(await tried(utf16)).toMatchObject({ encoding: 'utf-16le', delimiter: '\t', created: 1 });
      expect(await tried(`\uFEFF${table.replaceAll(';', ',')}`)).toMatchObject({
        ...{ encoding: 'utf-8', delimiter: ',', created: 1 },
      });
    });

    test('CSV and JSON obey the same rules', async () => {
      const company = {
        category: 'no-seed',
        content: { en: { name: 'Bakery', founder: 'Ada', description: 'It' } },
      };
      const json = await tried(
        JSON.stringify({ companies: [company, { content: { en: { name: 'None' } } }] }),
      );
      const csv = await tried([HEADER, row('Bakery'), 'None;;;;;'].join('\n'));
      for (const answer of [json, csv]) expect(answer).toMatchObject({ created: 1, failed: 1 });
      expect(json.type).toBe('json');
    });

    test('a trial names all that is wrong by row and by the column of the file', async () => {
      const file = [
        'Firma;founder_en;description_en;category;revenue;website',
        row('Good'),
        row('Bad').replace('no-seed', 'nothing'),
        'Short;a',
      ].join('\n');
      const answer = await tried(file, { mapping: { firma: 'name_en' } });
      expect(answer).toMatchObject({ created: 1, failed: 2 });
      expect(answer.problems).toMatchObject([
        { row: 3, column: 'category', code: 'not_one_of' },
        { row: 4, code: 'wrong_cells' },
      ]);
      expect((await send(`${TRIAL}?mapping=nothing`, file)).statusCode).toBe(400);
      expect((await send(`${TRIAL}?taken=replace`, file)).statusCode).toBe(400);
      expect((await send(IMPORT, '')).statusCode).toBe(400);
      expect((await send(IMPORT, Buffer.from('504b0304', 'hex'))).json().details).toMatchObject([
        { code: 'file_spreadsheet' },
      ]);
      expect(await app.database.read.selectFrom('import_items').selectAll().execute()).toEqual([]);
    });

    test('a taken name or website is left out, updated or made beside, as is said', async () => {
      await makeCompany(app, 'Acme', { website: 'https://www.acme.example/', revenue: '$9M' });
      const file = [HEADER, row('Acme', '$10M'), row('Other name', '$11M', 'http://acme.example')].join('\n');
      expect(await tried(file)).toMatchObject({ taken: 2, skipped: 2, created: 0 });
      expect(await tried(file, { taken: 'second' })).toMatchObject({ taken: 2, created: 2 });
      const skipped = await ended(await started(file));
      expect(skipped.results).toMatchObject([{ outcome: 'skipped' }, { outcome: 'skipped' }]);
      expect((await app.get('/api/companies/acme')).json()).toMatchObject({ revenue: '$9M', name: 'Acme' });
      await ended(await started(file, { taken: 'second' }));
      expect((await app.get('/api/companies/acme-2')).json()).toMatchObject({ revenue: '$10M' });
    });

    test('companies of one name or website, each with its id, come back as several', async () => {
      const website = 'https://acme.example/';
      await makeCompany(app, 'Acme', { website, revenue: '$9M' });
      await makeCompany(app, 'Acme', { id: 'acme-2', website, revenue: '$10M' });
      const file = JSON.stringify((await app.get('/api/admin/companies/export', as)).json());
      const before = await exported();
      for (const { id } of before) await app.delete(`/api/admin/companies/${id}`, undefined, as);
      for (const taken of ['skip', 'update', 'second']) {
        expect(await tried(file, { taken })).toMatchObject({ taken: 0, created: 2 });
        const job = await started(file, { taken });
        await ended(job);
        expect(await exported()).toEqual(before);
        await undo(job);
      }
    });

    test('an undo gives updated companies back exactly, also the marks of their texts', async () => {
      await makeCompany(app, 'Acme', {
        revenue: '$9M',
        texts: { en: { name: 'Acme' }, ko: { name: '에이크미' } },
      });
      await app.database.write(({ tx }) =>
        tx
          .updateTable('company_texts')
          .set({
            origin: 'machine',
            model: 'some-model',
            reviewed: 0,
            pending_since: '2026-01-01T00:00:00.000Z',
            pending_language: 'en',
          })
          .where('language', '=', 'ko')
          .execute(),
      );
      const before = { companies: await exported(), texts: await texts() };
      const file = ['id,revenue,name_ko,name_ja', 'acme,$12M,새 이름,アクメ'].join('\n');
      const id = await started(file);
      expect((await ended(id)).results).toMatchObject([
        { outcome: 'updated', version: 2, updatedFields: expect.arrayContaining(['revenue', 'name']) },
      ]);
      expect((await app.get('/api/companies/acme?language=ko')).json().name).toBe('새 이름');
      expect((await undo(id)).results).toMatchObject([{ undone: 'restored' }]);
      expect({ companies: await exported(), texts: await texts() }).toEqual(before);
    });

    test('what somebody changed since stays at an undo', async () => {
      const id = await started([HEADER, row('Bakery'), row('Cobbler')].join('\n'));
      await ended(id);
      await app.put('/api/admin/companies/bakery', { revenue: '$3M' }, as);
      expect((await undo(id)).results).toMatchObject([{ undone: 'kept' }, { undone: 'restored' }]);
      expect((await app.get('/api/companies/bakery')).json()).toMatchObject({ revenue: '$3M' });
    });

    test('goes on where another process stopped, and can be cancelled', async () => {
      const names = Array.from({ length: 250 }, (_, i) => `Company ${i}`);
      const file = [HEADER, ...names.map((name) => row(name))].join('\n');
      const id = await started(file);
      // It is stopped in the middle: what was saved is counted, and the rest is done by another process.
      await expect.poll(async () => (await readJob(id)).progress, { interval: 5 }).toBeGreaterThan(0);
      await app.jobs.stop();
      const half = (await readJob(id)).progress;
      expect(half).toBeLessThan(250);
      const next = await app.sibling();
      next.jobs.start();
      await expect.poll(async () => (await readJob(id)).status, { timeout: 20_000 }).toBe('done');
      const job = await readJob(id);
      expect(job.results.filter(({ outcome }: { outcome: string }) => outcome === 'created')).toHaveLength(
        250,
      );
      expect(await exported()).toHaveLength(250);
      await app.post(`/api/admin/jobs/${id}/undo`, undefined, as);
      expect(await exported()).toEqual([]);

      const other = await send(IMPORT, file);
      const { job: second } = other.json();
      await app.post(`/api/admin/jobs/${second.id}/cancel`, undefined, as);
      expect((await readJob(second.id)).status).toBe('cancelled');
      await undo(second.id);
      expect(await exported()).toEqual([]);
      await next.close();
    });

    test('who may not import may not try it either', async () => {
      const writer = await signIn(app, 'writer', 'contributor');
      for (const path of [TRIAL, IMPORT]) {
        const headers = { ...writer.headers, 'content-type': 'application/octet-stream' };
        expect((await app.post(path, Buffer.from(HEADER), { headers })).statusCode).toBe(403);
      }
    });
  });
}
