import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFindingsLightAndDark } from './axe.ts';
import { ADMIN_PASSWORD, signIn } from './console-session.ts';
import { BOTH, expect, test, WIDE } from './journey.ts';

let made = 0;
/** The name of a device that only one journey has. */
const newDevice = () => `w${process.pid}x${Date.now()}x${made++}`;

const login = (page: Page, device: string, password = ADMIN_PASSWORD) =>
  page.request.post('/api/admin/login', {
    data: { username: 'admin', password },
    headers: { 'user-agent': `${device}/1.0 (test)`, cookie: '' },
  });

const rows = (page: Page) => page.getByRole('table', { name: 'Security log' }).locator('tbody tr');

test('who came in is searched, filtered, paged and exported by the address', WIDE, async ({ page }) => {
  await signIn(page);
  const device = newDevice();
  for (let i = 0; i < 12; i++) await login(page, device);
  await page.goto('/admin/security');
  await page.getByRole('searchbox', { name: 'Search' }).fill(device);
  await expect(page).toHaveURL(`/admin/security?q=${device}`);
  await page.getByLabel('Event').selectOption('Log-in');
  await expect(page.getByText('12 entries')).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).first()).toContainText(device);
  await expect(rows(page).first()).toContainText('Done');
  await expect(rows(page).first()).toContainText('127.0.0.0/24');
  await page
    .getByRole('navigation', { name: 'Pages, below the list' })
    .getByRole('button', { name: '2' })
    .click();
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^security-log-\d{4}-\d\d-\d\d\.csv$/);
  // The header, and every page of the filter.
  expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(13);
  const second = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export JSON' }).click();
  expect(JSON.parse(await readFile(await (await second).path(), 'utf8'))).toHaveLength(12);

  await page.getByLabel('Outcome').selectOption('Failed');
  await expect(page.getByText('No entry matches the conditions.')).toBeVisible();
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect(page).toHaveURL('/admin/security');

  await rows(page).getByRole('button', { name: 'admin', exact: true }).first().click();
  await expect(page).toHaveURL('/admin/security?actor=admin');
  await page.getByRole('button', { name: 'Show everybody' }).click();
  await page.getByLabel('From day').fill('2020-01-01');
  await page.getByLabel('To day').fill('2020-01-02');
  await expect(page).toHaveURL('/admin/security?from=2020-01-01&to=2020-01-02');
  await expect(page.getByText('No entry matches the conditions.')).toBeVisible();
});

test('a wrong password stands there, marked, and counted with its repetitions', WIDE, async ({ page }) => {
  await signIn(page);
  await login(page, newDevice(), 'wrong');
  await login(page, newDevice(), 'wrong');
  await page.goto('/admin/security?event=login&outcome=failure&kind=admin');
  const row = rows(page).first();
  await expect(row).toContainText('Failed');
  await expect(row).toContainText(/\d+ times since/);
  await expect(row.getByRole('time')).toContainText(/now|minute/);
});

test.describe('where a call is refused', () => {
  test.use({ allowConsole: [/status of 400/] });

  test('the list says that it does not load, and loads when asked again', WIDE, async ({ page }) => {
    await signIn(page);
    let fails = true;
    await page.route('**/api/admin/security-log?*', (route) =>
      fails
        ? route.fulfill({ status: 400, json: { code: 'validation_failed', message: 'No.' } })
        : route.continue(),
    );
    await page.goto('/admin/security');
    await expect(page.getByText('Failed to load the security log.')).toBeVisible();
    fails = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(rows(page).first()).toBeVisible();
  });
});

test('axe finds nothing', BOTH, async ({ page }) => {
  await signIn(page);
  await page.goto('/admin/security');
  await expect(rows(page).first()).toBeVisible();
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
