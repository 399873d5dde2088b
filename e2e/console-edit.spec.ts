import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { axeFindingsLightAndDark } from './axe.ts';
import { signIn as signInAdmin } from './console-session.ts';
import { BOTH, expect, PHONE, test, WIDE } from './journey.ts';

/** Signs in, for the page and for calls beside it. */
async function signIn(page: Page, request: APIRequestContext): Promise<Api> {
  const headers = await signInAdmin(page);
  return {
    make: async (name, more = {}) => {
      const made = await request.post('/api/admin/companies', {
        headers,
        data: {
          name,
          description: 'Makes small things.',
          story: 'It began in a garage.',
          highlights: ['Two people'],
          founder: 'Ann Lee',
          revenue: '$3M',
          category: 'small-teams',
          ...more,
        },
      });
      return ((await made.json()) as { id: string }).id;
    },
    read: async (id) =>
      (await (await request.get(`/api/admin/companies/${id}/content`, { headers })).json()) as Stored,
    save: async (id, data) => {
      expect((await request.put(`/api/admin/companies/${id}`, { headers, data })).status()).toBe(200);
    },
    remove: async (ids) => {
      for (const id of ids)
        expect((await request.delete(`/api/admin/companies/${id}`, { headers })).status()).toBe(200);
    },
    status: async (id) => (await request.get(`/api/companies/${id}`)).status(),
  };
}

interface Stored {
  revenue: string;
  show_on_site: boolean;
  version: number;
  content: Record<string, { name: string; story: string; highlights: string[] }>;
}

interface Api {
  make(name: string, more?: Record<string, unknown>): Promise<string>;
  read(id: string): Promise<Stored>;
  save(id: string, data: Record<string, unknown>): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  status(id: string): Promise<number>;
}

/** A name that no other journey, at no other size, looks for. */
const unique = (name: string) =>
  `${name} ${test.info().project.name} ${test.info().repeatEachIndex}${test.info().retry}`;

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

async function openSection(page: Page, query = '') {
  await page.goto(`/admin/edit${query}`);
  // An editor that the address opens may stand before them.
  const includeHidden = true;
  await expect(page.getByRole('heading', { level: 1, includeHidden })).toHaveText('Edit Company');
  await expect(page.getByRole('table', { name: 'Companies', includeHidden })).toBeVisible();
}

