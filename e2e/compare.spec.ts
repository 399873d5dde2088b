import type { Locator, Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { BOTH, expect, sizeFor, test, WIDE } from './journey.ts';

const CHOSEN = 'comparedCompanies';

const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
const tray = (page: Page, name = 'Companies to compare') => page.getByRole('region', { name });
const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), CHOSEN);

/** Pressed until it is: a page that is not hydrated yet loses a click. */
async function choose(within: Page | Locator) {
  const button = within.getByRole('button', { name: 'Compare', exact: true });
  await expect(async () => {
    if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true', { timeout: 1000 });
  }).toPass();
}

async function chooseOnPage(page: Page, id: string) {
  await page.goto(`/en/companies/${id}`);
  await choose(page);
}

test(
  'companies are chosen on their pages and in a panel, follow through the site, and are compared',
  BOTH,
  async ({ page }) => {
    await page.goto('/en/companies/ghost');
    await expect(tray(page)).toHaveCount(0);
    await choose(page);
    await expect(tray(page)).toContainText('Choose one more to compare.');

    // The panel of a list chooses as the page does.
    await page.goto('/en/all?company=gumroad');
    const panel = page.getByRole('dialog', { name: 'Gumroad' });
    await choose(panel);
    await expect(panel.getByText('Chosen: 2 of 4')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(tray(page).getByRole('listitem')).toHaveText(['Ghost', 'Gumroad']);
    expect(await axeFindings(page)).toEqual([]);
    expect(await fits(page)).toBe(true);

    // In another language it has its other names, and covers nothing at the end of the page.
    await page.goto('/ko/no-seed');
    const korean = tray(page, '비교할 기업');
    await expect(korean.getByRole('listitem').first()).toHaveText('고스트');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const covered = await page.evaluate(() => {
      const [bar, footer] = ['section[aria-label="비교할 기업"]', 'footer'].map((selector) =>
        document.querySelector(selector)?.getBoundingClientRect(),
      );
      return (footer?.bottom ?? 0) > (bar?.top ?? 0) + 1;
    });
    expect(covered).toBe(false);

    await korean.getByRole('link', { name: '지금 비교하기' }).click();
    await expect(page).toHaveURL(/\/ko\/compare\?ids=ghost,gumroad$/);
    await expect(page.getByRole('columnheader', { name: /고스트/ })).toBeVisible();
    await expect(korean).toHaveCount(0);

    // A comparison of what is chosen changes the choice with it. The next company has the focus.
    await page.getByRole('link', { name: /^비교에서 고스트 빼기$/ }).click();
    await expect(page).toHaveURL(/ids=gumroad$/);
    // The address changes first.
    await expect(page.locator('thead a[rel]')).toHaveCount(1);
    await expect(page.locator('thead a[rel]')).toBeFocused();
    expect(JSON.parse((await stored(page)) ?? '').map(({ id }: { id: string }) => id)).toEqual(['gumroad']);
  },
);

test(
  'a fifth is refused in words, one is taken out, all are cleared and had back',
  WIDE,
  async ({ page }) => {
    for (const id of ['ghost', 'gumroad', 'kit', 'zoho']) await chooseOnPage(page, id);
    await page.goto('/en/companies/carrd');
    const button = page.getByRole('button', { name: 'Compare', exact: true });
    await expect(tray(page).getByRole('listitem')).toHaveCount(4);
    await button.click();
    await expect(page.getByRole('alert')).toHaveText(
      'At most 4 companies fit side by side. Take one out first.',
    );
    await expect(button).toHaveAttribute('aria-pressed', 'false');

    await tray(page).getByRole('button', { name: 'Remove Gumroad from the comparison' }).click();
    await expect(tray(page).getByRole('listitem')).toHaveText(['Ghost', 'Kit', 'Zoho']);
    await expect(page.getByRole('status').filter({ hasText: 'Gumroad was taken out' })).toBeAttached();
    // The next one has the focus.
    await expect(tray(page).getByRole('button', { name: 'Remove Kit from the comparison' })).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);

    await tray(page).getByRole('button', { name: 'Clear', exact: true }).click();
    const undo = tray(page).getByRole('button', { name: 'Undo', exact: true });
    await expect(undo).toBeFocused();
    expect(await stored(page)).toBeNull();
    await page.keyboard.press('Enter');
    await expect(tray(page).getByRole('listitem')).toHaveText(['Ghost', 'Kit', 'Zoho']);
    await expect(tray(page).getByRole('link', { name: 'Compare now' })).toBeFocused();
    await page.reload();
    await expect(tray(page).getByRole('listitem')).toHaveCount(3);
  },
);

