import type { APIRequestContext, Page } from '@playwright/test';
import { axeFindingsLightAndDark } from './axe.ts';
import { signIn } from './console-session.ts';
import { expect, PHONE, test, WIDE } from './journey.ts';

/** Companies of one list, by name. */
async function makeThree(page: Page, request: APIRequestContext) {
  const headers = await signIn(page);
  const base = `Keyed Kiosk ${test.info().title.slice(-2)} ${test.info().project.name} ${Date.now() % 1_000_000}`;
  const ids: string[] = [];
  for (const last of ['A', 'B', 'C']) {
    const content = {
      en: { name: `${base} ${last}`, description: 'Sells small things.', story: 'It began on a corner.' },
      ko: { name: `${base} ${last}`, description: '작은 것을 팝니다.', story: '골목에서 시작했습니다.' },
    };
    const made = await request.post('/api/admin/companies', {
      headers,
      data: { category: 'no-seed', content },
    });
    expect(made.status()).toBe(201);
    ids.push(((await made.json()) as { id: string }).id);
  }
  const stored = async (at: number) =>
    (await (await request.get(`/api/admin/companies/${ids[at]}/content`, { headers })).json()).content.en
      .description as string;
  return { ids, stored, headers, names: ['A', 'B', 'C'].map((last) => `${base} ${last}`), base };
}

const TEXTS = {
  en: {
    table: 'Companies',
    edit: 'Edit Company',
    shortcuts: 'Keyboard shortcuts',
    description: 'Description',
    place: (at: number) => `${at} of 3`,
    next: 'Next',
    previous: 'Previous',
    stay: 'Keep editing',
    open: 'Open page',
  },
  ko: {
    table: '기업 목록',
    edit: '기업 편집',
    shortcuts: '키보드 단축키',
    description: '설명',
    place: (at: number) => `3개 중 ${at}번째`,
    next: '다음',
    previous: '이전',
    stay: '계속 편집',
    open: '페이지 열기',
  },
};

for (const language of ['en', 'ko'] as const) {
  const texts = TEXTS[language];

  test(
    `companies are gone through, selected, edited and saved by keys, in ${language}`,
    WIDE,
    async ({ page, request, context }, info) => {
      const { names, base, ids, stored } = await makeThree(page, request);
      await context.addCookies([
        { name: 'i18nextLng', value: language, url: info.project.use.baseURL ?? '' },
      ]);
      const address = `/admin/edit?lang=en&sort=name&q=${encodeURIComponent(base)}`;
      await page.goto(address);
      const table = page.getByRole('table', { name: texts.table });
      const link = (at: number) => table.getByRole('link', { name: names[at] ?? '', exact: true });
      await expect(link(2)).toBeVisible();

      await page.keyboard.press('j');
      await expect(link(0)).toBeFocused();
      await page.keyboard.press('j');
      await expect(link(1)).toBeFocused();
      await page.keyboard.press('k');
      await page.keyboard.press('x');
      await expect(table.getByRole('checkbox').nth(1)).toBeChecked();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('Shift+X');
      await expect(page.getByRole('row', { selected: true })).toHaveCount(3);

      const shortcuts = page.getByRole('dialog', { name: texts.shortcuts });
      await page.keyboard.press('?');
      await expect(shortcuts).toBeVisible();
      expect(await axeFindingsLightAndDark(page)).toEqual([]);
      // The keys of the table rest below.
      await page.keyboard.press('e');
      await page.keyboard.press('Escape');
      await expect(shortcuts).toBeHidden();
      await expect(page).toHaveURL(address);

      // With Hangul letters the keys are where they are.
      await expect(link(2)).toBeFocused();
      await page.evaluate(() => {
        for (const key of ['ㅏ', 'ㅏ'])
          document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { key, code: 'KeyK', bubbles: true }),
          );
      });
      await expect(link(0)).toBeFocused();
      await page.keyboard.press('e');
      const dialog = page.getByRole('dialog', { name: texts.edit });
      const name = dialog.getByRole('tabpanel').getByRole('textbox').first();
      await expect(name).toHaveValue(names[0] ?? '');
      await expect(name).toBeFocused();
      await expect(dialog.getByRole('link', { name: texts.open })).toHaveAttribute(
        'href',
        `/companies/${ids[0]}`,
      );
      const description = dialog.getByRole('tabpanel').getByLabel(texts.description);
      await description.fill('Sells');
      await description.press('End');
      await page.keyboard.type(' jkex?');
      await expect(description).toHaveValue('Sells jkex?');
      await expect(shortcuts).toBeHidden();
      await description.evaluate((field) => {
        const key = { key: 's', code: 'KeyS', ctrlKey: true, keyCode: 229, bubbles: true };
        field.dispatchEvent(new KeyboardEvent('keydown', { ...key, isComposing: true }));
      });
      expect(await stored(0)).toBe('Sells small things.');

      await page.keyboard.press('Control+Enter');
      await expect(name).toHaveValue(names[1] ?? '');
      await expect(name).toBeFocused();
      expect(await stored(0)).toBe('Sells jkex?');

      // From a button, the keys that move do so here too; what is typed is asked about.
      await dialog.getByRole('tab').first().focus();
      await page.keyboard.press('j');
      await expect(name).toHaveValue(names[2] ?? '');
      await expect(dialog.getByText(texts.place(3), { exact: true })).toBeVisible();
      await dialog.getByRole('tab').first().focus();
      await page.keyboard.press('?');
      await expect(shortcuts).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(shortcuts).toBeHidden();
      await description.fill('Sells by keys');
      await dialog.getByRole('tab').first().focus();
      await page.keyboard.press('k');
      await page.getByRole('alertdialog').getByRole('button', { name: texts.stay }).click();
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await expect(description).toHaveValue('Sells by keys');
      await description.press('Control+s');
      await expect(dialog).toBeHidden();
      expect(await stored(2)).toBe('Sells by keys');
      await expect(page).toHaveURL(address);
    },
  );

  test(
    `a finger goes to the next company and back, in ${language}`,
    PHONE,
    async ({ page, request, context }, info) => {
      const { names, base } = await makeThree(page, request);
      await context.addCookies([
        { name: 'i18nextLng', value: language, url: info.project.use.baseURL ?? '' },
      ]);
      await page.goto(`/admin/edit?lang=en&sort=name&q=${encodeURIComponent(base)}`);
      await page.getByRole('link', { name: names[0] ?? '', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: texts.edit });
      const name = dialog.getByRole('tabpanel').getByRole('textbox').first();
      const next = dialog.getByRole('button', { name: texts.next, exact: true });
      const previous = dialog.getByRole('button', { name: texts.previous, exact: true });
      await expect(name).toHaveValue(names[0] ?? '');
      await expect(previous).toBeDisabled();
      await next.click();
      await expect(name).toHaveValue(names[1] ?? '');
      await expect(dialog.getByText(texts.place(2), { exact: true })).toBeVisible();
      expect(await axeFindingsLightAndDark(page)).toEqual([]);
      await next.click();
      await expect(name).toHaveValue(names[2] ?? '');
      await expect(next).toBeDisabled();
      await name.fill('Typed');
      await previous.click();
      await page.getByRole('alertdialog').getByRole('button', { name: texts.stay }).click();
      await expect(name).toHaveValue('Typed');
    },
  );
}

