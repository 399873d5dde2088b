import { axeFindingsLightAndDark } from './axe.ts';
import { signIn } from './console-session.ts';
import { expect, PHONE, test, WIDE } from './journey.ts';

test(
  'filters stand in the address, count their options, and are kept as a view',
  WIDE,
  async ({ page, request }) => {
    const headers = await signIn(page);
    const word = `filter-${Date.now()}${test.info().parallelIndex}`;
    const make = async (name: string, more: object = {}) => {
      const data = { name, description: 'Makes things.', story: 'Once.', tags: [word], ...more };
      const answer = await request.post('/api/admin/companies', { headers, data });
      expect(answer.status()).toBe(201);
      return ((await answer.json()) as { id: string }).id;
    };
    await make(`Seen ${word}`, { country: 'KR', founder: `A ${word}` });
    const hidden = await make(`Unseen ${word}`, { founder: `B ${word}` });
    await request.put(`/api/admin/companies/${hidden}/visibility`, {
      headers,
      data: { show_on_site: false },
    });

    await page.goto(`/admin/edit?tag=${word}`);
    await expect(page.getByText('2 of', { exact: false }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    const visibility = page.getByLabel('Visibility');
    await expect(visibility.getByRole('option', { name: 'Hidden (1)' })).toBeAttached();
    await visibility.selectOption({ label: 'Hidden (1)' });
    await expect(page).toHaveURL(/visibility=hidden/);
    await expect(page.getByRole('link', { name: `Unseen ${word}` })).toBeVisible();
    await expect(page.getByRole('link', { name: `Seen ${word}`, exact: true })).toBeHidden();
    // Each option is counted under the other filters.
    await expect(page.getByLabel('Country').getByRole('option', { name: 'South Korea' })).not.toBeAttached();
    expect(await axeFindingsLightAndDark(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

    await page.getByRole('button', { name: 'Save view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Views' });
    await dialog.getByLabel('Name').fill(`View ${word}`);
    await dialog.getByLabel('Share with everybody').check();
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByText(`Saved the view View ${word}`)).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).not.toHaveURL(/visibility/);
    const view = page.getByLabel('View', { exact: true });
    await view.selectOption({ label: `View ${word}` });
    await expect(page).toHaveURL(new RegExp(`visibility=hidden.*tag=${word}|tag=${word}.*visibility=hidden`));
    await expect(page.getByRole('link', { name: `Unseen ${word}` })).toBeVisible();
    await page.getByRole('button', { name: 'Save view…' }).click();
    await dialog.getByRole('button', { name: `Delete the view View ${word}` }).click();
    await expect(page.getByText(`Deleted the view View ${word}`)).toBeVisible();
  },
);

test('filters speak Japanese', PHONE, async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'i18nextLng', value: 'ja', url: baseURL ?? '' }]);
  await signIn(page);
  await page.goto('/admin/edit?missing=ko');
  await page.getByRole('button', { name: '絞り込み（1）' }).click();
  await expect(page.getByLabel('空の項目')).toBeVisible();
  await page.getByRole('button', { name: '絞り込みを解除' }).click();
  await expect(page).not.toHaveURL(/missing/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test(
  'a number of a row is changed as a figure with its source, and back',
  WIDE,
  async ({ page, request }) => {
    const headers = await signIn(page);
    const name = `Figured ${Date.now()}${test.info().parallelIndex}`;
    const data = { name, description: 'Makes things.', story: 'Once.', revenue: '$1M', employees: 4 };
    const made = await request.post('/api/admin/companies', { headers, data });
    const { id } = (await made.json()) as { id: string };
    const read = async () => (await request.get(`/api/companies/${id}`)).json();

    await page.goto(`/admin/edit?q=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `Revenue of ${name}: $1M` }).click();
    const dialog = page.getByRole('dialog', { name: `A figure of ${name}` });
    await dialog.getByLabel('Amount', { exact: false }).first().fill('2500000');
    await dialog.getByRole('combobox', { name: 'Source' }).fill('https://figured.example/report');
    expect(await axeFindingsLightAndDark(page)).toEqual([]);
    await dialog.getByLabel('Amount', { exact: false }).first().press('Enter');
    await expect(page.getByText(`Saved the figure of ${name}`)).toBeVisible();
    await expect(page.getByRole('button', { name: `Revenue of ${name}: $2.5M` })).toBeVisible();
    expect(await read()).toMatchObject({
      revenue: '$2.5M',
      revenue_basis: 'annual',
      figures: [{ metric: 'revenue', amount: 2_500_000, source: 'https://figured.example/report' }],
      sources: [{ url: 'https://figured.example/report', supports: ['revenue'] }],
    });
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect(page.getByRole('button', { name: `Revenue of ${name}: $1M` })).toBeVisible();
    expect(await read()).toMatchObject({ revenue: '$1M', figures: [], sources: [] });
  },
);

test('rows are at most 56 pixels high, and use a wide screen', WIDE, async ({ page }) => {
  await signIn(page);
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 1000 });
    for (const query of ['', '?issue=unsourced', '?missing=ko']) {
      await page.goto(`/admin/edit${query}`);
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
      const heights = await page
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      expect(Math.max(0, ...heights)).toBeLessThanOrEqual(56);
    }
    await page.goto('/admin/edit');
    const table = await page.getByRole('table').first().boundingBox();
    expect(table?.width ?? 0).toBeGreaterThan(width - 240 - 100);
  }
});
