import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { ADMIN_PASSWORD, signIn } from './console-session.ts';
import { drawFrames } from './frames.ts';
import { expect, PHONE, test, WIDE } from './journey.ts';

// The browser says each refused call in its console.
test.use({ allowConsole: [/401/] });

const OTHER_PASSWORD = 'eight other giants';

/** Ends the session on the server, as its end or a log-out elsewhere does. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const sessionToken = localStorage.getItem('adminToken');
    await fetch('/api/admin/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionToken }),
    });
  });
}

async function makeCompany(page: Page, headers: Record<string, string>, name: string): Promise<string> {
  const made = await page.request.post('/api/admin/companies', {
    headers,
    data: { name, description: 'A company to edit.', story: 'It began.', revenue: '$1M' },
  });
  expect(made.status()).toBe(201);
  return ((await made.json()) as { id: string }).id;
}

const unique = (name: string) => `${name} ${Math.floor(Math.random() * 1_000_000)}`;

test(
  'a session that ends asks for the password over the work, and the save goes on',
  PHONE,
  async ({ page }) => {
    const headers = await signIn(page);
    const id = await makeCompany(page, headers, unique('Kept'));
    await page.goto(`/admin/edit?edit=${id}`);
    const dialog = page.getByRole('dialog', { name: 'Edit' });
    const story = dialog.getByLabel('Story');
    await story.fill('Typed before the session ended.');
    await endSession(page);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();

    const asked = page.getByRole('dialog', { name: 'Please enter your password again' });
    await expect(asked).toBeVisible();
    await expect(story).toHaveValue('Typed before the session ended.');
    await asked.getByLabel('Password of admin').fill('not the password');
    await asked.getByRole('button', { name: 'Go on' }).click();
    await expect(asked.getByRole('alert')).toHaveText('This password is wrong.');
    await asked.getByLabel('Password of admin').fill(ADMIN_PASSWORD);
    await asked.getByRole('button', { name: 'Go on' }).click();

    await expect(asked).toBeHidden();
    await expect(dialog).toBeHidden();
    const company = await page.request.get(`/api/companies/${id}`);
    expect(await company.json()).toMatchObject({ story: 'Typed before the session ended.' });
    // What was saved is not offered again.
    await signIn(page);
    await page.goto(`/admin/edit?edit=${id}`);
    await expect(story).toHaveValue('Typed before the session ended.');
    await expect(page.getByText('unsaved changes from')).toBeHidden();
  },
);

test(
  'what is typed outlives a closed tab, and nobody else is offered it',
  WIDE,
  async ({ page, context }) => {
    const headers = await signIn(page);
    const id = await makeCompany(page, headers, unique('Left'));
    await page.goto(`/admin/edit?edit=${id}`);
    await page.getByRole('dialog', { name: 'Edit' }).getByLabel('Story').fill('Typed and left.');
    await page.close({ runBeforeUnload: false });

    const name = `other-${Date.now()}`;
    execFileSync(process.execPath, ['server/cli.ts', 'admin', 'create', name, OTHER_PASSWORD], {
      env: { ...process.env, VAR_DIR: process.env['E2E_VAR_DIR'] },
    });
    const other = await context.newPage();
    await other.goto(`/admin/edit?edit=${id}`);
    await other.evaluate(() => localStorage.removeItem('adminToken'));
    await other.reload();
    await other.getByLabel('Username').fill(name);
    await other.getByLabel('Password', { exact: true }).fill(OTHER_PASSWORD);
    await other.getByRole('button', { name: 'Sign in' }).click();
    const editor = other.getByRole('dialog', { name: 'Edit' });
    await expect(editor.getByLabel('Story')).toHaveValue('It began.');
    await expect(other.getByText('unsaved changes from')).toBeHidden();
    await other.close();

    const again = await context.newPage();
    await signIn(again);
    await again.goto(`/admin/edit?edit=${id}`);
    await expect(again.getByText('unsaved changes from')).toBeVisible();
    await expect(editorOf(again).getByLabel('Story')).toHaveValue('It began.');
    await again.getByRole('button', { name: 'Bring them back' }).click();
    await expect(editorOf(again).getByLabel('Story')).toHaveValue('Typed and left.');
    await editorOf(again).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(editorOf(again)).toBeHidden();
    const company = await again.request.get(`/api/companies/${id}`);
    expect(await company.json()).toMatchObject({ story: 'Typed and left.' });
  },
);

const editorOf = (page: Page) => page.getByRole('dialog', { name: 'Edit' });

test('the forms to add, to set up and for users keep what is typed too', WIDE, async ({ page, context }) => {
  const headers = await signIn(page);
  const users = await page.request.post('/api/auth/register', {
    data: { email: `${Date.now()}@kept.example`, password: 'a rather long password' },
  });
  const { user } = (await users.json()) as { user: { email: string } };
  const found = await page.request.get(`/api/admin/users?q=${user.email}`, { headers });
  const [{ id: userId }] = (await found.json()) as [{ id: string }];
  const forms = [
    { path: '/admin/add', label: 'Company Name', typed: unique('Half-typed') },
    { path: '/admin/settings', label: 'Blocked words', typed: 'lottery' },
    { path: `/admin/users?user=${userId}`, label: 'Organization', typed: 'A small workshop' },
  ];
  for (const { path, label, typed } of forms) {
    const first = await context.newPage();
    await signIn(first);
    await first.goto(path);
    await first.getByRole('textbox', { name: label }).first().fill(typed);
    await first.waitForFunction(() => (localStorage.getItem('drafts') ?? '[]').length > 2);
    await first.close({ runBeforeUnload: false });
    const second = await context.newPage();
    await signIn(second);
    await second.goto(path);
    await second.getByRole('button', { name: 'Bring them back' }).click();
    await expect(second.getByRole('textbox', { name: label }).first()).toHaveValue(typed);
    await second.evaluate(() => localStorage.clear());
    await second.close({ runBeforeUnload: false });
  }
});

test('a session about to end says so, and can be renewed before', WIDE, async ({ page }) => {
  await signIn(page);
  let expiresIn = 4 * 60;
  await page.route('**/api/admin/session', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), expiresIn },
    });
  });
  await page.goto('/admin/add');
  await expect(page.getByText('Your session ends in less than five minutes.')).toBeVisible();
  await page.getByLabel('Company Name').first().fill('Still typing');
  await page.getByRole('button', { name: 'Renew session' }).click();
  const asked = page.getByRole('dialog', { name: 'Renew your session' });
  expiresIn = 24 * 3600;
  await asked.getByLabel('Password of admin').fill(ADMIN_PASSWORD);
  await asked.getByRole('button', { name: 'Go on' }).click();
  await expect(asked).toBeHidden();
  await expect(page.getByText('Your session ends in less than five minutes.')).toBeHidden();
  await expect(page.getByLabel('Company Name').first()).toHaveValue('Still typing');
});