test('what one tab chooses, another one has', WIDE, async ({ page, context }) => {
  await chooseOnPage(page, 'ghost');
  const other = await context.newPage();
  await other.goto('/en/companies/kit');
  await expect(tray(other).getByRole('listitem')).toHaveText(['Ghost']);
  await choose(other);
  await expect(tray(page).getByRole('listitem')).toHaveText(['Ghost', 'Kit']);
  await tray(page).getByRole('button', { name: 'Remove Kit from the comparison' }).click();
  await expect(other.getByRole('button', { name: 'Compare', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test(
  'differences are marked, what is the same is left out by the address, and it is shared and printed',
  BOTH,
  async ({ page }) => {
    await page.goto('/en/compare?ids=mailchimp,ghost');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
    await expect(row('Annual revenue').getByRole('cell')).toHaveText([/\$800M.*highest/, /\$8M.*lowest/]);
    await expect(row('Founded').getByRole('cell')).toHaveText([/2001.*earliest/, /2013.*latest/]);
    await expect(row('Category')).toContainText('all the same');
    const onlyDifferences = page.getByRole('link', { name: 'Only differences' });
    await onlyDifferences.click();
    await expect(page).toHaveURL(/view=differences/);
    await expect(row('Category')).toHaveCount(0);
    await expect(row('Founded')).toBeVisible();
    await page.getByRole('link', { name: 'All facts' }).click();
    await expect(row('Category')).toBeVisible();

    // On one axis, told apart by words, dashes and marks.
    const chart = page.getByRole('figure', { name: /^Revenue Each line/ });
    await expect(chart.getByRole('group', { name: 'Mailchimp' })).toBeVisible();
    await expect(chart.getByRole('link', { name: /^Ghost · 2025: \$8M/ })).toBeAttached();
    const dashes = await chart
      .locator('svg g[role=group] > path')
      .evaluateAll((lines) => lines.map((line) => line.getAttribute('stroke-dasharray')));
    expect(new Set(dashes).size).toBe(2);
    await chart.getByText('Figures as a table: Revenue').click();
    await expect(chart.getByRole('row', { name: /^2025/ })).toContainText('$8M');
    expect(await axeFindings(page)).toEqual([]);

    await page.evaluate(() => {
      const shared: unknown[] = [];
      Object.assign(window, { shared });
      Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: async (text: string) => void shared.push(text) },
        configurable: true,
      });
    });
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Copied.' })).toBeVisible();
    const shared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
    expect(await shared()).toEqual([expect.stringMatching(/\/en\/compare\?ids=mailchimp,ghost$/)]);
    await page.evaluate(() => {
      const { shared: all } = window as unknown as { shared: unknown[] };
      Object.defineProperty(navigator, 'share', {
        value: async (of: { url: string }) => void all.push(of.url),
      });
    });
    await page.getByRole('button', { name: 'Share' }).click();
    expect(await shared()).toHaveLength(2);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(row('Founded')).toBeVisible();
    // Paper is light, whatever the theme.
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  },
);

for (const [language, title, revenue, difference] of [
  ['en', /^Compare Ghost/, 'Annual revenue', 'Only differences'],
  ['ko', /비교$/, '연 매출', '차이점만 보기'],
  ['ja', /の比較$/, '年間売上', '違いだけ表示'],
  ['zh', /对比$/, '年营收', '只看差异'],
] as const) {
  test(
    `four companies are read side by side in ${language}, with and without a mouse`,
    sizeFor(language),
    async ({ page }) => {
      const answer = await page.goto(`/${language}/compare?ids=ghost,kit,zoho,plausible-analytics`);
      expect(answer?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByRole('columnheader')).toHaveCount(5);
      await expect(page.getByRole('rowheader', { name: revenue })).toBeVisible();
      expect(await fits(page)).toBe(true);
      expect(await axeFindings(page)).toEqual([]);
      // Wider than a phone, the table scrolls within itself, and what a row is stays in sight.
      const table = page.locator('section:has(> table)').first();
      await table.evaluate((section) => section.scrollTo(section.scrollWidth, 0));
      expect((await page.getByRole('rowheader', { name: revenue }).boundingBox())?.x).toBeGreaterThanOrEqual(
        0,
      );
      await page.getByRole('link', { name: difference }).focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/view=differences/);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await axeFindings(page)).toEqual([]);
    },
  );
}

