import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { axeFindingsLightAndDark } from './axe.ts';
import { signIn } from './console-session.ts';
import { BOTH, expect, PHONE, test, WIDE } from './journey.ts';
import { mailedLink } from './mail.ts';

type Headers = Awaited<ReturnType<typeof signIn>>;

interface Made {
  id: string;
  email: string;
  nickname: string;
}

let made = 0;
/** A word that only one journey's people have. */
const newWord = () => `w${process.pid}x${Date.now()}x${made++}`;

async function makeUsers(page: Page, as: Headers, word: string, count: number): Promise<Made[]> {
  for (let i = 0; i < count; i++) {
    const data = { email: `p${i}.${word}@example.com`, password: 'a quiet harbour', nickname: `Person ${i}` };
    expect((await page.request.post('/api/auth/register', { data })).status()).toBe(201);
  }
  const answer = await page.request.get(`/api/admin/users?q=${word}&sort=email`, { headers: as });
  return (await answer.json()) as Made[];
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 500;
const rows = (page: Page) => page.getByRole('table', { name: 'Users' }).locator('tbody tr');
const emails = (page: Page) => rows(page).locator('a > span > span:nth-child(2)');

async function choose(page: Page, row: Locator, item: string) {
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('users are counted, searched, filtered, sorted and paged by the address', WIDE, async ({ page }) => {
  const as = await signIn(page);
  const word = newWord();
  const users = await makeUsers(page, as, word, 12);
  const [first, second] = users;
  await page.request.put(`/api/admin/users/${first?.id}`, {
    headers: as,
    data: { organization: 'zeta', email_verified: true, newsletter_subscribed: true },
  });
  await page.request.put(`/api/admin/users/${second?.id}`, { headers: as, data: { organization: 'Alpha' } });
  await page.goto('/admin/users');
  for (const count of ['All users', 'Verified', 'Newsletter subscribed', 'Active'])
    await expect(page.locator('dt', { hasText: new RegExp(`^${count}$`) })).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search' }).fill(word.toUpperCase());
  await expect(page).toHaveURL(`/admin/users?q=${word.toUpperCase()}`);
  await expect(page.getByText(/^12 of \d[\d,]* users · page 1$/)).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
  const above = page.getByRole('navigation', { name: 'Pages, above the list' });
  const below = page.getByRole('navigation', { name: 'Pages, below the list' });
  await expect(above.getByLabel('Per page')).toHaveValue('10');
  await expect(below.getByRole('combobox')).toHaveCount(0);

  await below.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText(/· page 2$/)).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  if (isPhone(page)) await page.getByLabel('Sort by', { exact: true }).selectOption('Organization A–Z');
  else await page.getByRole('button', { name: 'Info: sort by organization' }).click();
  await expect(page).toHaveURL(/sort=organization/);
  await expect(page).not.toHaveURL(/page=2/);
  await expect(emails(page).first()).toHaveText(second?.email ?? '');
  await expect(emails(page).nth(1)).toHaveText(first?.email ?? '');
  if (!isPhone(page)) {
    await expect(page.getByRole('columnheader', { name: 'Info' })).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('button', { name: 'Info: sort by organization' }).click();
    await expect(page.getByRole('columnheader', { name: 'Info' })).toHaveAttribute('aria-sort', 'descending');
    await expect(emails(page).first()).not.toHaveText(second?.email ?? '');
  }

  await above.getByLabel('Per page').selectOption('20');
  await expect(rows(page)).toHaveCount(12);
  // One page needs no bar.
  await expect(above).toBeHidden();
  await expect(below).toBeHidden();

  await page.getByLabel('Verification', { exact: true }).selectOption('Verified');
  await expect(rows(page)).toHaveCount(1);
  await expect(emails(page)).toHaveText([first?.email ?? '']);
  await page.reload();
  await expect(emails(page)).toHaveText([first?.email ?? '']);
  await page.getByLabel('Newsletter').selectOption('Unsubscribed');
  await expect(page.getByText('No user matches the conditions.')).toBeVisible();
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  await expect(page.getByLabel('Newsletter')).toHaveValue('all');
});

test('the server filters, orders and pages, and a page is kept', WIDE, async ({ page }) => {
  const as = await signIn(page);
  const word = newWord();
  await makeUsers(page, as, word, 11);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/admin/users') asked.push(search);
  });
  await page.goto(`/admin/users?q=${word}&sort=email`);
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Page 2' }).first().click();
  await expect(rows(page)).toHaveCount(1);
  const filters = `?q=${word}&verification=all&newsletter=all&account=all&sort=email&order=asc`;
  expect(asked).toEqual([`${filters}&limit=10&offset=0`, `${filters}&limit=10&offset=10`]);
  // Opening a user leaves the list where it is.
  await emails(page).first().click();
  await expect(page).toHaveURL(/page=2&user=/);
  await page.goBack();
  await expect(page).toHaveURL(/page=2$/);
  // More pages than there are: the last one.
  await page.goto(`/admin/users?q=${word}&sort=email&page=7`);
  await expect(page).toHaveURL(/page=2$/);
  await expect(rows(page)).toHaveCount(1);
});

