import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { LANGUAGES, type Language } from '../core/languages.ts';
import { BUSY_POLICY, busyPage } from '../server/http/busy-page.ts';
import { startProcess } from '../server/testing/process.ts';
import { axeFindings } from './axe.ts';
import { ADMIN_PASSWORD, signIn } from './console-session.ts';
import { expect, test } from './journey.ts';

// What is not there, and what the network refuses, the browser itself writes to the console.
test.use({ allowConsole: [/Failed to load resource|Failed to fetch|net::ERR/] });

const pictureOf = (page: Page, kind: string) => page.locator(`[data-state-picture="${kind}"]`);

const MISSING: Record<Language, [page: string, company: string, search: string]> = {
  en: ['Page Not Found', 'Company not found', 'No company matches this search'],
  ko: ['페이지를 찾을 수 없습니다', '기업을 찾을 수 없습니다', '검색 조건에 맞는 기업이 없습니다'],
  ja: ['ページが見つかりません', '企業が見つかりません', '条件に合う企業がありません'],
  zh: ['页面不存在', '未找到该公司', '没有符合条件的公司'],
};

for (const language of LANGUAGES) {
  test(`what is not there says so in ${language}, with the same picture everywhere`, async ({ page }) => {
    const [address, company, search] = MISSING[language];
    for (const [path, heading] of [
      ['no/such/page', address],
      ['companies/no-such-company', company],
    ]) {
      await page.goto(`/${language}/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '');
      await expect(pictureOf(page, 'missing')).toBeVisible();
      await expect(page.getByRole('main').getByRole('search')).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
    }
    await page.goto(`/${language}/all?q=zzzzzzzz`);
    await expect(page.getByRole('main').getByText(search)).toBeVisible();
    await expect(pictureOf(page, 'missing')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });
}

test('without a network the picture is of two halves that do not meet', async ({ page, context }) => {
  await page.goto('/ja/no-seed');
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: '小さな巨人' }).click();
  await expect(pictureOf(page, 'offline')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await context.setOffline(false);
  await expect(page).toHaveURL('/ja');
});

test('the console says what is closed, what is not there, what did not load and what is empty', async ({
  page,
}) => {
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

  await page.route('**/api/admin/users?**', (route) => route.abort());
  await page.goto('/admin/users');
  const failed = page.getByRole('alert');
  await expect(failed.locator('[data-state-picture="offline"]')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.unroute('**/api/admin/users?**');
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(failed).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
});

const BEGINNING: Record<Language, string> = {
  en: 'This directory is just beginning',
  ko: '이제 막 시작한 디렉터리입니다',
  ja: 'このディレクトリは始まったばかりです',
  zh: '这个目录刚刚起步',
};

test('a directory without a company says that it begins, and its console what to do first', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-empty-'));
  const server = await startProcess(
    `sqlite:${join(folder, 'directory.db')}`,
    folder,
    { ADMIN_PASSWORD },
    'whole',
  );
  const login = await server.call('POST', '/api/admin/login', {
    username: 'admin',
    password: ADMIN_PASSWORD,
  });
  const { sessionToken } = login.json as { sessionToken: string };
  const headers = { authorization: `Bearer ${sessionToken}` };
  const { json } = await server.call('GET', '/api/admin/companies', undefined, headers);
  for (const { id } of json as { id: string }[]) {
    const gone = await server.call(
      'DELETE',
      `/api/admin/companies/${encodeURIComponent(id)}`,
      undefined,
      headers,
    );
    expect(gone.status).toBe(200);
  }
  for (const language of LANGUAGES) {
    await page.goto(`${server.url}/${language}`);
    await expect(page.getByRole('heading', { name: BEGINNING[language] })).toBeVisible();
    await expect(pictureOf(page, 'beginning')).toBeVisible();
    await expect(page.locator('#revenue-chart')).toBeHidden();
  }
  expect(await axeFindings(page)).toEqual([]);
  await page.goto(`${server.url}/en/no-seed`);
  await expect(page.getByText('No companies yet in this category')).toBeVisible();
  await expect(pictureOf(page, 'empty')).toBeVisible();
  await page.addInitScript((token) => {
    localStorage.setItem('adminToken', token);
    localStorage.setItem('i18nextLng', 'en');
  }, sessionToken);
  await page.goto(`${server.url}/admin`);
  await expect(
    page.getByRole('heading', { name: 'The directory is waiting for its first company' }),
  ).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Add a company' }).click();
  await expect(page).toHaveURL(`${server.url}/admin/add`);
  await page.close();
  expect(await server.end('SIGTERM')).toBe(0);
});

test('the page of a service without room brings its look along, in both schemes', async ({ page }) => {
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
