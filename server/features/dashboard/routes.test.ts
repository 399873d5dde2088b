import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeComment, makeCompany } from '../../testing/make.ts';

for (const dialect of dialects) {
  describe(`what waits on ${dialect}`, () => {
    let app: TestApp;
    let admin: Awaited<ReturnType<typeof signIn>>;
    beforeAll(async () => {
      app = await testApp(dialect);
      admin = await signIn(app);
    });
    afterAll(() => app.close());
    const waiting = async () => (await app.get('/api/admin/waiting', admin)).json();

    test('is nothing in a new directory, and only for administrators', async () => {
      expect(await waiting()).toEqual({
        held_comments: 0,
        reported_comments: 0,
        pending_translations: 0,
        unreviewed_translations: 0,
        failed_jobs: 0,
        delayed_mails: 0,
        refused_mails: 0,
        mail_error: null,
        failures: [],
      });
      expect((await app.get('/api/admin/waiting')).statusCode).toBe(401);
    });

    test('the inbox names each kind of work with its number and its page, and none where nothing waits', async () => {
      const inbox = async () => (await app.get('/api/admin/inbox', admin)).json();
      expect(await inbox()).toEqual([]);
      const id = await makeCompany(app, 'Inboxed', {
        texts: { en: { name: 'Inboxed' }, ko: { name: '함' } },
      });
      await makeComment(app, id, 'May I?', { status: 'held' });
      await app.put(
        `/api/admin/companies/${id}`,
        { language: 'en', description: 'New.', revenue: '$2M' },
        admin,
      );
      expect(await inbox()).toEqual([
        { kind: 'held_comments', count: 1, to: '/admin/comments?status=held' },
        { kind: 'pending_translations', count: 1, to: '/admin/translations?show=pending' },
        { kind: 'missing_translations', count: 1, to: '/admin/translations?show=incomplete' },
        { kind: 'unsourced', count: 1, to: '/admin/edit?issue=unsourced' },
        { kind: 'unchecked', count: 1, to: '/admin/edit?issue=unchecked' },
      ]);
      await app.delete(`/api/admin/companies/${id}`, undefined, admin);
      expect(await inbox()).toEqual([]);
      expect((await app.get('/api/admin/inbox')).statusCode).toBe(401);
    });

    test('is counted by kind, and no longer when it is done', async () => {
      const id = await makeCompany(app, 'Busy', {
        texts: { en: { name: 'Busy' }, ko: { name: '바쁜 회사' }, ja: { name: '忙しい' } },
      });
      const held = await makeComment(app, id, 'May I?', { status: 'held' });
      const reported = await makeComment(app, id, 'Buy now');
      for (const visitor of ['a', 'b'])
        await app.post(
          `/api/companies/${id}/comments/${reported}/report`,
          { reason: 'spam' },
          { headers: { 'user-agent': visitor } },
        );
      await app.put(`/api/admin/companies/${id}`, { language: 'en', name: 'Busier' }, admin);
      await app.database.write(async ({ tx }) => {
        await tx.updateTable('company_texts').set({ reviewed: 0 }).where('language', '=', 'ja').execute();
        const at = app.clock.now.toISOString();
        const job = { kind: 'ai-update', input: '{}', created_by: 'admin', created_at: at, finished_at: at };
        const none = { error: null, started_at: null };
        await tx
          .insertInto('jobs')
          .values([
            { id: 'j1', status: 'failed', results: '[]', ...job, ...none },
            { id: 'j2', status: 'done', results: '[{"outcome":"failed"}]', ...job, ...none },
            { id: 'j3', status: 'done', results: '[{"outcome":"updated"}]', ...job, ...none },
            {
              id: 'j4',
              status: 'failed',
              results: '[]',
              ...job,
              ...none,
              finished_at: '2026-01-01T00:00:00.000Z',
            },
          ])
          .execute();
        await tx
          .insertInto('outbox')
          .values({
            id: 'm1',
            message: 'x',
            created_at: at,
            next_attempt_at: '2099-01-01T00:00:00.000Z',
            last_error: 'Greylisted',
          })
          .execute();
      });
      expect(await waiting()).toEqual({
        held_comments: 1,
        reported_comments: 1,
        pending_translations: 1,
        unreviewed_translations: 1,
        failed_jobs: 2,
        delayed_mails: 1,
        refused_mails: 0,
        mail_error: 'Greylisted',
        failures: [],
      });
      await app.post(`/api/admin/comments/${held}/approve`, {}, admin);
      await app.delete(`/api/admin/comments/${reported}`, undefined, admin);
      expect(await waiting()).toMatchObject({ held_comments: 0, reported_comments: 0 });
    });
  });
}
