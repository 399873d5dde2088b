import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { axeFindings } from './axe.ts';
import { ageProof, OTHER_PASSWORD, signInAs } from './console-session.ts';
import { expect, PHONE, test, WIDE } from './journey.ts';
import { mailedLink } from './mail.ts';

// A refused code or an unconfirmed session is told in the console too.
test.use({ allowConsole: [/status of (?:400|401|403)/] });

/** Chromium's own authenticator, which asks nobody and always verifies. */
async function addAuthenticator(page: Page): Promise<{ setPresent(present: boolean): Promise<void> }> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setPresent: (isUserVerified) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }) as Promise<never>,
  };
}

async function enterPassword(page: Page, name: string): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(OTHER_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const isInside = (page: Page) => expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();

test(
  'an authenticator app with recovery codes: set up, log in with each, and take away',
  PHONE,
  async ({ page }) => {
    const name = await signInAs(page, 'editor');
    await page.goto('/admin/password');
    const factors = page.getByRole('region', { name: 'Second factor' });
    await factors.getByRole('button', { name: 'Set up an app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    const secret = ((await dialog.locator('code').textContent()) ?? '').replace(/\s/g, '');
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog.getByText('This code is not right.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(app.generate());
    await dialog.getByRole('button', { name: 'Turn on' }).click();

    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    const [first = ''] = await codes.getByRole('listitem').allTextContents();
    expect(await axeFindings(page)).toEqual([]);
    // They are shown only now: nothing closes them by accident.
    await page.keyboard.press('Escape');
    await expect(codes).toBeVisible();
    const file = page.waitForEvent('download');
    await codes.getByRole('button', { name: 'Download' }).click();
    expect((await file).suggestedFilename()).toBe('recovery-codes.txt');
    await codes.getByLabel('I have kept these codes').check();
    await codes.getByRole('button', { name: 'Done' }).click();
    await expect(codes).toBeHidden();
    await expect(factors.getByText('10 codes left')).toBeVisible();

    await page.getByRole('button', { name: 'Logout' }).click();
    await enterPassword(page, name);
    await expect(page.getByLabel('Code')).toBeFocused();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Code').fill('123');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(/was not accepted/);
    // The next period's code: this one's was used to set the app up.
    await page.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }));
    await page.keyboard.press('Enter');
    await isInside(page);

    await page.getByRole('button', { name: 'Logout' }).click();
    await enterPassword(page, name);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await page.getByLabel('Recovery code').fill(first.toUpperCase());
    await page.keyboard.press('Enter');
    await isInside(page);
    await page.goto('/admin/password');
    await expect(factors.getByText('9 codes left')).toBeVisible();

    await factors.getByRole('button', { name: 'Remove the authenticator app' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(factors.getByRole('button', { name: 'Set up an app' })).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await enterPassword(page, name);
    await isInside(page);
  },
);

test(
  'a passkey of an administrator: added, the second step of a log-in, and a proof',
  WIDE,
  async ({ page }) => {
    await addAuthenticator(page);
    const name = await signInAs(page, 'editor');
    await page.goto('/admin/password');
    const factors = page.getByRole('region', { name: 'Second factor' });
    await factors.getByLabel('Name of the passkey').fill('This computer');
    await factors.getByRole('button', { name: 'Add a passkey' }).click();
    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    await codes.getByLabel('I have kept these codes').check();
    await codes.getByRole('button', { name: 'Done' }).click();
    await expect(factors.getByRole('list', { name: 'Passkeys' }).getByText('This computer')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Logout' }).click();
    await enterPassword(page, name);
    await page.getByRole('button', { name: 'Use passkey' }).click();
    await isInside(page);

    // After ten minutes it proves who is at the session.
    await page.goto('/admin/password');
    const token = await page.evaluate(() => localStorage.getItem('adminToken'));
    ageProof({ authorization: `Bearer ${token}` });
    const address = page.getByRole('region', { name: 'Your e-mail address' });
    await address.getByLabel('E-mail address').fill(`${name}@example.org`);
    await address.getByRole('button', { name: 'Save address' }).click();
    const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
    expect(await axeFindings(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Use passkey' }).click();
    await expect(address.getByRole('status')).toHaveText('Saved');

    await factors.getByRole('button', { name: 'Remove the passkey This computer' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(factors.getByText('No passkey yet.')).toBeVisible();
  },
);

test('a reader adds a passkey and logs in with it alone', WIDE, async ({ page }) => {
  const authenticator = await addAuthenticator(page);
  const email = `key-${Math.random().toString(36).slice(2)}@example.com`;
  const password = 'correct horse battery';
  await page.request.post('/api/auth/register', { data: { email, password, language: 'en' } });
  await page.goto(await mailedLink(email, 'verify-email'));
  await expect(page.getByText(/is verified/).first()).toBeVisible();
  const login = await page.request.post('/api/auth/login', { data: { email, password } });
  const { token } = (await login.json()) as { token: string };
  await page.evaluate((own) => localStorage.setItem('authToken', own), token);
  await page.goto('/account/settings');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await expect(passkeys.getByText('No passkey yet.')).toBeVisible();
  await passkeys.getByLabel('Name of the passkey').fill('My phone');
  await passkeys.getByLabel('Password', { exact: true }).fill('wrong');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByText('The current password is wrong.')).toBeVisible();
  await passkeys.getByLabel('Password', { exact: true }).fill(password);
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByText('The passkey was added')).toBeVisible();
  await expect(passkeys.getByText('My phone')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await page.evaluate(() => localStorage.removeItem('authToken'));
  await page.goto('/account/settings');
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  const dialog = page.getByRole('dialog');
  expect(await axeFindings(page)).toEqual([]);
  // Left be, the form is as it was.
  await authenticator.setPresent(false);
  await dialog.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(dialog.getByRole('button', { name: 'Log in with a passkey' })).not.toHaveAttribute(
    'aria-busy',
    'true',
  );
  await expect(dialog).toBeVisible();
  await authenticator.setPresent(true);
  await dialog.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(dialog).toBeHidden();
  await expect(passkeys.getByText(/Last used/)).toBeVisible();
  await passkeys.getByRole('button', { name: 'Remove the passkey My phone' }).click();
  await expect(passkeys.getByText('No passkey yet.')).toBeVisible();
});

test(
  'where the settings ask for a factor, the console leads to setting one up, and its codes stay in sight',
  WIDE,
  async ({ page }) => {
    await signInAs(page, 'editor');
    // As the settings would have it for everybody: other journeys run beside this one.
    await page.route('**/api/admin/session', async (route) => {
      const response = await route.fetch();
      const session = (await response.json()) as { factors?: string[] };
      await route.fulfill({ response, json: { ...session, needsFactor: session.factors?.length === 0 } });
    });
    await page.goto('/admin/edit');
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit Company' })).toHaveCount(0);
    expect(await axeFindings(page)).toEqual([]);
    await addAuthenticator(page);
    await page.getByLabel('Name of the passkey').fill('Key');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    await codes.getByLabel('I have kept these codes').check();
    await codes.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { name: 'Edit Company', level: 1 })).toBeVisible();
  },
);
