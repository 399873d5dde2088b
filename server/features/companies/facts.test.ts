import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyDetail } from '../../../core/companies/calls.ts';
import type { CompanyFigure } from '../../../core/companies/facts.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { rebuildListings } from './read-model.ts';

type As = Awaited<ReturnType<typeof signIn>>;

const SOURCE = 'https://example.com/report';
const revenue = (year: number, amount: number): CompanyFigure => ({
  metric: 'revenue',
  year,
  amount,
  currency: 'KRW',
  amount_usd: Math.round(amount / 1300),
  basis: 'annual',
  certainty: 'exact',
  source: SOURCE,
});
const FACTS = {
  kinds: ['game', 'app'],
  tags: ['Solo Dev', '#one-room', 'solo dev'],
  status: { kind: 'acquired', year: 2024, by: 'Kakao', price: '$5M' },
  country: 'KR',
  checked_at: '2026-11-22',
  founders: [{ id: 'jane-doe', name: { en: 'Jane Doe', ko: '제인 도' } }],
  figures: [
    revenue(2022, 1.3e9),
    { metric: 'employees', year: 2022, month: 6, amount: 4, certainty: 'about' },
  ],
};
const TEXT = {
  city: 'Busan',
  timeline: [
    { year: 2019, text: 'A first version' },
    { year: 2024, month: 3, text: 'Sold' },
  ],
  money: 'From players.',
  first_customers: 'Friends of friends.',
  lesson: 'Start small.',
};

