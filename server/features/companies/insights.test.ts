import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

for (const dialect of dialects) {
  describe(`insights on ${dialect}`, () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await testApp(dialect);
    });
    afterAll(() => app.close());
    const insights = async (query = '') => (await app.get(`/api/companies/insights?${query}`)).json();

    test('no company gives no average and no median', async () => {
      expect(await insights()).toEqual({
        over_1m: 0,
        over_10m: 0,
        over_100m: 0,
        average_employees: null,
        average_age: null,
        median_employees: null,
        median_revenue: null,
        median_revenue_per_person: null,
      });
    });

    test('a company counts in its bucket and the lower ones, an acquisition in all; medians are of what is known', async () => {
      const country = 'KR';
      const make = (name: string, revenue: string, employees: number | null, founded: number | null) =>
        makeCompany(app, name, { revenue, employees, founded, country });
      await make('Billion', '$1B', 10, 2000);
      await make('Twenty', '$20M', 21, 2010);
      await make('One', '$1M', null, null);
      await make('Small', '$800K', 2, 2020);
      await make('Bought', '$5M Acquisition', 3, 2010);
      await make('Silent', 'Unknown', 4, 2010);
      await makeCompany(app, 'Hidden', { revenue: '$9B', employees: 900, country, show_on_site: false });
      await makeCompany(app, 'Elsewhere', { revenue: '$3M', employees: 1, country: 'JP' });
      const year = app.clock.now.getUTCFullYear();
      expect(await insights('country=KR')).toEqual({
        over_1m: 4,
        over_10m: 3,
        over_100m: 2,
        average_employees: 8,
        average_age: year - 2010,
        median_employees: 4,
        median_revenue: 5_000_000,
        median_revenue_per_person: 952_381,
      });
      expect(await insights('country=JP')).toMatchObject({ median_employees: 1, median_revenue: 3_000_000 });
      expect(await insights('q=small')).toMatchObject({ median_employees: 2, over_1m: 0 });
      expect((await app.get('/api/companies/insights?employees_min=many')).statusCode).toBe(400);
    });

    test('medians are of all companies of a value, however long the list is', async () => {
      await app.database.write(async (unit) => {
        await unit.tx.deleteFrom('companies').execute();
        unit.changed('company', 'all');
      });
      // The list's page ends after a hundred, the best first: their median would be another.
      const count = 121;
      for (let i = 1; i <= count; i++)
        await makeCompany(app, `Many ${i}`, {
          kinds: ['saas'],
          employees: i,
          revenue: `$${i}M`,
          score: 100 - Math.floor(i / 2),
        });
      expect(await insights('kind=saas')).toMatchObject({
        over_1m: count,
        over_10m: count - 9,
        over_100m: 22,
        average_employees: 61,
        median_employees: 61,
        median_revenue: 61_000_000,
        median_revenue_per_person: 1_000_000,
      });
    });
  });
}
