import { axeFindings } from './axe.ts';
import { ADMIN_PASSWORD } from './console-session.ts';
import { BOTH, expect, test } from './journey.ts';
import { startDirectory } from './own-server.ts';

test(
  'the first log-in opens the set-up: a directory starts empty, and is asked no more',
  BOTH,
  async ({ page }) => {
    const { url, stop } = await startDirectory();
    try {
      const logIn = async () => {
        await page.goto(`${url}/admin`);
        await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
        await page.getByRole('button', { name: 'Sign in' }).click();
      };
      await logIn();
      await expect(page).toHaveURL(/\/admin\/directory\?part=setup$/);
      await expect(page.getByText('companies that came with the program')).toBeVisible();
      await expect(page.getByText('No backups are made.')).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);

      // It can be left, and is found again.
      await page.goBack();
      await expect(page.getByRole('link', { name: 'Set up the directory' })).toBeVisible();
      await page.getByRole('link', { name: 'Set up the directory' }).click();
      await page.getByRole('button', { name: 'Start empty' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Start empty' }).click();
      await expect(page.getByText('The directory has no company yet.')).toBeVisible();
      await page.getByRole('button', { name: 'Finish the set-up' }).click();
      await expect(page.getByText('The set-up is finished.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Finish the set-up' })).toBeHidden();

      await page.goto(`${url}/en`);
      await page.evaluate(() => localStorage.clear());
      await logIn();
      await expect(
        page.getByRole('heading', { name: 'The directory is waiting for its first company' }),
      ).toBeVisible();
      await expect(page).toHaveURL(/\/admin$/);
    } finally {
      await stop();
    }
  },
);
