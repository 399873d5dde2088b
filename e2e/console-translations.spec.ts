import type { Page } from '@playwright/test';
import type { Job, JobDetail, JobResult } from '../core/jobs/calls.ts';
import { axeFindings, axeFindingsLightAndDark } from './axe.ts';
import { signIn } from './console-session.ts';
import { BOTH, expect, PHONE, test, WIDE } from './journey.ts';

type Headers = Awaited<ReturnType<typeof signIn>>;

/** A name that no other journey, at no other size, looks for. */
const unique = (name: string) =>
  `${name} ${test.info().project.name} ${test.info().repeatEachIndex}${test.info().retry}`;

const TEXTS = {
  ko: { name: '고요한 가마', description: '작은 것을 만듭니다.', story: '차고에서 시작했습니다.' },
  ja: { name: '静かな窯', description: '小さなものを作ります。', story: 'ガレージから始まりました。' },
  zh: { name: '安静的窑', description: '制作小物件。', story: '始于车库。' },
};

async function makeCompany(page: Page, headers: Headers, name: string, content: object = {}) {
  const made = await page.request.post('/api/admin/companies', {
    headers,
    data: {
      name,
      description: 'Makes small things.',
      story: 'It began in a garage. It grew.',
      highlights: ['Two people'],
      founder: 'Ann Lee',
      category: 'small-teams',
      content,
    },
  });
  expect(made.status()).toBe(201);
  return ((await made.json()) as { id: string }).id;
}

async function save(page: Page, headers: Headers, id: string, data: object) {
  expect((await page.request.put(`/api/admin/companies/${id}`, { headers, data })).status()).toBe(200);
}

interface Entry {
  name: string;
  founder: string;
  story: string;
  pending_since: string | null;
}

async function contentOf(page: Page, headers: Headers, id: string) {
  const answer = await page.request.get(`/api/admin/companies/${id}/content`, { headers });
  return ((await answer.json()) as { content: Record<string, Entry | undefined> }).content;
}