test('the neighbour of the last company on a page is on the next page', WIDE, async ({ page, request }) => {
  const { headers } = await makeThree(page, request);
  const base = `Paged Pottery ${test.info().project.name} ${Date.now() % 1_000_000}`;
  const companies = Array.from({ length: 11 }, (_, at) => ({
    name: `${base} ${String(at).padStart(2, '0')}`,
  }));
  await request.post('/api/admin/companies/bulk?taken=report', { headers, data: { companies } });
  // The search index follows an import a moment later.
  await expect
    .poll(async () => {
      const rows = `/api/admin/company-rows?q=${encodeURIComponent(base)}&limit=1`;
      return (await request.get(rows, { headers })).headers()['x-total-count'];
    })
    .toBe('11');
  await page.goto(`/admin/edit?sort=name&q=${encodeURIComponent(base)}`);
  await page.getByRole('link', { name: `${base} 09`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Company' });
  const name = dialog.getByRole('tabpanel').getByRole('textbox').first();
  await expect(name).toHaveValue(`${base} 09`);
  await dialog.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(name).toHaveValue(`${base} 10`);
  await expect(page).toHaveURL(/page=2/);
  await expect(dialog.getByText('11 of 11', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Previous', exact: true }).click();
  await expect(name).toHaveValue(`${base} 09`);
  await expect(page).not.toHaveURL(/page=2/);
});

test(
  'after Ctrl S the focus stays in the list, also where the save took the company out of it',
  WIDE,
  async ({ page, request }) => {
    const { names, base, stored } = await makeThree(page, request);
    await page.goto(`/admin/edit?lang=en&sort=name&lacks=website&q=${encodeURIComponent(base)}`);
    const link = (at: number) => page.getByRole('link', { name: names[at] ?? '', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Edit Company' });
    await link(0).press('Enter');
    await dialog.getByLabel('Description').first().fill('Sells by saves.');
    await page.keyboard.press('Control+s');
    await expect(dialog).toBeHidden();
    await expect(link(0)).toBeFocused();
    expect(await stored(0)).toBe('Sells by saves.');

    for (const delay of [0, 600]) {
      const at = delay === 0 ? 0 : 1;
      // The list comes before the dialog is gone, or after it.
      await page.route('**/api/admin/company-rows?*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, delay));
        await route.continue();
      });
      await link(at).press('Enter');
      await dialog.getByLabel('Website').fill('https://keys.example');
      await page.keyboard.press('Control+s');
      await expect(dialog).toBeHidden();
      await expect(link(at)).toHaveCount(0);
      await expect(link(at + 1)).toBeFocused();
      await page.unroute('**/api/admin/company-rows?*');
    }
  },
);
