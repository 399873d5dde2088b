import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { companyCategories } from '../../../core/categories.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

const COMPANIES = 60;
/** As related.ts documents them. */
const WORTH = { founder: 100, kind: 10, country: 6, tag: 4, category: 3, size: 5 };

/** Companies that have much in common, drawn from few values. */
const made = Array.from({ length: COMPANIES }, (_, i) => {
  const draw = (count: number, salt: number) => (((i + 1) * salt * 2654435761) % 4294967296) % count;
  return {
    id: `company-${String(i).padStart(2, '0')}`,
    category: companyCategories()[draw(5, 3)] ?? 'no-seed',
    employees: [1, 2, 3, 8, 40, null][draw(6, 5)] ?? null,
    score: 50 + draw(4, 7),
    revenue: ['$10M', '$90M', ''][draw(3, 31)] ?? '',
    likes: draw(4, 37),
    kinds: (['saas', 'app', 'game'] as const).slice(draw(3, 11), draw(3, 11) + 1 + draw(2, 13)),
    country: ['KR', 'JP', 'US', null][draw(4, 17)] ?? null,
    tags: ['quiet', 'remote', 'open'].slice(0, draw(4, 19)),
    founders: draw(5, 23) === 0 ? [{ id: 'ada-lovelace', name: { en: 'Ada Lovelace' } }] : [],
    founder: 'Nobody',
    show_on_site: draw(7, 29) !== 0,
  };
});
type MadeCompany = (typeof made)[number];

const worth = (a: MadeCompany, b: MadeCompany): { inCommon: number; worth: number } => {
  const both = (x: readonly string[], y: readonly string[]) => x.filter((one) => y.includes(one)).length;
  const inCommon =
    WORTH.founder *
      both(
        a.founders.map(({ id }) => id),
        b.founders.map(({ id }) => id),
      ) +
    WORTH.kind * both(a.kinds, b.kinds) +
    (a.country && a.country === b.country ? WORTH.country : 0) +
    WORTH.tag * both(a.tags, b.tags);
  const isOfSize = a.employees && b.employees && Math.abs(Math.log2(a.employees / b.employees)) <= 1;
  const category = a.category === b.category ? WORTH.category : 0;
  return { inCommon, worth: inCommon + category + (isOfSize ? WORTH.size : 0) };
};

/** That what is near each company follows from what they have in common. @returns all companies by rank */
async function expectNearest(app: TestApp, made: readonly MadeCompany[]) {
  const shown = made.filter((company) => company.show_on_site);
  expect(shown.length).toBeLessThan(COMPANIES);
  const places: { id: string; category: string; rank: number }[] = (
    await app.get('/api/companies?limit=100')
  ).json();
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const rankOf = (id: string) => placeOf.get(id)?.rank ?? 0;
  for (const company of shown) {
    const answer = await app.get(`/api/companies/${company.id}/related?limit=8`);
    const related: { id: string; reason: string }[] = answer.json();
    const nearest = shown
      .filter((other) => other !== company)
      .map((other) => ({ ...other, ...worth(company, other) }))
      .filter((other) => other.inCommon > 0)
      .sort((a, b) => b.worth - a.worth || rankOf(a.id) - rankOf(b.id))
      .slice(0, 8);
    expect(
      related.slice(0, nearest.length).map(({ id }) => id),
      company.id,
    ).toEqual(nearest.map(({ id }) => id));
    // Then the best of its category.
    expect(related.slice(nearest.length).every(({ reason }) => reason === 'category')).toBe(true);
    expect(new Set(related.map(({ id }) => id)).size).toBe(related.length);
    for (const { reason, ...row } of related) expect(row, reason).toEqual(placeOf.get(row.id));
  }
  return places;
}

for (const dialect of dialects) {
  describe(`companies near another one on ${dialect}`, () => {
    test('are the shown ones that have most in common with it, each with its place', async () => {
      const app = await testApp(dialect);
      onTestFinished(() => app.close());
      for (const company of made) await makeCompany(app, `Name ${company.id}`, company);
      const places = await expectNearest(app, made);
      // Of those that are asked for by twos and threes, the same places are counted.
      const sixth = places[5];
      const neighbours = (await app.get(`/api/companies/${sixth?.id}/neighbours`)).json();
      const category = (await app.get(`/api/companies?category=${sixth?.category}`)).json();
      const at = category.findIndex(({ id }: { id: string }) => id === sixth?.id);
      expect([neighbours.previous?.id ?? null, neighbours.next?.id ?? null]).toEqual([
        category[at - 1]?.id ?? null,
        category[at + 1]?.id ?? null,
      ]);
      expect([neighbours.previous?.rank ?? null, neighbours.next?.rank ?? null]).toEqual([
        category[at - 1]?.rank ?? null,
        category[at + 1]?.rank ?? null,
      ]);
    });

    test('follow at once what is edited, liked, viewed, hidden and deleted', async () => {
      const app = await testApp(dialect);
      onTestFinished(() => app.close());
      const as = await signIn(app);
      for (const company of made) await makeCompany(app, `Name ${company.id}`, company);
      let now = [...made];
      const edit = async (at: number, fields: Partial<MadeCompany>) => {
        const { id } = now[at] as MadeCompany;
        expect((await app.put(`/api/admin/companies/${id}`, fields, as)).statusCode).toBe(200);
        now = now.map((one, i) => (i === at ? { ...one, ...fields } : one));
        await expectNearest(app, now);
      };
      await expectNearest(app, now);
      await edit(3, { kinds: ['game'], country: 'JP' });
      await edit(3, { kinds: [], country: null });
      await edit(8, { employees: 39 });
      const renamed = { name: 'Another name', description: 'Told anew.' };
      expect((await app.put(`/api/admin/companies/${now[8]?.id}`, renamed, as)).statusCode).toBe(200);
      await expectNearest(app, now);
      await edit(12, { show_on_site: !made[12]?.show_on_site });
      await edit(12, { show_on_site: Boolean(made[12]?.show_on_site) });
      const { id } = now[20] as MadeCompany;
      await app.post(`/api/companies/${id}/like`);
      // Lists follow a like and a view within a second.
      const follow = () =>
        vi.waitFor(
          async () => {
            const row = (await expectNearest(app, now)).find((one) => one.id === id);
            expect(row).toMatchObject(counted);
          },
          { timeout: 5000, interval: 200 },
        );
      const counted = { likes: (now[20]?.likes ?? 0) + 1, views: 0 };
      await follow();
      await app.post(`/api/companies/${id}/view`);
      counted.views = 1;
      await follow();
      await app.delete(`/api/admin/companies/${id}`, undefined, as);
      await expectNearest(
        app,
        now.filter((one) => one.id !== id),
      );
    });
  });
}