for (const [wrong, hours] of [
  ['two days ahead', 48],
  ['two days behind', -48],
] as const) {
  test(
    `a browser's clock that is ${wrong} ends no session, also not after a reload`,
    WIDE,
    async ({ page }) => {
      // The time of day alone: what runs on in the page is as it is.
      await page.addInitScript((by) => {
        const Real = Date;
        globalThis.Date = class extends Real {
          constructor(...given: [] | [number]) {
            super(...((given.length ? given : [Real.now() + by]) as [number]));
          }
          static override now() {
            return Real.now() + by;
          }
        } as DateConstructor;
      }, hours * 3_600_000);
      await signIn(page);
      for (const _ of ['first', 'again']) {
        await page.goto('/admin/add');
        await expect(
          page
            .getByText(/23\s*h|24\s*h/)
            .filter({ visible: true })
            .first(),
        ).toBeVisible();
        await page.getByLabel('Company Name').first().fill('Still typing');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await page.evaluate(() => localStorage.removeItem('drafts'));
      }
    },
  );
}

/** What a log-out must not leave behind. */
const draftsOn = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')));
const hasDraft = (page: Page) => expect.poll(() => draftsOn(page)).toHaveLength(2);

test('a log-out asks before it discards what is typed, and leaves no drafts', WIDE, async ({ page }) => {
  for (const { path, label, typed } of [
    { path: '/admin/add', label: 'Company Name', typed: unique('Half-typed') },
    { path: '/admin/settings', label: 'Blocked words', typed: 'lottery' },
    { path: '/admin/settings', label: 'Text', typed: '# Not yet' },
  ]) {
    await signIn(page);
    await page.goto(path);
    const field = page.getByRole('textbox', { name: label }).first();
    await field.fill(typed);
    await hasDraft(page);
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toBeHidden();
    await expect(field).toHaveValue(typed);
    await page.getByRole('button', { name: 'Logout' }).click();
    await question.getByRole('button', { name: 'Log out and discard' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
    expect(await draftsOn(page)).toEqual([]);
  }
});

test('a log-out in another tab asks too, and leaves no drafts', WIDE, async ({ page, context }) => {
  await signIn(page);
  await page.goto('/admin/add');
  await page.getByRole('textbox', { name: 'Company Name' }).first().fill(unique('Other tab'));
  await hasDraft(page);
  const other = await context.newPage();
  await other.goto('/admin');
  await page.getByRole('textbox', { name: 'Company Name' }).first().fill(unique('At the last moment'));
  await other.getByRole('button', { name: 'Logout' }).click();
  const question = other.getByRole('alertdialog', { name: 'You have unsaved changes' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await hasDraft(page);
  await other.getByRole('button', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Log out and discard' }).click();
  await expect(other.getByLabel('Username')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeVisible();
  await drawFrames(page, 40);
  expect(await draftsOn(page)).toEqual([]);
  await page.reload();
  expect(await draftsOn(page)).toEqual([]);
});

test('a company edited as JSON is kept as typed, and offered again', WIDE, async ({ page, context }) => {
  const headers = await signIn(page);
  const name = unique('As JSON');
  await makeCompany(page, headers, name);
  const path = `/admin/companies?q=${encodeURIComponent(name)}`;
  const jsonOn = async (on: Page) => {
    await on.goto(path);
    return on.getByRole('textbox', { name: 'Company as JSON' });
  };
  const editor = await jsonOn(page);
  await page.getByRole('button', { name: `Edit ${name} as JSON` }).click();
  const text = (await editor.inputValue()).replace('It began.', 'It went on.');
  // As it is typed: it need not be whole.
  await editor.fill(`${text} {`);
  await hasDraft(page);
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  const left = await jsonOn(again);
  await again.getByRole('button', { name: 'Bring them back' }).click();
  await expect(left).toHaveValue(`${text} {`);
  await left.fill(text);
  await again.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(left).toBeHidden();
  expect(await draftsOn(again)).toEqual(['drafts']);
});

test(
  'work that is brought back changes places with newer typing, and a save ends the offer',
  WIDE,
  async ({ page, context }) => {
    const headers = await signIn(page);
    const registered = await page.request.post('/api/auth/register', {
      data: { email: `${Date.now()}@swap.example`, password: 'a rather long password' },
    });
    expect(registered.status()).toBeLessThan(300);
    const { user } = (await registered.json()) as { user: { email: string } };
    const found = await page.request.get(`/api/admin/users?q=${user.email}`, { headers });
    const [{ id: userId }] = (await found.json()) as [{ id: string }];
    const companyId = await makeCompany(page, headers, unique('Swapped'));
    const forms = [
      { path: '/admin/add', label: 'Company Name', save: undefined },
      { path: '/admin/settings', label: 'Blocked words', save: 'Save settings' },
      { path: '/admin/settings', label: 'Text', save: 'Save the page' },
      { path: `/admin/users?user=${userId}`, label: 'Organization', save: 'Save' },
      { path: `/admin/edit?edit=${companyId}`, label: 'Story', save: 'Save' },
    ];
    for (const { path, label, save } of forms) {
      const fieldOn = (on: Page) => on.getByRole('textbox', { name: label }).first();
      const first = await context.newPage();
      await signIn(first);
      await first.goto(path);
      await fieldOn(first).fill('older');
      await first.waitForFunction(() => (localStorage.getItem('drafts') ?? '[]').length > 2);
      await first.close({ runBeforeUnload: false });
      const second = await context.newPage();
      await signIn(second);
      await second.goto(path);
      const offer = second.getByText('There are unsaved changes from');
      await expect(offer).toBeVisible();
      await expect(offer).not.toContainText('change places');
      await fieldOn(second).fill('newer');
      await expect(offer).toContainText('change places');
      await second.getByRole('button', { name: 'Bring them back' }).click();
      await expect(fieldOn(second)).toHaveValue('older');
      await second.getByRole('button', { name: 'Bring them back' }).click();
      await expect(fieldOn(second)).toHaveValue('newer');
      if (save) {
        await second.getByRole('button', { name: save, exact: true }).first().click();
        await expect(offer).toBeHidden();
      }
      await second.evaluate(() => localStorage.clear());
      await second.close({ runBeforeUnload: false });
    }
    // A restored draft leaves untouched fields as another administrator saved them.
    const answer = await page.request.get('/api/admin/settings', { headers });
    expect(await answer.json()).toMatchObject({ blockedWords: ['newer'] });
    // Other journeys read the About page and write comments on the same server.
    const cleared = [
      await page.request.post('/api/admin/settings', { headers, data: { blockedWords: [] } }),
      await page.request.delete('/api/admin/documents/about?language=en', { headers }),
    ];
    expect(cleared.map((response) => response.ok())).toEqual([true, true]);
  },
);

test(
  'a draft that is offered stays on the device when newer typing is undone',
  WIDE,
  async ({ page, context }) => {
    await signIn(page);
    await page.goto('/admin/settings');
    const fieldOn = (on: Page) => on.getByRole('textbox', { name: 'Blocked words' }).first();
    await fieldOn(page).fill('first draft');
    await hasDraft(page);
    await page.close({ runBeforeUnload: false });
    for (const _ of ['once', 'and again']) {
      const again = await context.newPage();
      await signIn(again);
      await again.goto('/admin/settings');
      const before = await fieldOn(again).inputValue();
      await expect(again.getByText('There are unsaved changes from')).toBeVisible();
      await fieldOn(again).fill('something else');
      await expect
        .poll(() => again.evaluate(() => JSON.stringify(Object.values(localStorage))))
        .toContain('something else');
      await fieldOn(again).fill(before);
      await expect
        .poll(() => again.evaluate(() => JSON.stringify(Object.values(localStorage))))
        .toContain('first draft');
      await again.close({ runBeforeUnload: false });
    }
  },
);
