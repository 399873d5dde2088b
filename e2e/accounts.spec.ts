import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { newAddress, newSession, PASSWORD, register } from './account.ts';
import { axeFindingsLightAndDark } from './axe.ts';
import { BOTH, expect, sizeFor, test, WIDE } from './journey.ts';
import { mailedLink } from './mail.ts';

const NEW_PASSWORD = 'a louder harbour';
const TOKEN_KEY = 'authToken';

function textsIn(language: 'en' | 'ko') {
  const read = (file: string) =>
    JSON.parse(
      readFileSync(new URL(`../web/i18n/locales/${language}/${file}.json`, import.meta.url), 'utf8'),
    );
  return {
    ...read('on-demand/accounts'),
    // The journeys run without a mail server.
    ...read('on-demand/accounts').unmailed,
    ...read('on-demand/problems').problem,
    close: read('common').close,
  } as Record<string, string>;
}
const en = textsIn('en');

/** An account that is logged in in the browser from the first page on. */
async function signIn(page: Page, fields: object = {}): Promise<string> {
  const { email, token } = await newSession(page.request, fields);
  await page.goto('/en/verify-email');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [TOKEN_KEY, token] as const);
  return email;
}

const button = (page: Page, name: string | undefined) =>
  page.getByRole('dialog').getByRole('button', { name: name ?? '', exact: true });

async function openLogIn(page: Page, label = 'Log in') {
  await page.getByRole('banner').getByRole('button', { name: label, exact: true }).click();
  await expect(page.getByRole('dialog', { name: label })).toBeVisible();
}

