import { BOTH, expect, PHONE, test, WIDE } from './journey.ts';

const rows = 'Ranking';

test(
  'likes are the same in the panel and in the row, after closing it and after Back',
  PHONE,
  async ({ page }, info) => {
    const company = info.project.name === 'phone' ? 'Copart' : 'Craigslist';
    await page.goto('/all');
    const row = page.getByRole('list', { name: rows }).getByRole('listitem').filter({ hasText: company });
    const inRow = async () =>
      Number(/♥ ([\d,]+)/.exec((await row.textContent()) ?? '')?.[1]?.replace(',', ''));
    const before = await inRow();
    await row.click();
    const panel = page.getByRole('dialog');
    const like = panel.getByRole('button', { name: /^Like/ });
    await expect(like).toContainText(String(before), { timeout: 15_000 });
    await like.click();
    await expect(like).toContainText(String(before + 1));
    await expect.poll(inRow).toBe(before + 1);
    await expect(like).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    expect(await inRow()).toBe(before + 1);

    await row.click();
    await expect(like).toContainText(String(before + 1));
    await panel.getByRole('link', { name: 'Open the full page' }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole('button', { name: /^Like/ })).toContainText(String(before + 1));
    await page.getByRole('button', { name: /^Like/ }).click();
    await expect(page.getByRole('button', { name: /^Like/ })).toContainText(String(before));
    await expect(page.getByRole('button', { name: /^Like/ })).toBeEnabled();
    await page.goBack();
    await expect(like).toContainText(String(before));
    await page.goBack();
    await expect(panel).toBeHidden();
    await expect.poll(inRow).toBe(before);
  },
);

test('a hit and a row of another order keep their rank', WIDE, async ({ page }) => {
  // On the first page of the ranking, and of the alphabet.
  const company = 'Copart';
  await page.goto('/all');
  const list = page.getByRole('list', { name: rows }).getByRole('listitem');
  const rankOf = async () =>
    /#(\d+)$/.exec((await list.filter({ hasText: company }).textContent()) ?? '')?.[1];
  const rank = await rankOf();
  expect(Number(rank)).toBeGreaterThan(1);
  await page.goto(`/all?q=${encodeURIComponent(company)}`);
  expect(await rankOf()).toBe(rank);
  await page.goto('/all?sort=name');
  expect(await rankOf()).toBe(rank);
  await page.goto('/all?q=Garry’s');
  await expect(list).toHaveCount(1);
  await page.goto("/all?q=garry's");
  await expect(list).toHaveCount(1);
});

test('a list sorted by views shows them, and rows have headings', WIDE, async ({ page }) => {
  await page.goto('/all?sort=views');
  const row = page.getByRole('list', { name: rows }).getByRole('listitem').first();
  await expect(row).toContainText(/[\d,]+ views? · \d+ pts/);
  await expect(row.getByRole('heading', { level: 2 })).toBeVisible();
  await page.goto('/all');
  await expect(row).not.toContainText(/[\d,]+ views?/);
  await page.goto('/');
  await expect(page.getByRole('listitem').getByRole('heading', { level: 3 }).first()).toBeVisible();
});

test('headings have room between their lines in every language', BOTH, async ({ page }) => {
  for (const [path, least] of [
    ['/en', 1.05],
    ['/ko', 1.25],
    ['/ja', 1.25],
    ['/zh', 1.25],
    ['/ko/no-seed', 1.25],
    ['/ja/companies/balsamiq', 1.25],
  ] as const) {
    await page.goto(path);
    const ratios = await page.locator('h1, h2, h3').evaluateAll((headings) =>
      headings.map((heading) => {
        const { lineHeight, fontSize } = getComputedStyle(heading);
        return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
      }),
    );
    expect(Math.min(...ratios), path).toBeGreaterThanOrEqual(least);
  }
});

