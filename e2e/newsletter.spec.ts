import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startSmtp } from '../server/testing/smtp.ts';
import { axeFindings, axeFindingsLightAndDark } from './axe.ts';
import { ADMIN_PASSWORD } from './console-session.ts';
import { expect, sizeFor, test } from './journey.ts';
import { startDirectory } from './own-server.ts';

// Playwright looks into the frame of the mail, in which no script runs; an address names no issue.
test.use({ allowConsole: [/Blocked script execution in 'about:srcdoc'|status of 400/] });

const textsOf = (language: string) =>
  JSON.parse(
    readFileSync(
      new URL(`../web/i18n/locales/${language}/on-demand/newsletter.json`, import.meta.url),
      'utf8',
    ),
  );

for (const language of ['en', 'ko'] as const) {
  test(
    `an issue is written, tried, sent once, and ended by one press, in ${language}`,
    sizeFor(language),
    async ({ page }) => {
      const texts = textsOf(language);
      const smtp = await startSmtp();
      const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-newsletter-'));
      const server = await startDirectory({ VAR_DIR: folder, SMTP_URL: smtp.url });
      const { url } = server;
      try {
        const login = await page.request.post(`${url}/api/admin/login`, {
          data: { username: 'admin', password: ADMIN_PASSWORD },
        });
        const { sessionToken } = (await login.json()) as { sessionToken: string };
        await page.request.post(`${url}/api/follows`, {
          data: { kind: 'newsletter', value: 'all', email: 'kim@example.com', language },
        });
        await expect.poll(() => smtp.mails.length).toBe(1);
        const token = smtp.mails[0]?.token ?? '';
        await page.request.post(`${url}/api/mail/confirm?token=${token}`, { data: {} });
        const db = new DatabaseSync(join(folder, 'directory.db'), { timeout: 5000 });
        db.exec("update admins set email = 'me@example.com', email_key = 'me@example.com'");
        db.close();
        smtp.mails.length = 0;

        await page.addInitScript(
          ([admin, chosen]) => {
            localStorage.setItem('adminToken', admin as string);
            localStorage.setItem('i18nextLng', chosen as string);
          },
          [sessionToken, language],
        );
        await page.context().addCookies([{ name: 'i18nextLng', value: language, url }]);
        await page.goto(`${url}/admin/newsletter`);
        await expect(page.getByText(texts.empty)).toBeVisible();
        await page.getByRole('button', { name: texts.new }).click();
        await page.getByLabel(texts.subjectField).fill('Five small giants');
        const body = page.getByLabel(texts.body);
        await body.fill('Hello **all**, <b>read</b> this.\n\nThe end.');
        await body.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(32, 32));
        await page.getByRole('button', { name: texts.insertCompany }).click();
        const picker = page.getByRole('dialog', { name: texts.insertCompany });
        await picker.getByLabel(texts.findCompany).fill('kit');
        await picker.getByRole('button', { name: 'kit', exact: false }).first().click();
        await expect(body).toHaveValue(
          /^Hello \*\*all\*\*, <b>read<\/b> this\.\n\n\{\{company:[\w-]+\}\}\n\nThe end\.$/,
        );

        // What is typed outlasts a reload.
        await expect
          .poll(() =>
            page.evaluate(() => Object.values(localStorage).some((kept) => kept.includes('{{company:'))),
          )
          .toBe(true);
        page.once('dialog', (dialog) => void dialog.accept());
        await page.reload();
        await page.getByRole('button', { name: /Bring|되살|불러/ }).click();
        await expect(page.getByLabel(texts.subjectField)).toHaveValue('Five small giants');

        const frame = page.frameLocator('iframe');
        await expect(frame.getByText('<b>read</b>')).toBeVisible();
        await expect(frame.locator('strong')).toHaveText('all');
        await expect(frame.locator('body')).toHaveCSS('background-color', 'rgb(250, 249, 246)');
        await page
          .getByRole('group', { name: texts.scheme })
          .getByText(texts.scheme_dark, { exact: true })
          .click();
        await expect(frame.locator('body')).not.toHaveCSS('background-color', 'rgb(250, 249, 246)');
        await page
          .getByRole('group', { name: texts.part })
          .getByText(texts.part_plain, { exact: true })
          .click();
        await expect(page.locator('pre')).toContainText('/companies/');
        await page
          .getByRole('group', { name: texts.part })
          .getByText(texts.part_html, { exact: true })
          .click();
        // What is typed while a save is under way stays, and the next one saves it.
        await page.getByLabel(texts.subjectField).fill('Five giants');
        const issuePath = '**/api/admin/newsletter/issues/*';
        await page.route(issuePath, async (route) => {
          if (route.request().method() === 'PUT')
            await page.getByLabel(texts.subjectField).fill('Five small giants');
          await route.continue();
        });
        const firstSave = page.waitForResponse((response) => response.request().method() === 'PUT');
        await page.getByRole('button', { name: texts.save, exact: true }).click();
        expect((await firstSave).status()).toBe(200);
        await page.unroute(issuePath);
        await expect(page.getByRole('heading', { name: 'Five small giants' })).toBeVisible();
        await page.getByRole('button', { name: texts.save, exact: true }).click();
        await expect(page.getByText(texts.saved, { exact: true })).toBeVisible();
        expect(await axeFindings(page)).toEqual([]);

        // A translation that comes after words were typed in its place is offered, and replaces nothing.
        const shown = page.url();
        await page.getByRole('tab', { name: /日本語/ }).click();
        await page.route('**/api/admin/newsletter/translate', async (route) => {
          await page.getByLabel(texts.subjectField).fill('わたしの題');
          await route.fulfill({ json: { text: { subject: '訳された題', body: '訳' }, model: 'm' } });
        });
        await page
          .getByRole('button', {
            name: texts.translate.replace(/{{.*}}/, { en: 'English', ko: '한국어' }[language]),
          })
          .click();
        await expect(page.getByText(texts.offerText)).toBeVisible();
        await expect(page.getByLabel(texts.subjectField)).toHaveValue('わたしの題');
        await page.getByRole('button', { name: texts.offerUse }).click();
        await expect(page.getByLabel(texts.subjectField)).toHaveValue('訳された題');
        await page.getByRole('button', { name: texts.discard }).click();
        await page.goto(`${url}/admin/newsletter?issue=nope`);
        await expect(page.getByRole('heading', { name: texts.noIssue })).toBeVisible();
        await page.goto(`${url}/admin/collections?collection=nope`);
        await expect(page.getByText('nope')).toBeVisible();
        await page.goto(shown);

        await page.getByRole('button', { name: texts.test }).click();
        await expect.poll(() => smtp.mails.map(({ to }) => to)).toEqual(['me@example.com']);
        await page.getByRole('button', { name: texts.send, exact: true }).click();
        const dialog = page.getByRole('dialog', { name: texts.sendTitle });
        await expect(dialog).toContainText(texts.readers_one.replace('{{number}}', '1'));
        expect(await axeFindings(page)).toEqual([]);
        await dialog.getByRole('button', { name: texts.sendNow.replace('{{number}}', '1') }).click();
        await expect.poll(() => smtp.mails.length, { timeout: 40_000 }).toBe(2);
        expect(smtp.mails.map(({ to, subject }) => [to, subject])).toEqual([
          ['me@example.com', 'Five small giants'],
          ['kim@example.com', 'Five small giants'],
        ]);

        const raw = smtp.mails[1]?.raw ?? '';
        const oneClick = /^List-Unsubscribe: <(\S+)>\r$/m.exec(raw)?.[1] ?? '';
        const pressed = await page.request.post(
          `${url}${new URL(oneClick).pathname}${new URL(oneClick).search}`,
          {
            form: { 'List-Unsubscribe': 'One-Click' },
          },
        );
        expect(pressed.status()).toBe(200);
        await page.getByRole('button', { name: texts.back }).click();
        const row = page.getByRole('listitem').filter({ hasText: 'Five small giants' });
        await expect(row.locator('div', { hasText: new RegExp(`^${texts.unsubscribed}1$`) })).toBeVisible();
        await expect(row.locator('div', { hasText: new RegExp(`^${texts.sent}1$`) })).toBeVisible();

        // Everybody can read it from then on.
        await page.goto(`${url}/${language}/newsletters`);
        await page.getByRole('link', { name: 'Five small giants' }).click();
        await expect(page.getByRole('heading', { name: 'Five small giants', level: 1 })).toBeVisible();
        await expect(page.getByText('<b>read</b>')).toBeVisible();
        const description = page.locator('meta[name=description]');
        await expect(description).toHaveAttribute('content', 'Hello all, <b>read</b> this.');
        expect(await axeFindingsLightAndDark(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        // On a page in another language, the heading says in which language the issue is written.
        await page.goto(`${url}/zh/newsletters/${page.url().split('/').at(-1)}`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', language);
      } finally {
        await server.stop();
        await smtp.close();
      }
    },
  );
}
