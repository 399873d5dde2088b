import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

for (const dialect of dialects) {
  describe(`the rows of the console's table on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterEach(() => app.close());

    const ask = (query = '') => app.get(`/api/admin/company-rows${query}`, as);
    const ids = async (query = '') => (await ask(query)).json().map((row: { id: string }) => row.id);

    /** Five companies; their scores are the order of the ranking. */
    async function makeFive() {
      await makeCompany(app, 'Zebra', { score: 90, founder: 'Ann', revenue: '$3M', employees: 12 });
      await makeCompany(app, 'École', { score: 80, founder: '', revenue: 'Unknown', employees: 3 });
      await makeCompany(app, 'apple 10', {
        score: 70,
        founder: 'ben',
        revenue: '$900K',
        employees: null,
        show_on_site: false,
      });
      await makeCompany(app, 'Apple 9', { score: 60, founder: 'Carl', revenue: '$2B', employees: 3 });
      await makeCompany(app, 'Owl', { score: 50, founder: 'Åse', category: 'small-teams', employees: 4 });
    }

    test('what a new company would be: its id, its place, and one of the same name', async () => {
      await makeFive();
      const look = async (name: string, category = 'no-seed', language = 'en') => {
        const query = new URLSearchParams({ name, category, language });
        return (await app.get(`/api/admin/company-rows/new?${query}`, as)).json();
      };
      expect(await look('New Name')).toEqual({ id: 'new-name', place: 4, lookalikes: [] });
      expect(await look('ZEBRA', 'small-teams')).toEqual({
        id: 'zebra-2',
        place: 2,
        lookalikes: [{ id: 'zebra', name: 'Zebra', reasons: ['name'] }],
      });
      const made = await app.post('/api/admin/companies', { content: { en: { name: 'Zebra' } } }, as);
      expect(made.json().id).toBe('zebra-2');
      expect((await look('zebra!')).id).toBe('zebra-3');
      for (const query of ['', '?name=', `?name=${'x'.repeat(201)}&category=no-seed`, '?name=a&category=x'])
        expect((await app.get(`/api/admin/company-rows/new${query}`, as)).json().code).toBe(
          'validation_failed',
        );
    });

    test('what is to be looked after is filtered, counted and explained', async () => {
      const figure = { metric: 'revenue', currency: 'USD', basis: 'annual', certainty: 'exact' } as const;
      const source = 'https://a.example/';
      const sources = [
        { url: source, supports: ['revenue' as const, 'employees' as const, 'founded' as const] },
      ];
      const good = { sources, checked_at: '2026-11-01', revenue_as_of: 2026, employees_as_of: 2026 };
      expect(app.clock.now.toISOString()).toMatch(/^2026-11/);
      await makeCompany(app, 'Good', { ...good, score: 90 });
      await makeCompany(app, 'Old', { ...good, score: 80, revenue_as_of: 2022 });
      await makeCompany(app, 'Sold', {
        ...good,
        score: 79,
        revenue_as_of: 2012,
        status: { kind: 'acquired', year: 2013 },
      });
      await makeCompany(app, 'Long Ago', {
        ...good,
        score: 70,
        checked_at: '2025-03-01',
        show_on_site: false,
      });
      await makeCompany(app, 'Never', { ...good, score: 60, checked_at: null, category: 'small-teams' });
      await makeCompany(app, 'Loose', {
        ...good,
        score: 50,
        sources: [{ url: source, supports: ['revenue'] }],
        figures: [{ ...figure, year: 2020, amount: 1 }],
      });
      await makeCompany(app, 'Torn', {
        ...good,
        score: 40,
        revenue: '$10M',
        figures: [{ ...figure, year: 2026, amount: 4e6, source }],
      });
      const counts = async (query = '') =>
        (await app.get(`/api/admin/company-rows/issues${query}`, as)).json();
      expect(await counts()).toEqual({ old: 1, unchecked: 2, unsourced: 1, contradiction: 1, broken: 0 });
      expect(await counts('?years=4&months=24')).toMatchObject({ old: 0, unchecked: 1 });
      expect(await counts('?category=small-teams')).toEqual({
        old: 0,
        unchecked: 1,
        unsourced: 0,
        contradiction: 0,
        broken: 0,
      });
      expect(await counts('?category=indie-hackers')).toMatchObject({ unchecked: 0 });

      const reasons = async (query: string) =>
        Object.fromEntries(
          (await ask(query)).json().map((row: { id: string; reasons: unknown }) => [row.id, row.reasons]),
        );
      expect(await reasons('?issue=old')).toEqual({ old: [{ kind: 'old', field: 'revenue', year: 2022 }] });
      expect(await reasons('?issue=unchecked&limit=5')).toEqual({
        'long-ago': [{ kind: 'unchecked', since: '2025-03-01' }],
        never: [{ kind: 'unchecked', since: null }],
      });
      expect(await reasons('?issue=unsourced')).toEqual({
        loose: [{ kind: 'unsourced', fields: ['employees', 'founded'], figures: 1 }],
      });
      expect(await reasons('?issue=contradiction')).toEqual({
        torn: [{ kind: 'contradiction', field: 'revenue', said: '$10M', latest: '$4M', year: 2026 }],
      });
      expect(await reasons('?limit=1')).toEqual({ good: [] });

      // With the other filters, orders and pages, counted like them.
      expect(await ids('?issue=unchecked&sort=name&order=desc')).toEqual(['never', 'long-ago']);
      expect(await ids('?issue=unchecked&category=small-teams')).toEqual(['never']);
      expect(await ids('?issue=unchecked&q=ago')).toEqual(['long-ago']);
      const page = await ask('?issue=unchecked&limit=1&offset=1');
      expect([page.headers['x-total-count'], page.json().map(({ id }: { id: string }) => id)]).toEqual([
        '2',
        ['never'],
      ]);

      // What is mended is among them no more.
      await app.put('/api/admin/companies/torn', { revenue_follows: true }, as);
      await app.put('/api/admin/companies/never', { checked_at: '2026-11-02' }, as);
      await app.delete('/api/admin/companies/loose', undefined, as);
      expect(await counts()).toEqual({ old: 1, unchecked: 1, unsourced: 0, contradiction: 0, broken: 0 });
      expect(await ids('?issue=contradiction')).toEqual([]);
      for (const query of ['?issue=ugly', '?years=-1', '?months=x'])
        expect((await ask(query)).json().code).toBe('validation_failed');
    });

    test('without parameters all are there, hidden ones too, ranked, with their languages', async () => {
      await makeFive();
      await makeCompany(app, 'Both', {
        score: 40,
        texts: { en: { name: 'Both' }, ko: { name: '둘' } },
      });
      await app.put('/api/admin/companies/both', { description: 'Anew.' }, as);
      const answer = await ask();
      expect(answer.headers['x-total-count']).toBe('6');
      expect(await ids()).toEqual(['zebra', 'ecole', 'apple-10', 'apple-9', 'owl', 'both']);
      expect(answer.json()[2]).toMatchObject({ show_on_site: false, available_languages: ['en'] });
      expect(answer.json()[5]).toMatchObject({
        name: 'Both',
        available_languages: ['en', 'ko'],
        pending_languages: ['ko'],
      });
      expect(answer.json()[5]).not.toHaveProperty('story');
      expect((await ask('?lang=ko')).json()[5]).toMatchObject({ name: '둘', nameEn: 'Both' });
    });

    test.each([
      ['score', ['owl', 'apple-9', 'apple-10', 'ecole', 'zebra']],
      ['score&order=desc', ['zebra', 'ecole', 'apple-10', 'apple-9', 'owl']],
      // Without case, accents by their letter, numbers by their value.
      ['name', ['apple-9', 'apple-10', 'ecole', 'owl', 'zebra']],
      ['name&order=desc', ['zebra', 'owl', 'ecole', 'apple-10', 'apple-9']],
      // What is unknown comes last either way.
      ['founder', ['zebra', 'owl', 'apple-10', 'apple-9', 'ecole']],
      ['founder&order=desc', ['apple-9', 'apple-10', 'owl', 'zebra', 'ecole']],
      ['revenue', ['apple-10', 'zebra', 'owl', 'apple-9', 'ecole']],
      ['revenue&order=desc', ['apple-9', 'owl', 'zebra', 'apple-10', 'ecole']],
      // Where they are equal the ranking decides.
      ['employees', ['ecole', 'apple-9', 'owl', 'zebra', 'apple-10']],
      ['employees&order=desc', ['zebra', 'owl', 'ecole', 'apple-9', 'apple-10']],
      ['visible', ['apple-10', 'zebra', 'ecole', 'apple-9', 'owl']],
      ['visible&order=desc', ['zebra', 'ecole', 'apple-9', 'owl', 'apple-10']],
    ])('sorted by %s', async (sort, expected) => {
      await makeFive();
      expect(await ids(`?sort=${sort}`)).toEqual(expected);
      const pages = [await ids(`?sort=${sort}&limit=3`), await ids(`?sort=${sort}&limit=3&offset=3`)];
      expect(pages).toEqual([expected.slice(0, 3), expected.slice(3)]);
    });

    test.each([
      ['ko', ['ㄱ 가마', '나무', '하늘']],
      ['ja', ['あおい', 'アカネ', 'さくら']],
      ['zh', ['阿里', '北京', '中国']],
    ] as const)('names in %s follow its alphabet', async (language, names) => {
      for (const [index, name] of [...names].reverse().entries())
        await makeCompany(app, `Company ${index}`, { texts: { en: { name: 'Z' }, [language]: { name } } });
      const rows = (await ask(`?sort=name&lang=${language}`)).json();
      expect(rows.map((row: { name: string }) => row.name)).toEqual(names);
    });

    test.each([
      ['ÄDA lÖvmark', ['kiln']],
      ['lovmark ada', ['kiln']],
      ['ｋｉｌｎ', ['kiln']],
      ['k’iln', ['kiln']],
      ['quiet clay', ['kiln']],
      ['고요한', ['kiln']],
      ['%', []],
      ['_', []],
      ['garage', ['kiln', 'other']],
      ['cathedral', []],
      ['', ['kiln', 'other']],
    ])('a search for %j looks at whatever a reader can see', async (q, found) => {
      await makeCompany(app, 'Kiln', {
        founder: 'Äda Lövmark',
        texts: {
          en: { name: 'Kiln', description: 'Quiet kilns of clay.' },
          ko: { name: '고요한 가마', description: '흙' },
        },
      });
      await makeCompany(app, 'Other', { score: 10 });
      const query = `?lang=ko&q=${encodeURIComponent(q)}`;
      expect(await ids(query)).toEqual(found);
      expect((await ask(`${query}&limit=1`)).headers['x-total-count']).toBe(String(found.length));
    });

    test('category, search and page narrow it together, and the total counts what matches', async () => {
      await makeFive();
      const answer = await ask('?category=no-seed&q=apple&limit=1&offset=1');
      expect(answer.json()).toMatchObject([{ id: 'apple-9' }]);
      expect(answer.headers['x-total-count']).toBe('2');
      expect(await ids('?category=small-teams')).toEqual(['owl']);
      expect(await ids('?category=all&limit=2&offset=1')).toEqual(['ecole', 'apple-10']);
      const past = await ask('?limit=10&offset=5');
      expect([past.json(), past.headers['x-total-count']]).toEqual([[], '5']);
      expect(await ids('?offset=3')).toEqual(['apple-9', 'owl']);
      expect(await ids('?offset=3&sort=name')).toEqual(['owl', 'zebra']);
      for (const wrong of ['limit=0', 'limit=1001', 'offset=-1', 'sort=likes', 'order=up', 'category=x']) {
        const refused = await ask(`?${wrong}`);
        expect([refused.statusCode, refused.json().details[0].path]).toEqual([
          400,
          `query.${wrong.split('=')[0]}`,
        ]);
      }
    });

    test('each category has its count, which follows what is made and deleted', async () => {
      await makeFive();
      const counts = async () => (await app.get('/api/admin/company-rows/counts', as)).json();
      expect(await counts()).toEqual({
        all: 5,
        'no-seed': 4,
        'small-teams': 1,
        'indie-hackers': 0,
        'one-person-developer': 0,
        'uncharted-items': 0,
      });
      await app.delete('/api/admin/companies/owl', undefined, as);
      expect(await counts()).toMatchObject({ all: 4, 'small-teams': 0 });
      expect((await app.get('/api/admin/company-rows/counts')).statusCode).toBe(401);
    });
  });
}
