import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFindingsLightAndDark } from './axe.ts';
import { signIn } from './console-session.ts';
import { expect, sizeFor, test, WIDE } from './journey.ts';

let made = 0;
const newName = () => `Audited ${process.pid}x${Date.now()}x${made++}`;

const WORDS = {
  en: {
    list: 'Entries of the audit log',
    company: 'Company',
    action: 'Action',
    changes: 'What changed',
    none: 'No entry matches the conditions.',
    csv: 'Export CSV',
  },
  ko: {
    list: '감사 로그 기록',
    company: '기업',
    action: '작업',
    changes: '변경 내용',
    none: '조건에 맞는 기록이 없습니다.',
    csv: 'CSV 내보내기',
  },
} as const;

/** A company that was added, edited, hidden and deleted. */
async function makeHistory(page: Page): Promise<{ id: string; name: string }> {
  const headers = await signIn(page);
  const name = newName();
  const created = await page.request.post('/api/admin/companies', { headers, data: { name } });
  const { id } = (await created.json()) as { id: string };
  const address = `/api/admin/companies/${id}`;
  await page.request.put(address, { headers, data: { revenue: '$3M' } });
  await page.request.put(`${address}/visibility`, { headers, data: { show_on_site: false } });
  return { id, name };
}

for (const language of ['en', 'ko'] as const) {
  const words = WORDS[language];
  test(
    `the audit log is looked through in ${language}`,
    sizeFor(language),
    async ({ page, context, baseURL }) => {
      const { id, name } = await makeHistory(page);
      await context.addCookies([{ name: 'i18nextLng', value: language, url: String(baseURL) }]);
      await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
      await page.goto('/admin/audit');
      const rows = page.getByRole('list', { name: words.list }).locator('> li');
      await page.getByRole('searchbox', { name: words.company }).fill(name);
      await expect(page).toHaveURL(
        new RegExp(`company=${encodeURIComponent(name).replaceAll('%20', '\\+')}`),
      );
      await expect(rows).toHaveCount(3);
      await expect(rows.getByRole('link', { name })).toHaveCount(3);
      const edited = rows.nth(1);
      await edited.getByText(words.changes).press('Enter');
      await expect(edited.locator('ins', { hasText: '$3M' })).toBeVisible();

      await page.getByRole('combobox', { name: words.action }).selectOption('company.hide');
      await expect(rows).toHaveCount(1);
      await page.reload();
      await expect(rows).toHaveCount(1);
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name: words.csv }).click();
      const lines = (await readFile(await (await waiting).path(), 'utf8')).trim().split('\r\n');
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain(`company.hide,${id},${name}`);

      await page.goto(`/admin/audit?company=${id}&to=2020-01-01`);
      await expect(page.getByText(words.none)).toBeVisible();
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over).toBeLessThanOrEqual(0);
      if (process.env['SHOTS']) {
        await page.goto(`/admin/audit?company=${id}`);
        await rows.nth(1).getByText(words.changes).click();
        await expect(page.locator('ins', { hasText: '$3M' })).toBeVisible();
        for (const scheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: scheme });
          await page.screenshot({
            path: `${process.env['SHOTS']}/audit-${language}-${page.viewportSize()?.width}-${scheme}.png`,
          });
        }
      }
    },
  );
}

test(
  'log-ins that follow each other are one line, and a deleted company keeps its name',
  WIDE,
  async ({ page }) => {
    const { id, name } = await makeHistory(page);
    const headers = await signIn(page);
    await page.request.delete(`/api/admin/companies/${id}`, { headers });
    for (let i = 0; i < 3; i++) await signIn(page);
    await page.goto('/admin/audit?action=session.begin');
    const rows = page.getByRole('list', { name: 'Entries of the audit log' }).locator('> li');
    await expect(rows.first()).toContainText(/Signed in \d+ times/);
    await rows.first().getByText('All', { exact: true }).click();
    expect(await rows.first().getByRole('listitem').count()).toBeGreaterThan(2);
    await page.goto(`/admin/audit?company=${encodeURIComponent(name)}`);
    await expect(rows.first()).toContainText(`Moved the company ${name} (deleted) to the trash`);
    expect(await axeFindingsLightAndDark(page)).toEqual([]);
  },
);

test(
  'the log names pages, parts of the directory and tags in the language of the console',
  WIDE,
  async ({ page, context, baseURL }) => {
    const headers = await signIn(page);
    const send = async (method: 'post' | 'put' | 'delete', path: string, data?: object) =>
      expect((await page.request[method](`/api/admin/${path}`, { headers, data })).ok()).toBe(true);
    const tag = newName()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-');
    await send('post', 'companies', { name: newName(), tags: [tag] });
    await send('put', `tags/${tag}`, { name: `${tag}-renamed` });
    await send('put', 'documents/terms', { language: 'ja', text: `# ${tag}` });
    await send('delete', 'documents/terms?language=ja');
    const changeTagNames = (change: (list: readonly { id: string }[]) => object[]) =>
      expect(async () => {
        const names = await page.request.get('/api/admin/configuration/tags', { headers });
        const { version, value } = (await names.json()) as {
          version: number;
          value: { list: { id: string }[] };
        };
        await send('put', 'configuration/tags', { version, value: { list: change(value.list) } });
      }).toPass();
    await changeTagNames((list) => [...list, { id: `${tag}-renamed`, names: { en: tag } }]);
    // All journeys share the directory: with names of its own, its texts would come from another address.
    await changeTagNames((list) => list.filter(({ id }) => id !== `${tag}-renamed`));
    await context.addCookies([{ name: 'i18nextLng', value: 'ko', url: String(baseURL) }]);
    await page.addInitScript(() => localStorage.setItem('i18nextLng', 'ko'));
    await page.goto('/admin/audit');
    const rows = page.getByRole('list', { name: WORDS.ko.list }).locator('> li');
    for (const text of [
      '디렉터리 설정 변경: 태그 이름',
      '안내 페이지 이용약관 · 日本語 수정',
      '안내 페이지 이용약관 · 日本語을(를) 기본 글로 되돌림',
      `태그 ${tag}의 이름을 바꿈`,
    ])
      await expect(rows.filter({ hasText: text }).first()).toBeVisible();
  },
);
