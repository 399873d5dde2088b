import { readFile } from 'node:fs/promises';
import { axeFindingsLightAndDark } from './axe.ts';
import { ADMIN_PASSWORD, signIn } from './console-session.ts';
import { expect, PHONE, test, WIDE } from './journey.ts';
import { startDirectory } from './own-server.ts';

/** A name that no journey at another size looks for. */
const unique = (name: string) => `${name} ${test.info().project.name} ${test.info().repeatEachIndex}`;

test(
  'selected companies are given a category and a tag by one job, and an undo takes it back',
  PHONE,
  async ({ page, request }) => {
    const headers = await signIn(page);
    const base = unique('Bulked Bakery');
    const ids = await Promise.all(
      ['One', 'Two'].map(async (last) => {
        const data = { name: `${base} ${last}`, category: 'no-seed' };
        return (await (await request.post('/api/admin/companies', { headers, data })).json()).id as string;
      }),
    );
    const read = async (id: string) =>
      (await request.get(`/api/admin/companies/${id}/content`, { headers })).json();
    await page.goto(`/admin/edit?q=${encodeURIComponent(base)}`);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Change…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Change 2 companies' });
    await dialog.getByLabel('What to change').selectOption('Add tags');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(dialog.getByText('Choose at least one.')).toBeVisible();
    expect(await axeFindingsLightAndDark(page)).toEqual([]);
    await dialog.getByLabel('What to change').selectOption('Move to a category');
    await dialog.getByLabel('Category').selectOption('Indie Hackers');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Done: Change of companies')).toBeVisible();
    for (const id of ids) expect((await read(id)).category).toBe('indie-hackers');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone for 2 companies')).toBeVisible();
    for (const id of ids) expect((await read(id)).category).toBe('no-seed');

    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Change…' }).click();
    await dialog.getByLabel('What to change').selectOption('Set the score');
    await dialog.getByLabel('Score').fill('1000');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(dialog.getByText('A whole number from 0 to 100.')).toBeVisible();
    await dialog.getByLabel('Score').fill('64');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(page.getByText('Done: Change of companies')).toBeVisible();
    for (const id of ids) expect((await read(id)).score).toBe(64);

    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'More actions' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as JSON' }).click(),
    ]);
    const file = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(file.companies.map(({ id }: { id: string }) => id).sort()).toEqual(ids.toSorted());
  },
);

test('more companies than one request has are shown by a job', WIDE, async ({ page, request }) => {
  const headers = await signIn(page);
  const base = unique('Crowded Crate');
  const companies = Array.from({ length: 130 }, (_, i) => ({ name: `${base} ${i}` }));
  const made = await request.post('/api/admin/companies/bulk?taken=report', { headers, data: { companies } });
  expect(made.ok()).toBe(true);
  // The search index follows an import a moment later.
  const found = async () => {
    const rows = `/api/admin/company-rows?q=${encodeURIComponent(base)}&limit=1`;
    return (await request.get(rows, { headers })).headers()['x-total-count'];
  };
  await expect.poll(found).toBe('130');
  await page.goto(`/admin/edit?q=${encodeURIComponent(base)}`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Select all 130 that match' }).click();
  // Imported with a name alone, they are drafts.
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('Done: Change of companies')).toBeVisible();
  const shown = async () =>
    (await request.get(`/api/companies?q=${encodeURIComponent(base)}&limit=1`)).headers()['x-total-count'];
  await expect.poll(shown).toBe('130');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone for 130 companies')).toBeVisible();
  await expect.poll(shown).toBe('0');
});

test.describe('of 2,000 companies', () => {
  // A selection that is out of date.
  test.use({ allowConsole: [/status of 409/] });
  test('all that match are changed by one small request, and come back', WIDE, async ({ page, context }) => {
    const directory = await startDirectory({ CONTENT: 'none' });
    try {
      const api = `${directory.url}/api`;
      const entered = await context.request.post(`${api}/admin/login`, {
        data: { username: 'admin', password: ADMIN_PASSWORD },
      });
      const { sessionToken } = (await entered.json()) as { sessionToken: string };
      const headers = { authorization: `Bearer ${sessionToken}` };
      await page.addInitScript((token) => localStorage.setItem('adminToken', token), sessionToken);
      const add = async (from: number, count: number) => {
        const companies = Array.from({ length: count }, (_, i) => ({ name: `Mill ${from + i}` }));
        const data = { companies };
        const made = await context.request.post(`${api}/admin/companies/bulk?taken=report`, {
          headers,
          data,
        });
        expect(made.ok()).toBe(true);
      };
      for (let from = 0; from < 2000; from += 1000) await add(from, 1000);
      const hidden = async () =>
        (
          await context.request.get(`${api}/admin/company-rows?visibility=hidden&limit=1`, { headers })
        ).headers()['x-total-count'];
      expect(await hidden()).toBe('2000');

      await page.goto(`${directory.url}/admin/edit?visibility=hidden`);
      const bar = page.getByRole('region', { name: 'Selected companies' });
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await bar.getByRole('button', { name: 'Select all 2,000 that match' }).click();
      await expect(bar.getByText('2,000 selected')).toBeVisible();
      await page.getByRole('checkbox', { name: 'Select Mill 0', exact: true }).uncheck();
      await expect(bar.getByText('1,999 selected')).toBeVisible();

      // A company that came in between was seen by nobody.
      await add(2000, 1);
      const question = page.getByRole('alertdialog');
      await bar.getByRole('button', { name: 'Show', exact: true }).click();
      await question.getByRole('button', { name: 'Show' }).click();
      await expect(question.getByText('Other companies match now')).toBeVisible();
      expect(await axeFindingsLightAndDark(page)).toEqual([]);
      await question.getByRole('button', { name: 'Cancel' }).click();
      expect(await hidden()).toBe('2001');

      await bar.getByRole('button', { name: 'Select all 2,001 that match' }).click();
      await page.getByRole('checkbox', { name: 'Select Mill 0', exact: true }).uncheck();
      await bar.getByRole('button', { name: 'Show', exact: true }).click();
      const [request] = await Promise.all([
        page.waitForRequest(/bulk-change$/),
        question.getByRole('button', { name: 'Show' }).click(),
      ]);
      expect(request.postData()?.length).toBeLessThan(300);
      await expect(page.getByText('Done: Change of companies')).toBeVisible();
      expect(await hidden()).toBe('1');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText('Undone for 2,000 companies')).toBeVisible();
      expect(await hidden()).toBe('2001');
    } finally {
      await directory.stop();
    }
  });
});
