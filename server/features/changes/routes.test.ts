import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../../core/time.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';

interface Told {
  company: { id: string; name: string };
  field: string;
  from: unknown;
  to: unknown;
}

for (const dialect of dialects) {
  describe(`changes of the directory on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
      const company = { name: 'Acme', revenue: '$1M', employees: 3, category: 'no-seed', founded: 2001 };
      await app.post('/api/admin/companies', company, as);
      app.clock.forward(2 * HOUR);
    });
    afterEach(() => app.close());

    const changes = async (query = ''): Promise<Told[]> => (await app.get(`/api/changes${query}`)).json();
    const told = async (query = '') => (await changes(query)).map(({ field, from, to }) => [field, from, to]);
    const save = (body: object) => app.put('/api/admin/companies/acme', body, as);

    test('a figure is told from what to what, with its year and its source; fields of the console are not', async () => {
      expect(await told()).toEqual([['created', null, null]]);
      await save({
        revenue: '$2M',
        revenue_as_of: 2025,
        sources: [{ url: 'https://acme.example/report', supports: ['revenue'] }],
      });
      await save({ score: 77 });
      await save({ description: 'Another text.' });
      app.clock.forward(2 * HOUR);
      await save({ status: { kind: 'closed', year: 2026 }, tags: ['anvils'] });
      expect(await changes()).toEqual([
        expect.objectContaining({ field: 'status', from: null, to: 'closed', year: null, source: null }),
        {
          id: expect.any(String),
          at: expect.any(String),
          company: { id: 'acme', name: 'Acme' },
          field: 'revenue',
          from: '$1M',
          to: '$2M',
          year: 2025,
          source: 'https://acme.example/report',
          comment: null,
        },
        expect.objectContaining({ field: 'created' }),
      ]);
    });

    test('edits within an hour of each other are one change; one that is taken back is none', async () => {
      await save({ employees: 4 });
      app.clock.forward(50 * MINUTE);
      await save({ employees: 5 });
      app.clock.forward(50 * MINUTE);
      await save({ employees: 6 });
      expect(await told()).toEqual([
        ['employees', 3, 6],
        ['created', null, null],
      ]);
      await save({ employees: 3 });
      expect(await told()).toEqual([['created', null, null]]);
      app.clock.forward(2 * HOUR);
      await save({ employees: 7 });
      app.clock.forward(2 * HOUR);
      await save({ employees: 8 });
      expect((await told()).slice(0, 2)).toEqual([
        ['employees', 7, 8],
        ['employees', 3, 7],
      ]);
    });

    test('a hidden company is not told; a draft is told as added when it is shown', async () => {
      await save({ employees: 4 });
      await app.put('/api/admin/companies/acme/visibility', { show_on_site: false }, as);
      expect(await changes()).toEqual([]);
      await app.post('/api/admin/companies/bulk?taken=report', { companies: [{ name: 'Draft' }] }, as);
      app.clock.forward(2 * HOUR);
      await app.put('/api/admin/companies/draft', { employees: 9 }, as);
      app.clock.forward(2 * HOUR);
      await app.put('/api/admin/companies/draft/visibility', { show_on_site: true }, as);
      const [added, ...others] = await changes();
      expect([added?.company.id, added?.field, others]).toEqual(['draft', 'created', []]);
      await app.put('/api/admin/companies/acme/visibility', { show_on_site: true }, as);
      expect((await told('?company=acme')).map(([field]) => field)).toEqual(['employees', 'created']);
    });

    test('changes go to the trash with their company, and come back', async () => {
      await save({ employees: 4 });
      const { bin_id } = (await app.delete('/api/admin/companies/acme', undefined, as)).json();
      expect(await changes()).toEqual([]);
      await app.post(`/api/admin/bin/${bin_id}/restore`, undefined, as);
      expect((await told()).map(([field]) => field)).toEqual(['employees', 'created']);
    });

    test('a company that an evaluation moves by five places or more is told so, once', async () => {
      const others = Array.from({ length: 6 }, (_, i) => ({
        name: `Other ${i}`,
        revenue: '$9M',
        employees: 2,
      }));
      await app.post('/api/admin/companies/bulk?taken=report', { companies: others }, as);
      await app.database.write(({ tx }) =>
        tx.updateTable('companies').set({ show_on_site: 1, score: 50 }).where('id', '<>', 'acme').execute(),
      );
      await app.database.write(({ tx }) =>
        tx.updateTable('companies').set({ score: 10 }).where('id', '=', 'acme').execute(),
      );
      app.clock.forward(2 * HOUR);
      expect((await app.post('/api/admin/migrate-scores', {}, as)).statusCode).toBe(200);
      const moves = (await changes()).filter(({ field }) => field === 'rank');
      expect(moves.map(({ company, from, to }) => [company.id, from, to])).toEqual([['acme', 7, 1]]);
      await app.post('/api/admin/migrate-scores', {}, as);
      expect((await changes()).filter(({ field }) => field === 'rank')).toEqual(moves);
      const feed = (await app.get('/ko/changes/feed.json')).json();
      expect(feed.items.map(({ title }: { title: string }) => title)).toContain('Acme · 순위: 7 → 1');
    });

    test('feeds tell the changes of the directory and of a company, in the language of their address', async () => {
      await save({ revenue: '$2M', revenue_as_of: 2025, category: 'small-teams' });
      const json = (await app.get('/ko/changes/feed.json')).json();
      expect(json).toMatchObject({
        title: '변경 사항 · 작은 거인들',
        feed_url: expect.stringMatching(/\/ko\/changes\/feed\.json$/),
      });
      expect(json.items.map(({ title }: { title: string }) => title)).toEqual(
        expect.arrayContaining([
          'Acme · 연 매출: $1M → $2M (2025)',
          'Acme · 카테고리: 시드 투자 없이 → 소규모 팀',
          'Acme · 디렉터리에 추가됨',
        ]),
      );
      const atom = await app.get('/companies/acme/feed.xml');
      expect([atom.statusCode, atom.headers['content-type']]).toEqual([
        200,
        'application/atom+xml; charset=utf-8',
      ]);
      expect(atom.body).toContain('$1M → $2M (2025)');
      expect((await app.get('/en/companies/nobody/feed.json')).statusCode).toBe(404);
      const category = (await app.get('/ko/changes/small-teams/feed.json')).json();
      expect(category).toMatchObject({
        title: '변경 사항 · 소규모 팀 · 작은 거인들',
        feed_url: expect.stringMatching(/\/ko\/changes\/small-teams\/feed\.json$/),
        home_page_url: expect.stringMatching(/\/ko\/small-teams$/),
      });
      expect(category.items).toHaveLength(json.items.length);
      expect((await app.get('/changes/no-seed/feed.json')).json().items).toEqual([]);
      expect((await app.get('/changes/nothing/feed.xml')).statusCode).toBe(404);
      await app.put('/api/admin/companies/acme/visibility', { show_on_site: false }, as);
      expect((await app.get('/companies/acme/feed.xml')).statusCode).toBe(404);
      expect((await app.get('/ko/changes/feed.json')).json().items).toEqual([]);
    });

    test('a company that no database can hold is refused, or there is none', async () => {
      expect((await app.get('/api/changes?company=a%00')).statusCode).toBe(400);
      expect((await app.get('/companies/a%00/feed.xml')).statusCode).toBe(404);
      expect((await app.get('/ko/companies/%00/feed.json')).statusCode).toBe(404);
    });

    test('pages lead on without gaps, and filters narrow', async () => {
      for (let employees = 10; employees < 15; employees++) {
        await save({ employees });
        app.clock.forward(2 * HOUR);
      }
      const all = await changes();
      expect(all.length).toBe(6);
      expect((await app.get('/api/changes?limit=2')).headers['x-total-count']).toBe('6');
      const walked: Told[] = [];
      for (let next: string | undefined = '/api/changes?limit=2'; next; ) {
        const answer = await app.get(next);
        walked.push(...answer.json());
        next = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1];
      }
      expect(walked).toEqual(all);
      const since = new Date(app.clock.now.getTime() - 5 * HOUR).toISOString();
      expect(await told(`?since=${since}`)).toEqual([
        ['employees', 13, 14],
        ['employees', 12, 13],
      ]);
      expect(await changes('?category=small-teams')).toEqual([]);
      expect(await changes('?category=no-seed')).toEqual(all);
      expect(await told('?kind=added')).toEqual([['created', null, null]]);
      expect(await changes('?kind=changed')).toEqual(all.filter(({ field }) => field !== 'created'));
      for (const wrong of ['kind=x', 'since=soon', 'category=x', 'limit=0', 'cursor=x'])
        expect([wrong, (await app.get(`/api/changes?${wrong}`)).statusCode]).toEqual([wrong, 400]);
    });
  });
}
