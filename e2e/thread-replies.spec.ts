import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSmtp } from '../server/testing/smtp.ts';
import { axeFindings } from './axe.ts';
import { expect, sizeFor, test } from './journey.ts';
import { startDirectory } from './own-server.ts';

const textsOf = (language: string, file: string) =>
  JSON.parse(readFileSync(new URL(`../web/i18n/locales/${language}/${file}.json`, import.meta.url), 'utf8'));

for (const language of ['en', 'ko', 'ja', 'zh']) {
  const comments = textsOf(language, 'comments');
  const follows = textsOf(language, 'on-demand/follows');
  const text = (key: string): string => follows[key];

  test(
    `who comments without an account leaves an address, is told of a reply, and ends it, in ${language}`,
    sizeFor(language),
    async ({ page }) => {
      const smtp = await startSmtp();
      const server = await startDirectory({
        VAR_DIR: mkdtempSync(join(tmpdir(), 'tiny-giants-threads-')),
        SMTP_URL: smtp.url,
        REPLY_MAIL_SECONDS: '1',
      });
      try {
        await page.goto(`${server.url}/${language}/companies/kit`);
        await page.getByLabel(comments.new).fill('Who else knows it?');
        await page.getByRole('button', { name: comments.post, exact: true }).click();
        const mine = page.getByRole('listitem').filter({ hasText: 'Who else knows it?' });
        const button = mine.getByRole('button', { name: text('tellReplies') });
        await button.click();
        const dialog = page.getByRole('dialog', { name: text('titleThread') });
        await dialog.getByLabel(text('email')).fill('kim@example.com');
        expect(await axeFindings(page)).toEqual([]);
        await dialog.getByRole('button', { name: text('tellReplies') }).click();
        await expect(dialog).toContainText('kim@example.com');
        await dialog
          .getByRole('button', { name: textsOf(language, 'common').close })
          .last()
          .click();
        await expect(button).toBeFocused();
        await expect.poll(() => smtp.mails.length).toBe(1);

        const linkIn = (mail: number) =>
          /https?:\/\/\S+\/mail\/preferences\S+/.exec(smtp.mails[mail]?.text ?? '')?.[0] ?? '';
        await page.goto(linkIn(0));
        await expect(page.getByText(text('kind_thread'))).toBeVisible();
        await page.getByRole('button', { name: text('confirm') }).click();
        await expect(page.getByText(text('confirmedText'))).toBeVisible();

        const api = `${server.url}/api/companies/kit/comments`;
        const [thread] = (await (await page.request.get(api)).json()) as { id: string }[];
        await page.request.post(api, { data: { content: 'I do', parent_id: thread?.id } });
        await expect.poll(() => smtp.mails.length, { timeout: 30_000 }).toBe(2);
        expect(smtp.mails[1]?.to).toBe('kim@example.com');

        await page.goto(linkIn(1));
        expect(await axeFindings(page)).toEqual([]);
        await page
          .getByRole('main')
          .getByRole('button', { name: text('end') })
          .first()
          .click();
        await expect(page.getByText(text('emptyTitle'))).toBeVisible();
      } finally {
        await server.stop();
        await smtp.close();
      }
    },
  );
}