test('a user is suspended, activated, verified and deleted after a question', WIDE, async ({ page }) => {
  const as = await signIn(page);
  const word = newWord();
  await makeUsers(page, as, word, 2);
  await page.goto(`/admin/users?q=${word}&sort=email`);
  const row = rows(page).first();
  const question = page.getByRole('alertdialog', { name: 'Confirm action' });

  await choose(page, row, 'Suspend account');
  await expect(question).toContainText('Suspend the account of Person 0');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await choose(page, row, 'Suspend account');
  await question.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('The operation was completed.')).toBeVisible();
  await expect(row.getByText('Suspended')).toBeVisible();

  await choose(page, row, 'Activate account');
  await question.getByRole('button', { name: 'Activate' }).click();
  await expect(row.getByText('Suspended')).toBeHidden();

  await choose(page, row, 'Resend verification');
  await question.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('The mail was written, but not sent')).toBeVisible();
  await mailedLink(`p0.${word}@example.com`, 'verify-email', 2);

  await choose(page, row, 'Verify e-mail');
  await question.getByRole('button', { name: 'Verify' }).click();
  await expect(row.getByText('Verified', { exact: true })).toBeVisible();

  await choose(page, row, 'Delete account');
  await expect(question).toContainText('This cannot be undone.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText(/^1 of \d[\d,]* users · page 1$/)).toBeFocused();
  const left = await page.request.get(`/api/admin/users?q=${word}`, { headers: as });
  expect(((await left.json()) as Made[]).map(({ nickname }) => nickname)).toEqual(['Person 1']);
});

