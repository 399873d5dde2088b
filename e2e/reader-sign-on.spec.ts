import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../server/testing/free-port.ts';
import { startProvider, type TestProvider } from '../server/testing/identity-provider.ts';
import { type ServerProcess, startProcess } from '../server/testing/process.ts';
import { startSmtp, type TestSmtp } from '../server/testing/smtp.ts';
import { axeFindings } from './axe.ts';
import { expect, PHONE, sizeFor, test, WIDE } from './journey.ts';

/** What the provider's pages ask for besides: a font of another host, and an icon that it does not have. */
const THERE = /fonts\.googleapis\.com|:\d+\/favicon\.ico$/;
const PASSWORD = 'a quiet harbour';

test.describe('with a provider for readers', () => {
  test.describe.configure({ mode: 'serial' });

  let provider: TestProvider;
  let server: ServerProcess;
  let smtp: TestSmtp;
  let site: string;
  test.beforeAll(async () => {
    const port = await freePort();
    site = `http://localhost:${port}`;
    smtp = await startSmtp();
    provider = await startProvider(
      { id: 'giants', secret: 'a secret of both', returnUrls: [`${site}/sign-in`] },
      Object.fromEntries(
        ['grace', 'hana'].map((name) => [name, { email: `${name}@example.com`, email_verified: true }]),
      ),
    );
    const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-readers-'));
    server = await startProcess(
      `sqlite:${join(folder, 'directory.db')}`,
      folder,
      {
        PORT: String(port),
        SMTP_URL: smtp.url,
        READER_OIDC_ISSUER: provider.issuer,
        READER_OIDC_ID: 'giants',
        READER_OIDC_SECRET: 'a secret of both',
        READER_OIDC_NAME: 'Giants ID',
        REQUIRE_VERIFIED_EMAIL: 'false',
      },
      'whole',
    );
  });
  test.afterAll(async () => {
    await server.end('SIGTERM');
    await provider.close();
    await smtp.close();
  });
  test.beforeEach(({ page }) => page.route(THERE, (route) => route.fulfill({ body: '' })));

  async function logInThere(page: Page, login: string) {
    await page.getByPlaceholder('Enter any login').fill(login);
    await page.getByPlaceholder('and password').fill('anything');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  for (const [language, login] of [
    ['en', 'grace'],
    ['ko', 'hana'],
  ] as const) {
    const t = JSON.parse(
      readFileSync(
        new URL(`../web/i18n/locales/${language}/on-demand/accounts.json`, import.meta.url),
        'utf8',
      ),
    );
    const openDialog = async (page: Page) => {
      await page.goto(`${site}/${language}/explore`);
      await page.locator('.log-in').click();
    };
    const byProvider = t.logInWith.replace('{{name}}', 'Giants ID');

    test(
      `a reader comes in by the provider and by a mailed link, in ${language}`,
      sizeFor(language),
      async ({ page }) => {
        await openDialog(page);
        await expect(page.getByRole('button', { name: byProvider })).toBeVisible();
        expect(await axeFindings(page)).toEqual([]);
        await page.getByRole('button', { name: byProvider }).click();
        await logInThere(page, login);
        // Back where the reader was, with nothing of the answer in the address.
        await expect(page).toHaveURL(`${site}/${language}/explore`);
        const menu = page.getByRole('button', { name: t.menuOf.replace('{{name}}', login) });
        await expect(menu).toBeVisible();
        await menu.click();
        await page.getByRole('menuitem', { name: t.logOut }).click();
        await expect(page.locator('.log-in')).toBeVisible();

        const before = smtp.mails.length;
        await page.locator('.log-in').click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: t.mailLoginLink }).click();
        await expect(dialog.getByLabel(t.email)).toBeFocused();
        await dialog.getByLabel(t.email).fill(`${login}@example.com`);
        await dialog.getByRole('button', { name: t.mailLoginLink }).click();
        await expect(
          dialog.getByText(t.loginLinkSent.replace('{{email}}', `${login}@example.com`)),
        ).toBeVisible();
        await expect.poll(() => smtp.mails.length).toBeGreaterThan(before);
        const link = /https?:\/\/\S+\/sign-in\?link=\S+/.exec(smtp.mails.at(-1)?.text ?? '')?.[0] ?? '';
        await page.goto(link.replace('/sign-in', `/${language}/sign-in`));
        await expect(page.getByText(t.signInLink)).toBeVisible();
        expect(page.url()).not.toContain('link=');
        await page.getByRole('button', { name: t.logIn, exact: true }).last().click();
        await expect(menu).toBeVisible();
      },
    );
  }

  test('an account of the same address is joined after its password', WIDE, async ({ page }, { project }) => {
    const name = `join-${project.name}`;
    provider.people[name] = { email: `${name}@example.com`, email_verified: true };
    const body = { email: `${name}@example.com`, password: PASSWORD };
    await page.request.post(`${site}/api/auth/register`, { data: body });
    await expect.poll(() => smtp.mails.some(({ to }) => String(to) === body.email)).toBe(true);
    const { token } = smtp.mails.find(({ to }) => String(to) === body.email) ?? {};
    await page.request.get(`${site}/api/auth/verify-email?token=${token}`);
    await page.goto(`${site}/en`);
    await page.locator('.log-in').click();
    await page.getByRole('button', { name: 'Log in with Giants ID' }).click();
    await logInThere(page, name);
    await expect(page.getByRole('heading', { name: 'You already have an account' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Join and log in' }).click();
    await expect(page).toHaveURL(`${site}/en`);
    await expect(page.locator('.log-in')).toBeHidden();
  });

  test(
    'a reader without a password sees the provider, removes it, and deletes the account',
    PHONE,
    async ({ page }, { project }) => {
      const name = `ways-${project.name}`;
      provider.people[name] = { email: `${name}@example.com`, email_verified: true };
      await page.goto(`${site}/en`);
      await page.locator('.log-in').click();
      await page.getByRole('button', { name: 'Log in with Giants ID' }).click();
      await logInThere(page, name);
      await expect(page.locator('.log-in')).toBeHidden();
      await page.goto(`${site}/en/account/settings`);
      await expect(page.getByText('This account has no password yet.')).toBeVisible();
      await expect(page.getByLabel('Current password')).toHaveCount(0);
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Remove log-in by Giants ID' }).click();
      await expect(page.getByRole('list', { name: 'Log-in by other services' })).toHaveCount(0);
      const before = smtp.mails.length;
      await page.getByRole('button', { name: 'Send the link' }).click();
      await expect(page.getByText('The e-mail is on its way.')).toBeVisible();
      await expect.poll(() => smtp.mails.length).toBeGreaterThan(before);
      await page.getByRole('button', { name: 'Delete my account' }).first().click();
      const dialog = page.getByRole('alertdialog');
      await expect(dialog.getByText('There is no password to enter')).toBeVisible();
      await dialog.getByRole('button', { name: /^Delete/ }).click();
      await expect(page.getByRole('heading', { name: /deleted/ })).toBeVisible();
    },
  );
});
