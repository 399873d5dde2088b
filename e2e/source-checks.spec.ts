import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { axeFindings } from './axe.ts';
import { signIn } from './console-session.ts';
import { expect, test, WIDE } from './journey.ts';

/** What a look at the addresses found: no journey goes out to the internet for it. */
function keepChecks(checks: readonly { url: string; status?: number; failure?: string; failures: number }[]) {
  const database = new DatabaseSync(join(process.env['E2E_VAR_DIR'] ?? '', 'directory.db'));
  const insert = database.prepare(
    'insert into source_checks (url, checked_at, status, failure, failures) values (?, ?, ?, ?, ?)',
  );
  for (const { url, status, failure, failures } of checks)
    insert.run(url, '2026-11-20T03:00:00.000Z', status ?? null, failure ?? null, failures);
  database.close();
}

test(
  'beside each source stands what its address answered, in the language of the console',
  WIDE,
  async ({ page, request }) => {
    const headers = await signIn(page);
    const site = `https://${test.info().project.name}-${Date.now()}.example`;
    const sources = ['found', 'gone', 'slow', 'closed', 'new'].map((path) => ({
      url: `${site}/${path}`,
      supports: ['origin'],
    }));
    const made = await request.post('/api/admin/companies', {
      headers,
      data: { name: `Links ${site}`, description: 'Small.', story: 'It began.', sources },
    });
    const { id } = (await made.json()) as { id: string };
    keepChecks([
      { url: `${site}/found`, status: 200, failures: 0 },
      { url: `${site}/gone`, status: 404, failures: 3 },
      { url: `${site}/slow`, failure: 'timeout', failures: 1 },
      { url: `${site}/closed`, status: 403, failures: 0 },
    ]);
    // What is broken for good is listed; what did not answer once is not counted.
    await page.goto(`/admin/edit?q=${encodeURIComponent(site)}`);
    const broken = page
      .getByRole('group', { name: 'To look after' })
      .getByRole('button', { name: /^Broken sources/ });
    await expect(broken).toHaveText(/Broken sources\s*[1-9]/);
    await broken.click();
    await expect(page).toHaveURL(/issue=broken/);
    await expect(page.getByText('1 source with a broken link')).toBeVisible();
    await page.goto(`/admin/edit?edit=${id}`);
    const dialog = page.getByRole('dialog', { name: 'Edit Company' });
    const rows = dialog.getByRole('region', { name: 'Sources' }).getByRole('listitem');
    await expect(rows.nth(0)).toContainText('Page found on Nov 20, 2026');
    await expect(rows.nth(1)).toContainText('No such page (404), 3 times in a row, last on Nov 20, 2026');
    await expect(rows.nth(2)).toContainText('The site does not answer in time, asked on Nov 20, 2026');
    await expect(rows.nth(3)).toContainText('Closed to automated checks (403)');
    await expect(rows.nth(4)).not.toContainText('Nov 20, 2026');
    expect(await axeFindings(page)).toEqual([]);
    // What was found at an address says nothing of another one.
    await dialog.getByLabel('Address of source 2').fill(`${site}/found-again`);
    await expect(rows.nth(1)).not.toContainText('No such page');
    await page.goto(`/admin/edit?edit=${id}`);
    await page.evaluate(() => localStorage.setItem('i18nextLng', 'ko'));
    await page.context().addCookies([{ name: 'i18nextLng', value: 'ko', url: page.url() }]);
    await page.reload();
    await expect(page.getByText('페이지 없음(404), 3회 연속, 마지막 확인 2026. 11. 20.')).toBeVisible();
  },
);