async function openSection(page: Page, name: string) {
  await page.goto(`/admin/translations?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Pending updates' })).toBeVisible();
}

const listOf = (page: Page, title: string) => page.getByRole('region', { name: title });
const editorOf = (page: Page) => page.getByRole('dialog', { name: 'Translate' });

test('translating what is missing by hand completes a company', WIDE, async ({ page }) => {
  const headers = await signIn(page);
  const name = unique('Missing Mugs');
  const id = await makeCompany(page, headers, name, { ko: TEXTS.ko, ja: TEXTS.ja });
  await openSection(page, name);
  const incomplete = listOf(page, 'Incomplete translations');
  await expect(incomplete.getByRole('listitem').filter({ hasText: name })).toContainText('Chinese missing');
  await incomplete.getByRole('link', { name: `Translate: ${name}` }).click();
  const editor = editorOf(page);
  await expect(editor.getByRole('tab', { name: /中文/ })).toHaveAttribute('aria-selected', 'true');
  await expect(editor.getByText('Makes small things.')).toBeVisible();
  await editor.getByLabel('Original').selectOption('ko');
  await expect(editor.getByText('작은 것을 만듭니다.')).toBeVisible();
  await editor.getByLabel('Company Name').fill(TEXTS.zh.name);
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor.getByRole('alert')).toHaveText(
    'Company Name, Description and Story are required fields. Please fill them before saving.',
  );
  await expect(editor.getByLabel('Description')).toBeFocused();
  await editor.getByLabel('Description').fill(TEXTS.zh.description);
  await editor.getByLabel('Story').fill(TEXTS.zh.story);
  await editor.getByRole('textbox', { name: 'New highlight' }).fill('两个人');
  await page.keyboard.press('Enter');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor).toBeHidden();
  await expect(incomplete).toContainText('No company matches this search');
  await expect(page).toHaveURL(/\/admin\/translations\?q=[^&]*$/);
  expect(await contentOf(page, headers, id)).toMatchObject({
    zh: { ...TEXTS.zh, highlights: ['两个人'], founder: 'Ann Lee' },
    ko: { pending_since: null },
  });
});

test('a change leaves the others behind; bringing them up to date clears that', WIDE, async ({ page }) => {
  const headers = await signIn(page);
  const name = unique('Pending Pans');
  const id = await makeCompany(page, headers, name, TEXTS);
  await save(page, headers, id, { story: 'It began in a garage. It moved to a mill.' });
  await openSection(page, name);
  const pending = listOf(page, 'Pending updates');
  const row = pending.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText(/English was changed on/);
  await expect(row).toContainText('Behind: Korean, Japanese, and Chinese');
  await row.getByText('2 changed sentences').click();
  await expect(row.locator('del')).toHaveText('It grew.');
  await expect(row.locator('ins')).toHaveText('It moved to a mill.');

  // One is translated anew.
  await row.getByRole('link', { name: `Translate: ${name}` }).click();
  const editor = editorOf(page);
  await expect(editor.getByRole('tab', { name: /한국어/ })).toHaveAttribute('aria-selected', 'true');
  await expect(editor.locator('ins')).toHaveText('It moved to a mill.');
  await expect(editor.getByText('No longer in the original:')).toBeVisible();
  await editor.getByLabel('Story').fill('차고에서 시작했습니다. 방앗간으로 옮겼습니다.');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor).toBeHidden();
  await expect(row).toContainText('Behind: Japanese and Chinese');

  // The others are found to be right as they are.
  await row.getByRole('link', { name: `Translate: ${name}` }).click();
  for (const tab of [/日本語/, /中文/]) {
    await editor.getByRole('tab', { name: tab }).click();
    await editor.getByRole('checkbox', { name: 'This text is up to date' }).check();
  }
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor).toBeHidden();
  await expect(pending).toContainText('No company matches this search');
  const content = await contentOf(page, headers, id);
  expect(Object.values(content).map((text) => text?.pending_since)).toEqual([null, null, null, null]);
  expect(content['ja']?.story).toBe(TEXTS.ja.story);
});

test('what is not saved is not lost by Escape', WIDE, async ({ page }) => {
  const headers = await signIn(page);
  const name = unique('Unsaved Urns');
  const id = await makeCompany(page, headers, name);
  await page.goto(`/admin/translations?company=${id}`);
  const editor = editorOf(page);
  await editor.getByLabel('Company Name').fill('반쯤');
  await page.keyboard.press('Escape');
  const ask = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await ask.getByRole('button', { name: 'Keep editing' }).click();
  await expect(editor.getByLabel('Company Name')).toHaveValue('반쯤');
  await page.keyboard.press('Escape');
  await ask.getByRole('button', { name: 'Discard' }).click();
  await expect(editor).toBeHidden();
  await expect(page).toHaveURL('/admin/translations');
  expect(Object.keys(await contentOf(page, headers, id))).toEqual(['en']);
});

test.describe('two at once', () => {
  test.use({ allowConsole: [/status of 409/] });
  test('a save against a newer version shows both', WIDE, async ({ page }) => {
    const headers = await signIn(page);
    const name = unique('Contested Cups');
    const id = await makeCompany(page, headers, name, { ko: TEXTS.ko });
    await page.goto(`/admin/translations?company=${id}`);
    const editor = editorOf(page);
    await editor.getByRole('tab', { name: /한국어/ }).click();
    await editor.getByLabel('Description').fill('나의 설명.');
    await save(page, headers, id, { language: 'ko', description: '남의 설명.' });
    await editor.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(editor.getByText(/^admin saved this in the meantime/)).toBeVisible();
    await editor.getByRole('button', { name: 'Take all mine' }).click();
    await editor.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(editor).toBeHidden();
    expect(await contentOf(page, headers, id)).toMatchObject({ ko: { description: '나의 설명.' } });
  });
});

test.describe('without a key', () => {
  test.use({ allowConsole: [/status of 409/] });
  test('generating says so, and leads to the settings', WIDE, async ({ page }) => {
    const headers = await signIn(page);
    const name = unique('Keyless Kettles');
    await makeCompany(page, headers, name, { ko: TEXTS.ko });
    await openSection(page, name);
    const ask = page.getByRole('alertdialog');
    await page.getByRole('button', { name: `Generate with AI: ${name}` }).click();
    await expect(ask).toContainText(`“${name}” is translated from English.`);
    await expect(ask.getByRole('checkbox', { name: '한국어' })).not.toBeChecked();
    for (const language of ['日本語', '中文']) await ask.getByRole('checkbox', { name: language }).uncheck();
    await ask.getByRole('button', { name: 'Generate' }).click();
    await expect(ask.getByRole('alert')).toHaveText('Please choose at least one language.');
    await ask.getByRole('checkbox', { name: '中文' }).check();
    await ask.getByRole('button', { name: 'Generate' }).click();
    await expect(ask).toHaveAccessibleName('Translation failed');
    await expect(ask).toContainText('There is no API key of this AI provider yet.');
    await ask.getByRole('button', { name: 'Close' }).click();
    await expect(ask).toBeHidden();

    await page.getByRole('button', { name: 'Generate all missing' }).click();
    await expect(ask).toContainText('This runs in the background and can be undone.');
    await ask.getByRole('button', { name: 'Generate' }).click();
    await expect(ask).toHaveAccessibleName('Translation failed');
    await ask.getByRole('link', { name: 'Open the settings' }).click();
    await expect(page).toHaveURL('/admin/settings');
  });

  test('an AI update of many companies says so', WIDE, async ({ page }) => {
    const headers = await signIn(page);
    const name = unique('Keyless Kilns');
    await makeCompany(page, headers, `${name} One`);
    await makeCompany(page, headers, `${name} Two`);
    await page.goto(`/admin/edit?q=${encodeURIComponent(name)}`);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'AI Update', exact: true }).click();
    const ask = page.getByRole('alertdialog');
    await expect(ask).toContainText('Update 2 companies with Claude?');
    await ask.getByRole('button', { name: 'AI Update' }).click();
    await expect(ask).toHaveAccessibleName('Update Failed');
    await expect(ask.getByRole('alert')).toHaveText('Failed to AI update some companies');
    await expect(ask).toContainText('There is no API key of this AI provider yet.');
    await expect(ask.getByRole('button', { name: 'Try Again' })).toBeVisible();
  });
});

test('a machine translation is marked as reviewed', WIDE, async ({ page }) => {
  const headers = await signIn(page);
  const name = unique('Reviewed Racks');
  const id = await makeCompany(page, headers, name, TEXTS);
  // No provider answers here: the text is a machine's in what the page is told.
  await page.route(`**/api/admin/companies/${id}/content`, async (route) => {
    const answer = await route.fetch();
    const company = (await answer.json()) as { content: { ja: object } };
    Object.assign(company.content.ja, { origin: 'machine', model: 'claude-model', reviewed: false });
    await route.fulfill({ response: answer, json: company });
  });
  await page.goto(`/admin/translations?company=${id}`);
  const editor = editorOf(page);
  await expect(editor.getByRole('tab', { name: /日本語/ })).toHaveAttribute('aria-selected', 'true');
  await expect(editor.getByText('Translated by a machine (claude-model)')).toBeVisible();
  const sent = page.waitForRequest(`**/api/admin/translations/${id}/review`);
  await editor.getByRole('button', { name: 'Mark as reviewed' }).click();
  expect((await sent).postDataJSON()).toEqual({ language: 'ja' });
  await expect(page.getByText('Reviewed: Japanese')).toBeVisible();
  await expect(editor.getByRole('tab', { name: /日本語/ })).toContainText('Up to date');
  await expect(editor.getByRole('button', { name: 'Mark as reviewed' })).toBeHidden();
});

const page1 = { url: 'https://news.example.org/pans', title: 'Small pans, big year' };
const proposal = (field: string, old: unknown, proposed: unknown, language: 'en' | null = null) => ({
  field,
  language,
  old,
  proposed,
  sources: [page1],
});

test(
  'an AI update shows old and proposed values with sources, and saves what is accepted',
  PHONE,
  async ({ page }) => {
    const headers = await signIn(page);
    const name = unique('Proposed Pots');
    const id = await makeCompany(page, headers, name);
    await page.route(`**/api/admin/companies/${id}/ai-update`, (route) =>
      route.fulfill({
        json: {
          success: true,
          updatedFields: ['revenue', 'revenue_as_of', 'story', 'employees'],
          preview: [
            proposal('revenue', '', '$5M'),
            proposal('revenue_as_of', null, 2025),
            proposal('story', 'It began in a garage. It grew.', 'It began in a mill. It grew.', 'en'),
            proposal('employees', 1, 3),
          ],
          sources: [page1],
          provider: 'claude',
          model: 'claude-model',
        },
      }),
    );
    await page.goto(`/admin/edit?q=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `AI Update ${name}` }).click();
    const ask = page.getByRole('alertdialog');
    await expect(ask).toContainText(`Update “${name}” with Claude?`);
    const asked = page.waitForRequest(`**/api/admin/companies/${id}/ai-update`);
    await ask.getByRole('button', { name: 'AI Update' }).click();
    expect((await asked).postDataJSON()).toEqual({ language: 'en' });
    const preview = page.getByRole('dialog', { name: `Proposals for ${name}` });
    await expect(preview.getByRole('checkbox')).toHaveCount(3);
    await expect(preview.getByRole('listitem').filter({ hasText: 'Revenue' }).first()).toContainText('2025');
    await expect(preview.locator('del')).toHaveText('garage');
    await expect(preview.locator('ins')).toHaveText('mill');
    await expect(preview.getByRole('link', { name: page1.title }).first()).toHaveAttribute('href', page1.url);
    expect(await axeFindings(page)).toEqual([]);
    await preview.getByRole('checkbox', { name: 'Accept: Employees' }).uncheck();
    await preview.getByRole('button', { name: 'Save 2 accepted' }).click();
    await expect(preview).toBeHidden();
    await expect(page.getByText(`“${name}” was saved`)).toBeVisible();
    const answer = await page.request.get(`/api/admin/companies/${id}/content`, { headers });
    expect(await answer.json()).toMatchObject({
      revenue: '$5M',
      revenue_as_of: 2025,
      employees: 1,
      content: { en: { story: 'It began in a mill. It grew.' } },
    });
  },
);