test('search, category and language live in the address', WIDE, async ({ page, request }) => {
  const api = await signIn(page, request);
  const name = unique('Quiet Kiln');
  await api.make(name, {
    founder: 'Äda Löv',
    content: {
      ko: {
        name: `고요한 가마 ${test.info().project.name}`,
        description: '작은 것을 만듭니다.',
        story: '차고에서 시작했습니다.',
      },
    },
  });
  await openSection(page);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('ÄDA lÖv');
  await expect(rowOf(page, name)).toBeVisible();
  await expect(page).toHaveURL(/q=/);
  await page.getByLabel('Language', { exact: true }).selectOption('ko');
  await expect(rowOf(page, `고요한 가마 ${test.info().project.name}`)).toBeVisible();
  // English variants are found in every language.
  await search.fill(name.toUpperCase());
  await expect(rowOf(page, `고요한 가마 ${test.info().project.name}`)).toBeVisible();
  await expect(page).toHaveURL(/KILN/);
  await page.reload();
  await expect(page.getByLabel('Language', { exact: true })).toHaveValue('ko');
  await expect(rowOf(page, `고요한 가마 ${test.info().project.name}`)).toBeVisible();
  await page.getByLabel('Category').selectOption('no-seed');
  await expect(page.getByText('No company matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect(page).toHaveURL('/admin/edit?lang=ko');
});

test(
  'selecting: all that is visible, ranges with the shift key, anew with another category',
  WIDE,
  async ({ page, request }) => {
    await signIn(page, request);
    await openSection(page, '?category=no-seed');
    const boxes = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
    const count = await boxes.count();
    expect(count).toBeGreaterThan(4);
    await boxes.nth(0).click();
    await boxes.nth(3).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selected companies' });
    await expect(bar).toContainText('4 selected');
    const all = page.getByRole('checkbox', { name: 'Select all' });
    await expect(all).not.toBeChecked();
    await all.check();
    await expect(boxes.nth(4)).toBeChecked();
    await boxes.nth(1).uncheck();
    await expect(all).not.toBeChecked();
    await boxes.nth(1).check();
    await expect(all).toBeChecked();
    await page.getByLabel('Category').selectOption('small-teams');
    await expect(page).toHaveURL(/small-teams/);
    await expect(bar).toBeHidden();
    await page.getByLabel('Category').selectOption('no-seed');
    await expect(page).toHaveURL(/no-seed/);
    await expect(bar).toBeHidden();
  },
);

test(
  "pages and orders are the server's, and a selection goes beyond its page",
  WIDE,
  async ({ page, request }) => {
    const api = await signIn(page, request);
    const base = unique('Paged Pantry');
    const names = Array.from({ length: 12 }, (_, index) => `${base} ${index + 1}`);
    for (const [index, name] of names.entries()) await api.make(name, { revenue: `$${index + 1}M` });
    await openSection(page, `?q=${encodeURIComponent(base)}&sort=name`);
    const links = page.getByRole('row').getByRole('link');
    await expect(links).toHaveText(names.slice(0, 10));
    await expect(page.getByText(/^12 of \d+ companies$/)).toBeVisible();
    const above = page.getByRole('navigation', { name: 'Pages, above the list' });
    const bar = page.getByRole('region', { name: 'Selected companies' });
    const all = page.getByRole('checkbox', { name: 'Select all' });
    await all.check();
    await expect(bar).toContainText('10 selected');
    await above.getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(links).toHaveText(names.slice(10));
    await expect(all).not.toBeChecked();
    await expect(bar).toContainText('10 of them not on this page');
    await page.reload();
    await expect(links).toHaveText(names.slice(10));
    await expect(bar).toBeHidden();
    await page.getByRole('checkbox', { name: `Select ${names[10]}`, exact: true }).check();
    await bar.getByRole('button', { name: 'Select all 12 that match' }).click();
    await expect(bar).toContainText('12 selected');
    await expect(all).toBeChecked();
    await bar.getByRole('button', { name: 'Hide', exact: true }).click();
    const ask = page.getByRole('alertdialog');
    await expect(ask).toContainText('Hide 12 companies');
    await ask.getByRole('button', { name: 'Hide' }).click();
    await expect(page.getByText('12 updated')).toBeVisible();
    for (const switched of await page.getByRole('switch').all()) await expect(switched).not.toBeChecked();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone for 12 companies')).toBeVisible();
    for (const switched of await page.getByRole('switch').all()) await expect(switched).toBeChecked();
    // What is done is no longer selected. Another order begins at its first page.
    await expect(bar).toBeHidden();
    await page.goto(`/admin/edit?q=${encodeURIComponent(base)}&page=2&size=10`);
    await expect(page.getByRole('row').getByRole('link')).toHaveCount(2);
    if (test.info().project.name === 'desktop')
      await page.getByRole('button', { name: 'Revenue', exact: true }).click();
    else await page.getByLabel('Sort by').selectOption('-revenue');
    await expect(page).toHaveURL(/sort=-revenue$/);
    await expect(links.first()).toHaveText(names.at(-1) ?? '');
  },
);

test('hiding one company is undone', WIDE, async ({ page, request }) => {
  const api = await signIn(page, request);
  const name = unique('Hidden Harbour');
  const id = await api.make(name);
  await openSection(page, `?q=${encodeURIComponent(name)}`);
  const visible = page.getByRole('switch', { name: `Show ${name} on the site` });
  await visible.click();
  await expect(visible).not.toBeChecked();
  await expect(page.getByText(`“${name}” is hidden`)).toBeVisible();
  expect(await api.status(id)).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(visible).toBeChecked();
  expect(await api.status(id)).toBe(200);
});

test(
  'many deleted companies are found in the trash and come back at once',
  WIDE,
  async ({ page, request }) => {
    const api = await signIn(page, request);
    const base = unique('Trashed Toys');
    const names = ['One', 'Two', 'Three'].map((last) => `${base} ${last}`);
    const ids = await Promise.all(names.map((name) => api.make(name)));
    await api.remove(ids);
    await openSection(page, '');
    await page.getByRole('button', { name: 'Trash' }).click();
    const trash = page.getByRole('dialog', { name: 'Deleted companies' });
    await trash.getByLabel('Search by name or address').fill(base.toLowerCase());
    await expect(trash.getByRole('listitem')).toHaveCount(3);
    await trash.getByRole('checkbox', { name: 'Select all' }).check();
    await trash.getByRole('checkbox', { name: `Select ${names[2]}` }).uncheck();
    await expect(trash.getByText('2 selected')).toBeVisible();
    expect(await axeFindingsLightAndDark(page)).toEqual([]);
    await trash.getByRole('button', { name: 'Restore 2 companies' }).click();
    await expect(page.getByText('2 companies were restored')).toBeVisible();
    await expect(trash.getByRole('listitem')).toHaveCount(1);
    expect(await Promise.all(ids.map((id) => api.status(id)))).toEqual([200, 200, 404]);
    await trash.getByLabel('Search by name or address').fill('nothing like it');
    await expect(trash.getByText('No deleted company matches.')).toBeVisible();
  },
);

test('several companies are deleted, and come back from the trash', WIDE, async ({ page, request }) => {
  const api = await signIn(page, request);
  const base = unique('Binned Bakery');
  const names = ['One', 'Two', 'Three'].map((last) => `${base} ${last}`);
  const ids = await Promise.all(names.map((name) => api.make(name)));
  await openSection(page, `?q=${encodeURIComponent(base)}`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText('Hide 3 companies');
  await ask.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByText('3 companies hidden')).toBeVisible();
  expect((await api.read(ids[0] ?? '')).show_on_site).toBe(false);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Delete Selected' }).click();
  await expect(ask.getByRole('listitem')).toHaveCount(3);
  await ask.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No company matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Trash' }).click();
  const trash = page.getByRole('dialog', { name: 'Deleted companies' });
  await trash.getByRole('button', { name: `Restore ${names[0]}` }).click();
  await expect(trash.getByText(names[0] ?? '')).toBeHidden();
  // A message that the pointer rests on stays, and may lie above the next button.
  await page.mouse.move(5, 5);
  const notices = page.getByRole('region', { name: 'Notifications', includeHidden: true });
  await expect(notices.getByRole('button', { name: 'Close', includeHidden: true })).toHaveCount(0, {
    timeout: 30_000,
  });
  await trash.getByRole('button', { name: `Delete for good: ${names[1]}` }).click();
  await ask.getByRole('button', { name: 'Delete for good' }).click();
  await expect(ask).toBeHidden();
  await expect(trash.getByText(names[1] ?? '')).toBeHidden();
  await expect(trash.getByText(names[2] ?? '')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(trash).toBeHidden();
  await expect(rowOf(page, names[0] ?? '')).toBeVisible();
  await expect(page.getByRole('row').getByRole('switch')).toHaveCount(1);
});

test('a deleted company is undone, and the focus is not lost', WIDE, async ({ page, request }) => {
  const api = await signIn(page, request);
  const name = unique('Undone Umbrella');
  const id = await api.make(name);
  await openSection(page, `?q=${encodeURIComponent(name)}`);
  await rowOf(page, name).getByRole('button', { name: 'Delete' }).click();
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText(`Delete “${name}”?`);
  await ask.getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, name)).toBeHidden();
  await expect.poll(() => api.status(id)).toBe(404);
  await expect(page.getByText(/^\d+ of \d+ companies$/)).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, name)).toBeVisible();
  await expect.poll(() => api.status(id)).toBe(200);
});

