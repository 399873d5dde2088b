import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR } from '../../../core/time.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

for (const dialect of dialects) {
  describe(`merging companies on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
      await app.post(
        '/api/admin/companies',
        {
          name: 'Acme',
          description: 'Anvils.',
          story: 'It began with an anvil.',
          category: 'no-seed',
          revenue: '$1M',
          revenue_as_of: 2024,
          employees: 3,
          founded: 2001,
          kinds: ['saas'],
          tags: ['anvils'],
          sources: [
            { url: 'https://a.example/', supports: ['revenue'] },
            { url: 'https://both.example/', supports: ['founder'] },
          ],
          content: { ko: { name: '아크메', description: '모루.' } },
        },
        as,
      );
      await app.post(
        '/api/admin/companies',
        {
          name: 'ACME Inc.',
          description: 'Anvils and more.',
          story: 'Another story.',
          category: 'small-teams',
          revenue: '$2M',
          revenue_as_of: 2025,
          employees: 4,
          founded: 2002,
          website: 'https://acme.example/',
          kinds: ['media', 'saas'],
          tags: ['rockets'],
          city: 'Berlin',
          sources: [
            { url: 'https://b.example/', supports: ['revenue'] },
            { url: 'https://both.example/', supports: ['origin'] },
          ],
          content: {
            ja: { name: 'アクメ', description: '金床。' },
            ko: { name: '아크메 주식회사', lesson: '교훈' },
          },
        },
        as,
      );
      app.clock.forward(2 * HOUR);
      await app.put('/api/admin/companies/acme-inc', { employees: 5 }, as);
      for (const session of ['v1', 'v2']) await like('acme-inc', session);
      for (const session of ['v2', 'v3']) await like('acme', session);
      await app.post('/api/companies/acme-inc/view', undefined, by('v1'));
      await app.post('/api/companies/acme/view', undefined, by('v1'));
      const first = (await comment('acme', 'v2', 'On Acme.')).json();
      const second = (await comment('acme-inc', 'v1', 'On ACME Inc.')).json();
      await comment('acme-inc', 'v2', 'A reply.', second.id);
      expect(first.id).toBeDefined();
    });
    afterEach(() => app.close());

    /** One of several visitors, told apart by their networks. */
    const by = (visitor: string) => ({
      headers: {
        'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/${visitor.slice(1)}`,
      },
      remoteAddress: `10.0.${visitor.slice(1)}.1`,
    });
    const like = (id: string, visitor: string) =>
      app.post(`/api/companies/${id}/like`, undefined, by(visitor));
    const comment = (id: string, visitor: string, content: string, parent_id?: string) =>
      app.post(
        `/api/companies/${id}/comments`,
        { content, ...(parent_id ? { parent_id } : {}) },
        by(visitor),
      );
    const merge = (from: string, into: string, fields?: string[]) =>
      app.post(`/api/admin/companies/${from}/merge`, { into, ...(fields ? { fields } : {}) }, as);
    const undo = (id: string) => app.post(`/api/admin/companies/merges/${id}/undo`, undefined, as);
    const content = async (id: string) => (await app.get(`/api/admin/companies/${id}/content`, as)).json();

    /** Every row that belongs to a company or tells of merges, but the histories of saves and when texts were saved. */
    async function state() {
      const db = app.database.read;
      const rows = async (table: string) =>
        (
          await db
            .selectFrom(table as 'companies')
            .selectAll()
            .execute()
        )
          .map((row) => JSON.stringify(row))
          .sort();
      const tables = [
        'company_texts',
        'company_listings',
        'company_facets',
        'company_keys',
        'company_issues',
        'company_sources',
        'company_view_days',
        'company_changes',
        'likes',
        'comments',
        'comment_persons',
        'company_moves',
        'company_merges',
        'merged_versions',
      ];
      const companies = (await db.selectFrom('companies').selectAll().orderBy('id').execute()).map(
        ({ version: _, ...row }) => row,
      );
      return {
        companies,
        ...Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await rows(table)]))),
      };
    }

    test('what the target lacks is filled, lists are joined, all else stays; what belonged to it goes over', async () => {
      const answer = await merge('acme-inc', 'acme');
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({
        into: 'acme',
        moved: { comments: 2, likes: 1, views: 1, versions: 2 },
      });
      expect(await content('acme')).toMatchObject({
        name: 'Acme',
        revenue: '$1M',
        revenue_as_of: 2024,
        employees: 3,
        founded: 2001,
        category: 'no-seed',
        website: 'https://acme.example/',
        kinds: ['saas', 'media'],
        tags: ['anvils', 'rockets'],
        city: 'Berlin',
        likes: 3,
        views: 2,
        comments_count: 3,
        sources: [
          { url: 'https://a.example/', supports: ['revenue'] },
          { url: 'https://both.example/', supports: ['founder', 'origin'] },
        ],
        content: {
          ko: { name: '아크메', lesson: '교훈', pending_since: null },
          ja: { name: 'アクメ' },
        },
      });
      const comments = (await app.get('/api/companies/acme/comments')).json();
      expect(
        comments.map(({ content: text, person }: { content: string; person: number }) => [text, person]),
      ).toEqual([
        ['On ACME Inc.', 2],
        ['On Acme.', 1],
      ]);
      expect(comments[0].replies).toMatchObject([{ content: 'A reply.', person: 1 }]);
      const history = (await app.get('/api/admin/companies/acme/history', as)).json();
      expect(
        history.map((entry: { action: string; merged_from?: string }) => [entry.action, entry.merged_from]),
      ).toEqual([
        ['merge', undefined],
        ['update', 'acme-inc'],
        ['create', 'acme-inc'],
        ['create', undefined],
      ]);
      expect((await app.get('/api/search?q=rockets')).statusCode).toBe(200);
      expect(
        (await app.get('/api/companies?q=アクメ&language=ja')).json().map(({ id }: { id: string }) => id),
      ).toEqual(['acme']);
      const told = (await app.get('/api/changes?company=acme')).json();
      expect(told.filter(({ field }: { field: string }) => field === 'created')).toHaveLength(1);
    });

    test('named fields are taken from the merged company, a figure with its year and its sources', async () => {
      await merge('acme-inc', 'acme', ['revenue', 'kinds', 'content.en.story', 'content.ko.name']);
      expect(await content('acme')).toMatchObject({
        revenue: '$2M',
        revenue_as_of: 2025,
        employees: 3,
        kinds: ['media', 'saas'],
        story: 'Another story.',
        sources: [
          { url: 'https://both.example/', supports: ['founder', 'origin'] },
          { url: 'https://b.example/', supports: ['revenue'] },
        ],
        content: { ko: { name: '아크메 주식회사' } },
      });
    });

    test('an undo brings everything back, and nothing is left of the merge', async () => {
      const before = await state();
      app.clock.forward(HOUR / 2);
      const { merge: id } = (await merge('acme-inc', 'acme', ['revenue', 'content.ko.name'])).json();
      expect(await state()).not.toEqual(before);
      const undone = await undo(id);
      expect([undone.statusCode, undone.json()]).toEqual([
        200,
        { id: 'acme-inc', from: 'acme', kept: false },
      ]);
      expect(await state()).toEqual(before);
      expect((await app.get('/api/companies/acme-inc')).statusCode).toBe(200);
      expect((await app.get('/api/admin/companies/acme-inc/history', as)).json()).toHaveLength(2);
      expect((await undo(id)).statusCode).toBe(404);
    });

    test('what came since stays with an undo: edits, likes, replies', async () => {
      const { merge: id } = (await merge('acme-inc', 'acme', ['revenue'])).json();
      await app.put('/api/admin/companies/acme', { revenue: '$9M' }, as);
      await like('acme', 'v4');
      await app.delete('/api/companies/acme/like', undefined, by('v1'));
      const [thread] = (await app.get('/api/companies/acme/comments')).json();
      await comment('acme', 'v3', 'A late reply.', thread.id);
      await comment('acme', 'v4', 'A late comment.');
      expect((await undo(id)).json()).toMatchObject({ kept: true });
      expect(await content('acme')).toMatchObject({
        revenue: '$9M',
        website: null,
        likes: 3,
        comments_count: 2,
      });
      expect(await content('acme-inc')).toMatchObject({ revenue: '$2M', likes: 1, comments_count: 3 });
      const [back] = (await app.get('/api/companies/acme-inc/comments')).json();
      expect(
        back.replies.map((reply: { content: string; person: number }) => [reply.content, reply.person]),
      ).toEqual([
        ['A reply.', 2],
        ['A late reply.', 3],
      ]);
    });

    test('the old addresses redirect while readers see the target, over several merges', async () => {
      const location = async (path: string, request = {}) => {
        const answer = await app.get(path, request);
        return [answer.statusCode, answer.headers.location];
      };
      await app.post('/api/admin/companies', { name: 'Gamma', category: 'no-seed' }, as);
      await merge('acme-inc', 'acme');
      expect(await location('/api/companies/acme-inc?language=ko')).toEqual([
        301,
        '/api/companies/acme?language=ko',
      ]);
      expect(await location('/api/companies/acme-inc/related')).toEqual([301, '/api/companies/acme/related']);
      expect(await location('/api/companies/acme-inc', { method: 'HEAD' })).toEqual([
        301,
        '/api/companies/acme',
      ]);
      expect(await location('/ko/companies/acme-inc/feed.xml')).toEqual([301, '/ko/companies/acme/feed.xml']);
      expect(await location('/share/ja/companies/acme-inc.png')).toEqual([
        301,
        '/share/ja/companies/acme.png',
      ]);
      expect(await location('/api/admin/companies/acme-inc/content', as)).toEqual([
        301,
        '/api/admin/companies/acme/content',
      ]);
      expect(await location('/api/changes?limit=5&company=acme-inc&kind=facts')).toEqual([
        301,
        '/api/changes?limit=5&company=acme&kind=facts',
      ]);
      expect(await location('/api/changes?company=nobody')).toEqual([404, undefined]);
      expect(await location('/api/changes?company=%zz')).toEqual([404, undefined]);
      expect((await like('acme-inc', 'v5')).statusCode).toBe(308);
      expect((await app.put('/api/admin/companies/acme-inc', { employees: 9 }, as)).statusCode).toBe(404);
      const { merge: second } = (await merge('acme', 'gamma')).json();
      expect(await location('/api/companies/acme-inc')).toEqual([301, '/api/companies/gamma']);
      expect((await app.get('/api/admin/companies/gamma/history', as)).json()).toHaveLength(6);
      await app.put('/api/admin/companies/gamma/visibility', { show_on_site: false }, as);
      expect(await location('/api/companies/acme-inc')).toEqual([404, undefined]);
      await undo(second);
      expect(await location('/api/companies/acme-inc')).toEqual([301, '/api/companies/acme']);
      const bin = (await app.delete('/api/admin/companies/acme', undefined, as)).json().bin_id;
      expect(await location('/api/companies/acme-inc')).toEqual([404, undefined]);
      await app.post(`/api/admin/bin/${bin}/restore`, undefined, as);
      expect(await location('/api/companies/acme-inc')).toEqual([301, '/api/companies/acme']);
      expect((await app.get('/api/admin/companies/acme/history', as)).json().length).toBeGreaterThan(3);
    });

    test('a shipped correction of a merged company is shown with its target', async () => {
      await makeCompany(app, 'Zoho', { id: 'zoho' });
      await merge('zoho', 'acme');
      const corrections: { company: { id: string } }[] = (await app.get('/api/corrections')).json();
      expect(new Set(corrections.map(({ company }) => company.id))).toEqual(new Set(['acme']));
    });

    test('a text that came whole is as far behind as it was, one that was filled as far as the target’s', async () => {
      await app.put('/api/admin/companies/acme-inc', { story: 'A newer story.' }, as);
      const before = (await content('acme-inc')).content;
      expect([before.ja.pending_since, before.ko.pending_since]).toEqual([
        expect.any(String),
        expect.any(String),
      ]);
      await merge('acme-inc', 'acme');
      const after = (await content('acme')).content;
      expect([after.ja.pending_since, after.ja.pending_language]).toEqual([before.ja.pending_since, 'en']);
      expect(after.ko.pending_since).toBeNull();
    });

    test('the old id is taken while it redirects, and free when the target is gone for good', async () => {
      const { merge: id } = (await merge('acme-inc', 'acme')).json();
      const named = await app.post('/api/admin/companies', { name: 'ACME Inc', category: 'no-seed' }, as);
      expect(named.json().id).toBe('acme-inc-2');
      const asked = await app.post(
        '/api/admin/companies/upsert',
        { companies: [{ id: 'acme-inc', name: 'ACME Inc.', description: 'x', category: 'no-seed' }] },
        as,
      );
      expect(asked.json().problems).toMatchObject([
        { code: 'id_merged', params: { id: 'acme-inc', into: 'acme' } },
      ]);
      const bin = (await app.delete('/api/admin/companies/acme', undefined, as)).json().bin_id;
      await app.delete(`/api/admin/bin/${bin}`, undefined, as);
      const again = await app.post('/api/admin/companies', { name: 'ACME Inc.', category: 'no-seed' }, as);
      expect(again.json().id).toBe('acme-inc');
      const known = await state();
      expect((await undo(id)).statusCode).toBe(409);
      expect(await state()).toEqual(known);
    });

    test.each([
      ['itself', 'acme', undefined, 400, 'merge_with_itself'],
      ['one that is not there', 'nobody', undefined, 404, undefined],
      ['an unknown field', 'acme-inc', ['profits'], 400, 'unknown_key'],
      ['a text without its language', 'acme-inc', ['story'], 400, 'unknown_key'],
    ])('a merge into %s is refused', async (_what, into, fields, status, code) => {
      const before = await state();
      const answer = await merge('acme', into, fields);
      expect([answer.statusCode, answer.json().details?.[0]?.code]).toEqual([status, code]);
      expect(await state()).toEqual(before);
    });

    test('a merge into a trashed company is refused; an undo waits for what was merged or trashed since', async () => {
      const bin = (await app.delete('/api/admin/companies/acme', undefined, as)).json().bin_id;
      expect((await merge('acme-inc', 'acme')).statusCode).toBe(404);
      await app.post(`/api/admin/bin/${bin}/restore`, undefined, as);
      const { merge: id } = (await merge('acme-inc', 'acme')).json();
      await app.post('/api/admin/companies', { name: 'Gamma', category: 'no-seed' }, as);
      const { merge: later } = (await merge('acme', 'gamma')).json();
      const refused = await undo(id);
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict']);
      await undo(later);
      const trashed = (await app.delete('/api/admin/companies/acme', undefined, as)).json().bin_id;
      expect((await undo(id)).statusCode).toBe(409);
      await app.post(`/api/admin/bin/${trashed}/restore`, undefined, as);
      expect((await undo(id)).statusCode).toBe(200);
      expect((await content('acme-inc')).employees).toBe(5);
    });

    test('merges, saves and likes at the same moment lose nothing', async () => {
      const answers = await Promise.all([
        merge('acme-inc', 'acme'),
        app.put('/api/admin/companies/acme', { employees: 77 }, as),
        app.put('/api/admin/companies/acme-inc', { country: 'DE' }, as),
        like('acme-inc', 'v7'),
        merge('acme', 'acme-inc'),
      ]);
      const statuses = answers.map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => ![200, 308, 404].includes(status))).toEqual([]);
      expect([statuses[0], statuses[4]].toSorted()).toEqual([200, 404]);
      const [left] = (await app.get('/api/admin/companies', as)).json();
      if (left.id === 'acme' && statuses[1] === 200) expect(left.employees).toBe(77);
      if (left.id === 'acme' && statuses[2] === 200) expect(left.country).toBe('DE');
      expect(left.likes).toBe(statuses[3] === 200 ? 4 : 3);
    });

    test('of the person nothing is left in a merge that can be taken back, once the account is deleted', async () => {
      const { deleteUser } = await import('../accounts/store.ts');
      const { makeUser } = await import('../../testing/make.ts');
      const id = await makeUser(app, 'ada@example.com');
      await app.database.write(({ tx }) =>
        tx
          .insertInto('likes')
          .values({ company_id: 'acme-inc', visitor: `user:${id}`, created_at: '2026-11-21T03:00:00Z' })
          .execute()
          .then(() => tx.updateTable('companies').set({ likes: 3 }).where('id', '=', 'acme-inc').execute()),
      );
      const { merge: merged } = (await merge('acme-inc', 'acme')).json();
      await app.database.write((unit) => deleteUser(unit, { id, email: 'ada@example.com' }));
      const rows = await app.database.read.selectFrom('company_merges').select('snapshot').execute();
      expect(JSON.stringify(rows)).not.toContain(id);
      await undo(merged);
      expect((await content('acme-inc')).likes).toBe(3);
    });
  });

  describe(`duplicates on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterEach(() => app.close());

    const add = async (body: object): Promise<string> =>
      (await app.post('/api/admin/companies', { category: 'no-seed', ...body }, as)).json().id;
    const pairs = async () =>
      (await app.get('/api/admin/companies/duplicates', as))
        .json()
        .map(({ companies, reasons }: { companies: { id: string }[]; reasons: string[] }) => [
          ...companies.map(({ id }) => id),
          ...reasons,
        ]);
    const inbox = async () =>
      (await app.get('/api/admin/inbox', as))
        .json()
        .find(({ kind }: { kind: string }) => kind === 'duplicates');

    test('pairs by name, domain, founder and year; one that is dismissed stays so', async () => {
      await add({ name: 'Acme', founder: 'Ada', founded: 1999, website: 'https://acme.example/' });
      await add({ name: 'Akme', founder: 'Bob', founded: 2000, content: { ja: { name: 'アクメ株式会社' } } });
      await add({ name: 'アクメ', founder: 'Cy', founded: 2001, website: 'https://shop.acme.example/x' });
      await add({ name: 'Other', founder: 'ADA', founded: 1999 });
      await add({ name: 'Third', founder: 'Ada', founded: 1998 });
      expect((await pairs()).toSorted()).toEqual([
        ['acme', 'other', 'founder'],
        ['acme', 'アクメ', 'website'],
        ['akme', 'アクメ', 'name'],
      ]);
      expect(await inbox()).toMatchObject({ count: 3, to: '/admin/edit?show=duplicates' });
      const dismiss = (dismissed: boolean) =>
        app.post('/api/admin/companies/duplicates/dismiss', { ids: ['other', 'acme'], dismissed }, as);
      expect((await dismiss(true)).statusCode).toBe(200);
      await app.put('/api/admin/companies/other', { employees: 9 }, as);
      expect(await pairs()).toHaveLength(2);
      expect(await inbox()).toMatchObject({ count: 2 });
      await dismiss(false);
      expect(await pairs()).toHaveLength(3);
      await app.put('/api/admin/companies/other', { founder: 'Zoe' }, as);
      expect(await pairs()).toHaveLength(2);
    });

    test('a company that is typed or imported is told from what it looks like', async () => {
      await add({ name: 'Acme', website: 'https://acme.example/', founder: 'Ada', founded: 1999 });
      const preview = await app.get(
        '/api/admin/company-rows/new?name=ACME%20Ltd.&category=no-seed&website=https%3A%2F%2Fwww.acme.example',
        as,
      );
      expect(preview.json().lookalikes).toEqual([
        { id: 'acme', name: 'Acme', reasons: expect.arrayContaining(['name', 'website']) },
      ]);
      const companies = [
        { name: 'ACME GmbH', description: 'x', story: 'y', founder: 'Z', category: 'no-seed' },
        { name: 'Fresh', description: 'x', story: 'y', founder: 'Y', category: 'no-seed' },
        { name: 'FRESH Inc.', description: 'x', story: 'y', founder: 'X', category: 'no-seed' },
      ];
      const trial = await app.post('/api/admin/companies/import?dry_run=true', { companies }, as);
      expect(
        trial
          .json()
          .items.map((item: { lookalikes?: { id: string }[] }) => item.lookalikes?.map(({ id }) => id)),
      ).toEqual([['acme'], undefined, ['fresh']]);
    });

    test('many companies with one address are no quadratic list', async () => {
      const companies = Array.from({ length: 300 }, (_, i) => ({
        name: `Company ${i} x`,
        website: 'https://same.example/',
        founded: 1900 + (i % 100),
        founder: `P${i}`,
      }));
      await app.post('/api/admin/companies/bulk', { companies }, as);
      expect(await pairs()).toHaveLength(299);
    });
  });
}
