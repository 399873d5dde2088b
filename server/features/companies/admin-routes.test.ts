import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn, type TestApp, testApp, visitor } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { clearOldTrash, TRASH_TIME } from '../trash/trash.ts';

type As = Awaited<ReturnType<typeof signIn>>;

for (const dialect of dialects) {
  describe(`the companies' administration on ${dialect}`, () => {
    let app: TestApp;
    let as: As;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterEach(() => app.close());

    const create = (body: object) => app.post('/api/admin/companies', body, as);
    const update = (id: string, body: object) => app.put(`/api/admin/companies/${id}`, body, as);
    const read = async (id: string) => (await app.get(`/api/admin/companies/${id}/content`, as)).json();
    const history = async (id: string) => (await app.get(`/api/admin/companies/${id}/history`, as)).json();
    const publicly = (id: string, language = 'en') => app.get(`/api/companies/${id}?language=${language}`);
    const pending = async (id: string) => {
      const { content } = await read(id);
      return Object.keys(content)
        .filter((language) => content[language].pending_since !== null)
        .sort();
    };
    const inAllLanguages = () =>
      makeCompany(app, 'Balsamiq', {
        texts: { en: { name: 'Balsamiq' }, ko: { name: '발사믹' }, ja: { name: 'バルサミコ' } },
      });

    test('nothing of it is open to anybody else', async () => {
      const id = await makeCompany(app, 'Balsamiq');
      for (const answer of [
        await app.get('/api/admin/companies'),
        await app.post('/api/admin/companies', { name: 'New' }),
        await app.put(`/api/admin/companies/${id}`, { name: 'New' }),
        await app.delete(`/api/admin/companies/${id}`),
        await app.put(`/api/admin/companies/${id}/visibility`, { show_on_site: false }),
        await app.post('/api/admin/migrate-scores'),
        await app.get('/api/admin/stats'),
        await app.get(`/api/admin/companies/${id}/history`),
      ]) {
        expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthorized']);
      }
      expect((await publicly(id)).json()).toMatchObject({ name: 'Balsamiq', show_on_site: true });
    });

    test('a company needs only a name; the rest takes the defaults', async () => {
      const answer = await create({ name: ' Tiny  Giant ' });
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toMatchObject({
        id: 'tiny-giant',
        name: 'Tiny  Giant',
        category: 'one-person-developer',
        employees: 1,
        founded: 2026,
        score: 0,
        likes: 0,
        views: 0,
        show_on_site: true,
        version: 1,
        available_languages: ['en'],
      });
      expect((await publicly('tiny-giant')).statusCode).toBe(200);
      expect(await history('tiny-giant')).toMatchObject([
        { action: 'create', actor_kind: 'person', actor: 'admin', version: 1 },
      ]);
    });

    test.each([
      [{}, 'body.name'],
      [{ name: ' ' }, 'body.name'],
      [{ name: 'A', category: 'home' }, 'body.category'],
      [{ name: 'A', category: 'all' }, 'body.category'],
      [{ name: 'A', website: 'javascript:alert(1)' }, 'body.website'],
      [{ name: 'A', logo: '//evil.example/x.svg' }, 'body.logo'],
      [{ name: 'A', employees: 0 }, 'body.employees'],
      [{ name: 'A', founded: 1899 }, 'body.founded'],
      [{ name: 'A', language: 'fr' }, 'body.language'],
      [{ name: 'A', highlights: 'one' }, 'body.highlights'],
      [{ name: '\u0000\ufffe' }, 'body.name'],
      [{ name: ['A'] }, 'body.name'],
      [{ name: 'A', content: { ko: { description: 'x' } } }, 'body.content.ko.name'],
    ])('%o is refused and nothing is made', async (body, path) => {
      const answer = await create(body);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
      expect(answer.json().details.map((detail: { path: string }) => detail.path)).toContain(path);
      expect((await app.get('/api/admin/companies', as)).json()).toEqual([]);
    });

    test('a story with line ends of Windows and signs of Word is stored as plain paragraphs', async () => {
      const { id } = (
        await create({
          name: 'Pas\u0008ted\ud800',
          story: 'First\u000bpart.\r\n\r\nSecond\ufffe part.',
          highlights: ['one\rtwo'],
          website: 'https://pasted.example/\u0001',
        })
      ).json();
      expect(await read(id)).toMatchObject({
        website: 'https://pasted.example/',
        content: {
          en: {
            name: 'Pasted',
            story: 'First\npart.\n\nSecond part.',
            highlights: ['one\ntwo'],
          },
        },
      });
    });

    test.each([
      [{ name: '' }, 'body.name'],
      [{ description: ' ' }, 'body.description'],
      [{ story: '\n\u3000' }, 'body.story'],
      [{ language: 'ko', story: '' }, 'body.story'],
      [{ content: { ko: { description: '\t' } } }, 'body.content.ko.description'],
      [{ revenue: '$9M', content: { en: { story: '' } } }, 'body.content.en.story'],
    ])('an edit that empties what is required, as %j does, is refused whole', async (body, path) => {
      const id = await inAllLanguages();
      await update(id, { content: { en: { description: 'Wireframes', story: 'Bologna.' } } });
      const before = await read(id);
      const answer = await update(id, body);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
      expect(answer.json().details).toEqual([{ path, code: 'required', message: 'Must not be empty' }]);
      expect(await read(id)).toEqual(before);
    });

    test.each(['\u200b', '\u2800\u3164', '\u00ad \u202e'])(
      'what nobody sees, as %j, is empty',
      async (text) => {
        const id = await inAllLanguages();
        const before = await read(id);
        for (const body of [{ name: text }, { description: text }, { content: { ko: { story: text } } }]) {
          const answer = await update(id, body);
          expect([answer.statusCode, answer.json().details[0].code]).toEqual([400, 'required']);
        }
        const made = await app.post('/api/admin/companies', { name: text }, as);
        expect(made.statusCode).toBe(400);
        expect(await read(id)).toEqual(before);
      },
    );

    test.each(['https://user:pw@acme.example', 'https:acme.example', 'http:/acme.example', '//acme.example'])(
      'the address %s is no website',
      async (website) => {
        const id = await inAllLanguages();
        const before = await read(id);
        const answer = await update(id, { website });
        expect([answer.statusCode, answer.json().details[0].code]).toEqual([400, 'invalid_url']);
        expect(await read(id)).toEqual(before);
      },
    );

    test('a year says nothing about a figure that is not there, and a source stands there once', async () => {
      const id = await inAllLanguages();
      const sources = [
        { url: 'https://a.example/', supports: ['revenue', 'revenue'] },
        { url: 'https://a.example/', supports: ['founded'] },
      ];
      const claims = { employees_as_of: 2020, revenue_as_of: 2021, revenue_basis: 'annual', sources };
      expect((await update(id, { employees: null, revenue: '', ...claims })).statusCode).toBe(200);
      const loose = { employees_as_of: null, revenue_as_of: null, revenue_basis: null };
      expect(await read(id)).toMatchObject({
        ...loose,
        sources: [{ url: 'https://a.example/', supports: ['revenue', 'founded'] }],
      });
      const made = await app.post('/api/admin/companies', { name: 'Loose', employees: null, ...claims }, as);
      expect(made.json()).toMatchObject({ ...loose, employees: null });
    });

    test('what an edit does not send stays, empty or not', async () => {
      const id = await makeCompany(app, 'Balsamiq', {
        texts: {
          en: { name: 'Balsamiq', description: 'Wireframes', story: 'Bologna.' },
          ko: { name: '발사믹', description: '', story: '' },
        },
      });
      expect((await update(id, { name: 'Balsamiq Studios' })).statusCode).toBe(200);
      expect((await update(id, { language: 'ko', highlights: ['하나'] })).statusCode).toBe(200);
      expect((await read(id)).content).toMatchObject({
        en: { name: 'Balsamiq Studios', description: 'Wireframes', story: 'Bologna.' },
        ko: { name: '발사믹', description: '', story: '', highlights: ['하나'] },
      });
    });

    test("what a model proposed of a new company is the model's in its history", async () => {
      const made = await create({
        name: 'Tiny Giant',
        description: 'Typed by hand.',
        revenue: '2 million dollars',
        founder: 'Ada',
        model: 'a-model',
        model_fields: ['founder', 'revenue', 'name', 'website'],
      });
      expect(made.statusCode).toBe(201);
      const [entry] = await history('tiny-giant');
      expect(entry).toMatchObject({ action: 'create', actor_kind: 'ai', actor: 'a-model', version: 1 });
      expect(entry.changes).toEqual([
        { field: 'name', language: 'en', before: null, after: 'Tiny Giant' },
        { field: 'founder', language: null, before: null, after: 'Ada' },
        { field: 'revenue', language: null, before: null, after: '$2M' },
      ]);
      expect((await create({ name: 'B', model: 'm', model_fields: ['id'] })).statusCode).toBe(400);
    });

    describe('a figure that is changed', () => {
      const sources = [
        { url: 'https://a.test/', supports: ['revenue'] },
        { url: 'https://b.test/', supports: ['revenue', 'employees', 'origin'] },
      ];
      const claimed = async () => {
        const id = await makeCompany(app, 'Balsamiq', { revenue: '$3M', employees: 30 });
        const claims = { revenue_as_of: 2021, revenue_basis: 'estimate', employees_as_of: 2022, sources };
        expect((await update(id, { ...claims, country: 'US' })).statusCode).toBe(200);
        return { id, claims };
      };

      test('does not stand under the year, the basis and the sources of the old one', async () => {
        const { id, claims } = await claimed();
        await update(id, { revenue: '$7 million' });
        expect((await publicly(id)).json()).toMatchObject({
          revenue: '$7M',
          revenue_as_of: null,
          revenue_basis: null,
          employees_as_of: 2022,
          country: 'US',
          sources: [{ url: 'https://b.test/', supports: ['employees', 'origin'] }],
        });
        await update(id, { employees: 31 });
        expect((await publicly(id)).json()).toMatchObject({
          employees_as_of: null,
          sources: [{ url: 'https://b.test/', supports: ['origin'] }],
        });
        const [latest, before] = await history(id);
        expect(latest.changes.map(({ field }: { field: string }) => field).sort()).toEqual([
          'employees',
          'employees_as_of',
          'sources',
        ]);
        expect(before.changes).toContainEqual({
          field: 'revenue_as_of',
          language: null,
          before: 2021,
          after: null,
        });
        // The history brings the figure back with all that was said of it.
        await app.post(`/api/admin/companies/${id}/restore`, { version: before.version - 1 }, as);
        expect(await read(id)).toMatchObject({ revenue: '$3M', employees: 30, ...claims });
      });

      test('stands under what comes with it', async () => {
        const { id } = await claimed();
        const fresh = {
          revenue: '$7M',
          revenue_as_of: 2025,
          revenue_basis: 'annual',
          sources: [...sources, { url: 'https://c.test/', supports: ['revenue'] }],
        };
        expect((await update(id, fresh)).json()).toMatchObject({ ...fresh, employees_as_of: 2022 });
      });

      test('in the same words changes nothing, written otherwise or not', async () => {
        const { id, claims } = await claimed();
        for (const revenue of ['$3M', '3 million dollars', '$3,000,000']) {
          expect((await update(id, { revenue, employees: 30, name: 'Balsamiq' })).json()).toMatchObject(
            claims,
          );
        }
      });

      test('by an import ends what the file does not say too', async () => {
        const { id } = await claimed();
        const file = { companies: [{ id, revenue: '$8M', content: { en: { name: 'Balsamiq' } } }] };
        expect((await app.post('/api/admin/companies/upsert', file, as)).json()).toMatchObject({
          updated: 1,
        });
        expect(await read(id)).toMatchObject({
          revenue: '$8M',
          revenue_as_of: null,
          revenue_basis: null,
          employees_as_of: 2022,
          sources: [{ url: 'https://b.test/', supports: ['employees', 'origin'] }],
        });
      });
    });

    test('a taken name gets the next free id, Korean names keep their letters', async () => {
      const made = [];
      for (const name of ['Acme', 'ACME!', 'acme', '리노공업 주식회사'])
        made.push((await create({ name })).json().id);
      expect(made).toEqual(['acme', 'acme-2', 'acme-3', '리노공업-주식회사']);
      expect((await create({ name: '!!!' })).json().id).toMatch(/^company-\d+$/);
    });

    test('companies made at the same time under one name all get an id of their own', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => create({ name: 'Same' })));
      const made = answers.filter((answer) => answer.statusCode === 201).map((answer) => answer.json().id);
      expect(new Set(made).size).toBe(8);
    });

    test('several languages are made at once, revenue is normalised', async () => {
      const company = (
        await create({
          content: {
            en: { name: 'Leeno', founder: 'Lee Chae-yoon', description: 'Pins' },
            ko: { name: '리노공업', founder: '이채윤', description: '핀' },
          },
          founder: 'Lee Chae-yoon',
          revenue: '200 million USD per year',
          website: 'https://leeno.com',
        })
      ).json();
      expect(company).toMatchObject({ id: 'leeno', revenue: '$200M', available_languages: ['en', 'ko'] });
      expect(company.content.ko).toMatchObject({ name: '리노공업', founder: '이채윤' });
      expect((await publicly('leeno', 'ko')).json()).toMatchObject({
        name: '리노공업',
        founder: '이채윤',
        nameEn: 'Leeno',
      });
      // What equals the common spelling is not stored twice: changing that one changes both.
      await update('leeno', { founder: 'Chae-yoon Lee' });
      expect((await publicly('leeno', 'en')).json().founder).toBe('Chae-yoon Lee');
      expect((await publicly('leeno', 'ko')).json().founder).toBe('이채윤');
    });

    test('a change of one language marks the others pending, catching up clears only its own mark', async () => {
      const id = await inAllLanguages();
      await update(id, { language: 'en', story: 'It began in Bologna.' });
      expect(await pending(id)).toEqual(['ja', 'ko']);
      expect((await read(id)).content.ko).toMatchObject({ pending_language: 'en' });
      await update(id, { language: 'ko', story: '볼로냐에서 시작했다.' });
      expect(await pending(id)).toEqual(['ja']);
      // Looked at and found right as it is: saved unchanged, it is up to date too.
      await update(id, { content: { ja: { story: (await read(id)).content.ja.story } } });
      expect(await pending(id)).toEqual([]);
      await update(id, { revenue: '$7M' });
      expect(await pending(id)).toEqual([]);
      await update(id, { content: { en: { story: 'a' }, ko: { story: '나' }, ja: { story: 'あ' } } });
      expect(await pending(id)).toEqual([]);
    });

    test('a text can be given in a language that the company lacks', async () => {
      const id = await inAllLanguages();
      await update(id, { language: 'zh', name: '香醋', description: '说明', story: '故事' });
      expect((await publicly(id, 'zh')).json()).toMatchObject({ name: '香醋', language: 'zh' });
      expect(await pending(id)).toEqual([]);
    });

    test('a save against an older version is refused with the current company, and changes nothing', async () => {
      const id = await inAllLanguages();
      const { version } = await read(id);
      expect((await update(id, { version, revenue: '$8M' })).json()).toMatchObject({
        revenue: '$8M',
        version: version + 1,
      });
      const refused = await update(id, { version, revenue: '$9M', name: 'Mine' });
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict']);
      expect(refused.json().company).toMatchObject({ revenue: '$8M', name: 'Balsamiq' });
      expect(await read(id)).toMatchObject({ revenue: '$8M', name: 'Balsamiq', version: version + 1 });
    });

    test('of parallel saves against one version exactly one succeeds', async () => {
      const id = await inAllLanguages();
      const { version } = await read(id);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => update(id, { version, revenue: `$${i + 20}M` })),
      );
      expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
      expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(9);
      expect((await read(id)).version).toBe(version + 1);
    });

    test('history tells who changed what, and a version can be restored', async () => {
      const id = await inAllLanguages();
      const original = await read(id);
      await update(id, { revenue: '$8M', language: 'ko', description: '새 설명' });
      await update(id, { name: 'Balsamiq Studios' });
      await update(id, { name: 'Balsamiq Studios' });
      const entries = await history(id);
      expect(entries).toHaveLength(2);
      expect(entries[0].changes).toEqual([
        { field: 'name', language: 'en', before: 'Balsamiq', after: 'Balsamiq Studios' },
      ]);
      expect(entries[1].changes).toEqual([
        { field: 'revenue', language: null, before: '$10M', after: '$8M' },
        { field: 'description', language: 'ko', before: 'About 발사믹', after: '새 설명' },
      ]);
      const restore = (version: number) => app.post(`/api/admin/companies/${id}/restore`, { version }, as);
      expect((await restore(2)).json()).toMatchObject({ name: 'Balsamiq', revenue: '$8M' });
      expect((await restore(original.version)).json()).toMatchObject({ name: 'Balsamiq', revenue: '$10M' });
      expect((await read(id)).content.ko.description).toBe('About 발사믹');
      expect((await history(id))[0]).toMatchObject({ action: 'restore' });
      expect((await restore(99)).statusCode).toBe(400);
    });

    test('a hidden company is gone for the public and served to administrators', async () => {
      const id = await inAllLanguages();
      const hidden = await app.put(`/api/admin/companies/${id}/visibility`, { show_on_site: false }, as);
      expect(hidden.json()).toEqual({ id, show_on_site: false });
      expect((await publicly(id)).statusCode).toBe(404);
      expect((await app.get('/api/companies')).json()).toEqual([]);
      expect((await app.get(`/api/companies/${id}`, as)).json()).toMatchObject({ show_on_site: false });
      const rows = (await app.get('/api/admin/company-rows?lang=ko', as)).json();
      expect(rows).toMatchObject([{ id, name: '발사믹', show_on_site: false }]);
      await app.put(`/api/admin/companies/${id}/visibility`, { show_on_site: true }, as);
      expect((await publicly(id)).statusCode).toBe(200);
    });

    test('many are hidden and shown again in one act, each with its history, past those that are gone', async () => {
      const ids = [];
      for (const name of ['Anvil', 'Bellows', 'Chisel']) ids.push(await makeCompany(app, name));
      const set = (body: object, by: As | undefined = as) =>
        app.post('/api/admin/companies/visibility', body, by);
      const answer = await set({ ids: [...ids, 'gone', ids[0]], show_on_site: false });
      expect([answer.statusCode, answer.json()]).toEqual([200, { changed: ids, missing: ['gone'] }]);
      expect((await app.get('/api/companies')).json()).toEqual([]);
      for (const id of ids) {
        expect((await publicly(id)).statusCode).toBe(404);
        expect((await history(id))[0]).toMatchObject({
          action: 'visibility',
          changes: [{ field: 'show_on_site', before: true, after: false }],
        });
      }
      await set({ ids, show_on_site: true });
      expect((await app.get('/api/companies')).json()).toHaveLength(3);
      const log = (await app.get('/api/admin/audit?limit=10', as)).json();
      expect(JSON.stringify(log)).toContain('company.hide');

      expect(
        (await app.post('/api/admin/companies/visibility', { ids, show_on_site: false })).statusCode,
      ).toBe(401);
      for (const body of [
        { ids: [], show_on_site: true },
        { ids: Array.from({ length: 101 }, (_, i) => `c-${i}`), show_on_site: true },
        { ids },
      ])
        expect((await set(body)).statusCode).toBe(400);
      expect((await app.get('/api/companies')).json()).toHaveLength(3);
    });

    test('what an administrator is shown is kept for nobody, however the address was spelt', async () => {
      const { id } = (
        await app.post('/api/admin/companies', { name: 'Spelt', show_on_site: false }, as)
      ).json();
      for (const path of [`/%61pi/companies/${id}`, `/ap%69/companies/${id}`, `/api/compan%69es/${id}`]) {
        expect((await app.get(path, as)).json()).toMatchObject({ id, name: 'Spelt' });
        expect((await app.get(path)).json()).toMatchObject({ code: 'company_not_found' });
      }
    });

    test('accepted proposals of a model are its change in the history, and the administrator in the log', async () => {
      const id = await inAllLanguages();
      await update(id, { employees: 7, model: 'some-model-1' });
      expect((await history(id))[0]).toMatchObject({
        actor_kind: 'ai',
        actor: 'some-model-1',
        action: 'update',
        changes: [{ field: 'employees', after: 7 }],
      });
      expect((await app.get('/api/admin/audit', as)).json()[0]).toMatchObject({
        admin: 'admin',
        action: 'company.update',
      });
    });

    test('a deleted company comes back from the trash with its likes, comments, their reports and history', async () => {
      const id = await inAllLanguages();
      const who = await visitor(app);
      await app.post(`/api/companies/${id}/like`, undefined, who);
      const comment = (
        await app.post(`/api/companies/${id}/comments`, { author: 'A', content: 'Hi' })
      ).json();
      await app.post(`/api/companies/${id}/comments/${comment.id}/replies`, { author: 'B', content: 'Ho' });
      await app.post(`/api/companies/${id}/comments/${comment.id}/report`, { reason: 'spam' }, who);
      await update(id, { revenue: '$8M' });
      const before = (await publicly(id, 'ko')).json();
      const comments = (await app.get(`/api/companies/${id}/comments`)).json();
      const reported = async () => (await app.get('/api/admin/comments?status=reported', as)).json();
      const reports = await reported();
      expect(reports).toMatchObject([{ id: comment.id, report_reasons: ['spam'] }]);
      const saves = await history(id);
      const deleted = (await app.delete(`/api/admin/companies/${id}`, undefined, as)).json();
      expect(deleted.success).toBe(true);
      expect((await publicly(id)).statusCode).toBe(404);
      expect((await app.delete(`/api/admin/companies/${id}`, undefined, as)).json().code).toBe(
        'company_not_found',
      );
      const trash = (await app.get('/api/admin/bin', as)).json();
      expect(trash).toMatchObject([
        { id: deleted.bin_id, company_id: id, name: 'Balsamiq', deleted_by: 'admin' },
      ]);
      const back = await app.post(`/api/admin/bin/${deleted.bin_id}/restore`, undefined, as);
      expect(back.statusCode).toBe(200);
      expect((await publicly(id, 'ko')).json()).toEqual(before);
      expect((await app.get(`/api/companies/${id}/comments`)).json()).toEqual(comments);
      expect(await reported()).toEqual(reports);
      expect(await history(id)).toEqual(saves);
      // The like is known again: the same visitor's second changes nothing.
      expect((await app.post(`/api/companies/${id}/like`, undefined, who)).json()).toEqual({
        likes: 1,
        liked: true,
      });
      expect((await app.get('/api/admin/bin', as)).json()).toEqual([]);
    });

    test('made anew under the same name it starts from nothing, and the old one cannot overwrite it', async () => {
      const id = (await create({ name: 'Acme' })).json().id;
      await app.post(`/api/companies/${id}/like`, undefined, await visitor(app));
      const { bin_id } = (await app.delete(`/api/admin/companies/${id}`, undefined, as)).json();
      expect((await create({ name: 'Acme' })).json()).toMatchObject({ id, likes: 0, version: 1 });
      const refused = await app.post(`/api/admin/bin/${bin_id}/restore`, undefined, as);
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict']);
      expect((await app.get('/api/admin/bin', as)).json()).toHaveLength(1);
      expect((await app.delete(`/api/admin/bin/${bin_id}`, undefined, as)).json()).toEqual({ success: true });
      expect((await app.get('/api/admin/bin', as)).json()).toEqual([]);
    });

    test('many are deleted in one act and brought back in another, past those that are gone or taken', async () => {
      const ids: string[] = [];
      for (const name of ['Anvil', 'Bellows', 'Chisel']) ids.push(await makeCompany(app, name));
      const [anvil = '', bellows = '', chisel = ''] = ids;
      await app.post(`/api/companies/${anvil}/like`);
      await app.post(`/api/companies/${anvil}/comments`, { content: 'A fine one.' });
      await update(bellows, { employees: 12 });
      const remove = (body: object, by: As | undefined = as) =>
        app.post('/api/admin/companies/delete', body, by);
      const restore = (body: object, by: As | undefined = as) => app.post('/api/admin/bin/restore', body, by);
      const shown = async () =>
        (await app.get('/api/companies'))
          .json()
          .map(({ id }: { id: string }) => id)
          .sort();

      for (const body of [{ ids: [] }, { ids: Array.from({ length: 101 }, (_, i) => `c-${i}`) }, {}]) {
        expect((await remove(body)).statusCode).toBe(400);
        expect((await restore(body)).statusCode).toBe(400);
      }
      expect((await app.post('/api/admin/companies/delete', { ids })).statusCode).toBe(401);
      expect(await shown()).toEqual(ids);

      const answer = await remove({ ids: [...ids, 'gone', anvil] });
      expect(answer.statusCode).toBe(200);
      const { deleted, missing } = answer.json() as {
        deleted: { id: string; bin_id: string }[];
        missing: string[];
      };
      expect([deleted.map(({ id }) => id), missing]).toEqual([ids, ['gone']]);
      expect(await shown()).toEqual([]);
      for (const id of ids) expect((await publicly(id)).statusCode).toBe(404);
      const bin = (await app.get('/api/admin/bin', as)).json() as { id: string; company_id: string }[];
      expect(new Map(bin.map(({ id, company_id }) => [company_id, id]))).toEqual(
        new Map(deleted.map(({ id, bin_id }) => [id, bin_id])),
      );
      const log = (await app.get('/api/admin/audit?limit=20', as)).json() as {
        action: string;
        subject: string;
      }[];
      expect(
        log
          .filter(({ action }) => action === 'company.delete')
          .map(({ subject }) => subject)
          .sort(),
      ).toEqual(ids);

      // Another company has taken an id, and one was deleted for good.
      await makeCompany(app, 'Chisel', { id: chisel });
      const binOf = (id: string) => deleted.find((one) => one.id === id)?.bin_id ?? '';
      const back = await restore({ ids: [...deleted.map(({ bin_id }) => bin_id), 'nothing'] });
      expect([back.statusCode, back.json()]).toEqual([
        200,
        {
          restored: [
            { bin_id: binOf(anvil), id: anvil },
            { bin_id: binOf(bellows), id: bellows },
          ],
          refused: [
            { bin_id: binOf(chisel), code: 'conflict' },
            { bin_id: 'nothing', code: 'company_not_found' },
          ],
        },
      ]);
      expect(await shown()).toEqual(ids);
      expect((await publicly(anvil)).json()).toMatchObject({ likes: 1 });
      expect((await app.get(`/api/companies/${anvil}/comments`)).json()).toMatchObject([
        { content: 'A fine one.' },
      ]);
      expect((await history(bellows))[0]).toMatchObject({
        changes: expect.arrayContaining([expect.objectContaining({ field: 'employees', after: 12 })]),
      });
      expect((await app.get('/api/companies?q=bellows')).json()).toMatchObject([{ id: bellows }]);
      // The one whose id is taken waits where it was.
      expect((await app.get('/api/admin/bin', as)).json()).toMatchObject([{ id: binOf(chisel) }]);
      expect((await restore({ ids: [binOf(anvil)] })).json()).toEqual({
        restored: [],
        refused: [{ bin_id: binOf(anvil), code: 'company_not_found' }],
      });
    });

    test('the trash is cleared after 30 days', async () => {
      const id = await inAllLanguages();
      await app.delete(`/api/admin/companies/${id}`, undefined, as);
      const left = async () =>
        (await app.database.read.selectFrom('deleted_companies').select('id').execute()).length;
      await app.database.write(({ tx }) =>
        clearOldTrash(tx, new Date(app.clock.now.getTime() + TRASH_TIME - 1000)),
      );
      expect(await left()).toBe(1);
      await app.database.write(({ tx }) => clearOldTrash(tx, new Date(app.clock.now.getTime() + TRASH_TIME)));
      expect(await left()).toBe(0);
    });

    test('search finds parts of names in any language, hidden companies too', async () => {
      await inAllLanguages();
      await makeCompany(app, 'Hidden Gem', { show_on_site: false });
      const found = async (q: string) =>
        (await app.get(`/api/admin/companies/search?lang=ko&q=${encodeURIComponent(q)}`, as))
          .json()
          .map((company: { name: string }) => company.name);
      expect(await found('믹')).toEqual(['발사믹']);
      expect(await found('BALSAM')).toEqual(['발사믹']);
      expect(await found('gem')).toEqual(['Hidden Gem']);
      expect(await found('%')).toEqual([]);
      expect(await found('')).toHaveLength(2);
    });

    test('the list has all languages, pages by cursor and counts all', async () => {
      await inAllLanguages();
      await makeCompany(app, 'Second', { score: 10, category: 'small-teams', show_on_site: false });
      const first = await app.get('/api/admin/companies?limit=1', as);
      expect(first.headers['x-total-count']).toBe('2');
      expect(first.json()).toMatchObject([
        { name: 'Balsamiq', content: { en: { name: 'Balsamiq' }, ko: { name: '발사믹' } } },
      ]);
      const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '';
      expect((await app.get(next, as)).json()).toMatchObject([{ name: 'Second' }]);
      const category = await app.get('/api/admin/companies?category=small-teams&lang=ja', as);
      expect(category.json()).toHaveLength(1);
      expect((await app.get('/api/admin/companies?category=home', as)).statusCode).toBe(400);
    });

    test('an evaluation recomputes scores, recounts likes, and was foretold by its preview', async () => {
      const id = await makeCompany(app, 'Wrong', {
        score: 3,
        likes: 40,
        revenue: '$1B',
        employees: 3,
        founded: 2024,
      });
      const right = await makeCompany(app, 'Right', {
        score: 90,
        revenue: '$10M',
        employees: 3,
        founded: 1990,
      });
      await app.post(`/api/companies/${id}/like`, undefined, await visitor(app));
      expect((await app.get('/api/admin/stats', as)).json()).toEqual({
        totalCompanies: 2,
        avgScore: 46.5,
        lastMigration: 'Never',
        totalCategories: 6,
      });
      const preview = (await app.get('/api/admin/scores/preview', as)).json();
      expect(preview).toMatchObject({
        total: 2,
        moving: 2,
        moves: [
          {
            id,
            score: { before: 3, after: 100 },
            rank: { before: 2, after: 1 },
            likes: { before: 41, after: 1 },
            parts: { base: 50, revenue: 40, employees: 20, age: 2, total: 100 },
          },
          { id: right, score: { before: 90, after: 100 } },
        ],
      });
      expect((await read(id)).score).toBe(3);
      app.clock.forward(1000);
      const result = (await app.post('/api/admin/migrate-scores', undefined, as)).json();
      expect(result).toEqual({ updatedCount: 2, changedCount: 2 });
      expect(await read(id)).toMatchObject({ score: 100, likes: 1 });
      expect((await publicly(id)).json()).toMatchObject({ score: 100, likes: 1 });
      expect((await app.get('/api/admin/stats', as)).json()).toMatchObject({
        avgScore: 100,
        lastMigration: app.clock.now.toISOString(),
      });
      expect((await app.get('/api/admin/scores/preview', as)).json().moving).toBe(0);
      expect((await app.post('/api/admin/migrate-scores', undefined, as)).json().changedCount).toBe(0);
    });

    test('the time series has every day, today last', async () => {
      const id = await makeCompany(app, 'Liked');
      await app.post(`/api/companies/${id}/like`, undefined, await visitor(app));
      await app.post('/api/auth/register', { email: 'ada@example.com', password: 'correct horse battery' });
      const days = (await app.get('/api/admin/time-series?days=7', as)).json();
      expect(days).toHaveLength(7);
      expect(days.at(-1)).toEqual({
        day: '2026-11-21',
        visits: 1,
        views: 0,
        likes: 1,
        comments: 0,
        sign_ups: 1,
      });
      expect(days[0]).toMatchObject({ day: '2026-11-15', visits: 0 });
      expect((await app.get('/api/admin/time-series?days=8', as)).statusCode).toBe(400);
    });

    test('every action is in the log with what it changed', async () => {
      const id = await inAllLanguages();
      await update(id, { revenue: '$8M' });
      await app.put(`/api/admin/companies/${id}/visibility`, { show_on_site: false }, as);
      await app.delete(`/api/admin/companies/${id}`, undefined, as);
      const log = (await app.get('/api/admin/audit', as)).json();
      expect(log.map((entry: { action: string }) => entry.action).slice(0, 3)).toEqual([
        'company.delete',
        'company.hide',
        'company.update',
      ]);
      expect(log[2]).toMatchObject({
        admin: 'admin',
        subject: id,
        before: [{ field: 'revenue', language: null, value: '$10M' }],
        after: [{ field: 'revenue', language: null, value: '$8M' }],
      });
    });
  });
}
