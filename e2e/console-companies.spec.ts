import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { axeFindingsLightAndDark } from './axe.ts';
import { signIn } from './console-session.ts';
import { BOTH, expect, PHONE, test, WIDE } from './journey.ts';

let authorized: { authorization: string };
test.beforeEach(async ({ page }) => {
  authorized = await signIn(page);
});

let counter = 0;
/** A name that no other journey uses. */
const uniqueName = (word: string) => `${word} ${Date.now()}${test.info().parallelIndex}${counter++}`;
const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

async function make(request: APIRequestContext, name: string, more: object = {}) {
  const data = {
    name,
    description: 'Makes things.',
    founder: 'Ann Lee',
    revenue: '$7M',
    website: 'https://made.example',
    story: 'Once upon a time.',
    ...more,
  };
  const answer = await request.post('/api/admin/companies', { headers: authorized, data });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as { id: string; version: number };
}

const read = async (request: APIRequestContext, id: string) =>
  (await request.get(`/api/admin/companies/${id}/content`, { headers: authorized })).json();

const remove = (request: APIRequestContext, id: string) =>
  request.delete(`/api/admin/companies/${id}`, { headers: authorized });

const expectNoViolations = async (page: Page, what: string) =>
  expect(await axeFindingsLightAndDark(page), what).toEqual([]);

const fitsTheScreen = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

const choose = (page: Page, name: string, content: string | object) =>
  page.getByLabel(/^Choose or drop/).setInputFiles({
    name,
    mimeType: name.endsWith('.csv') ? 'text/csv' : 'application/json',
    buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
  });

const entry = (id: string, more: object = {}) => ({
  id,
  category: 'no-seed',
  content: { en: { name: id, founder: 'Ann Lee', description: 'Makes things.' } },
  ...more,
});

/** The import's confirm dialog, answered with yes. */
async function importChosen(page: Page) {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import' }).click();
}

/** A toast; it stands a second time where screen readers hear it. */
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** The figure below a word in a result. */
const figure = (result: Locator, word: string) =>
  result.locator('div', { has: result.page().locator('dt', { hasText: word }) }).locator('dd');

test('a company is added and visitors see it', PHONE, async ({ page, request }) => {
  const name = uniqueName('Anvil');
  await page.goto('/admin/add');
  await page.getByLabel('Company Name').fill(name);
  await expect(page.getByText(`Generated id: ${idOf(name)}`)).toBeVisible();
  await page.getByLabel('Description').fill('Anvils that fall slowly.');
  await page.getByLabel('Story').fill('It began with a cliff.');
  await page.getByLabel('Founder', { exact: false }).fill('Wile E. Coyote');
  await page.getByRole('textbox', { name: /^Revenue( required)?$/ }).fill('2 million USD per year');
  await page.getByRole('button', { name: /^Use anvil\d+\.com\?$/ }).click();
  await expect(page.getByLabel('Website')).toHaveValue(/^https:\/\/anvil\d+\.com$/);
  const highlight = page.getByPlaceholder('New highlight');
  await highlight.fill('  ');
  await highlight.press('Enter');
  await highlight.fill('Falls slowly');
  await highlight.press('Enter');
  await highlight.fill('Bounces');
  await page.getByRole('button', { name: 'Add highlight' }).click();
  await expect(page.getByLabel(/^Highlight \d$/)).toHaveCount(2);
  const preview = page.getByRole('region', { name: 'Preview' });
  for (const text of [name, '0 pts', '$2M', 'Wile E. Coyote', 'Anvils that fall slowly.'])
    await expect(preview).toContainText(text);
  await fitsTheScreen(page);
  await page.getByRole('button', { name: 'Add Company' }).click();
  await expect(toast(page, `“${name}” was added`)).toBeVisible();
  const link = page.getByRole('link', { name: 'View', exact: true });
  await expect(link).toHaveAttribute('href', `/companies/${idOf(name)}`);
  await expect(page.getByLabel('Company Name')).toHaveValue('');
  await expect(page.getByRole('spinbutton', { name: /^Employees( required)?$/ })).toHaveValue('1');
  await page.goto(`/companies/${idOf(name)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('Falls slowly')).toBeVisible();
  await page.goto(`/one-person-developer?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('list', { name: 'Ranking' }).getByRole('link')).toHaveCount(1);
  await remove(request, idOf(name));
});

