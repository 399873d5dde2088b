import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VIEWS_MAX } from '../../../core/views/calls.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';

type Signed = Awaited<ReturnType<typeof signIn>>;

for (const dialect of dialects) {
  describe(`named views on ${dialect}`, () => {
    let app: TestApp;
    let [owner, editor, analyst]: Signed[] = [];
    beforeEach(async () => {
      app = await testApp(dialect);
      owner = await signIn(app);
      editor = await signIn(app, 'eve', 'editor');
      analyst = await signIn(app, 'ann', 'analyst');
    });
    afterEach(() => app.close());

    const save = (as: Signed | undefined, body: object) => app.post('/api/admin/views', body, as);
    const names = async (as: Signed | undefined) =>
      (await app.get('/api/admin/views', as))
        .json()
        .map(({ name, deletable }: { name: string; deletable: boolean }) => [name, deletable]);
    const remove = async (as: Signed | undefined, id: string) =>
      (await app.delete(`/api/admin/views/${id}`, undefined, as)).statusCode;

    test('one keeps views for oneself, or shares them; others see what is shared', async () => {
      const saved = await save(editor, { name: ' Hidden ones ', query: 'visibility=hidden&tag=a%20b' });
      expect([saved.statusCode, saved.json()]).toEqual([
        201,
        {
          id: expect.any(String),
          name: 'Hidden ones',
          shared: false,
          query: 'visibility=hidden&tag=a+b',
          created_by: 'eve',
          created_at: expect.any(String),
          deletable: true,
        },
      ]);
      await save(editor, { name: 'For all', query: 'missing=ko', shared: true });
      expect(await names(editor)).toEqual([
        ['For all', true],
        ['Hidden ones', true],
      ]);
      expect(await names(analyst)).toEqual([['For all', false]]);
      expect(await names(owner)).toEqual([['For all', true]]);
      const again = await save(editor, { name: 'For all', query: 'missing=ja', shared: false });
      expect(again.json()).toMatchObject({ query: 'missing=ja', shared: false });
      expect(await names(analyst)).toEqual([]);
    });

    test('a view is deleted by whom it belongs to, and by owners where it is shared', async () => {
      const shared = (await save(editor, { name: 'A', query: '', shared: true })).json().id;
      const own = (await save(editor, { name: 'B', query: '' })).json().id;
      expect(await remove(analyst, shared)).toBe(403);
      expect(await remove(analyst, own)).toBe(404);
      expect(await remove(owner, own)).toBe(404);
      expect(await remove(owner, shared)).toBe(200);
      expect(await remove(editor, own)).toBe(200);
      expect(await remove(editor, own)).toBe(404);
      expect(await names(editor)).toEqual([]);
    });

    test('what is wrong is refused, and nobody keeps views without end', async () => {
      for (const body of [
        { query: '' },
        { name: ' ', query: '' },
        { name: 'x'.repeat(61), query: '' },
        { name: 'x' },
      ])
        expect((await save(editor, body)).json().code).toBe('validation_failed');
      expect((await app.get('/api/admin/views')).statusCode).toBe(401);
      for (let i = 0; i < VIEWS_MAX; i++) await save(editor, { name: `View ${i}`, query: '' });
      expect((await save(editor, { name: 'One more', query: '' })).json().code).toBe('conflict');
      expect((await save(editor, { name: 'View 1', query: 'tag=a' })).statusCode).toBe(201);
    });

    test('the private views of an administrator are deleted with the account', async () => {
      await save(editor, { name: 'Mine', query: '' });
      await save(editor, { name: 'Ours', query: '', shared: true });
      const { id } = await app.database.read
        .selectFrom('admins')
        .select('id')
        .where('username', '=', 'eve')
        .executeTakeFirstOrThrow();
      expect((await app.delete(`/api/admin/administrators/${id}`, undefined, owner)).statusCode).toBe(200);
      const rows = await app.database.read.selectFrom('saved_views').select('name').execute();
      expect(rows).toEqual([{ name: 'Ours' }]);
    });
  });
}