test('two languages and a common field are saved at once', PHONE, async ({ page, request }) => {
  const api = await signIn(page, request);
  const name = unique('Edited Engines');
  const id = await api.make(name);
  await openSection(page, `?q=${encodeURIComponent(name)}`);
  await rowOf(page, name).getByRole('button', { name: /^Edit/ }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Company' });
  await expect(page).toHaveURL(new RegExp(`edit=${id}`));
  await expect(editor.getByText('19 of 5,000 characters')).toBeVisible();
  await editor.getByLabel('Description').fill('Makes big things.');
  await expect(editor.getByText('17 of 5,000 characters')).toBeVisible();
  await editor.getByRole('textbox', { name: /^Revenue( required)?$/ }).fill('12 million USD per year');
  await editor.getByRole('textbox', { name: 'New highlight' }).fill('Ten years');
  await page.keyboard.press('Enter');
  await expect(editor.getByRole('textbox', { name: 'Highlight 2' })).toHaveValue('Ten years');
  await editor.getByRole('button', { name: 'Remove highlight 1' }).click();
  await editor.getByRole('tab', { name: /한국어/ }).click();
  await editor.getByRole('button', { name: 'Add Korean text' }).click();
  await expect(editor.getByLabel('Company Name')).toBeFocused();
  await page.keyboard.type('고친 엔진');
  await editor.getByRole('tab', { name: /English/ }).click();
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor.getByRole('alert')).toHaveText(
    'Company Name, Description and Story are required fields. Please fill them before saving.',
  );
  await expect(editor.getByLabel('Description')).toBeFocused();
  await editor.getByLabel('Description').fill('큰 것을 만듭니다.');
  await editor.getByLabel('Story').fill('차고에서 시작했습니다.');
  await editor.getByLabel("Founder's name in this language").fill('앤 리');
  const sent = page.waitForRequest((made) => made.method() === 'PUT');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await sent).postDataJSON()).toEqual({
    version: 1,
    revenue: '12 million USD per year',
    content: {
      en: { description: 'Makes big things.', highlights: ['Ten years'] },
      ko: {
        name: '고친 엔진',
        founder: '앤 리',
        description: '큰 것을 만듭니다.',
        story: '차고에서 시작했습니다.',
      },
    },
  });
  await expect(editor).toBeHidden();
  await expect(page.getByText(`“${name}” was saved`)).toBeVisible();
  await expect(rowOf(page, name)).toContainText('$12M');
  expect(await api.read(id)).toMatchObject({ revenue: '$12M', content: { ko: { name: '고친 엔진' } } });
  // Another language keeps the common spelling of the founder, and this one its own.
  await rowOf(page, name).getByRole('link').click();
  const spelling = editor.getByLabel("Founder's name in this language");
  await expect(spelling).toHaveValue('');
  await editor.getByRole('tab', { name: /한국어/ }).click();
  await expect(spelling).toHaveValue('앤 리');
  await expect(editor.getByLabel('Founder', { exact: true })).toHaveValue('Ann Lee');
});

