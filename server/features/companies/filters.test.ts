import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FacetCounts } from '../../../core/companies/calls.ts';
import { RANGES } from '../../../core/companies/ranges.ts';
import { DAY } from '../../../core/time.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

for (const dialect of dialects) {
  describe(`filters of a list on ${dialect}`, () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await testApp(dialect);
      await makeCompany(app, 'Solo', {
        category: 'one-person-developer',
        employees: 1,
        revenue: '$1M',
        founded: 2019,
        country: 'KR',
        kinds: ['game'],
        founders: [{ id: 'ada', name: { en: 'Ada' } }],
      });
      await makeCompany(app, 'Pair', {
        category: 'one-person-developer',
        employees: 2,
        revenue: '$999,999',
        founded: 2020,
        country: 'JP',
        kinds: ['game', 'app'],
        founders: [{ id: 'ada', name: { en: 'Ada' } }],
      });
      await makeCompany(app, 'Ten', {
        category: 'small-teams',
        employees: 10,
        revenue: '$20M',
        founded: 1949,
        country: 'KR',
        kinds: ['saas'],
        status: { kind: 'acquired', year: 2020 },
      });
      await makeCompany(app, 'Quiet', {
        category: 'small-teams',
        employees: null,
        revenue: '',
        founded: null,
      });
      await makeCompany(app, 'Hidden', { employees: 1, country: 'KR', show_on_site: false });
    });
    afterAll(() => app.close());
    const names = async (query: string) =>
      (await app.get(`/api/companies?${query}`)).json().map(({ name }: { name: string }) => name);
    const facets = async (query = ''): Promise<FacetCounts> =>
      (await app.get(`/api/companies/facets?${query}`)).json();
    const short = (counts: { value: string; count: number }[]) =>
      counts.map(({ value, count }) => `${value} ${count}`);

    test.each([
      ['employees_max=1', ['Solo']],
      ['employees_min=2&employees_max=10', ['Ten', 'Pair']],
      ['employees_min=0', ['Ten', 'Solo', 'Pair']],
      ['revenue_min=1000000', ['Ten', 'Solo']],
      ['revenue_max=999999', ['Pair']],
      ['revenue_per_person_min=1000000&revenue_per_person_max=1000000', ['Solo']],
      ['founded_max=1999', ['Ten']],
      ['founded_min=2019&employees_max=1', ['Solo']],
      ['country=KR,JP&kind=game', ['Solo', 'Pair']],
      ['status=acquired&employees_max=1', []],
      ['q=pair&employees_max=1', []],
      ['category=small-teams&employees_max=50', ['Ten']],
    ])('%s lists whom it describes, and counts them', async (query, expected) => {
      const answer = await app.get(`/api/companies?${query}`);
      expect(answer.headers['x-total-count']).toBe(String(expected.length));
      expect((await names(query)).sort()).toEqual([...expected].sort());
    });

    test.each([
      ['employees_min=many', 'employees_min', 'not_a_number'],
      ['employees_min=-1', 'employees_min', 'too_small'],
      ['founded_max=2020.5', 'founded_max', 'not_a_whole_number'],
      ['revenue_min=9&revenue_max=8', 'revenue_max', 'ends_before_it_begins'],
    ])('%s is refused, for the list and for its facets', async (query, name, code) => {
      for (const path of ['/api/companies', '/api/companies/facets']) {
        const answer = await app.get(`${path}?${query}`);
        expect([answer.statusCode, answer.json().details]).toMatchObject([
          400,
          [{ path: `query.${name}`, code }],
        ]);
      }
    });

    test('facets count the shown companies of each choice', async () => {
      const counts = await facets();
      expect(short(counts.category)).toEqual(['small-teams 2', 'one-person-developer 2']);
      expect(short(counts.country)).toEqual(['KR 2', 'JP 1']);
      expect(short(counts.kind).sort()).toEqual(['app 1', 'game 2', 'saas 1']);
      expect(short(counts.status)).toEqual(['acquired 1']);
      expect(counts.employees.map(({ count }) => count)).toEqual([1, 2, 0, 0, 0, 0]);
      expect(counts.revenue.map(({ count }) => count)).toEqual([0, 1, 1, 1, 0, 0]);
      expect(counts.founded.map(({ count }) => count)).toEqual([1, 0, 0, 0, 1, 1]);
    });

    test('a choice narrows the other facets, and not its own', async () => {
      const counts = await facets('country=JP');
      expect(short(counts.country)).toEqual(['KR 2', 'JP 1']);
      expect(short(counts.kind).sort()).toEqual(['app 1', 'game 1']);
      expect(short(counts.category)).toEqual(['one-person-developer 1']);
      const ranged = await facets('employees_max=1&category=one-person-developer');
      expect(ranged.employees.map(({ count }) => count)).toEqual([1, 1, 0, 0, 0, 0]);
      expect(short(ranged.country)).toEqual(['KR 1']);
      expect(short(ranged.category)).toEqual(['one-person-developer 1']);
      expect((await facets('q=nobody')).country).toEqual([]);
    });

    test('whatever is chosen, each count is what the list then has', async () => {
      const one = (name: string, ...values: string[]) =>
        fc.constantFrom(undefined, ...values.map((value) => `${name}=${value}`));
      const choice = fc.tuple(
        one('country', 'KR', 'JP', 'KR,JP'),
        one('kind', 'game', 'saas,app'),
        one('status', 'acquired'),
        one('category', 'one-person-developer', 'small-teams'),
        one('employees_max', '1', '10'),
        one('revenue_min', '1000000'),
        one('founded_min', '2000'),
        one('q', 'ten', 'o'),
      );
      await fc.assert(
        fc.asyncProperty(choice, async (parts) => {
          const chosen = new URLSearchParams(parts.filter((part) => part !== undefined).join('&'));
          const counts = await facets(chosen.toString());
          const listed = async (change: Record<string, string | null>) => {
            const query = new URLSearchParams(chosen);
            for (const [name, value] of Object.entries(change)) {
              query.delete(name);
              if (value !== null) query.set(name, value);
            }
            return Number((await app.get(`/api/companies?${query}`)).headers['x-total-count']);
          };
          for (const facet of ['category', 'country', 'kind', 'status'] as const)
            for (const { value, count } of counts[facet]) {
              // A choice of its own gives way to this one.
              expect([facet, value, count]).toEqual([facet, value, await listed({ [facet]: value })]);
            }
          for (const range of RANGES)
            for (const { min, max, count } of counts[range]) {
              const step = {
                [`${range}_min`]: min === null ? null : String(min),
                [`${range}_max`]: max === null ? null : String(max),
              };
              const known = min === null && max === null ? {} : step;
              expect([range, min, max, count]).toEqual([range, min, max, await listed(known)]);
            }
        }),
        { numRuns: 8 },
      );
    });

    test('orders: best match with a search, revenue per person, changed last', async () => {
      expect(await names('q=ten')).toEqual(['Ten']);
      expect((await names('sort=revenue_per_person')).slice(0, 3)).toEqual(['Ten', 'Solo', 'Pair']);
      app.clock.forward(DAY);
      const en = { name: 'Other', description: 'Ten of them, with a Pair' };
      await makeCompany(app, 'Other', { score: 99, texts: { en } });
      expect((await names('q=pair'))[0]).toBe('Pair');
      expect(await names('q=pair&sort=relevance&limit=1')).toEqual(['Pair']);
      expect(await names('sort=relevance')).toEqual(await names('sort=score'));
      expect((await names('sort=recent'))[0]).toBe('Other');
    });

    test('pages of the best match follow each other', async () => {
      const whole = await names('q=lovelace');
      const paged: string[] = [];
      for (let url: string | undefined = '/api/companies?q=lovelace&limit=1'; url; ) {
        const answer = await app.get(url);
        paged.push(...answer.json().map(({ name }: { name: string }) => name));
        url = /<([^>]+)>/.exec(String(answer.headers['link'] ?? ''))?.[1];
      }
      expect(paged).toEqual(whole);
      expect(whole.length).toBeGreaterThan(2);
    });

    test('most read this week: what was read longer ago counts no more', async () => {
      const view = (id: string, remoteAddress: string) =>
        app.post(`/api/companies/${id}/view`, undefined, { remoteAddress });
      for (let i = 1; i <= 3; i++) await view('pair', `203.0.113.${i}`);
      await view('ten', '203.0.113.9');
      expect((await names('sort=trending')).slice(0, 2)).toEqual(['Pair', 'Ten']);
      app.clock.forward(6 * DAY);
      await view('ten', '203.0.113.20');
      expect((await names('sort=trending')).slice(0, 2)).toEqual(['Pair', 'Ten']);
      app.clock.forward(DAY);
      expect((await names('sort=trending'))[0]).toBe('Ten');
      const views = await app.database.read.selectFrom('company_view_days').selectAll().execute();
      expect(views).toEqual([expect.objectContaining({ company_id: 'ten', views: 1 })]);
    });

    test('related: the same founder first, then what has most in common, with the reason', async () => {
      const related = async (id: string, query = '') =>
        (await app.get(`/api/companies/${id}/related?${query}`)).json();
      const [first, ...others] = await related('solo', 'limit=3');
      expect(first).toMatchObject({ id: 'pair', reason: 'founder', rank: expect.any(Number), country: 'JP' });
      expect(others[0]).toMatchObject({ id: 'ten', reason: 'country' });
      expect(others).toHaveLength(1);
      // One that has nothing in common with any is beside the best of its category.
      expect((await related('quiet'))[0]).toMatchObject({ id: 'ten', reason: 'category' });
      expect(JSON.stringify(await related('ten', 'limit=24'))).not.toContain('"hidden"');
      const none = await app.get('/api/companies/hidden/related');
      expect([none.statusCode, none.json().code]).toEqual([404, 'company_not_found']);
      expect((await app.get('/api/companies/solo/related?limit=25')).statusCode).toBe(400);
    });
  });
}