test.describe('where there is no page', () => {
  test.use({ allowConsole: [/Failed to load resource/] });

  test('it says what is missing, and offers to search', WIDE, async ({ page }) => {
    for (const [path, title] of [
      ['/nope', 'Category Not Found'],
      ['/ko/nope', '카테고리를 찾을 수 없습니다'],
      ['/no-seed/more', 'Page not found'],
      ['/ja/no/such/page', 'ページが見つかりません'],
    ] as const) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(title);
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
    }
    await page.getByRole('searchbox').fill('balsamiq');
    await page.getByRole('searchbox').press('Enter');
    await expect(page).toHaveURL('/ja/all?q=balsamiq');
    await expect(page.getByRole('list').getByRole('link').filter({ hasText: 'Balsamiq' })).toBeVisible();
  });

  test('the footer of a short page stands at the end of the window', BOTH, async ({ page }) => {
    for (const path of ['/nope', '/all?q=no+such+company', '/verify-email']) {
      await page.goto(path);
      const [bottom, height] = await page.evaluate(() => [
        Math.round(document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0),
        document.documentElement.scrollHeight,
      ]);
      expect(bottom, path).toBe(height);
      expect(height, path).toBeGreaterThanOrEqual(page.viewportSize()?.height ?? 0);
    }
  });
});

test(
  "the category above a company's name leads to it, from the page and from the panel",
  WIDE,
  async ({ page }) => {
    const breadcrumb = page.getByRole('main').getByRole('navigation', { name: '현재 위치' });
    const panel = page.getByRole('dialog');
    for (const [path, above] of [
      ['/ko/companies/balsamiq', breadcrumb],
      ['/ko/all?company=balsamiq', panel],
    ] as const) {
      await page.goto(path);
      if (above === panel)
        await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
      await above.getByRole('link', { name: '시드 투자 없이' }).click();
      await expect(page).toHaveURL('/ko/no-seed');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByRole('heading', { level: 1, name: '시드 투자 없이' })).toBeVisible();
    }
  },
);

test('the header has room for its name on a small phone, signed in or not', PHONE, async ({ page }) => {
  const email = `narrow.${Date.now()}.${test.info().project.name}@example.com`;
  const data = { email, password: 'a quiet harbour', nickname: 'Narrow' };
  const cut = () =>
    page
      .getByRole('banner')
      .locator('.truncate')
      .evaluate((name) => name.scrollWidth - name.clientWidth);
  const look = async () => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 700 });
      expect(await cut(), String(width)).toBeLessThanOrEqual(0);
    }
  };
  await page.goto('/en/all');
  await look();
  await page.setViewportSize({ width: 320, height: 700 });
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.request.post('/api/auth/register', { data });
  const admin = await page.request.post('/api/admin/login', {
    data: { username: 'admin', password: 'seven small giants' },
  });
  const headers = { authorization: `Bearer ${(await admin.json()).sessionToken}` };
  const found = await page.request.get(`/api/admin/users?q=${email}`, { headers });
  await page.request.post(`/api/admin/users/${(await found.json())[0].id}/verify`, { headers });
  const { token } = await (await page.request.post('/api/auth/login', { data })).json();
  await page.evaluate((value) => localStorage.setItem('authToken', value), token);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account menu/ })).toBeVisible();
  await look();
});

test('the keyboard gets past the header, without a step in the history', WIDE, async ({ page }) => {
  await page.goto('/no-seed');
  const steps = await page.evaluate(() => history.length);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  expect(await page.evaluate(() => [history.length, location.hash, scrollY])).toEqual([steps, '', 0]);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

  // The header comes along, and leads to where the content begins.
  await page.mouse.wheel(0, 3000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});

test(
  "a company's figures are no wider than a phone, however long the hosts of their sources",
  PHONE,
  async ({ page }) => {
    for (const path of ['/en/companies/stratechery', '/zh/companies/hobonichi', '/ja/companies/papi-jiang']) {
      await page.goto(path);
      const table = page.getByRole('table').first();
      await expect(table).toBeVisible();
      const widths = await table.evaluate((element) => [
        Math.round(element.getBoundingClientRect().width),
        element.parentElement?.clientWidth ?? 0,
      ]);
      expect([path, ...widths]).toEqual([path, widths[1], widths[1]]);
    }
  },
);
