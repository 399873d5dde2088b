import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { axeFindingsLightAndDark } from './axe.ts';
import { signIn } from './console-session.ts';
import { expect, sizeFor, test } from './journey.ts';

/** Lets a company be two hours old: what is changed soon after is what it was made with. */
function ageCompany(id: string): void {
  const db = new DatabaseSync(join(process.env['E2E_VAR_DIR'] ?? '', 'directory.db'), { timeout: 5000 });
  const before = new Date(Date.now() - 2 * 3_600_000).toISOString();
  db.prepare('update company_changes set at = ? where company_id = ?').run(before, id);
  db.close();
}

for (const { language, title, changed } of [
  { language: 'en', title: 'What changed', changed: /3 → 44/ },
  { language: 'ko', title: '최근 바뀐 내용', changed: /3 → 44/ },
])
  test(
    `what changed in a company is told on the home page, in ${language}`,
    sizeFor(language),
    async ({ page, request }) => {
      const headers = await signIn(page);
      const name = `Changed Chandler ${language} ${test.info().project.name} ${Date.now()}`;
      const texts = { name, description: 'Makes candles.', story: 'Light.' };
      const data = { employees: 3, category: 'no-seed', content: { en: texts, ko: texts } };
      const { id } = await (await request.post('/api/admin/companies', { headers, data })).json();
      await page.goto(`/${language}`);
      const section = page.getByRole('region', { name: title });
      await expect(section.getByText(name)).toHaveCount(0);
      ageCompany(id);
      await request.put(`/api/admin/companies/${id}`, { headers, data: { employees: 44 } });
      await expect(async () => {
        await page.reload();
        await expect(section.getByRole('listitem').filter({ hasText: name })).toBeVisible({ timeout: 1000 });
      }).toPass();
      const row = section.getByRole('listitem').filter({ hasText: name });
      await expect(row).toHaveText(changed);
      expect(await axeFindingsLightAndDark(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await row.getByRole('link', { name }).click();
      await expect(page.getByRole('dialog')).toContainText(name);
      // The panel may still be loading the figures of the company.
      await page.close();
      await request.delete(`/api/admin/companies/${id}`, { headers });
    },
  );