test('what is missing is listed, leads to its field and is translated', WIDE, async ({ page }) => {
  await page.goto('/admin/add');
  await page.getByRole('spinbutton', { name: /^Employees( required)?$/ }).fill('0');
  await page.getByLabel('Founded').fill('1899');
  await page.getByRole('button', { name: 'Add Company' }).click();
  const errors = page.getByRole('alert').filter({ hasText: 'Please fix the following errors:' });
  await expect(errors.getByRole('listitem')).toHaveText([
    'Company name is required',
    'Description is required',
    'Founder is required',
    'Revenue is required',
    'Valid employee count is required',
    'Valid founded year is required',
    'Website is required',
    'Story is required',
  ]);
  await errors.getByRole('button', { name: 'Valid founded year is required' }).click();
  const founded = page.getByLabel('Founded');
  await expect(founded).toBeFocused();
  await expect(founded).toHaveAttribute('aria-invalid', 'true');
  await expect(founded).toHaveAttribute('max', String(new Date().getUTCFullYear()));
  await founded.fill('1900');
  await page.getByLabel('Website').fill('somewhere');
  await expect(errors.getByRole('listitem')).toHaveCount(7);
  await expect(errors).toContainText(
    'Website: Please enter an address that starts with http:// or https://.',
  );
  await fitsTheScreen(page);
});

test('each language lists the errors in its own words', WIDE, async ({ page, context, baseURL }) => {
  for (const [language, button, title, text] of [
    ['ko', '기업 추가', '다음 오류를 수정해 주세요:', '기업 이름은 필수입니다'],
    ['ja', '企業を追加', '次のエラーを修正してください:', '企業名は必須です'],
    ['zh', '添加公司', '请修正以下错误：', '公司名称为必填项'],
  ] as const) {
    await context.addCookies([{ name: 'i18nextLng', value: language, url: baseURL ?? '' }]);
    await page.goto('/admin/add');
    await page.getByRole('button', { name: button }).click();
    const errors = page.getByRole('alert').filter({ hasText: title });
    await expect(errors.getByRole('listitem').first()).toHaveText(text);
  }
});

test(
  'a name that is taken is pointed out, and nothing typed is lost by accident',
  WIDE,
  async ({ page, request }) => {
    const name = uniqueName('Twice');
    const { id } = await make(request, name);
    await page.goto('/admin/add');
    await page.getByLabel('Company Name').fill(`${name.toUpperCase()}!`);
    await expect(page.getByText(`Looks like ${name} (`)).toBeVisible();
    await expect(page.getByText(`Generated id: ${id}-2`)).toBeVisible();
    if (test.info().project.name === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Company Scores' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByLabel('Company Name')).toHaveValue(`${name.toUpperCase()}!`);
    if (test.info().project.name === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Company Scores' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL('/admin/scores');
    await remove(request, id);
  },
);

test.describe('without an AI key', () => {
  test.use({ allowConsole: [/status of 409/] });
  test('a search needs a name, and says what is not set up', WIDE, async ({ page }) => {
    await page.goto('/admin/add');
    await page.getByRole('button', { name: 'AI Search' }).click();
    await expect(toast(page, 'Company Name Required')).toBeVisible();
    const name = page.getByRole('textbox', { name: 'Company Name' });
    await expect(name).toBeFocused();
    await name.fill('Acme');
    await page.getByRole('button', { name: 'AI Search' }).click();
    await expect(toast(page, 'Search Failed')).toBeVisible();
    await expect(
      toast(page, 'There is no API key of this AI provider yet. Add one in the settings.'),
    ).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: /settings/i })).toBeVisible();
  });

  test('an update asks first, and says why it failed', WIDE, async ({ page, request }) => {
    const name = uniqueName('Asked');
    const { id } = await make(request, name);
    await page.goto(`/admin/companies?q=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `AI Update ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'AI Update' }).click();
    await expect(toast(page, 'AI update failed')).toBeVisible();
    const card = page.getByRole('article');
    await expect(card).toContainText('There is no API key of this AI provider yet. Add one in the settings.');
    await card.getByRole('link', { name: /settings/i }).click();
    await expect(page).toHaveURL('/admin/settings');
    await remove(request, id);
  });
});

