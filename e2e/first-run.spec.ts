import { axeFindings } from './axe.ts';
import { ADMIN_PASSWORD } from './console-session.ts';
import { expect, test, WIDE } from './journey.ts';
import { startDirectory } from './own-server.ts';

test('an empty directory says how one begins, until it has a company', WIDE, async ({ page }) => {
  const { url, stop } = await startDirectory();
  try {
    const login = await page.request.post(`${url}/api/admin/login`, {
      data: { username: 'admin', password: ADMIN_PASSWORD },
    });
    const { sessionToken } = (await login.json()) as { sessionToken: string };
    const headers = { authorization: `Bearer ${sessionToken}` };
    await page.addInitScript((token) => localStorage.setItem('adminToken', token), sessionToken);
    const beginning = page.locator('[data-state-picture="beginning"]');
    await page.goto(`${url}/admin`);
    await expect(page.getByRole('region', { name: 'Service statistics' })).toBeVisible();
    await expect(page.locator('[data-skeleton]')).toHaveCount(0);
    await expect(beginning).toBeHidden();

    const rows = await page.request.get(`${url}/api/admin/company-rows`, { headers });
    const ids = ((await rows.json()) as { id: string }[]).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += 100) {
      const body = { ids: ids.slice(from, from + 100) };
      expect(
        (await page.request.post(`${url}/api/admin/companies/delete`, { headers, data: body })).ok(),
      ).toBe(true);
    }
    await page.reload();
    await expect(beginning).toBeVisible();
    await expect(
      page.getByRole('heading', { name: 'The directory is waiting for its first company' }),
    ).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Import a file' }).click();
    await expect(page).toHaveURL(/\/admin\/companies/);
    await page.goBack();

    await page.getByRole('link', { name: 'Add a company' }).click();
    await expect(page).toHaveURL(/\/admin\/add$/);
    await page.getByLabel('Company Name').fill('Anvil');
    await page.getByLabel('Description').fill('Anvils that fall slowly.');
    await page.getByLabel('Story').fill('It began with a cliff.');
    await page.getByLabel('Founder', { exact: false }).fill('Wile E. Coyote');
    await page.getByRole('textbox', { name: /^Revenue( required)?$/ }).fill('$2M');
    await page.getByLabel('Website').fill('https://anvil.example');
    const highlight = page.getByPlaceholder('New highlight');
    await highlight.fill('Falls slowly');
    await highlight.press('Enter');
    await page.getByRole('button', { name: 'Add Company' }).click();
    await expect(page.getByLabel('Company Name')).toHaveValue('');
    // Without another load: what was there before is known not to be so any more.
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(page.getByRole('region', { name: 'Service statistics' })).toBeVisible();
    await expect(beginning).toBeHidden();
  } finally {
    await stop();
  }
});