/** The jobs of a server of its own, because the real one has no provider to do any with. */
async function ownJobs(page: Page, companyId: string, name: string) {
  const result = (more: Partial<JobResult>): JobResult => ({
    company_id: companyId,
    name,
    outcome: 'updated',
    updatedFields: ['revenue', 'revenue_as_of'],
    proposed: [],
    model: null,
    languages: [],
    error: null,
    code: null,
    version: 2,
    undone: null,
    ...more,
  });
  const results = [
    result({}),
    result({
      company_id: 'missing-company',
      name: 'Missing Company',
      outcome: 'failed',
      updatedFields: [],
      error: 'Claude did not answer in time; try again.',
      code: 'ai_timeout',
      version: null,
    }),
    result({
      company_id: `${companyId}-2`,
      name: 'Other Company',
      outcome: 'proposed',
      updatedFields: [],
      proposed: [proposal('employees', 1, 4)],
      version: null,
    }),
  ];
  const job: JobDetail = {
    id: 'job-1',
    kind: 'ai-update',
    status: 'running',
    progress: 1,
    total: 3,
    error: null,
    created_by: 'admin',
    created_at: '2026-11-05T06:07:00.000Z',
    started_at: '2026-11-05T06:07:00.000Z',
    finished_at: null,
    input: { companyIds: results.map(({ company_id }) => company_id), language: 'en' },
    results: results.slice(0, 1),
  };
  const listed = (): Job => {
    const { input: _, results: __, ...rest } = job;
    return rest;
  };
  await page.route('**/api/admin/jobs', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 201, json: job })
      : route.fulfill({ json: [listed()] }),
  );
  await page.route('**/api/admin/jobs/job-1', (route) => route.fulfill({ json: job }));
  await page.route('**/api/admin/jobs/job-1/cancel', (route) => {
    job.status = 'cancelled';
    return route.fulfill({ json: job });
  });
  await page.route('**/api/admin/jobs/job-1/undo', (route) => {
    for (const one of job.results) if (one.version !== null) one.undone = 'restored';
    return route.fulfill({ json: job });
  });
  return {
    finish() {
      Object.assign(job, { status: 'done', progress: 3, results });
    },
  };
}

