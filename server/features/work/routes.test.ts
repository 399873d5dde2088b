import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '../../../core/time.ts';
import type { WorkItem } from '../../../core/work/calls.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeComment, makeCompany } from '../../testing/make.ts';
import { forgetDoneWork, releaseWorkOf } from './store.ts';

type As = Awaited<ReturnType<typeof signIn>>;

for (const dialect of dialects) {
  describe(`work of the inbox on ${dialect}`, () => {
    let app: TestApp;
    let ada: As;
    let bob: As;
    let mod: As;
    let id: string;
    beforeAll(async () => {
      app = await testApp(dialect);
      ada = await signIn(app, 'ada');
      bob = await signIn(app, 'bob');
      mod = await signIn(app, 'mod');
      await app.database.write(({ tx }) =>
        tx.updateTable('admins').set({ role: 'moderator' }).where('username', '=', 'mod').execute(),
      );
      id = await makeCompany(app, 'Unsourced Mill', { revenue: '$5M' });
    });
    afterAll(() => app.close());

    const read = async (as: As) =>
      (await app.get('/api/admin/work', as)).json() as {
        work: WorkItem[];
        admins: { username: string; kinds: string[] }[];
      };
    const post = (what: string, body: object, as: As = ada) => app.post(`/api/admin/work/${what}`, body, as);

    test('is assigned to who may open it, and has notes in the order in which they were written', async () => {
      expect((await read(ada)).work).toEqual([]);
      expect((await post('assign', { kind: 'unchecked', assignee: 'bob' })).statusCode).toBe(200);
      expect((await read(ada)).work).toMatchObject([{ kind: 'unchecked', item: '', assignee: 'bob' }]);
      expect((await post('assign', { kind: 'unchecked', item: id, assignee: 'ada' })).statusCode).toBe(200);
      await post('note', { kind: 'unchecked', item: id, text: 'Ask them first' });
      await post('note', { kind: 'unchecked', item: id, text: 'Asked' }, bob);
      const { work, admins } = await read(bob);
      expect(work).toEqual([
        expect.objectContaining({ kind: 'unchecked', item: '', name: '', assignee: 'bob', notes: [] }),
        {
          kind: 'unchecked',
          item: id,
          name: 'Unsourced Mill',
          to: `/admin/edit?issue=unchecked&edit=${id}`,
          assignee: 'ada',
          snoozed_until: null,
          notes: [
            expect.objectContaining({ admin: 'ada', text: 'Ask them first' }),
            expect.objectContaining({ admin: 'bob', text: 'Asked' }),
          ],
        },
      ]);
      expect(admins.find(({ username }) => username === 'mod')?.kinds).toContain('held_comments');
      expect((await app.get('/api/admin/audit?action=work.assign', ada)).json()).toHaveLength(2);
    });

    test('is refused to who does not see it, and where nothing waits', async () => {
      expect((await post('assign', { kind: 'refused_mails', assignee: 'mod' })).json()).toMatchObject({
        code: 'not_found',
      });
      expect((await post('note', { kind: 'refused_mails', text: 'x' }, mod)).statusCode).toBe(403);
      for (const item of ['nobody', 'x'.repeat(300)])
        expect((await post('note', { kind: 'unchecked', item, text: 'x' })).statusCode).toBe(
          item === 'nobody' ? 404 : 400,
        );
      expect((await post('note', { kind: 'held_comments', item: id, text: 'x' })).statusCode).toBe(404);
      expect((await post('note', { kind: 'unchecked', text: ' ' })).statusCode).toBe(400);
      expect((await post('snooze', { kind: 'unchecked', until: '2026-02-30' })).statusCode).toBe(400);
      expect((await post('assign', { kind: 'moon', assignee: null })).statusCode).toBe(400);
      expect((await app.get('/api/admin/work')).statusCode).toBe(401);
    });

    test('is put off for oneself, and comes back by itself', async () => {
      const until = new Date(app.clock.now.getTime() + 2 * DAY).toISOString().slice(0, 10);
      await post('snooze', { kind: 'unchecked', until });
      const seen = async (as: As) => (await read(as)).work.find(({ item }) => item === '')?.snoozed_until;
      expect([await seen(ada), await seen(bob)]).toEqual([until, null]);
      await post('snooze', { kind: 'unchecked', until: null });
      expect(await seen(ada)).toBeNull();
      await post('snooze', { kind: 'unchecked', until });
      app.clock.forward(3 * DAY);
      ada = await signIn(app, 'ada');
      expect(await seen(ada)).toBeNull();
    });

    test('is put off until a day to come, where who asks is', async () => {
      // In Kiritimati it is the next day from ten in the morning of UTC.
      app.clock.now = new Date('2026-11-25T11:00:00Z');
      ada = await signIn(app, 'ada');
      const until = (day: string, time_zone?: string) =>
        post('snooze', { kind: 'old', until: day, ...(time_zone ? { time_zone } : {}) });
      for (const [day, zone] of [
        ['2026-11-24', undefined],
        ['2026-11-25', 'UTC'],
        ['2026-11-26', 'Pacific/Kiritimati'],
      ] as const)
        expect((await until(day, zone)).json()).toMatchObject({
          code: 'validation_failed',
          details: [{ path: 'body.until', code: 'not_in_future' }],
        });
      expect((await until('2026-11-27', 'Moon/Base')).statusCode).toBe(400);
      expect((await until('2026-11-27', 'Pacific/Kiritimati')).statusCode).toBe(200);
      const seen = async () => (await read(ada)).work.find(({ kind }) => kind === 'old')?.snoozed_until;
      expect(await seen()).toBe('2026-11-27');
      // There it begins while the site still has the day before.
      app.clock.now = new Date('2026-11-26T10:30:00Z');
      expect(await seen()).toBeNull();
    });

    test('has notes that who wrote them and owners delete', async () => {
      [ada, mod] = [await signIn(app, 'ada'), await signIn(app, 'mod')];
      const cem = await signIn(app, 'cem', 'editor');
      const notes = async () => (await read(ada)).work.find(({ kind }) => kind === 'drafts')?.notes ?? [];
      for (const [text, as] of [
        ['By Ada', ada],
        ['By Cem', cem],
      ] as const)
        await post('note', { kind: 'drafts', text }, as);
      const [first, second] = await notes();
      const remove = (id: string | undefined, as: As, item = '') =>
        app.delete(`/api/admin/work/notes/${id}?kind=drafts&item=${item}`, undefined, as);
      expect((await remove(first?.id, cem)).statusCode).toBe(403);
      expect((await remove('none', ada)).statusCode).toBe(404);
      expect((await remove(first?.id, ada, 'elsewhere')).statusCode).toBe(404);
      expect((await remove(second?.id, mod)).statusCode).toBe(403);
      expect((await remove(second?.id, cem)).statusCode).toBe(200);
      await post('note', { kind: 'drafts', text: 'By Cem again' }, cem);
      for (const { id: left } of await notes()) expect((await remove(left, ada)).statusCode).toBe(200);
      expect(await notes()).toEqual([]);
    });

    test('of a single comment is assigned, and leads to it', async () => {
      const held = await makeComment(app, id, `Held ${'for a look '.repeat(9)}`, { status: 'held' });
      const key = { kind: 'held_comments', item: held };
      expect((await post('assign', { ...key, assignee: 'mod' }, mod)).statusCode).toBe(200);
      expect((await post('note', { kind: 'reported_comments', item: held, text: 'x' })).statusCode).toBe(404);
      const item = (await read(mod)).work.find((one) => one.item === held);
      expect(item).toMatchObject({
        assignee: 'mod',
        name: expect.stringMatching(/^Unsourced Mill: “Held for a look .{40,}…”$/),
        to: `/admin/comments?status=held&comment=${held}`,
      });
      const listed = await app.get(`/api${item?.to}`, mod);
      expect(listed.json().map((thread: { id: string }) => thread.id)).toEqual([held]);
      await app.database.write(({ tx }) =>
        tx.updateTable('comments').set({ status: 'published' }).where('id', '=', held).execute(),
      );
      expect((await read(mod)).work.some((one) => one.item === held)).toBe(false);
      await app.database.write(({ tx }) => forgetDoneWork(tx, '2026-01-01'));
      const left = await app.database.read.selectFrom('work_items').select('item').execute();
      expect(left.some((one) => one.item === held)).toBe(false);
    });

    test('is released by an administrator who goes, and forgotten where it is done', async () => {
      bob = await signIn(app, 'bob');
      const until = new Date(app.clock.now.getTime() + 2 * DAY).toISOString().slice(0, 10);
      for (const as of [ada, bob]) await post('snooze', { kind: 'unchecked', until }, as);
      await app.database.write(({ tx }) => releaseWorkOf(tx, 'bob'));
      const snoozed = async (as: As) =>
        (await read(as)).work.find(({ kind, item }) => kind === 'unchecked' && item === '')?.snoozed_until;
      expect([await snoozed(ada), await snoozed(bob)]).toEqual([until, null]);
      const unchecked = async () => (await read(ada)).work.filter(({ kind }) => kind === 'unchecked');
      expect((await unchecked()).map(({ assignee }) => assignee)).toEqual([null, 'ada']);
      await app.database.write(({ tx }) => forgetDoneWork(tx, '2026-01-01'));
      expect(await unchecked()).toHaveLength(2);
      await app.delete(`/api/admin/companies/${id}`, undefined, ada);
      expect(await unchecked()).toHaveLength(1);
      await app.database.write(({ tx }) => forgetDoneWork(tx, '2026-01-01'));
      const left = await app.database.read.selectFrom('work_items').select('item').execute();
      expect(left.filter(({ item }) => item !== '')).toEqual([]);
    });
  });
}
