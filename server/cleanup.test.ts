import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '../core/time.ts';
import { signIn, type TestApp, testApp, visitor } from './testing/app.ts';
import { dialects } from './testing/dialects.ts';
import { makeCompany } from './testing/make.ts';

for (const dialect of dialects) {
  describe(`what is past its time on ${dialect}`, () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await testApp(dialect, { variables: { RATE_LIMITS: 'on', REQUIRE_VERIFIED_EMAIL: 'false' } });
    });
    afterEach(() => app.close());

    const count = async (
      table:
        | 'recent_views'
        | 'company_view_days'
        | 'throttles'
        | 'deleted_companies'
        | 'user_sessions'
        | 'user_tokens',
    ) => (await app.database.read.selectFrom(table).selectAll().execute()).length;
    const counts = async () => ({
      views: await count('recent_views'),
      viewDays: await count('company_view_days'),
      throttled: (await count('throttles')) > 0,
      trash: await count('deleted_companies'),
      sessions: await count('user_sessions'),
      tokens: await count('user_tokens'),
    });
    /** Another process starts, at the moment of the clock. */
    const restart = async () => {
      const other = await app.sibling();
      other.clock.now = app.clock.now;
      await other.get('/healthz');
      await other.close();
    };

    test('is cleared by a process, and nothing before its time', async () => {
      const as = await signIn(app);
      const id = await makeCompany(app, 'Acme');
      const gone = await makeCompany(app, 'Gone');
      await app.post(`/api/companies/${id}/view`, undefined, await visitor(app));
      await app.delete(`/api/admin/companies/${gone}`, undefined, as);
      await app.post('/api/auth/register', { email: 'ada@example.com', password: 'correct horse battery' });
      const all = { views: 1, viewDays: 1, throttled: true, trash: 1, sessions: 1, tokens: 1 };
      expect(await counts()).toEqual(all);
      await restart();
      expect(await counts()).toEqual(all);
      app.clock.forward(DAY + 60_000);
      await restart();
      expect(await counts()).toEqual({
        views: 0,
        viewDays: 1,
        throttled: false,
        trash: 1,
        sessions: 1,
        tokens: 0,
      });
      app.clock.forward(30 * DAY);
      await restart();
      expect(await counts()).toEqual({
        views: 0,
        viewDays: 0,
        throttled: false,
        trash: 0,
        sessions: 1,
        tokens: 0,
      });
      app.clock.forward(31 * DAY);
      await restart();
      expect(await count('user_sessions')).toBe(0);
    });
  });
}