test('unsaved changes are not lost by Escape, Cancel or Back', WIDE, async ({ page, request }) => {
  const api = await signIn(page, request);
  const name = unique('Guarded Garden');
  const id = await api.make(name);
  await openSection(page, `?q=${encodeURIComponent(name)}`);
  await rowOf(page, name).getByRole('link').click();
  const editor = page.getByRole('dialog', { name: 'Edit Company' });
  await editor.getByLabel('Story').fill('Half a sentence');
  const ask = page.getByRole('alertdialog', { name: 'Discard changes?' });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => editor.getByRole('button', { name: 'Cancel' }).click(),
    () => page.evaluate(() => history.back()),
  ]) {
    await leave();
    await ask.getByRole('button', { name: 'Keep editing' }).click();
    await expect(ask).toBeHidden();
    await expect(editor.getByLabel('Story')).toHaveValue('Half a sentence');
  }
  await page.keyboard.press('Escape');
  await ask.getByRole('button', { name: 'Discard' }).click();
  await expect(editor).toBeHidden();
  await expect(page).toHaveURL(/^[^?]*\?q=/);
  expect((await api.read(id)).version).toBe(1);
  // Without changes nothing is asked.
  await page.goto(`/admin/edit?edit=${id}`);
  await expect(editor.getByLabel('Story')).toHaveValue('It began in a garage.');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/admin/edit');
  // Nothing opened it here: the focus goes to the section, not to nowhere.
  await expect(page.getByRole('main')).toBeFocused();
});

