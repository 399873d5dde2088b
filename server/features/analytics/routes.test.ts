import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { companyCategories } from '../../../core/categories.ts';
import { DAY } from '../../../core/time.ts';
import { type TestApp, testApp, visitor } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

for (const dialect of dialects) {
  describe(`analytics on ${dialect}`, () => {
    let app: TestApp;
    /** Past the second within which counters may lag. */
    const summary = async (range = 'today') => {
      await new Promise((resolve) => setTimeout(resolve, 1100));
      return (await app.get(`/api/analytics/summary?range=${range}`)).json();
    };
    beforeEach(async () => {
      app = await testApp(dialect, { now: new Date('2026-11-21T03:00:00Z') });
    });
    afterEach(() => app.close());

    test('an empty summary has zeros for every category', async () => {
      expect((await app.get('/api/analytics/summary')).json()).toEqual({
        totalVisits: 0,
        uniqueVisitors: 0,
        totalCompanyViews: 0,
        categoryBreakdown: {
          'no-seed': 0,
          'small-teams': 0,
          'indie-hackers': 0,
          'one-person-developer': 0,
          'uncharted-items': 0,
        },
      });
    });

    test('a session is kept, a forged one replaced, and visitors are counted once', async () => {
      const first = (await app.post('/api/analytics/page-visit', { page: 'home' })).json();
      expect(first).toEqual({ success: true, sessionId: expect.any(String) });
      const again = (
        await app.post('/api/analytics/page-visit', { page: 'all-companies', sessionId: first.sessionId })
      ).json();
      expect(again.sessionId).toBe(first.sessionId);
      for (const sessionId of ['forged', `${first.sessionId}x`, `x${first.sessionId}`, '.', '']) {
        const answer = (await app.post('/api/analytics/page-visit', { page: 'home', sessionId })).json();
        expect(answer.sessionId).not.toBe(sessionId);
      }
      expect(await summary()).toMatchObject({ totalVisits: 7, uniqueVisitors: 6 });
    });

    test('a summary that is cached follows a visit within a second', async () => {
      expect((await summary()).totalVisits).toBe(0);
      await app.post('/api/analytics/page-visit', { page: 'home' });
      expect((await summary()).totalVisits).toBe(1);
    });

    test('ranges end today in the time zone of the site', async () => {
      const me = (await app.post('/api/analytics/page-visit', { page: 'home' })).json().sessionId;
      const visit = (sessionId?: string) =>
        app.post('/api/analytics/page-visit', { page: 'home', sessionId });
      // 15:00 UTC is midnight in Seoul.
      app.clock.now = new Date('2026-11-21T14:59:59Z');
      expect((await summary()).totalVisits).toBe(1);
      app.clock.now = new Date('2026-11-21T15:00:00Z');
      await visit(me);
      await visit();
      expect(await summary()).toMatchObject({ totalVisits: 2, uniqueVisitors: 2 });
      expect(await summary('7d')).toMatchObject({ totalVisits: 3, uniqueVisitors: 2 });
      app.clock.forward(7 * DAY);
      await visit(me);
      expect(await summary('7d')).toMatchObject({ totalVisits: 1, uniqueVisitors: 1 });
      expect(await summary('30d')).toMatchObject({ totalVisits: 4, uniqueVisitors: 2 });
      app.clock.forward(60 * DAY);
      expect(await summary('30d')).toMatchObject({ totalVisits: 0, uniqueVisitors: 0 });
      expect(await summary('all')).toMatchObject({ totalVisits: 4, uniqueVisitors: 2 });
    });

    test('views of companies and categories are counted apart, once within 30 minutes', async () => {
      await makeCompany(app, 'One', { category: 'small-teams' });
      const me = await visitor(app);
      for (let i = 0; i < 2; i++) {
        await app.post('/api/companies/one/view', undefined, me);
        await app.post('/api/analytics/category-view', { category: 'small-teams', companyId: 'one' }, me);
      }
      await app.post('/api/analytics/category-view', { category: 'small-teams' }, me);
      expect(await summary()).toMatchObject({
        totalCompanyViews: 1,
        categoryBreakdown: { 'small-teams': 2, 'no-seed': 0 },
      });
      expect((await app.post('/api/analytics/category-view', { category: 'nope' })).statusCode).toBe(400);
    });

    test('a view of a category is counted with a company only where it is shown in it', async () => {
      await makeCompany(app, 'One', { category: 'small-teams' });
      await makeCompany(app, 'Hidden', { category: 'small-teams', show_on_site: false });
      const me = await visitor(app);
      const view = (category: string, companyId: string) =>
        app.post('/api/analytics/category-view', { category, companyId }, me);
      for (const companyId of ['nobody', 'hidden', 'two', "'", ' ']) {
        expect((await view('small-teams', companyId)).json()).toEqual({ success: true });
      }
      expect((await view('no-seed', 'one')).json()).toEqual({ success: true });
      expect(await app.database.read.selectFrom('recent_views').selectAll().execute()).toEqual([]);
      await view('small-teams', 'one');
      await view('all', 'one');
      expect((await summary()).categoryBreakdown).toMatchObject({ 'small-teams': 1, 'no-seed': 0 });
    });

    test('500 parallel visits of 50 visitors are counted exactly', async () => {
      const sessions = await Promise.all(
        Array.from({ length: 50 }, async () => (await visitor(app)).headers['x-visitor-session']),
      );
      await Promise.all(
        Array.from({ length: 500 }, (_, i) =>
          app.post('/api/analytics/page-visit', { page: 'home', sessionId: sessions[i % 50] }),
        ),
      );
      expect(await summary()).toMatchObject({ totalVisits: 550, uniqueVisitors: 50 });
    });

    test('of one network at most 600 visits and views count in a burst, and all are answered', async () => {
      const limited = await app.sibling({ RATE_LIMITS: 'on' });
      await makeCompany(app, 'One');
      const sessions = await Promise.all(Array.from({ length: 50 }, () => visitor(app)));
      const answers = await Promise.all(
        sessions.flatMap((me, i) => [
          ...Array.from({ length: 8 }, () => limited.post('/api/analytics/page-visit', { page: 'home' }, me)),
          ...Array.from({ length: 3 }, (_, j) =>
            limited.post('/api/companies/one/view', undefined, {
              headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) Firefox/${i}.${j}` },
            }),
          ),
          ...companyCategories().map((category) =>
            limited.post('/api/analytics/category-view', { category }, me),
          ),
        ]),
      );
      expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
      const counted = await summary();
      const total =
        counted.totalVisits -
        sessions.length +
        counted.totalCompanyViews +
        Object.values<number>(counted.categoryBreakdown).reduce((sum, count) => sum + count, 0);
      expect(total).toBe(600);
      expect(
        (await limited.post('/api/companies/one/view', undefined, { remoteAddress: '192.0.2.9' })).json(),
      ).toEqual({ views: counted.totalCompanyViews + 1 });
      await limited.close();
    });

    test('only an administrator resets', async () => {
      await visitor(app);
      expect((await app.post('/api/analytics/reset')).json().code).toBe('unauthorized');
      expect(
        (await app.post('/api/analytics/reset', undefined, { headers: { authorization: 'Bearer x' } }))
          .statusCode,
      ).toBe(401);
      expect((await summary()).totalVisits).toBe(1);
    });
  });
}