test.describe('nonsense', () => {
  test.use({ allowConsole: [/status of 404/] });

  test(
    'what is unknown, doubled or too much is left out and said, and nothing of it is kept',
    WIDE,
    async ({ page, request }) => {
      await page.goto('/en/compare?ids=zoho,nobody,ghost,zoho,kit,gumroad,carrd');
      await expect(page.getByText('Not in the directory, or not shown: nobody')).toBeVisible();
      await expect(page.getByText('Named more than once, shown once: zoho')).toBeVisible();
      await expect(page.getByText('Left out, because at most 4 fit: Carrd')).toBeVisible();
      await expect(page.getByRole('columnheader')).toHaveText([
        'Fact',
        /Zoho$/,
        /Ghost$/,
        /Kit$/,
        /Gumroad$/,
      ]);
      await expect(page.getByRole('heading', { name: 'Add a company' })).toHaveCount(0);
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
      expect(await page.locator('link[rel=canonical]').count()).toBe(0);
      expect(await page.locator('meta[property="og:url"]').getAttribute('content')).toMatch(
        /\/en\/compare\?ids=zoho,ghost,kit,gumroad$/,
      );

      expect((await page.goto('/en/compare?ids=nobody,%00,%ED%A0%80'))?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Add a company' })).toBeVisible();
      for (const path of ['/en/compare?ids=ghost,kit', '/en/compare?q=zoho']) {
        const answer = await request.get(path);
        expect([answer.status(), answer.headers()['cache-control'], answer.headers()['etag']]).toEqual([
          200,
          'private, no-cache',
          undefined,
        ]);
      }
      const start = await request.get('/en/compare');
      expect(start.headers()['etag']).toBeTruthy();
      expect(await start.text()).toMatch(/<link rel="canonical" href="[^"]+\/en\/compare"/);
    },
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'a comparison begins on a company’s page and goes on by a search and by what is near',
    WIDE,
    async ({ page }) => {
      await page.goto('/en/companies/ghost');
      await page.locator('main').getByRole('link', { name: 'Compare', exact: true }).click();
      await expect(page).toHaveURL(/\/en\/compare\?ids=ghost$/);
      await page.getByRole('searchbox', { name: 'Search' }).fill('zoho');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await expect(page).toHaveURL(/ids=ghost&q=zoho$/);
      await page.getByRole('link', { name: 'Add Zoho' }).click();
      await expect(page).toHaveURL(/ids=ghost,zoho$/);
      await expect(page.getByRole('columnheader')).toHaveText(['Fact', /Ghost$/, /Zoho$/]);
      await page.getByRole('list').getByRole('link', { name: /^Add / }).first().click();
      await expect(page.getByRole('columnheader')).toHaveCount(4);
      await page.getByRole('link', { name: 'Only differences' }).click();
      await expect(page.getByRole('link', { name: 'All facts' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Share' })).toBeHidden();
    },
  );
});
