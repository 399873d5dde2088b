import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  SAVED_COMPANIES_MAX,
  SAVED_LISTS_MAX,
  SAVED_NAME_MAX,
  SAVED_NOTE_MAX,
} from '../../../core/lists/rules.ts';
import { restoreBackup, writeBackup } from '../../platform/backup/backup.ts';
import { isOwnerGone } from '../../platform/database/failure.ts';
import { signIn as signInAsAdmin, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

const PASSWORD = 'correct horse battery';
const entry = (id: string, note = '') => ({ id, note });

for (const dialect of dialects) {
  describe(`lists of readers on ${dialect}`, () => {
    let app: TestApp;
    let ada: Awaited<ReturnType<typeof reader>>;
    beforeEach(async () => {
      app = await testApp(dialect, { variables: { REQUIRE_VERIFIED_EMAIL: 'false' } });
      for (const id of ['alpha', 'beta', 'gamma']) await makeCompany(app, id, { id });
      ada = await reader('ada@example.com');
    });
    afterEach(() => app.close());

    async function reader(email: string) {
      const made = await app.post('/api/auth/register', { email, password: PASSWORD, language: 'en' });
      return { headers: { authorization: `Bearer ${made.json().token}` } };
    }
    const make = async (body: object, as = ada) => (await app.post('/api/auth/lists', body, as)).json();
    const lists = async (as = ada) => (await app.get('/api/auth/lists', as)).json();
    const bring = (body: object, as = ada) => app.post('/api/auth/lists/merge', body, as);
    const put = (list: { id: string; version: number }, changes: object, as = ada) =>
      app.put(
        `/api/auth/lists/${list.id}`,
        { name: 'Tea', entries: [], shared: false, version: list.version, ...changes },
        as,
      );
    const shared = (token: string, language = 'en') => app.get(`/api/lists/${token}?language=${language}`);
    const ids = async (token: string) =>
      (await shared(token)).json().companies?.map(({ id }: { id: string }) => id);

    test('a name is one line without signs of direction', async () => {
      const made = await make({ name: 'Tea\u202e\nand\tcoffee', entries: [] });
      expect(made.name).toBe('Tea and coffee');
      const [{ id, version }] = await lists();
      const told = await put({ id, version }, { shared: true, shared_by: 'Ada\u2066\nL.' });
      expect(told.json().shared_by).toBe('Ada L.');
    });

    test('a list that is made while its account is deleted is refused', async () => {
      const of = await app.database.read.selectFrom('users').select('id').executeTakeFirstOrThrow();
      const insert = app.database.write(({ tx }) =>
        tx
          .insertInto('saved_lists')
          .values({
            ...{ id: 'l', user_id: `not ${of.id}`, name: 'Tea', entries: '[]', version: 1, token: null },
            ...{ shared_by: '', created_at: '', updated_at: '' },
          })
          .execute(),
      );
      await expect(insert).rejects.toSatisfy(isOwnerGone);
      const statuses = new Set<number>();
      for (let round = 0; round < 4; round++) {
        const as = await reader(`r${round}@example.com`);
        const answers = await Promise.all([
          ...[1, 2, 3].map((n) => app.post('/api/auth/lists', { name: `${n}`, entries: [] }, as)),
          app.delete('/api/auth/account', { password: PASSWORD }, as),
          ...[4, 5, 6].map((n) => app.post('/api/auth/lists', { name: `${n}`, entries: [] }, as)),
        ]);
        for (const { statusCode } of answers) statuses.add(statusCode);
      }
      expect([...statuses].filter((status) => ![200, 201, 401, 404].includes(status))).toEqual([]);
    });

    test('a list is made, changed as a whole and deleted; an older version is refused', async () => {
      const made = await app.post('/api/auth/lists', { name: ' Tea ', entries: [entry('alpha')] }, ada);
      expect([made.statusCode, made.json()]).toEqual([
        201,
        {
          ...{ id: expect.any(String), name: 'Tea', entries: [entry('alpha')], version: 1, token: null },
          ...{ shared_by: '', created_at: expect.any(String), updated_at: expect.any(String) },
        },
      ]);
      const first = made.json();
      const entries = [entry('beta', 'Read <b>this</b>'), entry('alpha')];
      const second = (await put(first, { name: 'Green tea', entries })).json();
      expect(second).toMatchObject({ name: 'Green tea', entries, version: 2 });
      const stale = await put(first, { name: 'Black tea' });
      expect([stale.statusCode, stale.json()]).toMatchObject([
        409,
        { code: 'stale_version', current: { version: 2, name: 'Green tea' } },
      ]);
      expect((await app.get(`/api/auth/lists/${first.id}`, ada)).json()).toEqual(second);
      expect((await app.delete(`/api/auth/lists/${first.id}`, undefined, ada)).statusCode).toBe(200);
      expect((await app.delete(`/api/auth/lists/${first.id}`, undefined, ada)).statusCode).toBe(404);
      expect((await put(second, {})).statusCode).toBe(404);
      expect(await lists()).toEqual([]);
    });

    test('what is wrong is refused, and nobody keeps lists without end', async () => {
      for (const body of [
        {},
        { name: 'x'.repeat(SAVED_NAME_MAX + 1), entries: [] },
        { name: 'x', entries: [entry('alpha', 'x'.repeat(SAVED_NOTE_MAX + 1))] },
        { name: 'x', entries: [entry('alpha'), entry('alpha')] },
        { name: 'x', entries: [entry('')] },
        { name: 'x', entries: ['alpha'] },
        { name: 'x', entries: Array.from({ length: SAVED_COMPANIES_MAX + 1 }, (_, i) => entry(`c${i}`)) },
      ]) {
        const answer = await app.post('/api/auth/lists', body, ada);
        expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
      }
      for (let i = 0; i < SAVED_LISTS_MAX; i++) await make({ name: `List ${i}`, entries: [] });
      expect(await make({ name: 'One more', entries: [] })).toMatchObject({
        code: 'conflict',
        details: [{ path: 'body', code: 'too_many' }],
      });
      expect(await make({ name: 'List 1', entries: [] })).toMatchObject({
        code: 'conflict',
        details: [{ path: 'body.name', code: 'duplicate_id' }],
      });
      const [one, two] = await lists();
      expect((await put(two, { name: one.name })).json().details).toMatchObject([{ path: 'body.name' }]);
      for (const body of [{ shared: 'yes' }, { version: 'new' }, { shared_by: 'x'.repeat(61) }])
        expect((await put(one, body)).statusCode).toBe(400);
      expect((await app.get('/api/auth/lists')).statusCode).toBe(401);
      expect((await app.post('/api/auth/lists', { name: 'x', entries: [] })).statusCode).toBe(401);
      expect((await app.get('/api/auth/lists/x', ada)).statusCode).toBe(400);
    });

    test('of two lists that get one name at once, one is refused', async () => {
      for (let i = 0; i < 5; i++) {
        const [first, second] = [
          await make({ name: `Tea ${i}`, entries: [] }),
          await make({ name: `Rice ${i}`, entries: [] }),
        ];
        const name = `Both ${i}`;
        const answers = await Promise.all([put(first, { name }), put(second, { name })]);
        expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      }
    });

    test("another reader's list is not found", async () => {
      const list = await make({ name: 'Tea', entries: [entry('alpha')] });
      const eve = await reader('eve@example.com');
      expect(await lists(eve)).toEqual([]);
      expect((await app.get(`/api/auth/lists/${list.id}`, eve)).statusCode).toBe(404);
      expect((await put(list, {}, eve)).statusCode).toBe(404);
      expect((await app.delete(`/api/auth/lists/${list.id}`, undefined, eve)).statusCode).toBe(404);
      expect((await make({ name: 'Tea', entries: [] }, eve)).version).toBe(1);
      expect(await lists()).toEqual([list]);
    });

    test('lists of the device come along once, without doubles, whatever is asked twice', async () => {
      await make({ name: '', entries: [entry('beta', 'Own note'), entry('alpha')] });
      const brought = { name: '', entries: [entry('alpha', 'From the phone'), entry('gamma')] };
      for (const _ of [1, 2]) {
        const answer = await bring(brought);
        expect([answer.statusCode, answer.json()]).toMatchObject([
          200,
          {
            entries: [entry('beta', 'Own note'), entry('alpha', 'From the phone'), entry('gamma')],
            version: 2,
          },
        ]);
      }
      const both = await Promise.all([
        bring({ name: 'Tea', entries: [entry('alpha')] }),
        bring({ name: 'Tea', entries: [entry('alpha')] }),
      ]);
      expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect((await lists()).map(({ name }: { name: string }) => name)).toEqual(['', 'Tea']);
      const many = Array.from({ length: SAVED_COMPANIES_MAX }, (_, i) => entry(`c${i}`));
      expect((await bring({ name: '', entries: many })).json()).toMatchObject({
        code: 'conflict',
        details: [{ path: 'body.entries', code: 'too_many' }],
      });
    });

    test('a shared list is seen by its address, and by none as soon as it is private again', async () => {
      const list = await make({
        name: 'Tea',
        entries: [entry('beta', 'Why <i>'), entry('nobody'), entry('alpha')],
      });
      const on = (await put(list, { entries: list.entries, shared: true })).json();
      expect(on.token).toMatch(/^[\w-]{40,}$/);
      const answer = await shared(on.token);
      expect(answer.json()).toMatchObject({
        name: 'Tea',
        shared_by: '',
        companies: [
          { id: 'beta', note: 'Why <i>' },
          { id: 'alpha', note: '' },
        ],
      });
      expect(Object.keys(answer.json())).toEqual(['name', 'shared_by', 'updated_at', 'companies']);
      const picture = await app.get(`/share/ko/lists/${on.token}.png`);
      expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
      // Its address stays while it is shared, and what is changed is seen at once.
      const named = (await put(on, { entries: [entry('alpha')], shared: true, shared_by: 'Ada' })).json();
      expect(named.token).toBe(on.token);
      expect((await shared(on.token)).json()).toMatchObject({
        shared_by: 'Ada',
        companies: [{ id: 'alpha' }],
      });
      expect((await put(named, { shared: true, shared_by: 'Moderator' })).json().details).toMatchObject([
        { path: 'body.shared_by', code: 'imitates_site' },
      ]);
      const off = (await put(named, { entries: named.entries, shared_by: 'Ada' })).json();
      expect(off).toMatchObject({ token: null, shared_by: '' });
      expect((await shared(on.token)).statusCode).toBe(404);
      expect((await app.get(`/share/ko/lists/${on.token}.png`)).statusCode).toBe(404);
      const anew = (await put(off, { shared: true })).json();
      expect(anew.token).not.toBe(on.token);
      // What is cached of a shared list ends with it.
      expect((await shared(anew.token)).statusCode).toBe(200);
      expect((await app.delete(`/api/auth/lists/${anew.id}`, undefined, ada)).statusCode).toBe(200);
      expect((await shared(anew.token)).statusCode).toBe(404);
      expect((await shared('x')).statusCode).toBe(404);
    });

    test('of a shared list hidden companies vanish, and a merged one is the one that it was merged into', async () => {
      const as = await signInAsAdmin(app);
      const list = await make({ name: 'Tea', entries: [] });
      const entries = [entry('gamma', 'Of gamma'), entry('beta'), entry('alpha')];
      const { token } = (await put(list, { entries, shared: true })).json();
      expect(await ids(token)).toEqual(['gamma', 'beta', 'alpha']);
      await app.put('/api/admin/companies/beta', { show_on_site: false }, as);
      expect(await ids(token)).toEqual(['gamma', 'alpha']);
      await app.post('/api/admin/companies/gamma/merge', { into: 'alpha' }, as);
      expect((await shared(token)).json().companies).toMatchObject([{ id: 'alpha', note: 'Of gamma' }]);
      const found = await app.get('/api/lists/companies?ids=gamma,beta,alpha,nobody,alpha&language=ko');
      expect(found.json()).toMatchObject([
        { asked: 'gamma', id: 'alpha' },
        { asked: 'alpha', id: 'alpha' },
      ]);
      const many = Array.from({ length: SAVED_COMPANIES_MAX + 1 }, (_, i) => `c${i}`).join();
      expect((await app.get(`/api/lists/companies?ids=${many}`)).json().details[0].code).toBe('too_many');
    });

    test('the lists of an account are in its export, and gone with it; a suspended one shares nothing', async () => {
      const list = await make({ name: 'Tea', entries: [] });
      const { token } = (await put(list, { entries: [entry('alpha', 'Mine')], shared: true })).json();
      expect((await app.get('/api/auth/export', ada)).json().lists).toEqual(await lists());
      const as = await signInAsAdmin(app);
      const { id } = await app.database.read.selectFrom('users').select('id').executeTakeFirstOrThrow();
      const act = (action: string) => app.post(`/api/admin/users/${id}/${action}`, {}, as);
      expect((await shared(token)).statusCode).toBe(200);
      expect((await act('suspend')).statusCode).toBe(200);
      expect((await shared(token)).statusCode).toBe(404);
      await act('activate');
      expect((await shared(token)).statusCode).toBe(200);
      const { token: session } = (
        await app.post('/api/auth/login', { email: 'ada@example.com', password: PASSWORD })
      ).json();
      const again = { headers: { authorization: `Bearer ${session}` } };
      const gone = await app.delete('/api/auth/account', { password: PASSWORD }, again);
      expect(gone.statusCode).toBe(200);
      expect((await shared(token)).statusCode).toBe(404);
      expect(await app.database.read.selectFrom('saved_lists').selectAll().execute()).toEqual([]);
      const log = await app.database.read.selectFrom('audit_log').select('action').execute();
      expect(log.filter(({ action }) => action.startsWith('user.'))).toHaveLength(2);
    });

    test('a backup has them', async () => {
      const list = await make({ name: 'Tea', entries: [entry('alpha', 'Mine')] });
      const file = join(app.env.VAR_DIR, 'lists.db');
      await writeBackup(app.databaseUrl, file);
      await app.database.write(({ tx }) => tx.deleteFrom('saved_lists').execute());
      await restoreBackup(app.database, file, async () => {});
      const rows = await app.database.read.selectFrom('saved_lists').selectAll().execute();
      expect(rows).toMatchObject([{ id: list.id, name: 'Tea', version: 1 }]);
    });
  });
}
