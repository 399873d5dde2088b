import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator, Page } from '@playwright/test';
import { signIn } from './console-session.ts';
import { expect, test, WIDE } from './journey.ts';

/** Acts as a person does, and counts it: a press of a button or a key is one action, a text that is typed is one. */
class Hand {
  actions = 0;
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }
  async click(target: Locator): Promise<void> {
    this.actions++;
    await target.click();
  }
  async press(key: string): Promise<void> {
    this.actions++;
    await this.#page.keyboard.press(key);
  }
  async fill(target: Locator, text: string): Promise<void> {
    this.actions++;
    await target.fill(text);
  }
  async choose(target: Locator, label: string): Promise<void> {
    this.actions++;
    await target.selectOption({ label });
  }
}

/** What the whole hour may take at most; the table in the report has what it took. */
const MOST = {
  'a figure with its source': 6,
  'fifty comments': 52,
  'a hundred translations': 15,
  'an import': 6,
};

function took(act: keyof typeof MOST, actions: number): void {
  console.log(`${act}: ${actions} actions of at most ${MOST[act]}`);
  expect(actions).toBeLessThanOrEqual(MOST[act]);
}

/** The other journeys count companies and their people. */
async function removeCompanies(page: Page, headers: Record<string, string>, q: string): Promise<void> {
  const body = { filter: { q }, change: { delete: true } };
  const { job } = await (
    await page.request.post('/api/admin/companies/bulk-change', { headers, data: body })
  ).json();
  const status = async () =>
    (await (await page.request.get(`/api/admin/jobs/${job.id}`, { headers })).json()).status;
  await expect.poll(status, { timeout: 30_000 }).toBe('done');
}

const unique = (name: string) => `${name} ${Date.now()}`;

test('twenty figures with their sources are changed from their rows', WIDE, async ({ page, request }) => {
  const headers = await signIn(page);
  const base = unique('Hour');
  const companies = Array.from({ length: 20 }, (_, i) => ({
    name: `${base} ${String(i).padStart(2, '0')}`,
    description: 'x',
    story: 'y',
    employees: 3,
    category: 'no-seed',
  }));
  const ids: string[] = [];
  for (const data of companies)
    ids.push(
      ((await (await request.post('/api/admin/companies', { headers, data })).json()) as { id: string }).id,
    );
  await page.goto(`/admin/edit?sort=name&size=50&q=${encodeURIComponent(base)}`);
  await expect(page.locator('tr[data-company]')).toHaveCount(20);
  const hand = new Hand(page);
  const most: number[] = [];
  for (const { name } of companies) {
    const before = hand.actions;
    await hand.click(page.getByRole('button', { name: `Employees of ${name}: 3. Change it` }));
    const dialog = page.getByRole('dialog', { name: `A figure of ${name}` });
    await hand.fill(dialog.getByLabel('Amount'), '7');
    await hand.fill(dialog.getByLabel('Year'), '2025');
    await hand.fill(dialog.getByLabel('Source'), 'https://hour.example/report');
    await hand.press('Enter');
    await expect(dialog).toBeHidden();
    most.push(hand.actions - before);
  }
  const saved = await (await request.get(`/api/companies/${ids[19]}`)).json();
  expect([saved.employees, saved.employees_as_of]).toEqual([7, 2025]);
  took('a figure with its source', Math.max(...most));
  await removeCompanies(page, headers, base);
});

test('fifty held comments are approved by keys', WIDE, async ({ page, request }) => {
  const headers = await signIn(page);
  const word = `hour${Date.now()}`;
  for (let i = 0; i < 50; i++) {
    const data = { content: `${word} ${i}` };
    const made = await request.post('/api/companies/lichess/comments', { data });
    expect(made.status(), await made.text()).toBe(201);
    const { id } = (await made.json()) as { id: string };
    await request.post(`/api/admin/comments/${id}/hold`, { headers });
  }
  await page.goto(`/admin/comments?status=held&q=${word}&size=50`);
  const boxes = page.getByRole('checkbox', { name: 'Select', exact: true });
  await expect(boxes).toHaveCount(50);
  const hand = new Hand(page);
  await boxes.first().focus();
  await hand.press('x');
  for (let i = 0; i < 49; i++) await hand.press('j');
  await hand.press('Shift+X');
  await expect(page.getByRole('toolbar', { name: 'Selected comments' })).toContainText('50 selected');
  await hand.press('a');
  await expect(page.getByText('50 comments are published')).toBeVisible();
  took('fifty comments', hand.actions);
});

test('a hundred machine translations are approved', WIDE, async ({ page, request }) => {
  const headers = await signIn(page);
  const base = unique('Hourly');
  const companies = Array.from({ length: 100 }, (_, i) => ({
    id: `hourly-${Date.now()}-${i}`,
    category: 'no-seed',
    content: Object.fromEntries(
      ['en', 'ko', 'ja', 'zh'].map((language) => [
        language,
        { name: `${base} ${i}`, founder: 'Ada', description: language },
      ]),
    ),
  }));
  const made = await request.post('/api/admin/companies/import', { headers, data: { companies } });
  expect(await made.json()).toMatchObject({ errorDetails: [], created: 100 });
  const db = new DatabaseSync(join(process.env['E2E_VAR_DIR'] ?? '', 'directory.db'), { timeout: 5000 });
  const { changes } = db
    .prepare(
      "update company_texts set origin = 'machine', model = 'test', reviewed = 0 where language = 'ko' and name like ?",
    )
    .run(`${base}%`);
  db.close();
  expect(changes).toBe(100);
  await page.goto(`/admin/translations?q=${encodeURIComponent(base)}`);
  const list = page.getByRole('region', { name: 'Machine translations to review' });
  const hand = new Hand(page);
  const left = () =>
    request
      .get(`/api/admin/translations/status?q=${encodeURIComponent(base)}`, { headers })
      .then(async (answer) => (await answer.json()).summary.unreviewedCount as number);
  const before = await left();
  while ((await left()) > before - 100) {
    await hand.click(list.getByRole('button', { name: 'Select all shown' }));
    await hand.click(list.getByRole('button', { name: /^Approve \d+/ }));
    await hand.click(page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }));
    await expect(page.getByRole('alertdialog')).toBeHidden();
  }
  took('a hundred translations', hand.actions);
  await removeCompanies(page, headers, base);
});

test('a table is imported', WIDE, async ({ page }) => {
  await signIn(page);
  const base = unique('Hour import');
  const rows = Array.from({ length: 30 }, (_, i) => `${base} ${i};Ada;no-seed;Text ${i}`);
  await page.goto('/admin/companies?tab=file');
  const panel = page.getByRole('region', { name: 'Import a file of any program' });
  const hand = new Hand(page);
  hand.actions++;
  await panel.getByLabel('Choose or drop a file').setInputFiles({
    name: 'hour.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['name_en;founder_en;category;description_en', ...rows].join('\n')),
  });
  await hand.click(panel.getByRole('button', { name: 'Import 30 companies' }));
  await expect(panel.getByText('30 created')).toBeVisible();
  await hand.click(panel.getByRole('button', { name: 'Undo' }));
  await expect(page.getByText('Undone for 30 companies')).toBeVisible();
  took('an import', hand.actions);
});
