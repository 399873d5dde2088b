import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp, visitor } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeComment, makeCompany } from '../../testing/make.ts';

const FOREIGN = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'https://blog.giants.example', 'sec-fetch-site': 'same-site' },
];

/** What a page can have a browser send to another site without asking: a form, a beacon, nothing at all. */
const UNASKED: { headers: Record<string, string>; payload?: string }[] = [
  { headers: {} },
  { headers: { 'content-type': 'text/plain;charset=UTF-8' }, payload: '' },
  { headers: { 'content-type': 'text/plain;charset=UTF-8' }, payload: '{"page":"home","content":"x"}' },
  { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'page=home&content=x' },
  { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: '' },
  { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: '--x--' },
];

for (const dialect of dialects) {
  describe(`a page of another site, on ${dialect}`, () => {
    let app: TestApp;
    let company: string;
    let comment: string;
    beforeEach(async () => {
      app = await testApp(dialect, { variables: { SITE_URL: 'https://giants.example', RATE_LIMITS: 'on' } });
      company = await makeCompany(app, 'Acme');
      comment = await makeComment(app, company, 'Hi');
    });
    afterEach(() => app.close());

    const state = async () => {
      const tables = [
        'likes',
        'comments',
        'comment_reports',
        'recent_views',
        'visitors',
        'daily_counts',
        'throttles',
      ] as const;
      return Object.fromEntries(
        await Promise.all(
          tables.map(async (table) => [
            table,
            await app.database.read.selectFrom(table).selectAll().execute(),
          ]),
        ),
      );
    };

    test('changes nothing by what a browser sends without asking', async () => {
      const before = await state();
      for (const path of [
        `/api/companies/${company}/view`,
        `/api/companies/${company}/like`,
        `/api/companies/${company}/comments`,
        `/api/companies/${company}/comments/${comment}/replies`,
        `/api/companies/${company}/comments/${comment}/report`,
        '/api/analytics/page-visit',
        '/api/analytics/category-view',
        '/api/auth/register',
        '/api/auth/logout',
        '/api/admin/logout',
      ]) {
        for (const from of FOREIGN) {
          for (const { headers, payload } of UNASKED) {
            const answer = await app.post(path, payload, { headers: { ...headers, ...from } });
            expect([403, 415], `${path} ${JSON.stringify({ headers, from })}`).toContain(answer.statusCode);
          }
        }
      }
      expect(await state()).toEqual(before);
    });

    test("stands in nobody's way: not of a program's, not of the site's own pages, with whatever proxy before it", async () => {
      const like = (headers: Record<string, string>) =>
        app.post(`/api/companies/${company}/like`, undefined, { headers });
      for (const headers of [
        {},
        { 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'none' },
        { origin: 'https://giants.example' },
        { origin: 'http://192.0.2.1:3000', host: '192.0.2.1:3000' },
        { origin: 'https://behind-a-proxy.example', ...(await visitor(app)).headers },
      ]) {
        expect((await like(headers)).statusCode, JSON.stringify(headers)).toBe(200);
      }
    });
  });
}