test('what a search finds is accepted field by field', WIDE, async ({ page }) => {
  const data = { founder: 'Ann Lee', revenue: '$3M', highlights: ['Small', 'Old'] };
  const found = {
    success: true,
    data,
    fieldsFound: Object.keys(data),
    sources: [{ url: 'https://a.example/page', title: 'A page' }],
    provider: 'claude',
    model: 'test',
  };
  await page.goto('/admin/add');
  await page.getByLabel('Company Name').fill('Acme');
  await page.route('**/ai-search', async (route) => {
    expect(route.request().postDataJSON()).toMatchObject({
      name: 'Acme',
      provider: 'claude',
      language: 'en',
    });
    await route.fulfill({ json: found });
  });
  await page.getByRole('button', { name: 'AI Search' }).click();
  const region = page.getByRole('region', { name: 'Found on the web' });
  await expect(region.getByRole('link', { name: 'A page' })).toHaveAttribute(
    'href',
    'https://a.example/page',
  );
  await expect(page.getByRole('textbox', { name: 'Founder' })).toHaveValue('');
  await region.getByRole('button', { name: 'Accept: Founder' }).click();
  await expect(page.getByRole('textbox', { name: 'Founder' })).toHaveValue('Ann Lee');
  await expect(page.getByRole('textbox', { name: 'Revenue' })).toHaveValue('');
  await region.getByRole('button', { name: 'Accept all' }).click();
  await expect(page.getByRole('textbox', { name: 'Revenue' })).toHaveValue('$3M');
  await expect(page.getByLabel('Highlight 2', { exact: true })).toHaveValue('Old');
  await page.unrouteAll();
  await page.route('**/ai-search', (route) =>
    route.fulfill({ json: { ...found, data: {}, fieldsFound: [], sources: [] } }),
  );
  await page.getByRole('button', { name: 'AI Search' }).click();
  await expect(toast(page, 'No Information Found')).toBeVisible();
});

test('companies are pasted as JSON', WIDE, async ({ page, request }) => {
  const [first, second] = [uniqueName('Pasted'), uniqueName('Pasted')];
  await page.goto('/admin/add');
  const box = page.getByLabel('Companies as JSON');
  const run = page.getByRole('button', { name: 'Import JSON' });
  for (const wrong of ['[{"name": ', '{"name": "Acme"}', '42']) {
    await box.fill(wrong);
    await run.click();
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: 'Failed to import companies. Please check the JSON format.' }),
    ).toHaveCount(1);
    await expect(box).toHaveAttribute('aria-invalid', 'true');
  }
  await box.fill(JSON.stringify([{ name: first }, { name: second, employees: 0 }]));
  await run.click();
  await expect(page.getByText('1 imported, 1 failed')).toBeVisible();
  // Counted as it stands in the box, which what was imported has left.
  await expect(
    page.getByRole('listitem').filter({ hasText: /^Company at index 0: employees: / }),
  ).toContainText(second);
  // What was imported has left the box, what failed is still there.
  await expect(box).toHaveValue(JSON.stringify([{ name: second, employees: 0 }], null, 2));
  const added = page.getByRole('region', { name: 'Added' });
  await expect(added.getByRole('link', { name: first })).toHaveAttribute(
    'href',
    `/admin/edit?edit=${idOf(first)}`,
  );
  // A name alone is not enough to be shown.
  await expect(added).toContainText('A company without a description stays hidden until you show it.');
  const described = { name: second, description: 'Pasted.' };
  await box.fill(JSON.stringify({ companies: [{ name: first }, described] }));
  await run.click();
  await expect(toast(page, '2 companies imported')).toBeVisible();
  await expect(box).toHaveValue('');
  await expect(page.getByRole('region', { name: 'Already in the directory' })).toContainText(first);
  const status = async (id: string) => (await request.get(`/api/companies/${id}`)).status();
  expect(await status(idOf(first))).toBe(404);
  expect(await status(idOf(second))).toBe(200);

  // A taken name asks, and nothing is made before it is answered.
  const another = [{ name: first, description: 'Pasted again.', revenue: '$2M' }];
  await box.fill(JSON.stringify(another));
  await run.click();
  const taken = page.getByRole('region', { name: 'There is a company of this name already' });
  await expect(taken.getByRole('link', { name: first })).toBeVisible();
  await fitsTheScreen(page);
  await expectNoViolations(page, 'a taken name');
  expect(await status(`${idOf(first)}-2`)).toBe(404);
  await taken.getByRole('button', { name: 'Add anyway' }).click();
  await expect(added.getByRole('link', { name: first })).toHaveAttribute(
    'href',
    `/admin/edit?edit=${idOf(first)}-2`,
  );
  await expect(box).toHaveValue('');
  await expect(taken).toBeHidden();
  expect(await status(`${idOf(first)}-2`)).toBe(200);
  await added.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  expect(await status(`${idOf(first)}-2`)).toBe(404);
  await expect(box).toHaveValue(JSON.stringify(another, null, 2));

  // Of many errors the first five are named, and all can be seen and kept.
  await box.fill(
    JSON.stringify(Array.from({ length: 8 }, (_, i) => ({ name: `${first} ${i}`, employees: 0 }))),
  );
  await run.click();
  await expect(page.getByText('... and 3 more errors')).toBeVisible();
  await page.getByRole('button', { name: 'Show all 8 errors' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Company at index 7: ' })).toBeVisible();
  await expectNoViolations(page, 'all errors');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download errors' }).click();
  const saved = await readFile(await (await download).path(), 'utf8');
  expect(saved.trim().split('\n')).toHaveLength(8);
  await remove(request, idOf(first));
  await remove(request, idOf(second));
});

