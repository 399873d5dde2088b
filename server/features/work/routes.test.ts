import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '../../../core/time.ts';
import type { WorkItem } from '../../../core/work/calls.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
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

    test('is released by an administrator who goes, and forgotten where it is done', async () => {
      bob = await signIn(app, 'bob');
      const until = new Date(app.clock.now.getTime() + 2 * DAY).toISOString().slice(0, 10);
      for (const as of [ada, bob]) await post('snooze', { kind: 'unchecked', until }, as);
      await app.database.write(({ tx }) => releaseWorkOf(tx, 'bob'));
      const snoozed = async (as: As) => (await read(as)).work.find(({ item }) => item === '')?.snoozed_until;
      expect([await snoozed(ada), await snoozed(bob)]).toEqual([until, null]);
      expect((await read(ada)).work.map(({ assignee }) => assignee)).toEqual([null, 'ada']);
      await app.database.write(({ tx }) => forgetDoneWork(tx, '2026-01-01'));
      expect((await read(ada)).work).toHaveLength(2);
      await app.delete(`/api/admin/companies/${id}`, undefined, ada);
      expect((await read(ada)).work).toHaveLength(1);
      await app.database.write(({ tx }) => forgetDoneWork(tx, '2026-01-01'));
      const left = await app.database.read.selectFrom('work_items').select('item').execute();
      expect(left).toEqual([{ item: '' }]);
    });
  });
}
