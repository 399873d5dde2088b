import type { Page } from '@playwright/test';
import { BUSY_POLICY, busyPage } from '../server/http/busy-page.ts';
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

test('public pages draw what is missing, what is empty and what failed', BOTH, async ({ page, context }) => {
  await page.goto('/ja/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: 'ページが見つかりません' })).toBeVisible();
  await expect(pictureOf(page, 'missing')).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeVisible();

  await page.goto('/en/companies/nobody-knows-it');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(pictureOf(page, 'missing')).toBeVisible();

  await page.goto('/en/all?q=zzzzzzzz');
  await expect(pictureOf(page, 'empty')).toBeVisible();
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
