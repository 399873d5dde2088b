import { axeFindings } from './axe.ts';
import { ADMIN_PASSWORD } from './console-session.ts';
import { expect, test, WIDE } from './journey.ts';
import { startDirectory } from './own-server.ts';

test(
  'the first log-in opens the set-up: a directory starts empty, and is asked no more',
  WIDE,
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

test("an empty directory gets categories and a field of one's own", WIDE, async ({ page }) => {
  const { url, stop } = await startDirectory({ CONTENT: 'none' });
  try {
    await page.goto(`${url}/admin`);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    // The shipped categories and kinds go at once, and the first category is where companies go that come without one.
    await page.getByRole('link', { name: 'Categories', exact: true }).first().click();
    await page.getByRole('button', { name: 'Remove the 5 without companies' }).click();
    await page.getByRole('button', { name: 'Add a category' }).click();
    await page.getByLabel('Address').fill('bakeries');
    await page.getByRole('group', { name: 'Name', exact: true }).getByLabel('English').fill('Bakeries');
    await page.getByRole('button', { name: 'Add a category' }).click();
    await page.getByLabel('Address').fill('cakes');
    await page.getByRole('group', { name: 'Name', exact: true }).getByLabel('English').fill('Cakes');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    // A double click saves once: a second save would be one of an older version.
    await save.dblclick();
    await expect(page.getByText('Saved. The pages show it.')).toBeVisible();
    // What a new category begins with is not yet another one's.
    const paths = page.locator('li svg path.dark\\:hidden');
    await expect(paths).toHaveCount(2);
    for (const name of ['d', 'fill'])
      expect(
        new Set(await paths.evaluateAll((all, it) => all.map((one) => one.getAttribute(it)), name)).size,
      ).toBe(2);
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await save.click();
    await expect(page.getByText('Saved. The pages show it.')).toBeVisible();

    // The first field of one's own leaves the section as it is.
    await page.getByRole('link', { name: 'Fields', exact: true }).first().click();
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByLabel('Id', { exact: true }).fill('ovens');
    await page.getByRole('group', { name: 'Name', exact: true }).getByLabel('English').fill('Ovens');
    await save.click();
    await expect(page.getByText('Saved. The pages show it.')).toBeVisible();
  } finally {
    await stop();
  }
});
