import { signIn } from './console-session.ts';
import { BOTH, expect, test, WIDE } from './journey.ts';

const unique = (name: string) =>
  `${name} ${test.info().project.name} ${test.info().repeatEachIndex}${test.info().retry}`;

test(
  'rows and pages say what kind of figure, of which year, what became of it, and how ties are broken',
  BOTH,
  async ({ page, request }) => {
    const headers = await signIn(page);
    const make = async (name: string, fields: object) => {
      const answer = await request.post('/api/admin/companies', {
        headers,
        data: { name, description: 'Makes small things.', story: 'It began.', ...fields },
      });
      return ((await answer.json()) as { id: string }).id;
    };
    const near = unique('Near Years');
    const far = unique('Far Years');
    const ids = {
      near: await make(near, {
        revenue: '$8M',
        revenue_as_of: 2020,
        revenue_basis: 'run-rate',
        employees: 4,
        employees_as_of: 2018,
        status: { kind: 'closed', year: 2022 },
      }),
      far: await make(far, {
        revenue: '$8M',
        revenue_as_of: 2021,
        employees: 4,
        employees_as_of: 2018,
        status: { kind: 'acquired', year: 2023, by: 'Large Ltd' },
      }),
    };
    const price = unique('Price Paid');
    const bought = await make(price, {
      revenue: '$1B',
      ...{ revenue_as_of: 2020, revenue_basis: 'acquisition', employees: 13, employees_as_of: 2020 },
    });
    const row = (name: string) =>
      page.getByRole('list', { name: 'Ranking' }).getByRole('listitem').filter({ hasText: name });
    await page.goto(`/en/all?q=${encodeURIComponent(near)}`);
    await expect(row(near)).toContainText('2020 · annualised rate');
    await expect(row(near)).toContainText('Revenue per person: $2M');
    await expect(row(near)).toContainText('closed 2022');
    // A hit has its place in the ranking, not in what was found.
    const [listed] = await (await request.get(`/api/companies?q=${encodeURIComponent(near)}`)).json();
    expect(listed.rank).toBeGreaterThan(1);
    await expect(row(near)).toContainText(`#${listed.rank}`);
    await page.goto(`/en/all?q=${encodeURIComponent(far)}`);
    await expect(row(far)).toContainText('2021');
    await expect(row(far)).toContainText('acquired 2023');
    await expect(row(far)).not.toContainText('Revenue per person');

    await page.goto(`/en/all?q=${encodeURIComponent(price)}`);
    await expect(row(price)).toContainText('2020 · price paid for the company');
    await expect(row(price)).not.toContainText('Revenue per person');
    await page.goto(`/en/companies/${bought}`);
    const figures = page.getByRole('main').locator('dl').first();
    await expect(figures).toContainText('price paid for the company');
    await expect(figures).not.toContainText(/Annual revenue|Revenue per person/);

    await page.goto(`/en/companies/${ids.near}`);
    const facts = page.getByRole('main').locator('dl');
    await expect(facts.filter({ hasText: 'Revenue per person' })).toContainText('$2M');
    await expect(page.getByRole('region', { name: 'Why this score' })).toContainText(
      'Companies with the same score are ordered by revenue per person, then likes, then name.',
    );
    const described = async () =>
      (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) =>
        JSON.parse(text),
      );
    expect(await described()).toContainEqual(
      expect.objectContaining({ '@type': 'Organization', dissolutionDate: '2022' }),
    );
    await page.goto(`/en/companies/${ids.far}`);
    await expect(facts.filter({ hasText: 'Status' })).toContainText('acquired by Large Ltd · 2023');
    await expect(facts.filter({ hasText: 'Revenue per person' })).toHaveCount(0);
    expect(await described()).toContainEqual(
      expect.objectContaining({ parentOrganization: { '@type': 'Organization', name: 'Large Ltd' } }),
    );
  },
);

for (const [language, median, perPerson] of [
  ['en', 'Median revenue', 'Median revenue per person'],
  ['ko', '매출 중앙값', '1인당 매출 중앙값'],
] as const)
  test(`insights and pages of a kind name medians in ${language}`, WIDE, async ({ page }) => {
    for (const path of ['all', 'kinds/saas', 'countries/us']) {
      await page.goto(`/${language}/${path}`);
      if (path === 'all') await page.locator('main details > summary').first().click();
      for (const label of [median, perPerson]) {
        const term = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) });
        await expect(term.locator('xpath=..')).toContainText(/\$[\d.,]/);
      }
    }
  });
