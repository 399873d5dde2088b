import { readFileSync } from 'node:fs';
import { axeFindings } from './axe.ts';
import { signIn } from './console-session.ts';
import { expect, test, WIDE } from './journey.ts';

/** `상호;대표;소개;분류;메모` and two rows in EUC-KR, as a Korean spreadsheet writes it, with a name of its own. */
const KOREAN = Buffer.from(
  'bbf3c8a33bb4ebc7a53bbcd2b0b33bbad0b7f93bb8deb8f00ac0dbc0babba7c1fd3bb1e8c7cfb3aa3bbcadbfefbfa1bcad20b0a1c0e520c0dbc0ba20bba7c1fdc0d4b4cfb4d92e3b6e6f2d736565643bbef8c0bd0a',
  'hex',
);

test(
  'a table of another program is mapped, tried, imported by a job and taken back',
  WIDE,
  async ({ page }, info) => {
    const as = await signIn(page);
    const mark = `${info.project.name}${Date.now()}`;
    const file = Buffer.concat([
      KOREAN,
      Buffer.from(`Bakery ${mark};Ada;Bread;no-seed;x\nNone ${mark};Ada;Bread;none;y\n`),
    ]);
    await page.goto('/admin/companies?tab=file');
    const panel = page.getByRole('region', { name: 'Import a file of any program' });
    await panel
      .getByLabel('Choose or drop a file')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: file });
    await expect(panel.getByLabel('Encoding')).toHaveValue('euc-kr');
    await expect(panel).toContainText('CSV · semicolon');
    const run = panel.getByRole('button', { name: /^Import/ });
    await expect(run).toBeDisabled();
    for (const [header, column] of [
      ['상호', 'name_en'],
      ['대표', 'founder_en'],
      ['소개', 'description_en'],
      ['분류', 'category'],
    ] as const)
      await panel.getByLabel(header).selectOption(column);
    await panel.getByRole('button', { name: 'Leave out unknown columns' }).click();
    const made = panel.getByRole('button', { name: 'Import 2 companies' });
    await expect(made).toBeEnabled();

    // What is wrong is told by row and by the file's own column, and can be kept.
    const wrong = panel.getByRole('table');
    await expect(wrong.getByRole('row').filter({ hasText: '분류' })).toContainText('4');
    const saving = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Download as CSV' }).click();
    const kept = await (await saving).path();
    expect(readFileSync(kept, 'utf8')).toContain('"4","분류"');

    expect(await axeFindings(page)).toEqual([]);
    await made.click();
    await expect(panel.getByText('2 created')).toBeVisible();
    const found = () => page.request.get(`/api/companies?q=${encodeURIComponent(`Bakery ${mark}`)}`);
    await expect.poll(async () => (await (await found()).json()).length).toBe(1);
    // It is told after a reload too, in the list of jobs.
    await panel.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone for 2 companies')).toBeVisible();
    await expect.poll(async () => (await (await found()).json()).length).toBe(0);

    // The next file of the same program needs no mapping.
    await panel.getByRole('button', { name: 'Import another file' }).click();
    await panel
      .getByLabel('Choose or drop a file')
      .setInputFiles({ name: 'next.csv', mimeType: 'text/csv', buffer: file });
    await expect(panel.getByRole('button', { name: 'Import 2 companies' })).toBeEnabled();
    expect((await page.request.get('/api/admin/jobs', { headers: as })).ok()).toBe(true);
  },
);

test('a slow trial of earlier choices does not replace what a later one found', WIDE, async ({ page }) => {
  await signIn(page);
  const mark = Date.now();
  const file = Buffer.from(`slow_name_${mark};slow_kind_${mark}\nBakery ${mark};none\n`);
  await page.goto('/admin/companies?tab=file');
  const panel = page.getByRole('region', { name: 'Import a file of any program' });
  await panel
    .getByLabel('Choose or drop a file')
    .setInputFiles({ name: 'slow.csv', mimeType: 'text/csv', buffer: file });
  await expect(panel.getByLabel(`slow_name_${mark}`)).toBeVisible();

  const gate = Promise.withResolvers<void>();
  let held = 0;
  await page.route(/\/imports\/trial/, async (route) => {
    const answer = await route.fetch();
    if (held++ === 0) await gate.promise;
    await route.fulfill({ response: answer });
  });
  const answered = page.waitForResponse(/\/imports\/trial\?(?!.*category)/);
  await panel.getByLabel(`slow_name_${mark}`).selectOption('name_en');
  await expect.poll(() => held).toBe(1);
  await panel.getByLabel(`slow_kind_${mark}`).selectOption('category');
  const wrong = panel
    .getByRole('table')
    .getByRole('row')
    .filter({ hasText: `slow_kind_${mark}` });
  await expect(wrong).toContainText('Must be one of');
  gate.resolve();
  await (await answered).finished();
  // Download, which takes the table of that moment, comes after the late answer was drawn.
  const saving = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download as CSV' }).click();
  const kept = readFileSync(await (await saving).path(), 'utf8');
  expect(kept).toContain('Must be one of');
  expect(kept).not.toContain('Unknown column');
});
