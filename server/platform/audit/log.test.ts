import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeComment, makeCompany, makeUser } from '../../testing/make.ts';

interface Entry {
  admin: string;
  action: string;
  subject: string;
  before: unknown;
  after: unknown;
}

for (const dialect of dialects) {
  describe(`the audit log on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeAll(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterAll(() => app.close());

    const log = async () => (await app.get('/api/admin/audit?limit=1000', as)).json() as Entry[];

    test.each([
      ['session.begin', () => signIn(app, 'admin'), ''],
      ['settings.test', () => app.post('/api/admin/settings/test', { provider: 'smtp' }, as), 'smtp'],
      ['user.export', () => app.get('/api/admin/users/export.csv', as), '0 users'],
      ['statistics.reset', () => app.post('/api/analytics/reset', {}, as), 'all'],
    ])('has an entry of %s', async (action, act, subject) => {
      const before = (await log()).length;
      await act();
      const entries = await log();
      expect(entries.length).toBe(before + 1);
      expect(entries[0]).toMatchObject({ admin: 'admin', action, subject });
    });

    test('has acts on people and comments, with what they changed', async () => {
      const user = await makeUser(app, 'ada@example.com', { email_verified: 0 });
      const company = await makeCompany(app, 'Audited');
      const comment = await makeComment(app, company, 'Hello', { status: 'held' });
      await app.post(`/api/admin/users/${user}/verify`, {}, as);
      await app.post(`/api/admin/comments/${comment}/approve`, {}, as);
      const [approved, verified] = await log();
      expect(verified).toMatchObject({
        action: 'user.verify',
        subject: user,
        after: { email_verified: true },
      });
      expect(approved).toMatchObject({
        action: 'comment.approve',
        subject: comment,
        before: { company_id: company, status: 'held' },
        after: { company_id: company, status: 'published' },
      });
    });

    test('has nothing of an act that changed nothing', async () => {
      const company = await makeCompany(app, 'Same');
      const before = (await log()).length;
      await app.put(`/api/admin/companies/${company}/visibility`, { show_on_site: true }, as);
      expect(await log()).toHaveLength(before);
    });

    test('has the end of all sessions and a change of the password', async () => {
      await app.post(
        '/api/admin/change-password',
        { currentPassword: ADMIN_PASSWORD, newPassword: 'nine quiet giants' },
        as,
      );
      expect((await log())[0]).toMatchObject({ action: 'session.change_password', subject: 'admin' });
      await app.post('/api/admin/logout-all', { username: 'admin' }, as);
      const answer = await app.post('/api/admin/login', { username: 'admin', password: 'nine quiet giants' });
      as = { headers: { authorization: `Bearer ${answer.json().sessionToken}` } };
      expect((await log()).map(({ action }) => action)).toContain('session.end_all');
    });
  });

  describe(`what is stale on ${dialect}`, () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await testApp(dialect);
    });
    afterAll(() => app.close());

    test('a visit shows in the statistics within moments, though they are cached', async () => {
      const summary = async () => (await app.get('/api/analytics/summary?range=all')).json();
      expect(await summary()).toMatchObject({ totalVisits: 0, uniqueVisitors: 0 });
      await app.post('/api/analytics/page-visit', { page: 'home' });
      await expect
        .poll(async () => {
          await pause(50);
          return summary();
        })
        .toMatchObject({ totalVisits: 1, uniqueVisitors: 1 });
    });
  });
}
