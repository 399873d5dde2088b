import { axeFindingsLightAndDark } from './axe.ts';
import { signIn } from './console-session.ts';
import { expect, sizeFor, test } from './journey.ts';

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
    sizeFor(language),
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
      await expect(dialog.getByRole('listitem').filter({ hasText: 'Ask them first' })).toBeVisible();

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
          await expect(dialog.getByRole('listitem').filter({ hasText: 'Ask them first' })).toBeVisible();
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

for (const [language, words] of Object.entries({
  en: {
    assignee: 'Who does it',
    note: 'New note',
    add: 'Add note',
    remove: 'Delete',
    others: 'Show the others',
  },
  ko: { assignee: '담당자', note: '새 메모', add: '메모 추가', remove: '삭제', others: '다른 댓글도 보기' },
}))
  test(
    `a single comment is handed over, and a note about it is deleted, in ${language}`,
    sizeFor(language),
    async ({ page, context, baseURL }) => {
      const headers = await signIn(page);
      const name = `Commented ${language} ${process.pid} ${Date.now() % 1e6}`;
      const made = await page.request.post('/api/admin/companies', { headers, data: { name } });
      const { id } = (await made.json()) as { id: string };
      const written = await page.request.post(`/api/companies/${id}/comments`, {
        data: { author: 'Ann', content: 'Reported for a look.' },
      });
      const { id: comment } = (await written.json()) as { id: string };
      const report = { data: { reason: 'spam' } };
      expect((await page.request.post(`/api/companies/${id}/comments/${comment}/report`, report)).ok()).toBe(
        true,
      );
      await context.addCookies([{ name: 'i18nextLng', value: language, url: String(baseURL) }]);
      await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
      await page.emulateMedia({ reducedMotion: 'reduce' });

      await page.goto(`/admin/comments?status=reported&comment=${comment}`);
      await expect(page.getByRole('article')).toHaveCount(1);
      await page
        .getByRole('article')
        .getByRole('button', { name: new RegExp(`${name}:`) })
        .click();
      const dialog = page.getByRole('dialog', { name: new RegExp(name) });
      await dialog.getByLabel(words.assignee).selectOption('admin');
      for (const text of ['Ask Ann', 'Never mind']) {
        await dialog.getByLabel(words.note).fill(text);
        await dialog.getByRole('button', { name: words.add }).click();
        await expect(dialog.getByRole('listitem').filter({ hasText: text })).toBeVisible();
        await expect(dialog.getByLabel(words.note)).toHaveValue('');
      }
      if (process.env['SHOTS'])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const size = page.viewportSize()?.width;
          await page.screenshot({
            path: `${process.env['SHOTS']}/note-${language}-${size}-${colorScheme}.png`,
          });
        }
      await dialog.getByRole('listitem').filter({ hasText: 'Never mind' }).getByRole('button').click();
      await page.getByRole('alertdialog').getByRole('button', { name: words.remove }).click();
      await expect(dialog.getByText('Never mind')).toHaveCount(0);
      await expect(dialog.getByText('Ask Ann')).toBeVisible();
      await page.keyboard.press('Escape');
      if (language === 'en') expect(await axeFindingsLightAndDark(page)).toEqual([]);

      // The inbox names the comment and leads to its thread alone.
      await page.goto('/admin?inbox=mine');
      await page.getByRole('link', { name: new RegExp(`${name}: “Reported for a look.”`) }).click();
      await expect(page.getByRole('article')).toHaveCount(1);
      await page.getByRole('button', { name: words.others }).click();
      await expect(page).not.toHaveURL(/comment=/);
      const gone = await page.request.delete(`/api/admin/companies/${id}`, { headers });
      expect(gone.ok()).toBe(true);
    },
  );
