import type { Page, Route } from '@playwright/test';
import { BUSY_POLICY, busyPage } from '../server/platform/http/busy-page.ts';
import { axeFindings } from './axe.ts';
import { signIn } from './console-session.ts';
import { BOTH, expect, test, WIDE } from './journey.ts';

// What is not there, and what the network refuses, the browser itself writes to the console.
test.use({ allowConsole: [/Failed to load resource|Failed to fetch|net::ERR/] });

const pictureOf = (page: Page, kind: string) => page.locator(`[data-state-picture="${kind}"]`);

test('the console says what is closed, what is not there and what is empty', BOTH, async ({ page }) => {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Access' })).toBeVisible();
  await expect(pictureOf(page, 'closed')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await signIn(page);
  await page.goto('/admin/no-such-section');
  await expect(page.getByRole('heading', { level: 1, name: 'There is no such section' })).toBeVisible();
  await expect(pictureOf(page, 'missing')).toBeVisible();

  await page.goto('/admin/comments?q=zzzzzzzz');
  await expect(page.getByText('No comment matches the conditions.')).toBeVisible();
  await expect(pictureOf(page, 'missing')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect(page).toHaveURL('/admin/comments');
});

test('public pages draw what is missing and what failed', BOTH, async ({ page, context }) => {
  await page.goto('/ja/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: 'ページが見つかりません' })).toBeVisible();
  await expect(pictureOf(page, 'missing')).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeVisible();

  await page.goto('/en/companies/nobody-knows-it');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(pictureOf(page, 'missing')).toBeVisible();

  await page.goto('/en/all?q=zzzzzzzz');
  await expect(pictureOf(page, 'missing')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await page.goto('/en/all');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(pictureOf(page, 'offline')).toBeVisible();
  await context.setOffline(false);
});

test('the page of a service without room brings its look along, in both schemes', WIDE, async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.route('**/busy', (route) =>
      route.fulfill({
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': BUSY_POLICY },
        body: busyPage('ko', '지금은 요청이 많아 처리할 수 없습니다.', 600),
      }),
    );
    await page.goto('/busy');
    await expect(page.getByText('지금은 요청이 많아')).toBeVisible();
    await expect(page.locator('body')).toHaveCSS(
      'background-color',
      colorScheme === 'light' ? 'rgb(250, 249, 246)' : 'rgb(20, 22, 20)',
    );
  }
});

/** What each section of the console loads, and where it shows it. */
const LOADS = {
  '/admin': '/api/admin/time-series',
  '/admin/companies?tab=tags': '/api/admin/tags',
  '/admin/scores': '/api/admin/scores/preview',
  '/admin/edit': '/api/admin/company-rows',
  '/admin/users': '/api/admin/users',
  '/admin/comments': '/api/admin/comments',
  '/admin/settings': '/api/admin/settings',
  '/admin/translations': '/api/admin/translations/status',
  '/admin/administrators': '/api/admin/administrators',
  '/admin/security': '/api/admin/security-log',
  '/admin/password': '/api/admin/sessions',
} as const;

for (const [kind, refuse] of [
  ['failed', (route) => route.fulfill({ status: 500, json: { error: 'No', code: 'internal_error' } })],
  ['offline', (route) => route.abort('internetdisconnected')],
] as const satisfies [string, (route: Route) => Promise<void>][]) {
  test(`a section that is ${kind} says so with its picture, and tries again`, WIDE, async ({ page }) => {
    await signIn(page);
    // What fails is asked for again after a second, and after two more.
    await page.clock.install();
    // A section may have several lists.
    const pictures = pictureOf(page, kind);
    const isTold = async () => {
      await expect
        .poll(
          async () => {
            await page.clock.fastForward(1500);
            return pictures.first().isVisible();
          },
          { intervals: [100] },
        )
        .toBe(true);
      // Users are told in a dialog, too (specification, section 8).
      const dialog = page.getByRole('alertdialog');
      if (await dialog.isVisible()) await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    };
    for (const [address, path] of Object.entries(LOADS)) {
      await test.step(address, async () => {
        const isAsked = (url: URL) => url.pathname === path;
        await page.route(isAsked, refuse);
        // The page's clock is stopped: the test lets it run until the page is hydrated, below.
        await page.goto(address, { waitUntil: 'commit' });
        const alerts = page.getByRole('alert').filter({ has: pictures });
        await isTold();
        await expect(alerts.first().getByRole('heading')).not.toBeEmpty();
        const again = alerts.getByRole('button', { name: 'Retry' });
        // While it fails again the same stands there.
        await again.first().click();
        await isTold();
        await page.unroute(isAsked);
        for (let left = await again.count(); left > 0; left = await again.count()) {
          await again.first().click();
          await expect(again).not.toHaveCount(left);
        }
        await expect(pictures).toHaveCount(0);
      });
    }
  });
}
