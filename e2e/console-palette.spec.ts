import type { Page } from '@playwright/test';
import { axeFindingsLightAndDark } from './axe.ts';
import { signIn } from './console-session.ts';
import { expect, sizeFor, test, WIDE } from './journey.ts';

/** Opens the palette: the console is shown before it answers to keys. */
async function openPalette(page: Page, name: string) {
  const palette = page.getByRole('dialog', { name });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(palette.getByRole('combobox')).toBeFocused();
  return palette;
}

for (const { language, label, hidden, section } of [
  { language: 'en', label: 'Search and actions', hidden: 'hidden', section: 'Comment Manager' },
  { language: 'ko', label: '검색과 작업', hidden: '숨김', section: '댓글 관리' },
]) {
  test(
    `⌘K finds hidden companies, people and sections, in ${language}`,
    sizeFor(language),
    async ({ page, request }) => {
      const headers = await signIn(page);
      const unique = `${language}${test.info().project.name}${test.info().repeatEachIndex}`.replace(
        /\W/g,
        '',
      );
      const data = { name: `Palette Pottery ${unique}`, category: 'no-seed', show_on_site: false };
      const { id } = await (await request.post('/api/admin/companies', { headers, data })).json();
      await request.put(`/api/admin/companies/${id}/visibility`, { headers, data: { show_on_site: false } });
      const email = `palette-${unique}@example.com`;
      await request.post('/api/auth/register', {
        data: { email, password: 'correct horse battery', language },
      });
      await page
        .context()
        .addCookies([{ name: 'i18nextLng', value: language, url: test.info().project.use.baseURL ?? '' }]);
      await page.addInitScript((kept) => localStorage.setItem('i18nextLng', kept), language);
      await page.goto('/admin/dashboard');
      await expect(page).toHaveTitle(/ · /);
      const palette = await openPalette(page, label);
      await expect(palette.getByRole('option').first()).toBeVisible();
      expect(await axeFindingsLightAndDark(page)).toEqual([]);

      await page.keyboard.type(`pottery ${unique}`);
      const company = palette.getByRole('option', { name: `Palette Pottery ${unique}` });
      await expect(company).toContainText(hidden);
      await expect(company).toHaveAttribute('data-highlighted');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/admin/edit\\?edit=${id}$`));
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();

      await openPalette(page, label);
      await page.keyboard.type(email);
      await palette.getByRole('option', { name: email, exact: true }).click();
      await expect(page).toHaveURL(/\/admin\/users\?user=/);
      await page.goto('/admin/edit');

      await openPalette(page, label);
      await page.keyboard.type(section.slice(0, 4));
      await palette.getByRole('option', { name: section, exact: true }).click();
      await expect(page).toHaveURL(/\/admin\/comments$/);
    },
  );
}

test(
  'the palette says when nothing is found and when the server is away',
  WIDE,
  async ({ page, allowConsole }) => {
    allowConsole.push(/Failed to load resource/);
    await signIn(page);
    await page.goto('/admin/edit');
    const palette = await openPalette(page, 'Search and actions');
    await page.keyboard.type('qqqqzzzz');
    await palette.getByRole('option', { name: 'Search the table for “qqqqzzzz”' }).click();
    await expect(page).toHaveURL(/\/admin\/edit\?q=qqqqzzzz$/);
    await page.route('**/api/admin/company-rows?*', (route) => route.abort());
    await openPalette(page, 'Search and actions');
    await page.keyboard.type('other');
    await expect(palette.getByRole('status')).toHaveText(/cannot be reached/, { timeout: 20_000 });
    // What needs no server can still be chosen.
    await palette.getByRole('combobox').fill('dash');
    await expect(palette.getByRole('option', { name: 'Dashboard' })).toBeVisible();
  },
);

test(
  'a section that is called so comes before a company that mentions the word, also by Korean keys',
  WIDE,
  async ({ page }) => {
    const headers = await signIn(page);
    const data = { name: `Rink ${Date.now()}`, founder: 'Audit Log', category: 'no-seed' };
    await page.request.post('/api/admin/companies', { headers, data });
    await page.goto('/admin/settings');
    await expect(page).toHaveTitle(/ · /);
    const palette = page.getByRole('dialog', { name: 'Search and actions' });
    await expect(async () => {
      await page.evaluate(() =>
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'ㅏ', code: 'KeyK', ctrlKey: true, bubbles: true }),
        ),
      );
      await expect(palette).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.keyboard.type('audit log');
    await expect(palette.getByRole('option', { name: data.name })).toBeVisible();
    await expect(palette.getByRole('option').first()).toHaveText('Audit log');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/audit$/);
  },
);