test('a company is found and updated by its fields', WIDE, async ({ page, request }) => {
  const name = uniqueName('Found');
  const { id } = await make(request, name);
  await page.goto('/admin/companies');
  await expect(page.getByText('Search for a company to update it.')).toBeVisible();
  await page.getByLabel('Search companies').fill(name);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/q=Found/);
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  const card = page.getByRole('article', { name });
  await card.getByRole('textbox', { name: /^Revenue( required)?$/ }).fill('$9M');
  await card.getByLabel('Description').fill('');
  await card.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    card.getByText(
      'Company Name, Description and Story are required fields. Please fill them before saving.',
    ),
  ).toBeVisible();
  await card.getByLabel('Description').fill('Makes other things.');
  await fitsTheScreen(page);
  await card.getByRole('button', { name: 'Save', exact: true }).click();
  const done = card.getByRole('status').first();
  await expect(done).toContainText('Updated');
  await expect(done.getByText('$7M → $9M')).toBeVisible();
  await expect(done).toBeEmpty({ timeout: 4500 });
  expect(await read(request, id)).toMatchObject({ revenue: '$9M', description: 'Makes other things.' });
  await remove(request, id);
});

test.describe('against somebody else', () => {
  test.use({ allowConsole: [/status of 409/] });
  test(
    'changes as JSON are checked, listed, and kept when a newer version is there',
    WIDE,
    async ({ page, request }) => {
      const name = uniqueName('Typed');
      const { id } = await make(request, name);
      await page.goto(`/admin/companies?q=${encodeURIComponent(name)}`);
      const card = page.getByRole('article', { name });
      await card.getByRole('button', { name: `Edit ${name} as JSON` }).click();
      const text = card.getByLabel('Company as JSON');
      const company = JSON.parse(await text.inputValue());
      await text.fill('{');
      await expect(card.getByText(/^This cannot be saved: /)).toBeVisible();
      await expect(card.getByRole('button', { name: 'Update', exact: true })).toBeDisabled();
      await text.fill(JSON.stringify({ ...company, country: 'KR', employees: 3 }));
      await expect(card.getByRole('heading', { name: '2 changes' })).toBeVisible();
      await expect(card.getByText('1 → 3')).toBeVisible();
      await request.put(`/api/admin/companies/${id}`, { headers: authorized, data: { revenue: '$8M' } });
      await card.getByRole('button', { name: 'Update', exact: true }).click();
      await expect(card.getByRole('alert')).toContainText(
        'Somebody else saved this company in the meantime.',
      );
      await expect(text).toHaveValue(/\$8M/);
      await expect(card.getByRole('heading', { name: '2 changes' })).toBeVisible();
      await card.getByRole('button', { name: 'Update', exact: true }).click();
      await expect(card.getByRole('status')).toContainText('Updated');
      expect(await read(request, id)).toMatchObject({ revenue: '$8M', country: 'KR', employees: 3 });
      await remove(request, id);
    },
  );
});

