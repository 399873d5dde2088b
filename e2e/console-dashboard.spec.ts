import { SECTIONS } from '../web/shared/console/sections.ts';
import { axeFindingsLightAndDark } from './axe.ts';
import { signIn } from './console-session.ts';
import { BOTH, expect, test, WIDE } from './journey.ts';

const CARDS = {
  'User statistics': ['Total users', 'E-mail verified', 'Newsletter subscribers', 'Active accounts'],
  'Service statistics': [
    'Total Companies',
    'Categories',
    'Average Score',
    'Last Migration',
    'Total Visits',
    'Unique Visitors',
    'Company Views',
    'Active Categories',
  ],
};

test('the dashboard shows users, service, activity, ways on and what was done', WIDE, async ({ page }) => {
  const headers = await signIn(page);
  const companies = await page.request.get('/api/admin/stats', { headers });
  const { totalCompanies } = (await companies.json()) as { totalCompanies: number };
  await page.goto('/admin');
  for (const [block, cards] of Object.entries(CARDS)) {
    const section = page.getByRole('region', { name: block });
    for (const card of cards) await expect(section.getByText(card, { exact: true })).toBeVisible();
  }
  const service = page.getByRole('region', { name: 'Service statistics' });
  await expect(service.getByText(String(totalCompanies), { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Activity' }).locator('.day-chart')).toHaveCount(5);
  const actions = page.getByRole('region', { name: 'Quick Actions' }).getByRole('link');
  // Each section but this one.
  await expect(actions).toHaveCount(SECTIONS.length - 1);
  await expect(page.getByRole('region', { name: 'Latest actions' })).toContainText('Signed in');
  await actions.filter({ hasText: 'Change Password' }).click();
  await expect(page).toHaveURL('/admin/password');
});

test('light and dark can be chosen in the console, on a phone in its menu', BOTH, async ({ page }) => {
  await signIn(page);
  await page.goto('/admin');
  const name = test.info().project.name === 'phone' ? 'Menu' : 'Colour theme';
  const choose = async (theme: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: theme, exact: true }).click();
    await page.keyboard.press('Escape');
  };
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await choose('Light');
  const light = await background();
  await choose('Dark');
  expect(await background()).not.toBe(light);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await background()).not.toBe(light);
});

test(
  'while figures are on the way eight skeletons stand in for those of the service',
  WIDE,
  async ({ page }) => {
    await signIn(page);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/admin/stats', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/admin');
    const skeletons = page.getByRole('region', { name: 'Service statistics' }).locator('[data-skeleton]');
    await expect(skeletons).toHaveCount(8);
    answer();
    await expect(skeletons).toHaveCount(0);
  },
);

test('the percentages are whole, and the button reads the figures anew', WIDE, async ({ page }) => {
  await signIn(page);
  let total = 3;
  await page.route('**/api/admin/users/stats', (route) =>
    route.fulfill({
      json: {
        total_users: total,
        verified_users: 2,
        newsletter_subscribers: 1,
        active_users: total,
        users_with_login: 0,
        new_today: 1,
        new_this_week: 2,
        active_today: 0,
        active_this_week: 1,
      },
    }),
  );
  await page.goto('/admin');
  const block = page.getByRole('region', { name: 'User statistics' });
  await expect(block.getByText('67% verified', { exact: true })).toBeVisible();
  await expect(block.getByText('33% subscribed', { exact: true })).toBeVisible();
  await expect(block.getByText('0% have logged in', { exact: true })).toBeVisible();
  total = 4;
  await block.getByRole('button', { name: 'Refresh' }).click();
  await expect(block.getByText('50% verified', { exact: true })).toBeVisible();
});

test.describe('failing figures', () => {
  test.use({ allowConsole: [/could not be loaded|status of 500/] });
  test('are zeros, and Never', WIDE, async ({ page }) => {
    await signIn(page);
    for (const path of ['admin/stats', 'admin/users/stats', 'analytics/summary?range=all']) {
      await page.route(`**/api/${path}`, (route) => route.fulfill({ status: 500, json: { error: 'No' } }));
    }
    await page.goto('/admin');
    const service = page.getByRole('region', { name: 'Service statistics' });
    await expect(service.getByText('Never', { exact: true })).toBeVisible({ timeout: 15_000 });
    await expect(service.getByText('0', { exact: true })).toHaveCount(6);
    await expect(page.getByText('0% verified', { exact: true })).toBeVisible();
  });
});

test('the period of the charts is in the address, and a table says the same', WIDE, async ({ page }) => {
  await signIn(page);
  await page.goto('/admin');
  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity.getByRole('radio', { name: '30 days' })).toBeChecked();
  const table = activity.getByRole('table', { name: 'Activity of each day' });
  await expect(table.getByRole('rowheader')).toHaveCount(30);
  await activity.getByRole('radio', { name: '7 days' }).click();
  await expect(page).toHaveURL('/admin?days=7');
  await expect(table.getByRole('rowheader')).toHaveCount(7);
  await page.reload();
  await expect(activity.getByRole('radio', { name: '7 days' })).toBeChecked();
  await activity.getByRole('button', { name: 'Show as a table' }).click();
  await expect(activity.getByRole('region', { name: 'Activity of each day' })).toBeVisible();
});

test('the latest actions are told in words, with the way to all of them', WIDE, async ({ page }) => {
  await signIn(page);
  await page.goto('/admin');
  const log = page.getByRole('region', { name: 'Latest actions' });
  await expect(log.getByText('Signed in').first()).toBeVisible();
  await log.getByRole('link', { name: 'Show the whole log' }).click();
  await expect(page).toHaveURL('/admin/audit');
  await expect(page.getByRole('list', { name: 'Entries of the audit log' })).toContainText('Signed in');
});

test('an action without words is shown as it is', WIDE, async ({ page }) => {
  await signIn(page);
  const entry = {
    id: '1',
    at: '2026-01-05T10:00:00.000Z',
    admin: 'admin',
    before: null,
    after: null,
    about: null,
  };
  await page.route('**/api/admin/audit?*', (route) =>
    route.fulfill({ json: [{ ...entry, action: 'moon.paint', subject: 'the far side' }] }),
  );
  await page.goto('/admin');
  await expect(page.getByText('moon.paint: the far side')).toBeVisible();
});

test('axe finds nothing on the dashboard', BOTH, async ({ page }) => {
  await signIn(page);
  await page.goto('/admin');
  await expect(page.locator('.day-chart')).toHaveCount(5);
  await expect(page.locator('.skeleton')).toHaveCount(0);
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
});

test('nothing scrolls the page sideways, in any language', BOTH, async ({ page, context, baseURL }) => {
  await signIn(page);
  for (const language of ['en', 'ko', 'ja', 'zh']) {
    await context.addCookies([{ name: 'i18nextLng', value: language, url: String(baseURL) }]);
    await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
    for (const path of ['/admin?days=90', '/admin/scores', '/admin/settings', '/admin/password']) {
      await page.goto(path);
      await expect(page.locator('.skeleton')).toHaveCount(0);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over, `${language} ${path}`).toBeLessThanOrEqual(0);
    }
  }
});
