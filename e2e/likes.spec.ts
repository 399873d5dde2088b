import type { Browser, Page } from '@playwright/test';
import { newSession, PASSWORD } from './account.ts';
import { expect, sizeFor, test, WIDE } from './journey.ts';

const like = (page: Page) => page.getByRole('button', { name: /^(Like|좋아요)/ });
const isPressed = (page: Page, pressed: boolean) =>
  expect(like(page)).toHaveAttribute('aria-pressed', String(pressed));
/** Headless, every window is in front. */
const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
const logInWith = (page: Page, token: string) =>
  page.addInitScript((kept) => {
    if (!sessionStorage.getItem('begun')) localStorage.setItem('authToken', kept);
    sessionStorage.setItem('begun', 'yes');
  }, token);

async function otherDevice(browser: Browser, token: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await logInWith(page, token);
  return page;
}

for (const [language, companies] of [
  ['en', ['vine', 'trism']],
  ['ko', ['wordle', 'skeb']],
] as const)
  test(
    `a like made on one device of an account is shown on the other, in ${language}`,
    sizeFor(language),
    async ({ page, browser }, { project }) => {
      const company = companies[project.name === 'phone' ? 1 : 0];
      const { token } = await newSession(page.request);
      await logInWith(page, token);
      const other = await otherDevice(browser, token);
      for (const device of [page, other]) await device.goto(`/${language}/companies/${company}`);
      const count = async (device: Page) => Number((await like(device).innerText()).replace(/\D/g, ''));
      const before = await count(page);
      await isPressed(page, false);

      await like(other).click();
      await isPressed(other, true);
      await expect(like(other)).toBeEnabled();
      await isPressed(page, false);
      await comeBack(page);
      await isPressed(page, true);
      expect(await count(page)).toBe(before + 1);

      // Pressed here it is taken back, which the other one shows in its turn.
      await like(page).click();
      await isPressed(page, false);
      await expect(like(page)).toBeEnabled();
      expect(await count(page)).toBe(before);
      await other.evaluate(() => window.dispatchEvent(new Event('focus')));
      await isPressed(other, false);
      await other.context().close();
    },
  );

test(
  'who logs in or out in another tab sees their own likes in this one',
  WIDE,
  async ({ page, context }) => {
    const { email, token } = await newSession(page.request);
    const url = '/en/companies/kit';
    await page.request.post('/api/companies/kit/like', { headers: { authorization: `Bearer ${token}` } });
    await page.goto(url);
    await isPressed(page, false);
    const tab = await context.newPage();
    await tab.goto('/en/about', { waitUntil: 'networkidle' });
    await tab.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
    await tab.getByRole('dialog').getByLabel('E-mail').fill(email);
    await tab.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD);
    await tab.keyboard.press('Enter');
    await isPressed(page, true);

    // Another company, liked by the account, is none that the visitor likes.
    await page.goto('/en/companies/minecraft');
    await like(page).click();
    await isPressed(page, true);
    await expect(like(page)).toBeEnabled();
    await tab.evaluate(() => localStorage.removeItem('authToken'));
    await isPressed(page, false);
    await page.reload();
    await isPressed(page, false);
    await page.goto(url);
    await isPressed(page, false);
  },
);

test('who logs in on the page itself sees the likes of the account there', WIDE, async ({ page }) => {
  const { email, token } = await newSession(page.request);
  await page.request.post('/api/companies/kit/like', { headers: { authorization: `Bearer ${token}` } });
  await page.goto('/en/companies/kit');
  await isPressed(page, false);
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('dialog').getByLabel('E-mail').fill(email);
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await isPressed(page, true);
});

test('a page that Back brings as it was kept shows who is logged in now', WIDE, async ({ page }) => {
  const { token } = await newSession(page.request);
  const headers = { authorization: `Bearer ${token}` };
  await page.request.post('/api/companies/kit/like', { headers });
  await page.goto('/en/companies/kit');
  const logIn = page.getByRole('banner').getByRole('button', { name: 'Log in' });
  await expect(logIn).toBeVisible();
  // A page that is kept hears of no other one.
  const comeBackWith = (kept: string | null) =>
    page.evaluate((now) => {
      if (now) localStorage.setItem('authToken', now);
      else localStorage.removeItem('authToken');
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    }, kept);
  await comeBackWith(token);
  await expect(logIn).toBeHidden();
  await isPressed(page, true);
  await comeBackWith(null);
  await expect(logIn).toBeVisible();
  await isPressed(page, false);
});
