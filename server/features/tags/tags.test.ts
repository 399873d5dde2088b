import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { companyIndex } from '../company-index/company-index.ts';

for (const dialect of dialects) {
  describe(`tags on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeAll(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterAll(() => app.close());

    const path = (tag: string) => `/api/admin/tags/${encodeURIComponent(tag)}`;
    const rename = async (tag: string, name: string, merge?: boolean) =>
      app.put(path(tag), { name, ...(merge === undefined ? {} : { merge }) }, as);
    const undo = (change: string) => app.post(`/api/admin/tags/changes/${change}/undo`, {}, as);
    const tagsOf = async (id: string) =>
      (await app.get(`/api/admin/companies/${id}/content`, as)).json().tags as string[];
    const listed = async (tag: string) =>
      (await app.get(`/api/companies?tag=${encodeURIComponent(tag)}`))
        .json()
        .map(({ id }: { id: string }) => id);
    const history = async (id: string) =>
      (await app.get(`/api/admin/companies/${id}/history`, as)).json() as {
        action: string;
        version: number;
        actor: string;
        changes: { field: string; before: unknown; after: unknown }[];
      }[];
    const counts = async (q = '') => {
      const answer = await app.get(`/api/admin/tags?q=${encodeURIComponent(q)}`, as);
      return { total: answer.headers['x-total-count'], tags: answer.json() };
    };
    const led = async (tag: string) => {
      const answer = await app.get(`/api/tags/${encodeURIComponent(tag)}`);
      return answer.statusCode === 200 ? answer.json().tag : answer.statusCode;
    };

    test('are listed with their counts, hidden companies too, and found by a part of their name', async () => {
      await makeCompany(app, 'Counted A', { tags: ['counted', 'counted-rare'] });
      await makeCompany(app, 'Counted B', { tags: ['counted'], show_on_site: false });
      expect(await counts('#Counted')).toEqual({
        total: '2',
        tags: [
          { tag: 'counted', companies: 2, shown: 1, names: {}, outdated: [] },
          { tag: 'counted-rare', companies: 1, shown: 1, names: {}, outdated: [] },
        ],
      });
      const page = await app.get('/api/admin/tags?q=counted&limit=1&offset=1', as);
      expect([page.headers['x-total-count'], page.json()[0].tag]).toEqual(['2', 'counted-rare']);
      expect((await counts('%')).tags).toEqual([]);
    });

    test('a renamed tag is searched by its new name alone', async () => {
      const id = await makeCompany(app, 'Heron', { tags: ['wharfside'] });
      const found = async (q: string) => {
        await companyIndex.indexAllQueued(app.database);
        return (await app.get(`/api/companies?q=${q}`)).json().map((row: { id: string }) => row.id);
      };
      expect(await found('wharfside')).toEqual([id]);
      const { change } = (await rename('wharfside', 'quayside')).json();
      expect(await found('quayside')).toEqual([id]);
      expect(await found('wharfside')).toEqual([]);
      await undo(change);
      expect(await found('wharfside')).toEqual([id]);
      expect(await found('quayside')).toEqual([]);
    });

    test('one is renamed in all companies, with an entry in the history of each, and its address leads on', async () => {
      const one = await makeCompany(app, 'Rename A', { tags: ['first', 'solo', 'last'] });
      const two = await makeCompany(app, 'Rename B', { tags: ['solo'], show_on_site: false });
      const other = await makeCompany(app, 'Rename C', { tags: ['last'] });
      const { updated_at } = (await app.get(`/api/admin/companies/${one}/content`, as)).json();
      const answer = await rename('solo', ' #Solo Founder ');
      expect(answer.json()).toMatchObject({ tag: 'solo-founder', companies: 2, merged: false });
      expect(await tagsOf(one)).toEqual(['first', 'solo-founder', 'last']);
      expect(await tagsOf(two)).toEqual(['solo-founder']);
      expect(await tagsOf(other)).toEqual(['last']);
      expect([await listed('solo-founder'), await listed('solo')]).toEqual([[one], []]);
      expect(await led('solo')).toBe('solo-founder');
      const [entry] = await history(one);
      expect(entry).toMatchObject({
        action: 'update',
        version: 2,
        actor: 'admin',
        changes: [
          { field: 'tags', before: ['first', 'solo', 'last'], after: ['first', 'solo-founder', 'last'] },
        ],
      });
      expect(await history(other)).toEqual([]);
      // What the company says is as old as it was.
      expect((await app.get(`/api/admin/companies/${one}/content`, as)).json()).toMatchObject({
        updated_at,
        version: 2,
      });
      const [logged] = (await app.get('/api/admin/audit?limit=1', as)).json();
      expect(logged).toMatchObject({
        action: 'tag.rename',
        subject: 'solo',
        before: { tag: 'solo' },
        after: { tag: 'solo-founder' },
      });

      // Renamed again and back: each old address leads to the name of today.
      await rename('solo-founder', 'one-person');
      expect([await led('solo'), await led('solo-founder')]).toEqual(['one-person', 'one-person']);
      await rename('one-person', 'solo');
      expect([await led('solo'), await led('solo-founder'), await led('one-person')]).toEqual([
        'solo',
        'solo',
        'solo',
      ]);
    });

    test('a renaming is taken back once, and leaves what was saved meanwhile', async () => {
      const kept = await makeCompany(app, 'Undo A', { tags: ['a', 'old', 'z'] });
      const changed = await makeCompany(app, 'Undo B', { tags: ['old'] });
      const { change } = (await rename('old', 'new')).json();
      await app.put(`/api/admin/companies/${changed}`, { tags: ['else'] }, as);
      await app.put(`/api/admin/companies/${kept}`, { tags: ['a', 'new', 'z', 'added'] }, as);
      const back = await undo(change);
      expect([back.statusCode, back.json()]).toEqual([200, { tag: 'old', companies: 1 }]);
      expect(await tagsOf(kept)).toEqual(['a', 'old', 'z', 'added']);
      expect(await tagsOf(changed)).toEqual(['else']);
      expect([await led('old'), await led('new')]).toEqual(['old', 404]);
      expect((await history(kept))[0]).toMatchObject({ action: 'restore' });
      expect((await undo(change)).statusCode).toBe(404);
      const { change: late } = (await rename('old', 'newer')).json();
      app.clock.now = new Date(app.clock.now.getTime() + 31 * 24 * 3_600_000);
      as = await signIn(app);
      expect((await undo(late)).statusCode).toBe(404);
    });

    test('two are made one where that is meant, and two again by the undo', async () => {
      const both = await makeCompany(app, 'Merge A', { tags: ['ai', 'x', 'machine-learning'] });
      const one = await makeCompany(app, 'Merge B', { tags: ['ai'] });
      const two = await makeCompany(app, 'Merge C', { tags: ['machine-learning'] });
      const refused = await rename('ai', 'machine-learning');
      expect([refused.statusCode, refused.json().details]).toEqual([
        409,
        [
          expect.objectContaining({
            path: 'body.name',
            code: 'tag_taken',
            params: { tag: 'machine-learning' },
          }),
        ],
      ]);
      expect(await tagsOf(one)).toEqual(['ai']);
      const merged = (await rename('ai', 'machine-learning', true)).json();
      expect(merged).toMatchObject({ companies: 2, merged: true });
      expect(await tagsOf(both)).toEqual(['machine-learning', 'x']);
      expect((await listed('machine-learning')).toSorted()).toEqual([both, one, two].toSorted());
      expect(await led('ai')).toBe('machine-learning');
      expect((await undo(merged.change)).json()).toEqual({ tag: 'ai', companies: 2 });
      expect((await tagsOf(both)).toSorted()).toEqual(['ai', 'machine-learning', 'x']);
      expect([await tagsOf(one), await tagsOf(two)]).toEqual([['ai'], ['machine-learning']]);
    });

    test('one is removed, and given back at its place', async () => {
      const id = await makeCompany(app, 'Remove', { tags: ['p', 'q', 'r'] });
      const answer = await app.delete(path('q'), undefined, as);
      expect(answer.json()).toMatchObject({ companies: 1 });
      expect([await tagsOf(id), await led('q'), await listed('q')]).toEqual([['p', 'r'], 404, []]);
      await undo(answer.json().change);
      expect([await tagsOf(id), await led('q')]).toEqual([['p', 'q', 'r'], 'q']);
      expect((await app.delete(path('no-such'), undefined, as)).statusCode).toBe(404);
      expect((await rename('no-such', 'other')).statusCode).toBe(404);
      expect((await rename('q', '!!!')).json().details[0]).toMatchObject({
        path: 'body.name',
        code: 'invalid_slug',
      });
    });

    test('one change is taken back after another, and its own name is no change', async () => {
      const id = await makeCompany(app, 'In turn', { tags: ['one', 'two'] });
      const { change } = (await rename('one', 'one-renamed')).json();
      await rename('two', 'two-renamed');
      const same = await rename('two-renamed', 'two-renamed');
      expect([same.statusCode, same.json()]).toMatchObject([200, { companies: 0, merged: false }]);
      expect((await undo(change)).json()).toEqual({ tag: 'one', companies: 1 });
      expect(await tagsOf(id)).toEqual(['one', 'two-renamed']);
    });

    test('a company that comes out of the trash has the names of today', async () => {
      await makeCompany(app, 'Stays', { tags: ['before'] });
      const id = await makeCompany(app, 'Thrown away', { tags: ['before', 'own'] });
      const { bin_id } = (await app.delete(`/api/admin/companies/${id}`, undefined, as)).json();
      await rename('before', 'after');
      await app.post(`/api/admin/bin/${bin_id}/restore`, {}, as);
      expect(await tagsOf(id)).toEqual(['after', 'own']);
      expect((await listed('after')).includes(id)).toBe(true);
    });

    test('an analyst reads them and changes nothing', async () => {
      await makeCompany(app, 'Read', { tags: ['readable'] });
      const analyst = await signIn(app, 'ana', 'analyst');
      expect((await app.get('/api/admin/tags?q=readable', analyst)).json()).toHaveLength(1);
      const refused = await app.put(path('readable'), { name: 'other' }, analyst);
      expect([refused.statusCode, await led('readable')]).toEqual([403, 'readable']);
    });
  });
}