test.describe('two at once', () => {
  test.use({ allowConsole: [/409/] });
  test(
    'a save against a newer version shows both, and saves what is chosen',
    PHONE,
    async ({ page, request }) => {
      const api = await signIn(page, request);
      const name = unique('Contested Clocks');
      const id = await api.make(name);
      await openSection(page, `?edit=${id}`);
      const editor = page.getByRole('dialog', { name: 'Edit Company' });
      await editor.getByLabel('Story').fill('It began in my kitchen.');
      await editor.getByLabel('Founded').fill('2011');
      await api.save(id, { story: 'It began in their cellar.', revenue: '$4M', version: 1 });
      await editor.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(editor.getByText(/^admin saved this in the meantime/)).toBeVisible();
      const story = editor.getByRole('group', { name: 'Story (English)' });
      await expect(story).toContainText('Both of you changed this.');
      // Nothing is chosen where both changed it, and nothing saved before it is.
      for (const side of ['Mine', 'Theirs'])
        await expect(story.getByRole('radio', { name: side })).not.toBeChecked();
      await expect(editor.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
      await expect(
        editor.getByRole('group', { name: 'Revenue' }).getByRole('radio', { name: 'Theirs' }),
      ).toBeChecked();
      await expect(
        editor.getByRole('group', { name: 'Founded' }).getByRole('radio', { name: 'Mine' }),
      ).toBeChecked();
      await story.getByRole('radio', { name: 'Theirs' }).check();
      await editor.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(editor).toBeHidden();
      expect(await api.read(id)).toMatchObject({
        revenue: '$4M',
        founded: 2011,
        content: { en: { story: 'It began in their cellar.' } },
      });
    },
  );
});

test('the history says what changed, and a version comes back', WIDE, async ({ page, request }) => {
  const api = await signIn(page, request);
  const name = unique('Historic Hats');
  const id = await api.make(name);
  await api.save(id, { story: 'It began in a small garage.' });
  await api.save(id, { revenue: '$9M' });
  await openSection(page, `?edit=${id}`);
  const editor = page.getByRole('dialog', { name: 'Edit Company' });
  await editor.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: `History of ${name}` });
  await expect(history.getByText('Version 3 · Edited')).toBeVisible();
  await expect(history.locator('del', { hasText: '$3M' })).toBeVisible();
  await expect(history.locator('ins', { hasText: '$9M' })).toBeVisible();
  await history.getByText('1 change').nth(1).click();
  await expect(history.locator('ins', { hasText: 'small' })).toBeVisible();
  await history.getByRole('button', { name: 'Restore this version: 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore this version' }).click();
  await expect(history).toBeHidden();
  await expect(editor.getByLabel('Story')).toHaveValue('It began in a garage.');
  await expect(editor.getByRole('textbox', { name: /^Revenue( required)?$/ })).toHaveValue('$3M');
  expect(await api.read(id)).toMatchObject({ version: 4, revenue: '$3M' });
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
});

const expectNoFindings = async (page: Page, what: string) => {
  expect(await axeFindingsLightAndDark(page), what).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
};

test('axe finds nothing in the section and the trash', BOTH, async ({ page, request }) => {
  const api = await signIn(page, request);
  await api.make(unique('Axe'));
  await openSection(page);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expectNoFindings(page, 'section');
  await openSection(page);
  await page.getByRole('button', { name: 'Trash' }).click();
  await expectNoFindings(page, 'trash');
});

test('axe finds nothing in the editor and the history', BOTH, async ({ page, request }) => {
  const api = await signIn(page, request);
  const id = await api.make(unique('Axed'));
  await api.save(id, { story: 'It began in a small garage.' });
  await openSection(page, `?edit=${id}`);
  const editor = page.getByRole('dialog', { name: 'Edit Company' });
  await expect(editor.getByLabel('Story')).toBeVisible();
  await expectNoFindings(page, 'editor');
  await editor.getByLabel('Story').fill('');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expectNoFindings(page, 'refused');
  await editor.getByRole('button', { name: 'History' }).click();
  await expect(page.getByText('Version 2 · Edited')).toBeVisible();
  await expectNoFindings(page, 'history');
});

test.describe('AI Update', () => {
  test.use({ allowConsole: [/status of 409/] });
  test('says why it failed, and can be tried again', WIDE, async ({ page, request }) => {
    const api = await signIn(page, request);
    const name = unique('Asking Anvil');
    const id = await api.make(name);
    await page.route(`**/api/admin/companies/${id}/ai-update`, (route) =>
      route.fulfill({ status: 409, json: { error: 'No key', message: 'No key', code: 'ai_not_configured' } }),
    );
    await openSection(page, `?q=${encodeURIComponent(name)}`);
    await rowOf(page, name).getByRole('button', { name: 'AI Update' }).click();
    const ask = page.getByRole('alertdialog');
    await ask.getByRole('button', { name: 'AI Update' }).click();
    await expect(ask).toHaveAccessibleName('Update Failed');
    await expect(ask).toContainText('Failed to update company with Claude. Please try again.');
    await expect(ask).toContainText('No AI provider is set up.');
    await ask.getByRole('button', { name: 'Try Again' }).click();
    await expect(ask).toHaveAccessibleName('Update Failed');
    await ask.getByRole('button', { name: 'Close' }).click();
    await expect(ask).toBeHidden();
  });
});

