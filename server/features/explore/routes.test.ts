import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setDirectory } from '../../../core/directory/current.ts';
import { SHIPPED_DIRECTORY } from '../../../core/directory/shipped.ts';
import type { FoundingYears, ScatterPoints } from '../../../core/explore/calls.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

const OF_2024 = { revenue_as_of: 2024, employees_as_of: 2024 };

for (const dialect of dialects) {
  describe(`what is drawn of the directory on ${dialect}`, () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await testApp(dialect);
      await makeCompany(app, 'Solo', {
        ...OF_2024,
        category: 'one-person-developer',
        employees: 1,
        revenue: '$1M',
        founded: 2019,
        country: 'KR',
        kinds: ['game', 'app'],
        score: 90,
        texts: { en: { name: 'Solo' }, ko: { name: '솔로' } },
      });
      await makeCompany(app, 'Ten', {
        ...OF_2024,
        category: 'small-teams',
        employees: 10,
        revenue: '$20M',
        founded: 1999,
        country: 'JP',
        kinds: ['game'],
        score: 80,
      });
      await makeCompany(app, 'Sold', {
        ...OF_2024,
        employees: 4,
        revenue: '$40M acquisition',
        founded: 1999,
        kinds: ['saas'],
        score: 70,
      });
      await makeCompany(app, 'Long ago', {
        employees: 3,
        employees_as_of: 2004,
        revenue: '$3M',
        revenue_as_of: 2024,
        founded: 1985,
        kinds: ['saas'],
        score: 60,
      });
      await makeCompany(app, 'Quiet', { employees: null, revenue: '', founded: null, kinds: ['saas'] });
      await makeCompany(app, 'Nobody', { employees: 5, revenue: 'unknown', founded: 2001, kinds: [] });
      await makeCompany(app, 'Hidden', { founded: 1901, kinds: ['food'], show_on_site: false });
    });
    afterAll(() => app.close());

    const points = async (query = ''): Promise<ScatterPoints> =>
      (await app.get(`/api/explore/points?${query}`)).json();
    const years = async (query = ''): Promise<FoundingYears> =>
      (await app.get(`/api/explore/years?${query}`)).json();

    test('a picture that needs few gets those that stand first, and the numbers of all', async () => {
      const all = await points();
      const few = await points('limit=2');
      expect(few).toEqual({ ...all, points: all.points.slice(0, 2) });
      expect(all.points.length).toBeGreaterThan(2);
      const games = await points('kind=game');
      expect(games.points.length).toBeGreaterThan(1);
      expect(await points('kind=game&limit=1')).toEqual({ ...games, points: games.points.slice(0, 1) });
      for (const nonsense of ['0', '-1', '5001', 'x', '1.5'])
        expect((await app.get(`/api/explore/points?limit=${nonsense}`)).statusCode).toBe(400);
    });

    test('each shown company with people and revenue is a point, the highest score first', async () => {
      const all = await points();
      expect([all.total, all.known]).toEqual([6, 4]);
      expect(all.points).toEqual([
        expect.objectContaining({
          name: 'Solo',
          category: 'one-person-developer',
          employees: 1,
          revenue: 1e6,
          yearly: true,
          revenue_per_person: 1e6,
        }),
        expect.objectContaining({ name: 'Ten', employees: 10, revenue: 2e7, revenue_per_person: 2e6 }),
        // A price that was paid is no year's revenue, and what is twenty years apart is not divided.
        expect.objectContaining({ name: 'Sold', revenue: 4e7, yearly: false, revenue_per_person: null }),
        expect.objectContaining({ name: 'Long ago', yearly: true, revenue_per_person: null }),
      ]);
    });

    test('an axis of an own field has the companies with a number of it', async () => {
      const as = await signIn(app);
      const field = (id: string, type: string, places: string[]) => ({ id, type, places, names: { en: id } });
      const list = [
        field('ovens', 'number', ['axis']),
        field('rent', 'money', ['axis']),
        field('chairs', 'number', ['page']),
      ];
      await app.put('/api/admin/configuration/fields', { version: 0, value: { list } }, as);
      const [solo, ten] = (await points()).points.map(({ id }) => id);
      await app.put(`/api/admin/companies/${solo}`, { fields: { ovens: 0, chairs: 4 } }, as);
      const rent = { amount: 1500, currency: 'USD' };
      await app.put(`/api/admin/companies/${ten}`, { fields: { ovens: -2.5, rent } }, as);
      const placed = async (query: string) =>
        (await points(query)).points.map(({ name, x, y }) => [name, x, y]);
      expect(await placed('x=field.ovens')).toEqual([
        ['Solo', 0, 1e6],
        ['Ten', -2.5, 2e7],
      ]);
      expect(await points('x=field.ovens')).toMatchObject({ total: 6, known: 2 });
      expect(await points('x=field.ovens&limit=1')).toMatchObject({ total: 6, known: 2 });
      expect(await placed('x=field.ovens&limit=1')).toEqual([['Solo', 0, 1e6]]);
      expect(await placed('x=field.ovens&y=field.rent')).toEqual([['Ten', -2.5, 1500]]);
      expect(await placed('x=revenue&y=people&q=ten')).toEqual([['Ten', 2e7, 10]]);
      expect(await placed('limit=1')).toEqual([['Solo', 1, 1e6]]);
      for (const axis of ['field.chairs', 'field.none', 'score', 'field.', ''])
        expect((await app.get(`/api/explore/points?x=${axis}`)).json().details).toMatchObject([
          { path: 'query.x', code: 'unknown_axis' },
        ]);
      setDirectory(SHIPPED_DIRECTORY);
    });

    test('the filters of the lists choose, and names are in the language', async () => {
      const names = async (query: string) => (await points(query)).points.map(({ name }) => name);
      expect(await names('country=KR&language=ko')).toEqual(['솔로']);
      expect(await names('kind=game')).toEqual(['Solo', 'Ten']);
      expect(await names('category=small-teams')).toEqual(['Ten']);
      expect(await names('revenue_min=2000000&employees_max=4')).toEqual(['Sold', 'Long ago']);
      expect((await points('founded_max=1999')).total).toBe(3);
      const refused = await app.get('/api/explore/points?founded_min=2000&founded_max=1999');
      expect([refused.statusCode, refused.json().code]).toEqual([400, 'validation_failed']);
    });

    test('a search chooses as it does in the lists, and every count follows it', async () => {
      const names = async (query: string) => (await points(query)).points.map(({ name }) => name);
      expect(await names('q=ten')).toEqual(['Ten']);
      expect(await names(`q=${encodeURIComponent('ㅅㄹ')}&language=ko`)).toEqual(['솔로']);
      // With a wrong letter, and beside other choices.
      expect(await names('q=quite')).toEqual([]);
      expect((await points('q=quite')).total).toBe(1);
      expect(await names('q=long+ago&founded_min=1986')).toEqual([]);
      expect(await points('q=nowhere+to+be+found')).toEqual({ total: 0, known: 0, points: [] });
      expect((await points('q=+')).total).toBe(6);
      expect((await years('q=ten')).kinds.map(({ kind }) => kind)).toEqual(['game']);
      expect((await years('q=quiet')).unknown).toBe(1);
      for (const query of ['q=solo', 'q=ten&kind=game', 'q=l', 'q=small-teams']) {
        const counted = (await app.get(`/api/companies/facets?${query}`)).json();
        const listed = (await app.get(`/api/companies?${query}`)).json() as unknown[];
        for (const { value, count } of counted.category)
          expect([query, value, (await points(`${query}&category=${value}`)).total]).toEqual([
            query,
            value,
            count,
          ]);
        expect([query, (await points(query)).total]).toEqual([query, listed.length]);
      }
      const refused = await app.get(`/api/explore/points?q=${'a'.repeat(201)}`);
      expect([refused.statusCode, refused.json().code]).toEqual([400, 'validation_failed']);
    });

    test('the kinds stand by the year in which each began, with the company that began it', async () => {
      const { kinds, unknown } = await years();
      expect(kinds.map(({ kind, first, years: of }) => [kind, first.name, of])).toEqual([
        [
          'saas',
          'Long ago',
          [
            { year: 1985, count: 1 },
            { year: 1999, count: 1 },
          ],
        ],
        [
          'game',
          'Ten',
          [
            { year: 1999, count: 1 },
            { year: 2019, count: 1 },
          ],
        ],
        ['app', 'Solo', [{ year: 2019, count: 1 }]],
      ]);
      expect(unknown).toBe(1);
      const korean = await years('country=KR&language=ko');
      expect(korean.kinds.map(({ kind, first }) => [kind, first.name])).toEqual([
        ['app', '솔로'],
        ['game', '솔로'],
      ]);
    });

    test('what is drawn follows a change at once', async () => {
      const id = await makeCompany(app, 'Later', { employees: 2, revenue: '$2M', kinds: ['beauty'] });
      expect((await points()).known).toBe(5);
      expect((await years()).kinds.some(({ kind }) => kind === 'beauty')).toBe(true);
      await app.database.write(async (unit) => {
        await unit.tx.updateTable('companies').set({ show_on_site: 0 }).where('id', '=', id).execute();
        unit.changed('company', id);
      });
      expect((await points()).points.some((point) => point.id === id)).toBe(false);
      expect((await years()).kinds.some(({ kind }) => kind === 'beauty')).toBe(false);
    });
  });
}
