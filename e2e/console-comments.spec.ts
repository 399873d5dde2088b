import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { signIn } from './console-session.ts';
import { expect, sizeFor, test, WIDE } from './journey.ts';

const textsOf = (language: string) =>
  JSON.parse(
    readFileSync(
      new URL(`../web/i18n/locales/${language}/on-demand/moderation.json`, import.meta.url),
      'utf8',
    ),
  );

/** Posts comments that have a word of their own, and returns their ids. */
async function post(page: Page, word: string, texts: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const text of texts) {
    const data = { content: `${word} ${text}` };
    const answer = await page.request.post('/api/companies/lichess/comments', { data });
    ids.push(((await answer.json()) as { id: string }).id);
  }
  return ids;
}

for (const language of ['en', 'ko'] as const)
  test(
    `several comments are deleted at once, and one Undo brings them back, in ${language}`,
    sizeFor(language),
    async ({ page }, { project }) => {
      const t = textsOf(language).several;
      await signIn(page);
      const word = `several${language}${project.name}${Date.now()}`;
      await post(page, word, ['one', 'two', 'three']);
      await page
        .context()
        .addCookies([{ name: 'i18nextLng', value: language, url: project.use.baseURL ?? '' }]);
      await page.addInitScript((kept) => localStorage.setItem('i18nextLng', kept), language);
      await page.goto(`/admin/comments?q=${word}`);
      const boxes = page.getByRole('checkbox', { name: t.select, exact: true });
      await expect(boxes).toHaveCount(3);
      await boxes.nth(0).check();
      await boxes.nth(2).check();
      const bar = page.getByRole('toolbar', { name: t.title });
      await expect(bar).toContainText(t.count_other.replace('{{count, number}}', '2'));
      expect(await axeFindings(page)).toEqual([]);
      await bar.getByRole('button', { name: textsOf(language).actions.delete }).click();
      await page
        .getByRole('alertdialog')
        .or(page.getByRole('dialog'))
        .getByRole('button', { name: textsOf(language).actions.delete })
        .click();
      await expect(boxes).toHaveCount(1);
      await expect(bar).toHaveCount(0);
      await page
        .getByRole('button', { name: textsOf(language).undo })
        .first()
        .click();
      await expect(boxes).toHaveCount(3);
    },
  );

test(
  'held comments are approved by the keys of the list, not while somebody types',
  WIDE,
  async ({ page }) => {
    const headers = await signIn(page);
    const word = `keys${Date.now()}`;
    const ids = await post(page, word, ['one', 'two']);
    for (const id of ids) await page.request.post(`/api/admin/comments/${id}/hold`, { headers });
    await page.goto(`/admin/comments?q=${word}`);
    await expect(page.getByText('Held', { exact: true })).toHaveCount(3);
    await page.getByRole('searchbox', { name: 'Search' }).press('x');
    await expect(page.getByRole('toolbar', { name: 'Selected comments' })).toHaveCount(0);
    await page.getByRole('searchbox', { name: 'Search' }).fill(word);
    await page.getByRole('checkbox', { name: 'Select', exact: true }).first().focus();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    // As a Korean keyboard has it.
    await page.evaluate(() =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ㅌ', code: 'KeyX', bubbles: true }),
      ),
    );
    await expect(page.getByRole('toolbar', { name: 'Selected comments' })).toContainText('2 selected');
    await page.keyboard.press('a');
    await expect(page.getByText('2 comments are published')).toBeVisible();
    const shown = await page.request.get('/api/companies/lichess/comments');
    expect(await shown.text()).toContain(`${word} two`);
  },
);