test('background jobs are watched, tell what they did, and are undone', WIDE, async ({ page }) => {
  const headers = await signIn(page);
  const name = unique(`Jobbed Jars`);
  const id = await makeCompany(page, headers, name);
  await makeCompany(page, headers, `${name} Two`);
  const jobs = await ownJobs(page, id, name);
  await page.goto(`/admin/edit?q=${encodeURIComponent(name)}`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'AI Update', exact: true }).click();
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/api/admin/jobs') && request.method() === 'POST',
  );
  await page.getByRole('alertdialog').getByRole('button', { name: 'AI Update' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ kind: 'ai-update', input: { language: 'en' } });
  await page.getByRole('button', { name: 'Watch' }).click();
  const dialog = page.getByRole('dialog', { name: 'Background jobs' });
  await expect(dialog.getByRole('progressbar', { name: '1 of 3 companies' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeHidden();
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  jobs.finish();
  await expect(dialog.getByText('1 failed · 1 to decide · 1 updated')).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toBeHidden();
  await expect(page.getByText('Failed to AI update some companies')).toBeVisible();
  await expect(dialog.getByText('The AI provider took too long to answer.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Try failed ones again' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Decide: Other Company' })).toBeVisible();
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  const ask = page.getByRole('alertdialog', { name: 'Undo this job?' });
  await ask.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone for 1 company')).toBeVisible();
  await expect(dialog.getByText('undone', { exact: false }).first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeHidden();
});

test('a running job is cancelled', WIDE, async ({ page }) => {
  await signIn(page);
  await ownJobs(page, 'copart', 'Copart');
  await page.goto('/admin/password');
  await page.getByRole('button', { name: 'Background jobs: 1 of 3 done' }).click();
  const dialog = page.getByRole('dialog', { name: 'Background jobs' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByText('Cancelled')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Results' }).click();
  await expect(dialog.getByRole('link', { name: 'Copart' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeVisible();
  await dialog.getByRole('link', { name: 'Copart' }).click();
  await expect(page).toHaveURL('/admin/edit?edit=copart');
});

test('axe finds nothing in the section, the editor and the question', BOTH, async ({ page }) => {
  const headers = await signIn(page);
  const name = unique(`Axe Axles`);
  const id = await makeCompany(page, headers, name, { ko: TEXTS.ko });
  await save(page, headers, id, { story: 'It began in a garage. It moved to a mill.' });
  await openSection(page, name);
  await page.getByText('2 changed sentences').click();
  const check = async () => {
    expect(await axeFindingsLightAndDark(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  };
  await check();
  await page
    .getByRole('button', { name: `Generate with AI: ${name}` })
    .first()
    .click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await check();
  await page.keyboard.press('Escape');
  await page
    .getByRole('link', { name: `Translate: ${name}` })
    .last()
    .click();
  await expect(editorOf(page).locator('ins')).toBeVisible();
  await check();
  await editorOf(page).getByLabel('Story').fill('');
  await editorOf(page).getByRole('button', { name: 'Save', exact: true }).click();
  await check();
});

test('a company of one list is done, and the next one follows', PHONE, async ({ page }) => {
  const headers = await signIn(page);
  const name = unique('Done Drums');
  for (const place of ['A', 'B'])
    await makeCompany(page, headers, `${name} ${place}`, { ko: TEXTS.ko, ja: TEXTS.ja });
  await page.goto(`/admin/translations?show=incomplete&q=${encodeURIComponent(name)}`);
  const links = page.getByRole('link', { name: /^Translate: / });
  await expect(links).toHaveCount(2);
  const second = (await links.nth(1).getAttribute('href')) ?? '';
  await links.first().click();
  const editor = editorOf(page);
  await expect(editor.getByRole('button', { name: 'Next' })).toBeVisible();
  await editor.getByLabel('Company Name').fill(TEXTS.zh.name);
  await editor.getByLabel('Description').fill(TEXTS.zh.description);
  await editor.getByLabel('Story').fill(TEXTS.zh.story);
  await page.keyboard.press('ControlOrMeta+Enter');
  const company = new URLSearchParams(second.split('?')[1]).get('company') ?? '';
  expect(company).not.toBe('');
  await expect(page).toHaveURL(new RegExp(`company=${company}`));
  await expect(editor.getByRole('tab', { name: /中文/ })).toHaveAttribute('aria-selected', 'true');
  await expect(editor.getByLabel('Story')).toHaveValue('');
});