test.describe('when the server refuses', () => {
  test.use({ allowConsole: [/status of (401|503|507)/] });
  test(
    'what failed is no answer to the next question about the same companies',
    WIDE,
    async ({ page, request }) => {
      const api = await signIn(page, request);
      const name = unique('Asked Anchor');
      await api.make(name);
      await openSection(page, `?q=${encodeURIComponent(name)}`);
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await page.route('**/api/admin/companies/visibility', (route) =>
        route.fulfill({ status: 503, json: { error: 'No', message: 'No', code: 'unavailable' } }),
      );
      await page.getByRole('button', { name: 'Hide', exact: true }).click();
      const ask = page.getByRole('alertdialog');
      await ask.getByRole('button', { name: 'Hide' }).click();
      await expect(ask.getByRole('alert')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(ask).toBeHidden();
      await page.getByRole('button', { name: 'Delete Selected' }).click();
      await expect(ask.getByRole('button', { name: 'Delete' })).toBeVisible();
      await expect(ask.getByRole('alert')).toBeHidden();
      await expect(ask.getByRole('button', { name: 'Try Again' })).toBeHidden();
    },
  );

  test(
    'a switch goes back, a failed delete can be tried again, and the end of the session asks for the password',
    WIDE,
    async ({ page, request }) => {
      const api = await signIn(page, request);
      const base = unique('Refused Rope');
      await api.make(`${base} One`);
      await api.make(`${base} Two`);
      const refuse = (status: number, code: string) => async () => {
        await page.route(
          '**/api/admin/companies/{visibility,delete}',
          (route) => route.fulfill({ status, json: { error: 'No', message: 'No', code } }),
          { times: 1 },
        );
      };
      await openSection(page, `?q=${encodeURIComponent(base)}`);
      const visible = page.getByRole('switch', { name: `Show ${base} One on the site` });
      await refuse(507, 'storage_full')();
      await visible.click();
      await expect(page.getByText('Failed to update visibility').first()).toBeVisible();
      await expect(visible).toBeChecked();
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await page.getByRole('button', { name: 'Delete Selected' }).click();
      const ask = page.getByRole('alertdialog');
      await refuse(503, 'unavailable')();
      await ask.getByRole('button', { name: 'Delete' }).click();
      await expect(ask.getByRole('alert')).toContainText('Failed to delete some companies');
      await expect(ask.getByRole('listitem')).toHaveText([
        `${base} One: The service is busy at the moment. Please try again shortly.`,
        `${base} Two: The service is busy at the moment. Please try again shortly.`,
      ]);
      await ask.getByRole('button', { name: 'Try Again' }).click();
      await expect(ask).toBeHidden();
      await expect(page.getByText('No company matches these filters')).toBeVisible();
      const last = unique('Last Ladder');
      await api.make(last);
      await openSection(page, `?q=${encodeURIComponent(last)}`);
      await page.route('**/visibility', (route) =>
        route.fulfill({ status: 401, json: { error: 'Over', message: 'Over', code: 'session_expired' } }),
      );
      await page.getByRole('switch').click();
      await expect(page.getByRole('dialog', { name: 'Please enter your password again' })).toBeVisible();
    },
  );
});

test(
  'highlights and sources are put in another order by buttons and keys',
  WIDE,
  async ({ page, request }) => {
    const api = await signIn(page, request);
    const id = await api.make(unique('Ordered Oven'), {
      highlights: ['one', 'two', 'three'],
      sources: ['a', 'b'].map((host) => ({ url: `https://${host}.example/`, supports: ['revenue'] })),
    });
    await page.goto(`/admin/edit?edit=${id}`);
    const editor = page.getByRole('dialog', { name: 'Edit Company' });
    const highlight = (number: number) =>
      editor.getByRole('textbox', { name: `Highlight ${number}`, exact: true });
    const move = (number: number, way: 'up' | 'down', field: string) =>
      editor.getByRole('button', { name: new RegExp(`^Move row ${number} ${way}: .*${field}$`) });
    await highlight(1).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(highlight(2)).toBeFocused();
    await expect(highlight(1)).toHaveValue('two');
    await move(3, 'up', 'Highlights').click();
    await expect(move(2, 'up', 'Highlights')).toBeFocused();
    await move(1, 'down', 'Highlights').click();
    await expect(highlight(1)).toHaveValue('three');
    await move(2, 'up', 'Sources').click();
    await editor.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(editor).toBeHidden();
    const saved = await (await request.get(`/api/companies/${id}`)).json();
    expect(saved.highlights).toEqual(['three', 'two', 'one']);
    expect(saved.sources.map(({ url }: { url: string }) => url)).toEqual([
      'https://b.example/',
      'https://a.example/',
    ]);
  },
);