test('a user is read and edited in the panel', PHONE, async ({ page }) => {
  const as = await signIn(page);
  const word = newWord();
  const [user] = await makeUsers(page, as, word, 1);
  await page.goto(`/admin/users?q=${word}`);
  const link = rows(page).first().getByRole('link');
  await link.click();
  const panel = page.getByRole('dialog', { name: 'User details' });
  await expect(panel).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`user=${user?.id}`));
  await expect(panel.getByText(user?.email ?? '')).toBeVisible();
  await expect
    .poll(async () => Math.round((await panel.boundingBox())?.width ?? 0))
    .toBeLessThanOrEqual(isPhone(page) ? 390 : 640);

  await panel.getByLabel('Nickname').fill('Renamed');
  await panel.getByLabel('Website').fill('not an address');
  await panel.getByLabel('Admin notes').fill('Called twice');
  // Leaving with changes asks first.
  await page.keyboard.press('Escape');
  const leave = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await leave.getByRole('button', { name: 'Keep editing' }).click();
  // The closed question gives the focus back; what is typed before that would go into this field.
  await expect(panel.getByLabel('Admin notes')).toBeFocused();
  await expect(panel.getByLabel('Nickname')).toHaveValue('Renamed');

  await panel.getByLabel('Website').fill('https://example.com/ada');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await sent).postDataJSON()).toEqual({
    nickname: 'Renamed',
    website_url: 'https://example.com/ada',
    admin_notes: 'Called twice',
    base: { nickname: 'Person 0', website_url: null, admin_notes: null },
  });
  await expect(panel.getByRole('button', { name: 'Saved' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Save', exact: true })).toBeVisible({ timeout: 4000 });

  await panel.getByRole('button', { name: 'Suspend account' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(panel.getByText('Inactive')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page).not.toHaveURL(/user=/);
  await expect(link).toContainText('Renamed');
  await expect(link).toBeFocused();

  // By its address alone, also where the list has not loaded it.
  await page.route('**/api/admin/users?*', (route) => route.fulfill({ json: [] }));
  await page.goto(`/admin/users?user=${user?.id}`);
  await expect(panel.getByLabel('Nickname')).toHaveValue('Renamed');
  if (!isPhone(page)) {
    await page.mouse.click(100, 400);
    await expect(panel).toBeHidden();
  }
});

test('a user deleted in the panel is gone with it', WIDE, async ({ page }) => {
  const as = await signIn(page);
  const word = newWord();
  await makeUsers(page, as, word, 1);
  await page.goto(`/admin/users?q=${word}`);
  await rows(page).first().getByRole('link').click();
  const panel = page.getByRole('dialog', { name: 'User details' });
  await panel.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByText('No user matches the conditions.')).toBeVisible();
});

test('the users of the filter are exported as CSV', WIDE, async ({ page }) => {
  const as = await signIn(page);
  const word = newWord();
  await makeUsers(page, as, word, 2);
  await page.goto(`/admin/users?q=${word}&sort=email`);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`p0.${word}@example.com`);
});

test.describe('when the server refuses or fails', () => {
  test.use({ allowConsole: [/Failed to load resource/] });

  test('a user list that fails is told in a dialog and can be loaded again', WIDE, async ({ page }) => {
    await signIn(page);
    let isDown = true;
    await page.route('**/api/admin/users?*', (route) =>
      isDown
        ? route.fulfill({ status: 400, json: { message: 'No', code: 'validation_failed' } })
        : route.continue(),
    );
    await page.goto('/admin/users');
    const told = page.getByRole('alertdialog', { name: 'Load failed' });
    await expect(told).toContainText('Failed to load the user list.');
    await told.getByRole('button', { name: 'OK' }).click();
    isDown = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(/users? · page 1$/)).toBeVisible();
  });

  test('a refused field is marked, and a failed action is told', WIDE, async ({ page }) => {
    const as = await signIn(page);
    const word = newWord();
    await makeUsers(page, as, word, 1);
    await page.goto(`/admin/users?q=${word}`);
    await rows(page).first().getByRole('link').click();
    const panel = page.getByRole('dialog', { name: 'User details' });
    await panel.getByLabel('Website').fill('javascript:alert(1)');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(panel.getByRole('alert')).toContainText('Failed to save the user.');
    await expect(panel.getByLabel('Website')).toBeFocused();
    await expect(panel.getByLabel('Website')).toHaveAccessibleDescription(/http:\/\/ or https:\/\//);
    await expect(panel.getByRole('button', { name: 'Saving failed' })).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Save', exact: true })).toBeVisible({ timeout: 5000 });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(panel).toBeHidden();

    await page.route('**/suspend', (route) =>
      route.fulfill({ status: 404, json: { message: 'Gone', code: 'user_not_found' } }),
    );
    await choose(page, rows(page).first(), 'Suspend account');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
    const told = page.getByRole('alertdialog', { name: 'Error' });
    await expect(told).toBeVisible();
    await told.getByRole('button', { name: 'OK' }).click();
    await expect(told).toBeHidden();
  });

  test('comments that fail to load, or to be deleted, say so', WIDE, async ({ page }) => {
    await signIn(page);
    const word = newWord();
    await post(page, 'zoho', word);
    let isDown = true;
    await page.route('**/api/admin/comments?*', (route) =>
      isDown
        ? route.fulfill({ status: 400, json: { message: 'No', code: 'validation_failed' } })
        : route.continue(),
    );
    await page.goto(`/admin/comments?q=${word}`);
    await expect(page.getByRole('alert')).toContainText('Failed to load comments');
    isDown = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    const comment = page.getByRole('article').filter({ hasText: word });
    await page.route('**/api/admin/comments/*', (route) =>
      route.fulfill({ status: 503, json: { message: 'Busy', code: 'unavailable' } }),
    );
    await comment.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete comment' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(question.getByRole('alert')).toContainText('Failed to delete comment');
  });
});

interface Posted {
  id: string;
}

async function post(page: Page, companyId: string, content: string, parent?: string): Promise<Posted> {
  const path = parent
    ? `/api/companies/${companyId}/comments/${parent}/replies`
    : `/api/companies/${companyId}/comments`;
  const answer = await page.request.post(path, { data: { content } });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as Posted;
}

const threads = (page: Page) => page.getByRole('list', { name: 'Comments' }).getByRole('article');

test('a comment is found with its company, deleted and brought back', WIDE, async ({ page }) => {
  await signIn(page);
  const word = newWord();
  const { id } = await post(page, 'zoho', `First ${word}`);
  await post(page, 'zoho', `Reply ${word}`, id);
  await post(page, 'balsamiq', `Second ${word}`);
  await page.goto('/admin/comments');
  await page.getByRole('searchbox', { name: 'Search' }).fill(word);
  await expect(threads(page)).toHaveCount(2);
  const thread = threads(page).filter({ hasText: 'First' });
  await expect(
    thread.getByRole('list', { name: 'Replies to Anonymous User' }).getByRole('listitem'),
  ).toHaveText([new RegExp(`Reply ${word}`)]);
  // In the time zone of the site, which it names, whatever the browser's and the language's are.
  const moment = await thread.locator('time').first().getAttribute('datetime');
  const seoul = new Intl.DateTimeFormat('en-US', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Asia/Seoul',
    timeZoneName: 'short',
  });
  await expect(thread.locator('time').first()).toContainText(seoul.format(new Date(moment ?? '')));

  await page.getByLabel('Category').selectOption('Small Teams');
  await expect(page.getByText('No comment matches the conditions.')).toBeVisible();
  await page.getByLabel('Category').selectOption('All Categories');
  await thread.getByRole('button', { name: 'Company details: Zoho' }).click();
  const company = page.getByRole('dialog', { name: 'Company details' });
  await expect(company.getByText('Zoho', { exact: true })).toBeVisible();
  await expect(company.getByRole('heading', { name: 'Story' })).toBeVisible();
  await company.getByRole('button', { name: 'Close' }).click();
  await expect(company).toBeHidden();

  await thread.getByRole('listitem').getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete comment' });
  await question.getByRole('button', { name: 'Delete' }).click();
  const told = page.getByRole('alertdialog', { name: 'Deleted' });
  await expect(told).toBeVisible();
  // By itself, after a second.
  await expect(told).toBeHidden({ timeout: 2500 });
  await expect(thread.getByText(`Reply ${word}`)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(thread.getByText(`Reply ${word}`)).toBeVisible();
  await expect(page.getByText('The comment was restored')).toBeVisible();

  await thread.getByRole('button', { name: 'Delete', exact: true }).first().click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(told).toBeVisible();
  await expect(told).toBeHidden({ timeout: 4000 });
  await page.getByLabel('Status').selectOption('Deleted');
  await expect(page).toHaveURL(/status=deleted/);
  await expect(threads(page)).toHaveCount(1);
  await threads(page).getByRole('button', { name: 'Restore' }).click();
  await expect(threads(page)).toHaveCount(0);
});

test('a long text and the last of many replies are shown on demand', PHONE, async ({ page }) => {
  await signIn(page);
  const word = newWord();
  const { id } = await post(page, 'zoho', `${word} ${'long '.repeat(300)}the end`);
  for (let i = 0; i < 102; i++) await post(page, 'zoho', `Reply number ${i}`, id);
  await page.goto(`/admin/comments?q=${word}`);
  await expect(threads(page)).toContainText('Reply number 99');
  await expect(threads(page)).not.toContainText('Reply number 100');
  await expect(threads(page)).not.toContainText('the end');
  await threads(page).getByRole('button', { name: 'Show all' }).click();
  await expect(threads(page)).toContainText('long the end');
  await threads(page).getByRole('button', { name: 'Show more replies' }).click();
  await expect(threads(page)).toContainText('Reply number 101');
  await expect(threads(page).getByRole('button', { name: /^Show/ })).toHaveCount(0);
  await expect(page.locator('[data-comment]:focus')).toContainText('Reply number 99');
});

test('comments are paged by the address', WIDE, async ({ page }) => {
  await signIn(page);
  const word = newWord();
  for (let i = 0; i < 11; i++) await post(page, 'zoho', `Comment ${i} ${word}`);
  await page.goto(`/admin/comments?q=${word}`);
  await expect(threads(page)).toHaveCount(10);
  await page.getByRole('navigation', { name: 'Pages, below the list' }).getByLabel('Page 2').click();
  await expect(page).toHaveURL(/page=2$/);
  await expect(threads(page)).toHaveText([new RegExp(`Comment 0 ${word}`)]);
  await page.getByLabel('Per page').selectOption('20');
  await expect(threads(page)).toHaveCount(11);
  await expect(page).toHaveURL(/size=20$/);
});

test('reports are dismissed, and a visitor is cleared away', WIDE, async ({ page }) => {
  await signIn(page);
  const word = newWord();
  const { id } = await post(page, 'lichess', `Spam ${word}`);
  const report = { data: { reason: 'spam' } };
  expect((await page.request.post(`/api/companies/lichess/comments/${id}/report`, report)).status()).toBe(
    201,
  );
  await page.goto(`/admin/comments?q=${word}&status=reported`);
  const comment = threads(page).first();
  await expect(comment.getByText('1 report', { exact: true })).toBeVisible();
  await expect(comment.getByText('Spam or advertising')).toBeVisible();
  await comment.getByRole('button', { name: 'Dismiss reports' }).click();
  await expect(page.getByText('The reports were dismissed')).toBeVisible();
  await expect(threads(page)).toHaveCount(0);

  // What the server does to other journeys' comments of this browser is its own test's; here, what is asked.
  await page.route('**/by-visitor', (route) => route.fulfill({ json: { count: 3 } }));
  await page.route('**/delete-by-visitor', (route) =>
    route.fulfill({ json: { success: true, deleted: 3, ids: ['a', 'b', id] } }),
  );
  let restored: unknown;
  await page.route('**/admin/comments/restore', (route) => {
    restored = route.request().postDataJSON();
    return route.fulfill({ json: { restored: 3 } });
  });
  await page.getByLabel('Status').selectOption('All but deleted');
  await comment.getByRole('button', { name: 'Delete all by this visitor' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete all by this visitor' });
  await expect(question).toContainText('This visitor has written 3 comments that are not deleted');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('3 comments deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('3 comments were restored')).toBeVisible();
  expect(restored).toEqual({ ids: ['a', 'b', id] });
});

test(
  'held comments are approved one after another by the keyboard, and an approval is taken back',
  WIDE,
  async ({ page }) => {
    const headers = await signIn(page);
    const word = newWord();
    const ids: string[] = [];
    for (const text of ['Third', 'Second', 'First']) {
      const { id } = await post(page, 'lichess', `${text} ${word}`);
      const held = await page.request.post(`/api/admin/comments/${id}/hold`, { headers });
      expect(held.status()).toBe(200);
      ids.unshift(id);
    }
    await page.goto(`/admin/comments?q=${word}&status=held`);
    await expect(threads(page)).toHaveCount(3);
    const focused = page.locator(':focus');
    await threads(page).first().getByRole('button', { name: 'Approve', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('The comment is published')).toBeVisible();
    await expect(threads(page)).toHaveCount(2);
    await expect(focused).toContainText(`Second ${word}`);
    await page.keyboard.press('Tab');
    await expect(focused).toHaveText('Approve');
    await page.keyboard.press('Enter');
    await expect(threads(page)).toHaveCount(1);
    await expect(focused).toContainText(`Third ${word}`);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(page.getByText('The comment waits for approval again')).toBeVisible();
    await expect(threads(page)).toHaveCount(2);
    await expect(focused).toContainText(`Second ${word}`);
    const published = async () =>
      ((await (await page.request.get('/api/companies/lichess/comments')).json()) as { id: string }[])
        .map(({ id }) => id)
        .filter((id) => ids.includes(id));
    expect(await published()).toEqual([ids[0]]);
  },
);

test('axe finds nothing on users and comments', BOTH, async ({ page }) => {
  const as = await signIn(page);
  const word = newWord();
  const [user] = await makeUsers(page, as, word, 12);
  const { id } = await post(page, 'zoho', word);
  await post(page, 'zoho', `Reply ${word}`, id);
  await page.request.post(`/api/companies/zoho/comments/${id}/report`, { data: { reason: 'abuse' } });

  await page.goto(`/admin/users?q=${word}`);
  await expect(rows(page)).toHaveCount(10);
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  const trigger = rows(page)
    .first()
    .getByRole('button', { name: /^Actions for/ });
  await trigger.click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  await page.goto(`/admin/users?user=${user?.id}`);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await axeFindingsLightAndDark(page)).toEqual([]);

  await page.goto(`/admin/comments?q=${word}`);
  await expect(threads(page)).toHaveCount(1);
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  await threads(page)
    .getByRole('button', { name: /^Company details/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Story' })).toBeVisible();
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