for (const dialect of dialects) {
  describe(`facts on ${dialect}`, () => {
    let app: TestApp;
    let as: As;
    beforeAll(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterAll(() => app.close());
    const update = (id: string, body: object) => app.put(`/api/admin/companies/${id}`, body, as);
    const detail = async (id: string, language = 'en') =>
      (await app.get(`/api/companies/${id}?language=${language}`)).json();
    const listed = async (query: string) =>
      (await app.get(`/api/companies?${query}`)).json().map(({ id }: { id: string }) => id);

    test('are saved, shown in each language, undone, and in the history', async () => {
      const id = await makeCompany(app, 'Room', { texts: { en: { name: 'Room' }, ko: { name: '방' } } });
      const before = await detail(id);
      expect(before).toMatchObject({
        kinds: [],
        tags: [],
        status: null,
        checked_at: null,
        founders: [],
        figures: [],
        city: null,
        timeline: [],
        money: null,
        first_customers: null,
        lesson: null,
        rank: expect.any(Number),
      });
      const saved = await update(id, {
        ...FACTS,
        content: { en: TEXT, ko: { city: '부산', timeline: [{ year: 2019, text: '첫 판' }] } },
      });
      expect(saved.statusCode).toBe(200);
      expect(await detail(id)).toMatchObject({
        ...FACTS,
        tags: ['solo-dev', 'one-room'],
        founders: [{ id: 'jane-doe', name: 'Jane Doe' }],
        ...TEXT,
      });
      expect(await detail(id, 'ko')).toMatchObject({
        founders: [{ id: 'jane-doe', name: '제인 도' }],
        city: '부산',
        timeline: [{ year: 2019, text: '첫 판' }],
        money: null,
      });
      // The console has a person's names in every language.
      const edited = (await app.get(`/api/admin/companies/${id}/content`, as)).json();
      expect(edited.founders).toEqual(FACTS.founders);
      const history = (await app.get(`/api/admin/companies/${id}/history`, as)).json();
      expect(history[0].changes.map(({ field }: { field: string }) => field).sort()).toEqual(
        [...Object.keys(FACTS), ...Object.keys(TEXT), 'city', 'timeline'].sort(),
      );
      expect((await app.post(`/api/admin/companies/${id}/restore`, { version: 1 }, as)).statusCode).toBe(200);
      const { updated_at: _, rank: __, ...undone } = await detail(id);
      const { updated_at: ___, rank: ____, ...first } = before;
      expect(undone).toEqual(first);
    });

    test('that an older rule let in are still answered', async () => {
      const id = await makeCompany(app, 'Older');
      const figure = { ...revenue(1400, 5e15), source: 'report' };
      const event = { year: 1400, month: 13, text: '' };
      const founder = { id: 'No Slug', name: { en: '' } };
      await app.database.write(async ({ tx }) => {
        const values = {
          founders: JSON.stringify([founder]),
          figures: JSON.stringify([figure]),
          status: JSON.stringify({ kind: 'closed', by: '' }),
        };
        await tx.updateTable('companies').set(values).where('id', '=', id).execute();
        const timeline = JSON.stringify([event]);
        await tx.updateTable('company_texts').set({ timeline }).where('company_id', '=', id).execute();
      });
      expect(await detail(id)).toMatchObject({
        figures: [figure],
        status: { kind: 'closed', by: '' },
        timeline: [event],
      });
      const edited = (await app.get(`/api/admin/companies/${id}/content`, as)).json();
      expect(edited.founders).toEqual([founder]);
      expect((await update(id, { figures: [figure] })).statusCode).toBe(400);
    });

    test('that cannot be are refused by their place, and nothing is saved', async () => {
      const id = await makeCompany(app, 'Refused');
      for (const [body, path] of [
        [{ figures: [{ ...revenue(2022, 5), currency: undefined }] }, 'body.figures.0.currency'],
        [
          { figures: [{ metric: 'people', year: 2022, amount: 5, certainty: 'exact' }] },
          'body.figures.0.metric',
        ],
        [{ figures: [{ ...revenue(2022, 5), source: 'javascript:alert(1)' }] }, 'body.figures.0.source'],
        [{ kinds: ['nonsense'] }, 'body.kinds.0'],
        [{ kinds: ['game', 'app', 'saas', 'media'] }, 'body.kinds'],
        [{ status: { kind: 'sold' } }, 'body.status.kind'],
        [{ founders: [{ id: 'No Slug', name: { en: 'X' } }] }, 'body.founders.0.id'],
        [{ founders: [{ id: 'x', name: {} }] }, 'body.founders.0.name'],
        [{ checked_at: 'yesterday' }, 'body.checked_at'],
        [{ content: { en: { timeline: [{ year: 2020, text: ' ' }] } } }, 'body.content.en.timeline.0.text'],
      ] as const) {
        const answer = await update(id, body);
        expect([answer.statusCode, answer.json().details?.[0]?.path], JSON.stringify(body)).toEqual([
          400,
          path,
        ]);
      }
      expect(await detail(id)).toMatchObject({ figures: [], kinds: [], status: null, founders: [] });
    });

    test('any list of figures survives a save, an export and an undo', async () => {
      const id = await makeCompany(app, 'Any', { revenue: 'Unknown', founded: 2026 });
      const figure = fc.record({
        metric: fc.constantFrom('employees', 'customers', 'units-sold'),
        year: fc.integer({ min: 1900, max: 2100 }),
        amount: fc.double({ min: 0, max: 1e12, noNaN: true }).map((amount) => amount + 0),
        certainty: fc.constantFrom('exact', 'about', 'estimate'),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(figure, { maxLength: 10 }), fc.boolean(), async (figures, follows) => {
          const facts = { figures, employees_follows: follows };
          const kept = ({ figures, employees_follows, employees, employees_as_of }: CompanyDetail) => ({
            figures,
            employees_follows,
            employees,
            employees_as_of,
          });
          const was = kept(await detail(id));
          const { version } = (await app.get(`/api/admin/companies/${id}/content`, as)).json();
          await update(id, facts);
          expect(await detail(id)).toMatchObject(facts);
          const { companies } = (await app.get('/api/admin/companies/export', as)).json();
          expect(companies.find((one: { id: string }) => one.id === id)).toMatchObject(facts);
          await app.post(`/api/admin/companies/${id}/restore`, { version }, as);
          expect(kept(await detail(id))).toEqual(was);
          await update(id, facts);
        }),
        { numRuns: 12 },
      );
    });

    test('a headline follows the latest figure in its list, score, rank, files and history until it is written by hand', async () => {
      const id = await makeCompany(app, 'Follower', {
        revenue: '$2M',
        employees: 60,
        score: 60,
        founded: 2026,
        country: 'MT',
        sources: [{ url: 'https://example.com/old', supports: ['revenue', 'employees', 'founder'] }],
      });
      await makeCompany(app, 'Bigger', { revenue: '$5M', employees: 60, score: 60, country: 'MT' });
      const figures = [
        revenue(2022, 1.3e9),
        { ...revenue(2024, 2.6e10), currency: 'USD', amount: 12_345_678, amount_usd: undefined },
        { metric: 'employees', year: 2025, amount: 4, certainty: 'exact', source: SOURCE },
        { ...revenue(2025, 9e12), basis: 'lifetime' },
      ];
      const follow = { revenue_follows: true, employees_follows: true };
      expect((await update(id, { figures, ...follow })).statusCode).toBe(200);
      const followed = {
        ...follow,
        revenue: '$12.3M',
        revenue_as_of: 2024,
        revenue_basis: 'annual',
        employees: 4,
        employees_as_of: 2025,
        score: 90,
      };
      expect(await detail(id)).toMatchObject({
        ...followed,
        revenue_per_person: 3_075_000,
        sources: [
          { url: 'https://example.com/old', supports: ['founder'] },
          { url: SOURCE, supports: ['revenue', 'employees'] },
        ],
      });
      expect(await detail(id, 'ko')).toMatchObject({ revenue: '$12.3M', employees: 4 });
      expect(await listed('country=MT')).toEqual([id, expect.stringMatching(/^bigger/)]);
      expect(await listed('country=MT&sort=revenue')).toEqual([id, expect.stringMatching(/^bigger/)]);

      // A newer figure moves it; a save of something else and one of the same value do not.
      await update(id, { figures: [...figures, { ...revenue(2026, 1), currency: 'USD', amount: 4e6 }] });
      expect(await detail(id)).toMatchObject({ ...followed, revenue: '$4M', revenue_as_of: 2026, score: 80 });
      await update(id, { founded: 2020, revenue: '$4M' });
      expect(await detail(id)).toMatchObject({ ...follow, revenue: '$4M', revenue_as_of: 2026 });

      // Another value is somebody's own, and the undo of it follows again.
      await update(id, { revenue: '$7 million', employees: 4 });
      expect(await detail(id)).toMatchObject({
        revenue: '$7M',
        revenue_as_of: null,
        revenue_follows: false,
        employees_follows: true,
      });
      await update(id, { figures: [] });
      expect(await detail(id)).toMatchObject({ revenue: '$7M', employees: 4, employees_follows: true });
      const { changes } = (await app.get(`/api/admin/companies/${id}/history`, as)).json()[1];
      expect(changes).toContainEqual({
        field: 'revenue_follows',
        language: null,
        before: true,
        after: false,
      });
      await app.post(`/api/admin/companies/${id}/restore`, { version: 2 }, as);
      expect(await detail(id)).toMatchObject(followed);

      // In files it is a field like the others.
      const { companies } = (await app.get('/api/admin/companies/export', as)).json();
      const exported = companies.find((one: { id: string }) => one.id === id);
      expect(exported).toMatchObject(followed);
      await update(id, { revenue: '$1M', employees: 9 });
      expect(await detail(id)).toMatchObject({ revenue_follows: false, employees_follows: false });
      const done = await app.post('/api/admin/companies/import', { companies: [exported] }, as);
      expect(done.json()).toMatchObject({ success: true });
      expect(await detail(id)).toMatchObject(followed);
    });

    test('amounts keep their currency, with the dollars of their source, else of the year’s average rate', async () => {
      const id = await makeCompany(app, 'Abroad', { founded: 2026 });
      const { amount_usd: _, ...won } = revenue(2020, 1.3e10);
      const figures = [
        won,
        { ...won, year: 2021, amount_usd: 5 },
        { ...won, metric: 'sale-price', year: 2005, currency: 'EUR', amount: 1e6 },
        { ...won, year: 2022, currency: 'USD', amount: 7 },
        { ...won, year: 1964, currency: 'JPY' },
      ];
      await update(id, { figures });
      const dollars = [11_000_000, 5, 1_240_000, 7, undefined];
      const shown = figures.map((one, i) => (dollars[i] ? { ...one, amount_usd: dollars[i] } : one));
      expect((await detail(id)).figures).toEqual(shown);
      // Editors and files have what was stated: another rate table makes no change of it.
      expect((await app.get(`/api/admin/companies/${id}/content`, as)).json().figures).toEqual(figures);
      const { companies } = (await app.get('/api/admin/companies/export', as)).json();
      expect(companies.find((one: { id: string }) => one.id === id).figures).toEqual(figures);
      await update(id, { revenue_follows: true, figures: [won] });
      expect(await detail(id)).toMatchObject({ revenue: '$11M', revenue_as_of: 2020 });
    });

    test('a new company can follow its figures', async () => {
      const made = await app.post(
        '/api/admin/companies',
        { name: 'Born Following', figures: [revenue(2024, 1.3e10)], revenue_follows: true, founded: 2026 },
        as,
      );
      expect(made.json()).toMatchObject({
        revenue: '$10M',
        revenue_as_of: 2024,
        revenue_follows: true,
        score: 90,
      });
    });

    test('companies are found by kind, tag, country, status and founder, together and without hidden ones', async () => {
      const one = await makeCompany(app, 'One', { kinds: ['food'], country: 'JP', tags: ['tea'], score: 99 });
      const two = await makeCompany(app, 'Two', { kinds: ['food', 'retail'], country: 'TW', score: 98 });
      const hidden = await makeCompany(app, 'Secret', { kinds: ['food'], show_on_site: false });
      expect(await listed('kind=food')).toEqual([one, two]);
      expect(await listed('kind=retail,food')).toEqual([one, two]);
      expect(await listed('kind=retail')).toEqual([two]);
      expect(await listed('kind=food&country=jp')).toEqual([one]);
      expect(await listed('country=JP,TW')).toEqual([one, two]);
      expect(await listed('tag=tea&country=TW')).toEqual([]);
      expect(await listed('kind=food&q=two')).toEqual([two]);
      expect(await listed('status=closed')).toEqual([]);
      const page = await app.get('/api/companies?kind=food&limit=1');
      expect(page.headers['x-total-count']).toBe('2');
      expect(page.json()[0]).toMatchObject({ country: 'JP', kinds: ['food'], rank: 1 });
      await update(two, { kinds: ['retail'], status: { kind: 'closed', year: 2020 } });
      expect(await listed('kind=food')).toEqual([one]);
      expect(await listed('status=closed')).toEqual([two]);
      await app.put(`/api/admin/companies/${hidden}/visibility`, { show_on_site: true }, as);
      expect((await listed('kind=food')).toSorted()).toEqual([one, hidden].toSorted());
      await app.delete(`/api/admin/companies/${one}`, undefined, as);
      expect(await listed('kind=food')).toEqual([hidden]);
      for (const query of ['kind=nonsense', 'status=sold', 'country=Korea', `founder=${'x'.repeat(5000)}`]) {
        const answer = await app.get(`/api/companies?${query}`);
        expect([answer.statusCode, answer.json().code], query).toEqual([400, 'validation_failed']);
      }
    });

    test('a founder has a page with their companies while one of them is shown', async () => {
      const founders = [{ id: 'ann-lee', name: { en: 'Ann Lee', ja: 'アン・リー' } }];
      const first = await makeCompany(app, 'First', { founders, score: 97 });
      const second = await makeCompany(app, 'Second', { founders, score: 96, category: 'small-teams' });
      const founder = async (language = 'en') => app.get(`/api/founders/ann-lee?language=${language}`);
      expect((await founder('ja')).json()).toMatchObject({
        id: 'ann-lee',
        name: 'アン・リー',
        companies: [{ id: first }, { id: second }],
      });
      expect((await founder('ko')).json()).toMatchObject({ name: 'Ann Lee' });
      for (const id of [first, second])
        await app.put(`/api/admin/companies/${id}/visibility`, { show_on_site: false }, as);
      const gone = await founder();
      expect([gone.statusCode, gone.json().code]).toEqual([404, 'not_found']);
    });

    test('of the same score the one that earns more for each person stands first, then likes and name', async () => {
      const same = { score: 95, country: 'NZ', employees: 10 };
      const ids = [
        await makeCompany(app, 'Dear', { ...same, revenue: '$3M', employees: 1 }),
        await makeCompany(app, 'Liked', { ...same, revenue: '$10M', likes: 3 }),
        await makeCompany(app, 'Aaa', { ...same, revenue: '$10M' }),
        await makeCompany(app, 'Bbb', { ...same, revenue: '$10M' }),
        await makeCompany(app, 'Nobody', { ...same, revenue: '$90M', employees: null, likes: 9 }),
      ];
      expect(await listed('country=NZ')).toEqual(ids);
      const all = (await app.get('/api/companies')).json() as { id: string; rank: number }[];
      expect(all.map(({ rank }) => rank)).toEqual(all.map((_, i) => i + 1));
      // Another page begins where the last one ended.
      const first = await app.get('/api/companies?country=NZ&limit=2');
      const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
      expect((await app.get(next)).json().map(({ id }: { id: string }) => id)).toEqual(ids.slice(2, 4));
      // A figure that changes moves it, in whatever place it was.
      await update(ids[3] ?? '', { revenue: '$50M' });
      expect((await listed('country=NZ'))[0]).toBe(ids[3]);
    });

    test('a rank is the place in the list, in whatever list or search it stands', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 12; n++)
        ids.push(
          await makeCompany(app, `Placed ${n}`, {
            score: 90 + (n % 3),
            likes: n % 4,
            tags: ['placed'],
            category: n % 2 ? 'small-teams' : 'no-seed',
          }),
        );
      const ranks = async (query: string) =>
        new Map(
          ((await app.get(`/api/companies?${query}`)).json() as { id: string; rank: number }[]).map(
            ({ id, rank }) => [id, rank],
          ),
        );
      for (const category of ['all', 'small-teams', 'no-seed']) {
        const list = await ranks(`category=${category}`);
        expect([...list.values()]).toEqual([...list.keys()].map((_, i) => i + 1));
        // Many at once, a few, and one: each by its own way.
        for (const query of [
          'q=placed',
          'tag=placed',
          'tag=placed&sort=name',
          'q=placed&limit=3',
          'q=Placed 7',
        ]) {
          const found = await ranks(`category=${category}&${query}`);
          for (const [id, rank] of found) expect([id, rank]).toEqual([id, list.get(id)]);
        }
      }
      expect((await ranks('tag=placed')).size).toBe(12);
      expect((await detail(ids[1] ?? '')).rank).toBe((await ranks('category=small-teams')).get(ids[1] ?? ''));
    });

    test('revenue for each person is there where both are known', async () => {
      const rich = await makeCompany(app, 'Rich', { revenue: '$10M', employees: 4 });
      const alone = await makeCompany(app, 'Alone', { revenue: 'Unknown', employees: 4 });
      expect((await detail(rich)).revenue_per_person).toBe(2_500_000);
      expect((await detail(alone)).revenue_per_person).toBeNull();
    });

    test('a price, a launch, a whole life, a group or a trading profit is divided by nobody, and sorts last', async () => {
      const country = 'IS';
      const bases = ['annual', 'run-rate', 'estimate', 'floor', null] as const;
      const others = ['acquisition', 'launch', 'lifetime', 'group', 'trading-profit'] as const;
      for (const revenue_basis of [...bases, ...others])
        await makeCompany(app, `As ${revenue_basis}`, {
          revenue: '$1B',
          revenue_basis,
          employees: 10,
          country,
        });
      await makeCompany(app, 'As words', { revenue: '$2B acquisition', employees: 10, country });
      const list = (
        await app.get('/api/companies?country=IS&sort=revenue_per_person')
      ).json() as CompanyDetail[];
      expect(list.map(({ revenue_per_person }) => revenue_per_person)).toEqual([
        ...bases.map(() => 1e8),
        ...[...others, 'words'].map(() => null),
      ]);
    });

    test('an amount that an older reader misread is read anew when the rows are rebuilt', async () => {
      const id = await makeCompany(app, 'Misread', { revenue: '5백만 달러', employees: 5 });
      await app.database.write(({ tx }) =>
        tx
          .updateTable('companies')
          .set({ revenue_amount: 5, revenue_per_person: 1 })
          .where('id', '=', id)
          .execute(),
      );
      await rebuildListings(app.database, { anew: true });
      expect((await detail(id)).revenue_per_person).toBe(1_000_000);
    });
  });
}