async function logIn(page: Page, t: Record<string, string>, email: string, password: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t['email'] ?? '').fill(email);
  await dialog.getByLabel(t['password'] ?? '', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test.describe('with refusals', () => {
  // A refused call is written to the console by the browser itself.
  test.use({ allowConsole: [/Failed to load resource/] });

  for (const language of ['en', 'ko'] as const) {
    test(`an account from its making to its end, in ${language}`, WIDE, async ({ page }) => {
      const t = textsIn(language);
      const text = (key: string) => t[key] ?? '';
      const email = newAddress();
      const dialog = page.getByRole('dialog');
      const menu = page
        .getByRole('banner')
        .getByRole('button', { name: text('menuOf').split('{{')[0] ?? '' });

      await page.goto(`/${language}`);
      await openLogIn(page, text('logIn'));
      // The typed address survives the switch between the forms; a password does not.
      await dialog.getByLabel(text('email')).fill(email);
      await dialog.getByLabel(text('password'), { exact: true }).fill('not yet');
      await button(page, text('signUp')).click();
      await expect(dialog.getByLabel(text('email'))).toHaveValue(email);
      await expect(dialog.getByLabel(text('password'), { exact: true })).toHaveValue('');
      await button(page, text('logIn')).click();
      await expect(dialog.getByLabel(text('email'))).toHaveValue(email);
      await button(page, text('signUp')).click();
      await expect(dialog.getByLabel(text('language'))).toHaveValue(language);
      await dialog.getByLabel(text('password'), { exact: true }).fill(PASSWORD);
      await dialog.getByText(text('optionalFields')).click();
      await dialog.getByLabel(text('nickname')).fill('Harbour');
      await button(page, text('signUp')).click();
      await expect(dialog).toContainText(text('signUpComplete'));
      await expect(dialog).toContainText(email);

      const verifyLink = await mailedLink(email, 'verify-email');
      await page.goto(`/${language}${verifyLink}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('verifiedTitle'));
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('alreadyVerifiedTitle'));
      await page
        .getByRole('main')
        .getByRole('button', { name: text('logIn') })
        .click();
      await logIn(page, t, email, PASSWORD);
      await expect(dialog).toBeHidden();

      await menu.click();
      await expect(page.getByRole('menu')).toContainText('Harbour');
      await expect(page.getByRole('menu')).toContainText(email);
      await expect(page.getByRole('menu')).toContainText(text('verified'));
      await page.getByRole('menuitem', { name: text('profileSettings') }).click();
      await expect(page).toHaveURL(`/${language}/account/profile`);
      await page.getByLabel(text('jobTitle')).fill('Pilot');
      await page.getByLabel(text('socialUrls')).fill('https://a.example/me\nhttps://b.example/me');
      await page.getByLabel(text('newsletter')).check();
      await page
        .getByRole('group', { name: text('newsletterCategories') })
        .getByRole('checkbox')
        .nth(2)
        .check();
      await page.getByRole('button', { name: text('save'), exact: true }).click();
      await expect(page.getByText(text('saved'), { exact: true })).toBeVisible();
      await page.reload();
      await expect(page.getByLabel(text('jobTitle'))).toHaveValue('Pilot');
      await expect(page.getByLabel(text('socialUrls'))).toHaveValue(
        'https://a.example/me\nhttps://b.example/me',
      );
      await expect(
        page
          .getByRole('group', { name: text('newsletterCategories') })
          .getByRole('checkbox')
          .nth(2),
      ).toBeChecked();
      await expect(page.locator('html')).toHaveAttribute('lang', language);

      await menu.click();
      await page.getByRole('menuitem', { name: text('logOut') }).click();
      await expect(menu).toBeHidden();
      await openLogIn(page, text('logIn'));
      await button(page, text('forgot')).click();
      await dialog.getByLabel(text('email')).fill(email);
      await button(page, text('sendResetMail')).click();
      await expect(dialog.getByRole('status')).toContainText(email);

      await page.goto(`/${language}${await mailedLink(email, 'reset-password')}`);
      await page.getByLabel(text('newPassword'), { exact: true }).fill(NEW_PASSWORD);
      await page.getByLabel(text('repeatPassword')).fill(PASSWORD);
      await page.getByRole('button', { name: text('setPassword') }).click();
      await expect(page.getByText(text('passwordsDiffer'))).toBeVisible();
      await page.getByLabel(text('repeatPassword')).fill(NEW_PASSWORD);
      await page.getByRole('button', { name: text('setPassword') }).click();
      await expect(page.getByText(text('resetDone'))).toBeVisible();
      await page
        .getByRole('main')
        .getByRole('button', { name: text('logIn') })
        .click();
      await logIn(page, t, email, PASSWORD);
      await expect(dialog.getByRole('alert')).toHaveText(text('invalid_credentials'));
      await logIn(page, t, email, NEW_PASSWORD);
      await expect(dialog).toBeHidden();

      await page.goto(`/${language}/account/settings`);
      await page.getByRole('button', { name: text('deleteAccount') }).click();
      const confirm = page.getByRole('alertdialog');
      await confirm.getByLabel(text('password'), { exact: true }).fill('not my password');
      await confirm.getByRole('button', { name: text('deleteForGood') }).click();
      await expect(confirm.getByRole('alert')).toHaveText(text('wrong_password'));
      await confirm.getByLabel(text('password'), { exact: true }).fill(NEW_PASSWORD);
      await confirm.getByRole('button', { name: text('deleteForGood') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('deletedTitle'));
      await openLogIn(page, text('logIn'));
      await logIn(page, t, email, NEW_PASSWORD);
      await expect(dialog.getByRole('alert')).toHaveText(text('invalid_credentials'));
    });
  }

  test(
    'a log-in with an address that waits for verification shows what to do, and sends the mail again',
    WIDE,
    async ({ page }) => {
      const email = await register(page.request);
      const first = await mailedLink(email, 'verify-email');
      await page.goto('/en/all');
      await openLogIn(page);
      await logIn(page, en, email, PASSWORD);
      const dialog = page.getByRole('dialog', { name: 'Verify your e-mail' });
      await expect(dialog).toContainText(
        'Your e-mail address has to be verified first. Please check your inbox.',
      );
      await expect(dialog).toContainText(email);
      // The journeys run without a mail server, and no path of the server is told.
      await expect(dialog).toContainText('This site sends no e-mail. Whoever runs it can give you the link');
      await expect(dialog).not.toContainText(process.env['E2E_VAR_DIR'] ?? 'var');
      await dialog.getByRole('button', { name: 'Resend e-mail' }).click();
      await expect(dialog.getByRole('status')).toHaveText('There is a new link.');
      const second = await mailedLink(email, 'verify-email', 2);
      expect(second).not.toBe(first);

      await page.route('**/api/auth/resend-verification', (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '90' },
          json: { message: 'Slow down.', code: 'rate_limited' },
        }),
      );
      await dialog.getByRole('button', { name: 'Resend e-mail' }).click();
      await expect(dialog.getByRole('alert')).toHaveText('Too many attempts. Please try again in 2 minutes.');
      await dialog.getByRole('button', { name: 'Back to log-in' }).click();
      await expect(page.getByRole('dialog', { name: 'Log in' }).getByLabel('E-mail')).toHaveValue('');
    },
  );

  test('what the server refuses stands at its field', WIDE, async ({ page }) => {
    await page.goto('/ko');
    await openLogIn(page, '로그인');
    await button(page, '회원가입').click();
    const dialog = page.getByRole('dialog');
    await button(page, '회원가입').click();
    await expect(dialog.getByText('필수 입력 항목입니다.')).toHaveCount(2);
    await expect(dialog.getByLabel('이메일')).toBeFocused();
    await dialog.getByLabel('이메일').fill('nobody');
    await dialog.getByLabel('비밀번호', { exact: true }).fill('short');
    await button(page, '회원가입').click();
    await expect(dialog.getByLabel('이메일')).toHaveAccessibleDescription(
      '올바른 이메일 주소를 입력해 주세요.',
    );
    await dialog.getByLabel('이메일').fill(newAddress());
    await dialog.getByLabel('비밀번호', { exact: true }).fill('password123');
    await button(page, '회원가입').click();
    const password = dialog.getByLabel('비밀번호', { exact: true });
    await expect(password).toHaveAccessibleDescription(/너무 흔한 비밀번호입니다/);
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(password).toBeFocused();
  });

  test(
    'a verification link works once, and without a token there is an error at once',
    WIDE,
    async ({ page }) => {
      const email = await register(page.request);
      const link = await mailedLink(email, 'verify-email');
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/auth/verify-email')) calls.push(request.url());
      });
      await page.goto(`/en${link}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your e-mail address is verified');
      expect(calls).toHaveLength(1);
      const main = page.getByRole('main');
      await page.goto(`/en${link}`);
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(
        'Your e-mail address is already verified',
      );
      await expect(main.getByRole('button', { name: 'Log in' })).toBeVisible();
      await page.goto(`/en${link}x`);
      await expect(main.getByRole('alert')).toHaveText(
        'This link is not valid any more. Please request a new one.',
      );
      await expect(main.getByRole('listitem')).toHaveCount(3);
      await expect(main).toContainText('valid for 24 hours');
      await expect(main).toContainText('spam folder');
      await expect(main.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/en');
      const again = page.waitForRequest('**/api/auth/verify-email*');
      await main.getByRole('button', { name: 'Retry' }).click();
      await again;

      await page.goto('/ko/verify-email');
      await expect(main.getByRole('alert')).toHaveText('인증 토큰이 없습니다.');
      await page.goto('/en/reset-password?token=used');
      await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
      await page.getByLabel('Repeat the new password').fill(NEW_PASSWORD);
      await page.getByRole('button', { name: 'Set password' }).click();
      await expect(main).toContainText('This link is not valid any more.');
      await main.getByRole('button', { name: 'Request a new link' }).click();
      await expect(page.getByRole('dialog', { name: 'Reset password' })).toBeVisible();
    },
  );

  test('a session that ends while somebody types takes nothing away', WIDE, async ({ page }) => {
    const email = await signIn(page);
    await page.goto('/en/account/profile');
    await page.getByLabel('Organization').fill('Lighthouse');
    await page.route('**/api/auth/profile', (route) =>
      route.fulfill({ status: 401, json: { message: 'Over.', code: 'session_expired' } }),
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const notice = page.getByRole('main').getByRole('alert').first();
    await expect(notice).toContainText('Your session has ended. Please log in again.');
    await expect(page.getByLabel('Organization')).toHaveValue('Lighthouse');
    await page.unroute('**/api/auth/profile');
    await notice.getByRole('button', { name: 'Log in' }).click();
    await logIn(page, en, email, PASSWORD);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Organization')).toHaveValue('Lighthouse');
  });

  test(
    'logging out forgets the session here even when the server does not answer, and in every tab',
    WIDE,
    async ({ page, context }) => {
      await signIn(page);
      await page.goto('/en');
      const other = await context.newPage();
      await other.goto('/en/all');
      await expect(other.getByRole('button', { name: /^Account menu/ })).toBeVisible();
      await page.route('**/api/auth/logout', (route) => route.abort());
      await page.getByRole('button', { name: /^Account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      for (const tab of [page, other]) {
        await expect(tab.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible();
      }
      expect(await page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY)).toBeNull();
    },
  );

  test('a log-out asks before it discards a comment that was not sent', WIDE, async ({ page }) => {
    await signIn(page);
    await page.goto('/en/companies/zoho');
    const field = page.getByRole('textbox', { name: /comment/i }).first();
    await field.fill('Half a thought');
    const typed = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));
    await expect.poll(typed).toHaveLength(1);
    const logOut = async () => {
      await page.getByRole('button', { name: /^Account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
    };
    const question = page.getByRole('alertdialog', { name: 'Log out with an unsent comment?' });
    await logOut();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(field).toHaveValue('Half a thought');
    await logOut();
    await question.getByRole('button', { name: 'Log out and discard' }).click();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible();
    await expect(field).toHaveValue('');
    expect(await typed()).toEqual([]);
  });

  test('a server that cannot be asked who is logged in can be asked again', WIDE, async ({ page }) => {
    await signIn(page, { nickname: 'Patient' });
    await page.route('**/api/auth/me', (route) => route.abort());
    await page.goto('/en/account/profile');
    const main = page.getByRole('main');
    await expect(main).toContainText('Your account could not be loaded.');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByRole('menu')).toContainText('Your account could not be loaded.');
    await page.unroute('**/api/auth/me');
    await page.getByRole('menuitem', { name: 'Retry' }).click();
    await expect(page.getByRole('button', { name: 'Account menu: Patient' })).toBeVisible();
    await expect(page.getByLabel('Nickname')).toHaveValue('Patient');
  });

  test('a token that the server does not know is forgotten', WIDE, async ({ page }) => {
    await page.goto('/en/verify-email');
    await page.evaluate((key) => localStorage.setItem(key, 'unknown'), TOKEN_KEY);
    await page.goto('/en/account/settings');
    await expect(page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeVisible();
    expect(await page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY)).toBeNull();
  });
});

test(
  'switching between log-in and sign-up starts the form anew, but for the address',
  WIDE,
  async ({ page }) => {
    await page.goto('/en');
    await openLogIn(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('someone@example.com');
    await dialog.getByLabel('Password', { exact: true }).fill('something');
    await button(page, 'Sign up').click();
    await expect(dialog).toHaveAccessibleName('Sign up');
    await expect(dialog.getByLabel('E-mail')).toHaveValue('someone@example.com');
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('');
    await expect(dialog.getByLabel('E-mail')).toBeFocused();
    await expect(dialog.getByLabel('Nickname')).toBeHidden();
    await dialog.getByText('Optional: name and language').click();
    await dialog.getByLabel('Nickname').fill('Someone');
    await expect(dialog).toContainText('without an account');
    await expect(dialog.getByRole('link', { name: 'Terms' })).toHaveAttribute('target', '_blank');
    await button(page, 'Log in').click();
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('');
    await button(page, 'Sign up').click();
    await expect(dialog.getByLabel('Nickname')).toHaveValue('');
    // Opened again it starts from nothing.
    await page.keyboard.press('Escape');
    await openLogIn(page);
    await expect(dialog.getByLabel('E-mail')).toHaveValue('');
  },
);

test(
  'the log-in dialog holds the focus, closes on Escape and gives the focus back',
  BOTH,
  async ({ page }) => {
    await page.goto('/en');
    await openLogIn(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password', { exact: true }).fill('visible');
    await dialog.getByRole('button', { name: 'Show password' }).click();
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
    for (let i = 0; i < 12; i++) await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeFocused();
  },
);

test(
  'the password is changed, other devices are signed out, and the data is downloaded',
  WIDE,
  async ({ page, request }) => {
    const email = await signIn(page, { nickname: 'Keeper' });
    await request.post('/api/auth/login', { data: { email, password: PASSWORD } });
    await page.goto('/en/account/settings');
    const sessions = page.getByRole('region', { name: 'Where you are logged in' });
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await expect(sessions.getByText('This device')).toHaveCount(1);
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const file = await (await downloading).path();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ user: { email, nickname: 'Keeper' } });

    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Repeat the new password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(
      page.getByText('The password was changed; all other devices were logged out.'),
    ).toBeVisible();
    await expect(page.getByLabel('Current password')).toHaveValue('');
    const again = await request.post('/api/auth/login', { data: { email, password: NEW_PASSWORD } });
    expect(again.status()).toBe(200);
  },
);

test('an unverified account asks for its mail from the user menu', WIDE, async ({ page }) => {
  // As where REQUIRE_VERIFIED_EMAIL is off: logged in, and not verified.
  const email = await signIn(page);
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch();
    const { user } = (await response.json()) as { user: object };
    await route.fulfill({ response, json: { user: { ...user, email_verified: false } } });
  });
  await page.goto('/en');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await expect(page.getByRole('menu')).toContainText('Not verified');
  await page.getByRole('menuitem', { name: 'Verify e-mail' }).click();
  const told = page.getByRole('alertdialog', { name: 'Verify e-mail' });
  await expect(told).toContainText(`There is a link to verify ${email}.`);
  await told.getByRole('button', { name: 'Close' }).click();
  await expect(told).toBeHidden();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the log-in button leads to a page that says what is needed', WIDE, async ({ page }) => {
    await page.goto('/ko/all');
    await page.getByRole('button', { name: '로그인' }).click();
    await expect(page).toHaveURL(/\/ko\/account\/profile/);
    await expect(page.locator('noscript p')).toContainText('JavaScript가 필요하며');
    await page.getByRole('main').getByRole('link', { name: '홈' }).click();
    await expect(page).toHaveURL(/\/ko$/);
  });

  for (const language of ['en', 'ko'])
    test(
      `a new password never comes into the address in ${language}`,
      sizeFor(language),
      async ({ page }) => {
        await page.goto(`/${language}/reset-password?token=abc`);
        for (const field of await page.locator('main input').all()) await field.fill('a quiet harbour 7');
        await page.getByRole('main').locator('[type=submit]').click();
        await page.waitForLoadState();
        expect(page.url()).toMatch(new RegExp(`/${language}/reset-password\\?token=abc$`));
        await expect(page.locator('noscript p')).toContainText('JavaScript');
      },
    );
});

test(
  'the account pages are not for search engines, and no public page loads what only accounts need',
  WIDE,
  async ({ page }) => {
    for (const path of ['verify-email', 'reset-password', 'account/profile', 'account/settings']) {
      expect(await (await page.request.get(`/ja/${path}`)).text(), path).toContain(
        '<meta name="robots" content="noindex"',
      );
    }
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('.js')) scripts.push(new URL(request.url()).pathname);
    });
    await page.goto('/en', { waitUntil: 'networkidle' });
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((script) => /dialog|menu|accounts|problems|confirm|field/.test(script))).toEqual(
      [],
    );
  },
);

test('axe finds nothing where one logs in and comes from a mail', BOTH, async ({ page }) => {
  await page.goto('/en');
  await openLogIn(page);
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  await button(page, 'Log in').click();
  await expect(page.getByText('Please fill in this field.').first()).toBeVisible();
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  await button(page, 'Sign up').click();
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  await page.goto('/en/verify-email');
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  await page.goto('/en/reset-password?token=some');
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
});

test('axe finds nothing in the menu and on the pages of an account', BOTH, async ({ page }) => {
  await signIn(page, { nickname: 'Keeper', newsletter_subscribed: true });
  await page.goto('/en/account/profile');
  await expect(page.getByLabel('Nickname')).toHaveValue('Keeper');
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  await page.goto('/en/account/settings');
  await expect(page.getByText('This device')).toBeVisible();
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
});
