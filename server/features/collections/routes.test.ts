import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredCollection } from '../../../core/collections/calls.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { loadCollections, readShippedCollections } from './shipped-collections.ts';

const words = (title: string) => ({ title, intro: `${title}, and why` });
const draft = (id: string, ...companies: string[]) => ({
  id,
  texts: { en: words('Quiet ones'), ko: { ...words('조용한 곳'), closing: '끝' } },
  companies: companies.map((company) => ({ id: company, notes: { en: `On ${company}` } })),
  published: true,
});

for (const dialect of dialects) {
  describe(`collections on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeAll(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
      for (const id of ['alpha', 'beta', 'gamma', 'delta']) await makeCompany(app, id, { id });
      await app.post('/api/admin/collections', draft('quiet-ones', 'beta', 'gamma', 'alpha'), as);
    });
    afterAll(() => app.close());

    const read = async (language = 'en') =>
      (await app.get(`/api/collections/quiet-ones?language=${language}`)).json();
    const ids = async () => (await read()).companies?.map(({ id }: { id: string }) => id);

    test('readers see its companies in their order, its words in their language', async () => {
      expect(await read()).toMatchObject({
        title: 'Quiet ones',
        closing: '',
        companies: [{ id: 'beta', note: 'On beta' }, { id: 'gamma' }, { id: 'alpha' }],
      });
      expect(await read('ko')).toMatchObject({ title: '조용한 곳', closing: '끝', language: 'ko' });
      expect(await read('ja')).toMatchObject({ title: 'Quiet ones', language: 'en' });
      expect((await app.get('/api/collections')).json()).toMatchObject([
        { id: 'quiet-ones', count: 3, first: [{ id: 'beta' }, { id: 'gamma' }, { id: 'alpha' }] },
      ]);
      const of = await app.get('/api/companies/alpha/collections?language=ko');
      expect(of.json()).toEqual([{ id: 'quiet-ones', title: '조용한 곳', language: 'ko' }]);
      expect((await app.get('/api/companies/delta/collections')).json()).toEqual([]);
      expect((await app.get('/api/companies/nobody/collections')).statusCode).toBe(404);
    });

    test('a hidden company vanishes, a merged one is the one that it was merged into', async () => {
      await app.put('/api/admin/companies/gamma', { show_on_site: false }, as);
      expect(await ids()).toEqual(['beta', 'alpha']);
      await app.put('/api/admin/companies/gamma', { show_on_site: true }, as);
      expect(await ids()).toEqual(['beta', 'gamma', 'alpha']);
      const merged = await app.post('/api/admin/companies/gamma/merge', { into: 'delta' }, as);
      expect(merged.statusCode).toBe(200);
      expect(await ids()).toEqual(['beta', 'delta', 'alpha']);
      expect((await app.get('/api/companies/delta/collections')).json()).toHaveLength(1);
      await app.delete('/api/admin/companies/beta', undefined, as);
      expect(await ids()).toEqual(['delta', 'alpha']);
    });

    test('a save on an old version is refused, and a draft is seen in the console alone', async () => {
      const [stored] = (await app.get('/api/admin/collections', as)).json() as StoredCollection[];
      if (!stored) throw new Error('none');
      const { id: _, version, created_at: __, updated_at: ___, ...fields } = stored;
      app.clock.forward(1000);
      const saved = await app.put(
        '/api/admin/collections/quiet-ones',
        { ...fields, published: false, version },
        as,
      );
      expect(saved.json()).toMatchObject({ published: false, updated_at: app.clock.now.toISOString() });
      const stale = await app.put('/api/admin/collections/quiet-ones', { ...fields, version }, as);
      expect([stale.statusCode, stale.json().current.version]).toEqual([409, saved.json().version]);
      expect((await app.get('/api/collections/quiet-ones')).statusCode).toBe(404);
      expect((await app.get('/api/collections')).json()).toEqual([]);
      expect((await app.get('/api/companies/alpha/collections')).json()).toEqual([]);
      expect((await app.get('/api/admin/collections', as)).json()).toHaveLength(1);
    });

    test('what was deleted can be created again from the answer', async () => {
      const gone = await app.delete('/api/admin/collections/quiet-ones', undefined, as);
      expect((await app.get('/api/admin/collections', as)).json()).toEqual([]);
      const again = await app.post(
        '/api/admin/collections',
        { ...(gone.json() as object), published: true },
        as,
      );
      expect(again.statusCode).toBe(201);
      expect(await ids()).toEqual(['delta', 'alpha']);
      const log = (await app.get('/api/admin/audit', as)).json();
      expect(log[0]).toMatchObject({ action: 'collection.create', subject: 'quiet-ones' });
      expect(log[1]).toMatchObject({ action: 'collection.delete', before: { id: 'quiet-ones' } });
    });

    test('what is wrong is named, and nobody else may', async () => {
      const refused = async (body: object) =>
        (await app.post('/api/admin/collections', body, as)).json().details?.[0];
      expect(await refused({ ...draft('x'), texts: {} })).toMatchObject({
        path: 'body.texts',
        code: 'required',
      });
      expect(await refused(draft('Not A Slug'))).toMatchObject({ path: 'body.id', code: 'invalid_slug' });
      expect(await refused(draft('x', 'alpha', 'alpha'))).toMatchObject({
        path: 'body.companies.1.id',
        code: 'duplicate_id',
      });
      expect(await refused(draft('quiet-ones'))).toMatchObject({ path: 'body.id', code: 'duplicate_id' });
      expect((await app.post('/api/admin/collections', draft('y'))).statusCode).toBe(401);
      expect((await app.put('/api/admin/collections/none', draft('none'), as)).statusCode).toBe(404);
      expect((await app.delete('/api/admin/collections/none', undefined, as)).statusCode).toBe(404);
    });

    test('shipped ones are loaded once: what was edited or deleted here stays so', async () => {
      const files = await readShippedCollections();
      await loadCollections(app.database, files, app.clock.now);
      const stored = async () => (await app.get('/api/admin/collections', as)).json();
      expect(await stored()).toHaveLength(files.length + 1);
      const [first, second, third] = files;
      if (!first || !second || !third) throw new Error('no files');
      const { id, ...whole } = first;
      await app.put(`/api/admin/collections/${id}`, { ...whole, companies: [] }, as);
      await app.delete(`/api/admin/collections/${second.id}`, undefined, as);
      const changed = { ...third, published: !third.published };
      await loadCollections(app.database, [first, second, changed], app.clock.now);
      const now = new Map((await stored()).map((one: { id: string }) => [one.id, one]));
      expect(now.get(first.id)).toMatchObject({ companies: [] });
      expect(now.has(second.id)).toBe(false);
      expect(now.get(third.id)).toMatchObject({ published: changed.published });
    });
  });
}
