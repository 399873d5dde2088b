import { axeFindingsLightAndDark } from './axe.ts';
import { signIn } from './console-session.ts';
import { BOTH, expect, test } from './journey.ts';

const WORDS = {
  en: {
    region: 'Waiting for you',
    note: 'New note',
    add: 'Add note',
    assignee: 'Who does it',
    mine: 'Yours',
    snooze: 'Put off for me until',
    snoozeNow: 'Put off',
    snoozed: /^Put off \(/,
    suffix: 'not checked',
  },
  ja: {
    region: '対応待ち',
    note: '新しいメモ',
    add: 'メモを追加',
    assignee: '担当者',
    mine: '自分の担当',
    snooze: '自分だけ後回しにする日付',
    snoozeNow: '後回しにする',
    snoozed: /^後回し \(/,
    suffix: '未確認',
  },
} as const;

for (const language of ['en', 'ja'] as const) {
  const words = WORDS[language];
  test(
    `work is taken over, written about and put off in ${language}`,
    BOTH,
    async ({ page, context, baseURL }) => {
      const headers = await signIn(page);
      const name = `Work ${process.pid} ${Date.now()}`;
      const made = await page.request.post('/api/admin/companies', { headers, data: { name } });
      const { id } = (await made.json()) as { id: string };
      await context.addCookies([{ name: 'i18nextLng', value: language, url: String(baseURL) }]);
      await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);

      // From the list of the work into the company, and from there to who does it.
      await page.goto(`/admin/edit?issue=unchecked&q=${encodeURIComponent(name)}`);
      await page.getByRole('link', { name, exact: true }).click();
      const title = `${name}: ${words.suffix}`;
      await page.getByRole('button', { name: title }).click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.getByLabel(words.assignee).selectOption('admin');
      await dialog.getByLabel(words.note).fill('Ask them first');
      await dialog.getByRole('button', { name: words.add }).press('Enter');
      await expect(dialog.getByText('Ask them first')).toBeVisible();

      await page.goto('/admin?inbox=mine');
      const inbox = page.getByRole('region', { name: words.region });
      const line = inbox.getByRole('listitem').filter({ hasText: title });
      await expect(line.getByText(words.mine, { exact: true })).toBeVisible();
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over).toBeLessThanOrEqual(0);
      if (process.env['SHOTS'])
        for (const scheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: scheme });
          await page.goto('/admin');
          await expect(line).toBeVisible();
          const size = page.viewportSize()?.width;
          await page.screenshot({ path: `${process.env['SHOTS']}/inbox-${language}-${size}-${scheme}.png` });
          await line.getByRole('button').click();
          await expect(dialog.getByText('Ask them first')).toBeVisible();
          await page.screenshot({ path: `${process.env['SHOTS']}/work-${language}-${size}-${scheme}.png` });
          await page.keyboard.press('Escape');
          await page.goto('/admin?inbox=mine');
        }
      if (language === 'en') expect(await axeFindingsLightAndDark(page)).toEqual([]);
      await line.getByRole('button').click();
      await dialog.getByLabel(words.snooze).fill('2099-01-01');
      await dialog.getByRole('button', { name: words.snoozeNow, exact: true }).click();
      await expect(dialog.getByRole('status')).toContainText('2099');
      await page.keyboard.press('Escape');
      await expect(line).toHaveCount(0);
      await inbox.getByRole('radio', { name: words.snoozed }).click();
      await expect(page).toHaveURL('/admin?inbox=snoozed');
      await expect(line).toBeVisible();
      await line.getByRole('link').click();
      await expect(page).toHaveURL(new RegExp(`issue=unchecked&edit=${id}$`));
      await expect(page.getByRole('dialog').getByText(name).first()).toBeVisible();
    },
  );
}
