import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../server/testing/free-port.ts';
import { startProvider, type TestProvider } from '../server/testing/identity-provider.ts';
import { type ServerProcess, startProcess } from '../server/testing/process.ts';
import { axeFindings } from './axe.ts';
import { ADMIN_PASSWORD } from './console-session.ts';
import { expect, test, WIDE } from './journey.ts';

/** What the provider's pages ask for besides: a font of another host, and an icon that it does not have. */
const THERE = /fonts\.googleapis\.com|:\d+\/favicon\.ico$/;

test.describe('with a sign-on provider', () => {
  // One directory for all: the provider is away in the last journey.
  test.describe.configure({ mode: 'serial' });

  let provider: TestProvider;
  let server: ServerProcess;
  let site: string;
  test.beforeAll(async () => {
    const port = await freePort();
    site = `http://localhost:${port}`;
    provider = await startProvider(
      { id: 'giants', secret: 'a secret of both', returnUrls: [`${site}/admin/sign-in`] },
      {
        grace: { email: 'grace@giants.example', email_verified: true },
        eve: { email: 'eve@elsewhere.example', email_verified: true },
      },
    );
    const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-sign-on-'));
    server = await startProcess(
      `sqlite:${join(folder, 'directory.db')}`,
      folder,
      {
        PORT: String(port),
        ADMIN_PASSWORD,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: 'giants',
        OIDC_CLIENT_SECRET: 'a secret of both',
        OIDC_NAME: 'Giants ID',
        OIDC_NEW_ROLE: 'editor',
        OIDC_DOMAINS: 'giants.example',
      },
      'whole',
    );
  });
  test.afterAll(async () => {
    await server.end('SIGTERM');
    await provider.close();
  });

  test.beforeEach(({ page }) => page.route(THERE, (route) => route.fulfill({ body: '' })));

  /** On the provider's own pages. */
  async function logInThere(page: Page, login: string) {
    await page.getByPlaceholder('Enter any login').fill(login);
    await page.getByPlaceholder('and password').fill('anything');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  test(
    'an administrator comes in by the provider, and the address keeps nothing of it',
    WIDE,
    async ({ page }) => {
      await page.goto(`${site}/admin`);
      await expect(page.getByRole('button', { name: 'Continue with Giants ID' })).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Continue with Giants ID' }).click();
      await logInThere(page, 'grace');
      await expect(page).toHaveURL(`${site}/admin`);
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const token = await page.evaluate(() => localStorage.getItem('adminToken'));
      const session = await page.request.get(`${site}/api/admin/session`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await session.json()).toMatchObject({ username: 'grace', role: 'editor' });
      await page.reload();
      expect(page.url()).toBe(`${site}/admin`);
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page.getByRole('heading', { name: 'Admin Access' })).toBeVisible();
    },
  );

  test.describe('whose session has ended', () => {
    test.use({ allowConsole: [/status of 401/] });

    test(
      'signs on again in another tab, and the save in this one goes on',
      WIDE,
      async ({ page, context }) => {
        await context.route(THERE, (route) => route.fulfill({ body: '' }));
        await page.goto(`${site}/admin/sign-in`);
        await logInThere(page, 'grace');
        await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
        await page.goto(`${site}/admin/edit?edit=lichess`);
        const dialog = page.getByRole('dialog', { name: 'Edit' });
        const story = `Typed before the session ended, ${test.info().project.name}.`;
        await dialog.getByLabel('Story').fill(story);
        const sessionToken = await page.evaluate(() => localStorage.getItem('adminToken'));
        await page.request.post(`${site}/api/admin/logout`, { data: { sessionToken } });
        await dialog.getByRole('button', { name: 'Save', exact: true }).click();
        const asked = page.getByRole('dialog', { name: 'Please enter your password again' });
        const opening = context.waitForEvent('page');
        await asked.getByRole('link', { name: 'Continue with Giants ID in a new tab' }).click();
        const tab = await opening;
        // The provider still knows who it is.
        await expect(tab.getByRole('button', { name: 'Logout' })).toBeVisible();
        await expect(asked).toBeHidden();
        await expect(dialog).toBeHidden();
        const company = await page.request.get(`${site}/api/companies/lichess?language=en`);
        expect(await company.json()).toMatchObject({ story });
      },
    );
  });

  test.describe('where nobody is let in', () => {
    test.use({ allowConsole: [/status of (401|503)/] });

    test('who is no administrator is told so, and can go back', WIDE, async ({ page }) => {
      await page.goto(`${site}/admin/sign-in`);
      await logInThere(page, 'eve');
      await expect(page.getByRole('alert')).toHaveText(
        'There is no administrator with your e-mail address. Please ask an owner for an invitation.',
      );
      await expect(page).toHaveURL(`${site}/admin/sign-in`);
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('link', { name: 'Log in with a password' }).click();
      await expect(page.getByLabel('Username')).toBeVisible();
    });

    test('who says no at the provider can begin again', WIDE, async ({ page }) => {
      await page.goto(`${site}/admin/sign-in`);
      await page.getByRole('link', { name: 'Cancel' }).click();
      await expect(page.getByRole('alert')).toHaveText('The sign-on provider did not let you in.');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByPlaceholder('Enter any login')).toBeVisible();
    });

    test('a provider that is away is named, and the password lets in', WIDE, async ({ page }) => {
      provider.broken['/.well-known/openid-configuration'] = (response) => void response.destroy();
      const again = await startProcess(
        `sqlite:${join(mkdtempSync(join(tmpdir(), 'tiny-giants-sign-on-')), 'directory.db')}`,
        mkdtempSync(join(tmpdir(), 'tiny-giants-sign-on-')),
        { ADMIN_PASSWORD, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'giants', OIDC_NAME: 'Giants ID' },
        'whole',
      );
      try {
        await page.goto(`${again.url}/admin`);
        await page.getByRole('button', { name: 'Continue with Giants ID' }).click();
        await expect(page.getByRole('alert')).toHaveText(
          'The sign-on provider cannot be reached right now. Please log in with your password, or try again later.',
        );
        await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
        // What is still loading there would fail with the server's end.
        await page.goto('about:blank');
      } finally {
        await again.end('SIGTERM');
      }
    });
  });
});
