import { BOTH, expect, PHONE, test, WIDE } from './journey.ts';

const LISTS = [
  '/all',
  '/no-seed',
  '/one-person-developer',
  '/kinds/saas',
  '/countries/us',
  '/all?sort=revenue',
];

for (const language of ['en', 'ko', 'ja', 'zh']) {
  test(
    `on a phone the first company of every list stands within the first screen, in ${language}`,
    PHONE,
    async ({ page }) => {
      for (const list of LISTS) {
        await page.goto(`/${language}${list}`);
        const [first] = await page.locator('main ol > li[data-category]').all();
        const box = await first?.boundingBox();
        const height = page.viewportSize()?.height ?? 0;
        expect([list, (box?.y ?? 9999) + (box?.height ?? 0) <= height]).toEqual([list, true]);
        // Nothing is wider than the screen.
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([list, wide]).toEqual([list, 0]);
      }
    },
  );
}

test(
  'on a wide screen the panel stands beside the list, and over it where there is no room',
  WIDE,
  async ({ page }) => {
    const edges = async () => {
      const list = await page.locator('main ol > li[data-category]').first().boundingBox();
      const panel = await page.getByRole('dialog').boundingBox();
      return { end: (list?.x ?? 0) + (list?.width ?? 0), start: panel?.x ?? 0 };
    };
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto('/en/no-seed?company=balsamiq');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect.poll(async () => (await edges()).start).toBeLessThan(1920 * 0.56);
    const { end, start } = await edges();
    expect(end).toBeLessThanOrEqual(start);
    // No emptiness between them.
    expect(start - end).toBeLessThan(96);
    await page.setViewportSize({ width: 1280, height: 800 });
    const over = await edges();
    expect(over.end).toBeGreaterThan(over.start);
  },
);

test('the keys go through the bars without moving what is below them', WIDE, async ({ page }) => {
  const moved = () => page.evaluate(() => Math.round(document.querySelector('dialog')?.scrollTop ?? scrollY));
  await page.goto('/en/no-seed');
  await page.evaluate(() => scrollTo(0, 600));
  await expect.poll(moved).toBe(600);
  const names: string[] = [];
  for (let i = 0; i < 10; i++) {
    await page.keyboard.press('Tab');
    names.push(await page.evaluate(() => (document.activeElement?.closest('header') ? 'header' : 'page')));
  }
  expect(names).toEqual(Array(10).fill('header'));
  expect(await moved()).toBe(600);
  await page.goto('/en/all?company=ghost');
  const panel = page.getByRole('dialog');
  await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  await panel.evaluate((dialog) => dialog.scrollTo(0, 900));
  for (let i = 0; i < 2; i++) await page.keyboard.press('Tab');
  await expect(panel.getByRole('link', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  expect(await moved()).toBe(900);
});

test('the figure that a list is sorted by stands in front', BOTH, async ({ page }) => {
  const first = (sort: string) =>
    page
      .goto(`/en/all?sort=${sort}`)
      .then(() => page.locator('main ol > li[data-category] small > b').first().innerText());
  expect(await first('score')).toMatch(/^\d+ pts$/);
  expect(await first('revenue')).toMatch(/^\$[\d.]+B/);
  expect(await first('employees')).toMatch(/^1 person$/);
  expect(await first('revenue_per_person')).toMatch(/^\$[\d.]+[MB] revenue per person$/);
  expect(await first('views')).toMatch(/^\d+ views?$/);
  expect(await first('founded')).toMatch(/^Founded: \d{4}$/);
});

test('reload and Back lead to the same row of a long list', PHONE, async ({ page }) => {
  await page.goto('/en/all');
  const row = page.getByRole('list', { name: 'Ranking' }).getByRole('listitem').nth(80);
  await row.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  // Half a pixel above the edge is -0 otherwise.
  const top = async () => Math.round((await row.boundingBox())?.y ?? Number.NaN) + 0;
  const before = await top();
  await page.reload();
  await expect.poll(top).toBe(before);
  await page.goto('/en/companies/balsamiq');
  await page.goBack();
  await expect.poll(top).toBe(before);
});

test('a row of another order shows its place in it, and its place by score', WIDE, async ({ page }) => {
  await page.goto('/en/all?sort=employees');
  const rows = page.getByRole('list', { name: 'Ranking' }).getByRole('listitem');
  for (const [i, row] of [rows.first(), rows.nth(99)].entries())
    await expect(row.locator('.row > b')).toHaveText(`#${i === 0 ? 1 : 100}`);
  await expect(rows.first()).toContainText(/pts · #\d+ by score/);
  await page.getByRole('link', { name: 'Show more' }).click();
  await expect(rows.nth(100).locator('.row > b')).toHaveText('#101');
  await page.goto('/en/all');
  await expect(rows.first().locator('.row > b')).toHaveText('#1');
  await expect(rows.first()).not.toContainText('by score');
});

test(
  'a row is read as name, sentence and figures, opens as a whole, and chooses to compare',
  BOTH,
  async ({ page }) => {
    await page.goto('/en/all');
    const rows = page.getByRole('list', { name: 'Ranking' }).getByRole('listitem');
    const row = rows.first();
    const name = row.getByRole('heading').getByRole('link');
    await expect(row.getByRole('link')).toHaveCount(1);
    const text = (await row.textContent()) ?? '';
    const order = ['h2', 'p', '.big-figures'].map(async (part) =>
      text.indexOf((await row.locator(part).first().textContent()) ?? ''),
    );
    const [first = -1, second = -1, third = -1] = await Promise.all(order);
    expect([first, first < second, second < third]).toEqual([0, true, true]);

    // Places have the same room in all rows, also where they have three figures.
    const lefts = await page
      .locator('.rows .tile-small')
      .evaluateAll((marks) => marks.map((mark) => mark.getBoundingClientRect().left));
    expect(new Set(lefts).size).toBe(1);

    const compare = row.getByRole('button', { name: `Compare: ${await name.textContent()}` });
    const box = await compare.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await name.focus();
    await page.keyboard.press('Tab');
    await expect(compare).toBeFocused();
    const before = await row.boundingBox();
    await page.keyboard.press('Enter');
    await expect(compare).toHaveAttribute('aria-pressed', 'true');
    const tray = page.getByRole('region', { name: 'Companies to compare' });
    await expect(tray).toContainText((await name.textContent()) ?? '');
    expect(await row.boundingBox()).toEqual(before);
    for (const i of [1, 2, 3, 4]) await rows.nth(i).getByRole('button').click();
    await expect(tray.getByRole('alert')).toContainText('At most 4');
    await expect(rows.nth(4).getByRole('button')).toHaveAttribute('aria-pressed', 'false');
    await compare.click();
    await expect(compare).toHaveAttribute('aria-pressed', 'false');
    await expect(tray.getByRole('alert')).toHaveCount(0);

    // The sentence is not in the link, and opens the company all the same.
    await row.locator('p').first().click({ force: true });
    await expect(page).toHaveURL(/company=/);
  },
);