test('of what AI proposes only the accepted is saved', WIDE, async ({ page, request }) => {
  const name = uniqueName('Proposed');
  const { id } = await make(request, name);
  const sources = [{ url: 'https://a.example/report', title: 'The report' }];
  const propose = (field: string, old: unknown, proposed: unknown, language: string | null = null) => ({
    field,
    language,
    old,
    proposed,
    sources,
  });
  const preview = [
    propose('description', 'Makes things.', 'Makes better things.', 'en'),
    propose('revenue', '$7M', '$12M'),
    propose('revenue_as_of', null, 2025),
    propose('employees', 1, 40),
  ];
  await page.route('**/ai-update', (route) =>
    route.fulfill({
      json: { success: true, updatedFields: [], preview, sources, provider: 'claude', model: 'test' },
    }),
  );
  await page.clock.install();
  await page.goto(`/admin/companies?q=${encodeURIComponent(name)}`);
  const card = page.getByRole('article', { name });
  await card.getByRole('button', { name: `AI Update ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'AI Update' }).click();
  await expect(card.getByRole('heading', { name: '3 proposals' })).toBeVisible();
  await expect(card.getByRole('link', { name: 'The report' })).toHaveCount(3);
  await card.getByLabel('Accept: Employees').uncheck();
  await fitsTheScreen(page);
  await expectNoViolations(page, 'proposals');
  await card.getByRole('button', { name: 'Update 2 fields' }).click();
  await expect(card.getByRole('status')).toContainText('$7M → $12M');
  // After an AI update it stays in sight for longer.
  await page.clock.runFor(4000);
  await expect(card.getByRole('status')).toContainText('Updated');
  await page.clock.runFor(4000);
  await expect(card.getByRole('status')).toBeEmpty();
  expect(await read(request, id)).toMatchObject({
    description: 'Makes better things.',
    revenue: '$12M',
    revenue_as_of: 2025,
    employees: 1,
  });
  await remove(request, id);
});

test('an export is kept as a file and imported again', WIDE, async ({ page, request }) => {
  const name = uniqueName('Carried');
  const { id } = await make(request, name);
  await page.goto('/admin/companies?tab=migration');
  const contents: Record<string, string> = {};
  for (const [button, file] of [
    ['Multilingual migration', /^companies-migration-multilingual-\d{4}-\d\d-\d\d\.json$/],
    ['Multilingual backup', /^companies-backup-multilingual-\d{4}-\d\d-\d\d\.json$/],
    ['Legacy', /^companies-migration-legacy-en-\d{4}-\d\d-\d\d\.json$/],
    ['CSV', /^companies-migration-multilingual-\d{4}-\d\d-\d\d\.csv$/],
  ] as const) {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: `Export: ${button}` }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(file);
    contents[button] = await readFile(await download.path(), 'utf8');
  }
  const whole = JSON.parse(contents['Multilingual migration'] ?? '');
  await choose(page, 'whole.json', whole);
  const panel = page.getByRole('region', { name: 'Import' });
  await expect(panel).toContainText('Multilingual');
  await expect(panel).toContainText(`English (${whole.count})`);
  await page.getByRole('button', { name: 'Trial run' }).click();
  const result = panel.getByRole('status').filter({ hasText: 'Nothing was saved.' });
  await expect(figure(result, 'Refused')).toHaveText('0');

  // Only this company: other journeys change and remove theirs meanwhile.
  await request.put(`/api/admin/companies/${id}`, { headers: authorized, data: { revenue: '$9M' } });
  const own = { ...whole, companies: whole.companies.filter((company: { id: string }) => company.id === id) };
  await choose(page, 'own.json', own);
  await importChosen(page);
  const done = panel.getByRole('status').filter({ hasText: 'Import completed: 1 company processed' });
  await expect(figure(done, 'Updated')).toHaveText('1');
  expect(await read(request, id)).toMatchObject({ revenue: '$7M' });
  await page.getByRole('button', { name: 'Import another file' }).click();

  const [header = '', ...rows] = (contents['CSV'] ?? '').split(/\r\n(?=[a-z0-9-]+,)/);
  await choose(page, 'own.csv', [header, rows.find((row) => row.startsWith(`${id},`))].join('\r\n'));
  await expect(panel).toContainText('CSV');
  await importChosen(page);
  await expect(
    figure(panel.getByRole('status').filter({ hasText: 'Import completed' }), 'Unchanged'),
  ).toHaveText('1');
  await fitsTheScreen(page);
  await remove(request, id);
});

test('a broken file is refused in the words of the specification', WIDE, async ({ page }) => {
  await page.goto('/admin/companies?tab=migration');
  const panel = page.getByRole('region', { name: 'Import' });
  for (const [name, content, lines] of [
    ['text.json', 'companies!', ['Invalid JSON file format']],
    [
      'other.json',
      { firms: [] },
      ['File must contain either an array of companies or a multilingual export object'],
    ],
    [
      'multilingual.json',
      { companies: [{}, entry('a'), { ...entry('b'), content: { en: { name: 'B' } } }] },
      [
        'Company at index 0: Missing id',
        'Company at index 0: Missing category',
        'Company at index 0: Missing content',
        'Company at index 2: Missing content in any language with name, founder and description',
      ],
    ],
    [
      'legacy.json',
      Array.from({ length: 3 }, () => ({ name: 'A' })),
      [
        'Company at index 0: Missing founder',
        'Company at index 0: Missing category',
        'Company at index 0: Missing description',
        'Company at index 1: Missing founder',
        'Company at index 1: Missing category',
        '... and 4 more errors',
      ],
    ],
    ['table.csv', 'id,colour\na,red', ["Unknown column 'colour'."]],
  ] as const) {
    await choose(page, name, content);
    await expect(panel.getByRole('alert')).toContainText(`${name} cannot be imported:`);
    await expect(panel.getByRole('alert').getByRole('listitem')).toHaveText([...lines]);
    await expect(panel.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0);
  }
});

test('an import says what was refused, in three lines', WIDE, async ({ page, request }) => {
  const id = idOf(uniqueName('partly'));
  await page.goto('/admin/companies?tab=migration');
  const refused = Array.from({ length: 5 }, (_, i) => entry(`${id}-x${i}`, { employees: 0 }));
  await choose(page, 'partly.json', { companies: [entry(id), ...refused] });
  await importChosen(page);
  const result = page.getByRole('status').filter({ hasText: 'Import completed with 5 errors' });
  await expect(figure(result, 'Created')).toHaveText('1');
  await expect(result.getByRole('listitem')).toHaveText([
    /^Company at index 1: employees: /,
    /^Company at index 2: employees: /,
    /^Company at index 3: employees: /,
    '... and 2 more errors',
  ]);
  await result.getByRole('button', { name: 'Show all 5 errors' }).click();
  await expect(result.getByRole('listitem')).toHaveCount(5);
  const download = page.waitForEvent('download');
  await result.getByRole('button', { name: 'Download errors' }).click();
  const saved = await readFile(await (await download).path(), 'utf8');
  expect(saved).toMatch(/^Company at index 5: employees: /m);
  await remove(request, id);
});

test(
  'a table names the rows of the spreadsheet; an empty file is said to be empty',
  WIDE,
  async ({ page, context, baseURL }) => {
    await page.goto('/admin/companies?tab=migration');
    const alert = page.getByRole('region', { name: 'Import' }).getByRole('alert');
    for (const name of ['nothing.json', 'nothing.csv']) {
      await choose(page, name, '');
      await expect(alert).toContainText(`${name} cannot be imported:`);
      await expect(alert.getByRole('listitem')).toHaveText('The file is empty.');
    }
    await choose(page, 'none.json', { companies: [] });
    await expect(page.getByText('There are no companies in this file.')).toBeVisible();
    const id = idOf(uniqueName('row'));
    const table = `id,category,name_en\n\n${id},no-seed,"A\nB"\n${id}-2,nowhere,C`;
    await choose(page, 'rows.csv', table);
    await importChosen(page);
    const result = page.getByRole('status').filter({ hasText: 'Import completed with 2 errors' });
    await expect(result.getByRole('listitem')).toHaveText([
      'Row 3: Missing name, founder and description in one language, such as name_en, founder_en and description_en',
      /^Row 4: category: /,
    ]);
    await fitsTheScreen(page);

    await context.addCookies([{ name: 'i18nextLng', value: 'ko', url: baseURL ?? '' }]);
    await page.goto('/admin/companies?tab=migration');
    await page.getByLabel(/선택하거나/).setInputFiles({
      name: 'empty.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('\uFEFF\r\n'),
    });
    await expect(page.getByRole('alert').getByRole('listitem')).toHaveText('파일이 비어 있습니다.');
  },
);

test.describe('with a server that fails', () => {
  test.use({ allowConsole: [/status of 50\d/] });
  test('exports and imports say so in the words of the specification', WIDE, async ({ page }) => {
    const failing = { status: 503, json: { error: 'Away', message: 'Away', code: 'unavailable' } };
    await page.goto('/admin/companies?tab=migration');
    await page.route('**/api/admin/companies/export*', (route) => route.fulfill(failing));
    for (const [button, type] of [
      ['Multilingual migration', 'migration'],
      ['Multilingual backup', 'backup'],
      ['Legacy', 'legacy'],
      ['CSV', 'CSV'],
    ]) {
      await page.getByRole('button', { name: `Export: ${button}` }).click();
      await expect(toast(page, `Failed to export companies for ${type}`)).toBeVisible();
    }
    await page.route('**/api/admin/companies/import**', (route) => route.fulfill(failing));
    const alert = page.getByRole('region', { name: 'Import' }).getByRole('alert');
    const reason = 'The service is busy at the moment. Please try again shortly';
    await choose(page, 'a.json', { companies: [entry('a')] });
    await importChosen(page);
    await expect(alert).toHaveText(`Multilingual import failed: ${reason}`);
    await choose(page, 'b.json', [{ name: 'A', founder: 'B', category: 'no-seed', description: 'C' }]);
    await importChosen(page);
    await expect(alert).toHaveText(
      `Import failed: ${reason}. Please check the server logs for more details.`,
    );
  });

  test('a search that fails says so and can be tried again', WIDE, async ({ page }) => {
    await page.route('**/api/admin/companies/search*', (route) => route.fulfill({ status: 501, json: {} }), {
      times: 3,
    });
    await page.goto('/admin/companies?q=mailchimp');
    await expect(page.getByText('An error occurred while searching').first()).toBeVisible({
      timeout: 10_000,
    });
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('article', { name: 'Mailchimp' })).toBeVisible();
  });
});

test('axe finds nothing where a company is added and edited', BOTH, async ({ page }) => {
  await page.goto('/admin/add?lang=ko');
  await page.getByLabel('Company Name').fill('Mailchimp');
  await page.getByRole('button', { name: 'Add Company' }).click();
  await expect(page.getByText('Please fix the following errors:')).toBeVisible();
  await expectNoViolations(page, 'add');
  await page.goto('/admin/companies?q=mailchimp');
  await page.getByRole('button', { name: 'Edit Mailchimp', exact: true }).click();
  await expectNoViolations(page, 'fields');
  await page.getByRole('button', { name: 'Edit Mailchimp as JSON' }).click();
  await page.getByLabel('Company as JSON').fill('{"employees": 3, "story": 4}');
  await expectNoViolations(page, 'JSON');
  await page.getByLabel('Company as JSON').fill('{"employees": 3}');
  await expectNoViolations(page, 'changes');
});

test('axe finds nothing where a file is imported', BOTH, async ({ page }) => {
  await page.goto('/admin/companies?tab=migration');
  await choose(page, 'broken.json', '{');
  await expect(page.getByText('Invalid JSON file format')).toBeVisible();
  await expectNoViolations(page, 'broken file');
  await choose(page, 'right.json', {
    companies: [entry('never-saved'), entry('never', { employees: 0 })],
  });
  await page.getByRole('button', { name: 'Trial run' }).click();
  await expect(page.getByText('Nothing was saved. An import would do this:')).toBeVisible();
  await expectNoViolations(page, 'trial run');
});
