import { readFileSync } from 'node:fs';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { BOTH, expect, PHONE, test, WIDE } from './journey.ts';

test('a comment is reported with the keyboard alone', WIDE, async ({ page }, info) => {
  await page.goto('/companies/zoho');
  const text = `Buy now ${info.project.name} ${Date.now()}`;
  await page.getByLabel('Write a comment').fill(text);
  await page.getByRole('button', { name: 'Post comment' }).click();
  const comment = page.getByRole('listitem').filter({ hasText: text });
  const report = comment.getByRole('button', { name: 'Report' });
  await report.focus();
  await page.keyboard.press('Enter');
  await expect(report).toHaveAttribute('aria-expanded', 'true');
  await expect(comment.getByRole('group', { name: 'What is wrong with this comment?' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(comment.getByRole('button', { name: 'Spam or advertising' })).toBeFocused();
  const sent = page.waitForResponse((response) => response.url().endsWith('/report'));
  await page.keyboard.press('Enter');
  expect((await sent).status()).toBe(201);
  await expect(comment.getByRole('status')).toHaveText('Thank you. We will look at this comment.');
  await expect(comment.getByRole('status')).toBeFocused();
  await expect(report).toBeHidden();
});

test.describe('with a server that fails', () => {
  test.use({ allowConsole: [/status of (503|429)/] });
  test('a report that could not be sent says so and can be sent again', WIDE, async ({ page }, info) => {
    await page.goto('/companies/zoho');
    const text = `Odd ${info.project.name} ${Date.now()}`;
    await page.getByLabel('Write a comment').fill(text);
    await page.getByRole('button', { name: 'Post comment' }).click();
    const comment = page.getByRole('listitem').filter({ hasText: text });
    await page.route('**/report', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
    await comment.getByRole('button', { name: 'Report' }).click();
    await comment.getByRole('button', { name: 'Off topic' }).click();
    await expect(comment.getByRole('alert')).toHaveText('The report could not be sent. Please try again.');
    await comment.getByRole('button', { name: 'Off topic' }).click();
    await expect(comment.getByRole('status')).toBeVisible();
  });

  for (const [language, texts] of [
    ['en', ['in 45 seconds.', 'in 1 second.', 'in 1 minute.', 'in 3 minutes.']],
    ['ko', ['45초 후에', '1초 후에', '1분 후에', '3분 후에']],
    ['ja', ['45 秒後に', '1 秒後に', '1 分後に', '3 分後に']],
    ['zh', ['45秒钟后', '1秒钟后', '1分钟后', '3分钟后']],
  ] as const) {
    test(`who is too quick is told how long to wait, in ${language}`, WIDE, async ({ page }) => {
      const read = (file: string) =>
        JSON.parse(
          readFileSync(new URL(`../web/i18n/locales/${language}/${file}.json`, import.meta.url), 'utf8'),
        );
      const t = read('comments');
      const company = await newCompany(page.request);
      await seed(page.request, company, ['Here already']);
      let wait = '45';
      await page.route(/\/api\/companies\/.+\/(comments|replies|report|like)$/, (route) =>
        route.request().method() === 'GET'
          ? route.fallback()
          : route.fulfill({
              status: 429,
              headers: { 'retry-after': wait },
              json: { message: 'Slow down.', code: 'rate_limited' },
            }),
      );
      await page.goto(`/${language}/companies/${company}`);
      const told = (place: Page | Locator) => place.getByRole('alert');
      await page.getByLabel(t.new).fill('Too quick');
      await page.getByRole('button', { name: t.post }).click();
      await expect(told(page)).toContainText(texts[0]);
      await expect(page.getByLabel(t.new)).toHaveValue('Too quick');

      wait = '1';
      await page.getByRole('button', { name: read('companies').like }).click();
      await expect(told(page).first()).toContainText(texts[1]);
      const comment = page.getByRole('listitem').filter({ hasText: 'Here already' });
      wait = '60';
      await comment.getByRole('button', { name: t.reply, exact: true }).click();
      await comment.getByPlaceholder(t.replyPlaceholder).fill('Too quick as well');
      await comment.getByRole('button', { name: t.postReply }).click();
      await expect(told(comment)).toContainText(texts[2]);
      wait = '150';
      await comment.getByRole('button', { name: t.cancel }).click();
      await comment.getByRole('button', { name: t.report, exact: true }).click();
      await comment.getByRole('button', { name: t.reasons.spam }).click();
      await expect(told(comment)).toContainText(texts[3]);
    });
  }
});

test('a comment or reply that is held is announced as such', WIDE, async ({ page }, info) => {
  await page.goto('/companies/zoho');
  const text = `Shown ${info.project.name} ${Date.now()}`;
  await page.getByLabel('Write a comment').fill(text);
  await page.getByRole('button', { name: 'Post comment' }).click();
  const comment = page.getByRole('listitem').filter({ hasText: text });
  await expect(comment).toBeVisible();
  // What the server answers where the settings hold comments.
  const held = { id: '1', author: '', content: '', timestamp: '', parent_id: null, replies: [], held: true };
  await page.route('**/api/companies/zoho/comments**', (route) => route.fulfill({ status: 201, json: held }));
  const note = 'Your comment will appear once it has been approved.';
  await page.getByLabel('Write a comment').fill('Waits');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.getByRole('status').filter({ hasText: note })).toBeVisible();
  await expect(page.getByLabel('Write a comment')).toHaveValue('');
  await comment.getByRole('button', { name: 'Reply' }).click();
  await comment.getByLabel('Reply to Anonymous User').fill('Waits too');
  await comment.getByRole('button', { name: 'Post reply' }).click();
  await expect(comment.getByRole('status').filter({ hasText: note })).toBeVisible();
  await expect(comment.getByLabel('Reply to Anonymous User')).toBeHidden();
});

test(
  'what was typed survives a closed panel and a reload, and a sent reply leads back',
  PHONE,
  async ({ page }, info) => {
    await page.goto('/no-seed?company=mailchimp');
    const panel = page.getByRole('dialog');
    const field = panel.getByLabel('Write a comment');
    await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    const text = `Not lost ${info.project.name} ${Date.now()}`;
    await field.fill(text);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await page
      .getByRole('list', { name: 'Ranking' })
      .getByRole('link', { name: /Mailchimp/ })
      .click();
    await expect(field).toHaveValue(text);
    await page.reload();
    await expect(field).toHaveValue(text);
    await panel.getByRole('button', { name: 'Post comment' }).click();
    await expect(panel.getByRole('status').filter({ hasText: 'Your comment was posted.' })).toBeAttached();
    const comment = panel.getByRole('listitem').filter({ hasText: text });
    await page.reload();
    await expect(field).toHaveValue('');
    // A button is alive once the panel is modal.
    await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);

    const reply = comment.getByRole('button', { name: 'Reply', exact: true });
    await reply.click();
    await comment.getByLabel('Reply to Anonymous User').fill('Never mind');
    await comment.getByRole('button', { name: 'Cancel' }).click();
    await expect(reply).toBeFocused();
    await reply.click();
    await expect(comment.getByLabel('Reply to Anonymous User')).toHaveValue('');
    await comment.getByLabel('Reply to Anonymous User').fill('Indeed');
    await comment.getByRole('button', { name: 'Post reply' }).click();
    await expect(comment.getByRole('paragraph').filter({ hasText: 'Indeed' })).toBeVisible();
    await expect(reply.first()).toBeFocused();
  },
);

/** Makes a company that nothing else talks about. Returns its id. */
async function newCompany(request: APIRequestContext): Promise<string> {
  const login = await request.post('/api/admin/login', {
    data: { username: 'admin', password: 'seven small giants' },
  });
  const { sessionToken } = await login.json();
  const answer = await request.post('/api/admin/companies', {
    headers: { authorization: `Bearer ${sessionToken}` },
    data: { name: `Talked about ${Math.random()}`, description: 'Much', story: 'Much' },
  });
  return (await answer.json()).id;
}

/** Puts comments on a company by the API, one after another; returns their ids. */
async function seed(request: APIRequestContext, company: string, contents: string[], parent?: string) {
  const ids: string[] = [];
  for (const content of contents) {
    const answer = await request.post(`/api/companies/${company}/comments`, {
      data: { content, ...(parent ? { parent_id: parent } : {}) },
    });
    ids.push((await answer.json()).id);
  }
  return ids;
}
const numbered = (text: string, count: number) => Array.from({ length: count }, (_, i) => `${text} ${i + 1}`);

test(
  'older comments come on demand: by the keyboard, in the panel, and without JavaScript',
  WIDE,
  async ({ page, request, browser }) => {
    const company = await newCompany(request);
    await seed(request, company, numbered('Thread', 45));
    const threads = (place: Page | Locator) => place.getByText(/^Thread \d+$/);

    await page.goto(`/companies/${company}`);
    await expect(threads(page)).toHaveCount(20);
    const more = page.getByRole('link', { name: 'Show more comments' });
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(threads(page)).toHaveCount(40);
    const first = page.getByRole('listitem').filter({ hasText: /Thread 25(?!\d)/ });
    await expect(first).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(first.getByRole('button', { name: 'Reply' })).toBeFocused();
    // What one posts to an older thread is there at once, and all that was shown stays.
    await page.keyboard.press('Enter');
    await first.getByLabel('Reply to Anonymous User').fill('An answer to an old one');
    await first.getByRole('button', { name: 'Post reply' }).click();
    await expect(first.getByRole('paragraph').filter({ hasText: 'An answer to an old one' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Comments (46)' })).toBeVisible();
    await expect(threads(page)).toHaveCount(40);
    await more.click();
    await expect(threads(page)).toHaveCount(45);
    await expect(more).toBeHidden();

    await page.goto(`/all?company=${company}`);
    const panel = page.getByRole('dialog');
    await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    await panel.getByRole('link', { name: 'Show more comments' }).click();
    await expect(threads(panel)).toHaveCount(40);

    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' });
    const plain = await context.newPage();
    await plain.goto(`/companies/${company}`);
    await plain.getByRole('link', { name: 'Show more comments' }).click();
    await expect(threads(plain)).toHaveCount(40);
    // What the address leads to stands below the bar at the top.
    const boxOf = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect());
    const bar = await boxOf(plain.getByRole('banner'));
    expect(await plain.evaluate(() => scrollY)).toBeGreaterThan(bar.height);
    expect((await boxOf(plain.locator('#comments'))).top).toBeGreaterThanOrEqual(bar.bottom);
    await context.close();
  },
);

test(
  'many replies are folded beyond three, told apart by number, and a huge thread is loaded in parts',
  BOTH,
  async ({ page, request, browser }) => {
    const company = await newCompany(request);
    const [root] = await seed(request, company, ['Busy']);
    await seed(request, company, numbered('Reply', 104), root);
    await page.goto(`/companies/${company}`);
    const thread = page.getByRole('listitem').filter({ hasText: 'Busy' });
    const replies = thread.getByText(/^Reply \d+$/).filter({ visible: true });
    await expect(replies).toHaveText(['Reply 1', 'Reply 2', 'Reply 3']);
    expect(await axeFindings(page)).toEqual([]);
    await thread.getByRole('button', { name: 'Show 101 more replies' }).focus();
    await page.keyboard.press('Enter');
    await expect(replies).toHaveCount(100);
    const item = (n: number) =>
      thread.getByRole('listitem').filter({ hasText: new RegExp(`Reply ${n}(?!\\d)`) });
    await expect(item(4)).toBeFocused();
    await thread.getByRole('button', { name: 'Show 4 more replies' }).focus();
    await page.keyboard.press('Enter');
    await expect(replies).toHaveCount(104);
    await expect(item(101)).toBeFocused();
    await expect(thread.getByRole('button', { name: /more repl/ })).toBeHidden();

    // A person of another session has another number; an answer in a folded list is shown.
    await page.reload();
    await item(1).getByRole('button', { name: 'Reply', exact: true }).click();
    await item(1).getByLabel('Reply to Anonymous User').fill('From somebody else');
    await item(1).getByRole('button', { name: 'Post reply' }).click();
    const numbers = item(1).locator('.person');
    await expect(numbers).toHaveCount(2);
    const [one, other] = await numbers.allTextContents();
    expect(one).not.toBe(other);

    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' });
    const plain = await context.newPage();
    await plain.goto(`/companies/${company}`);
    await expect(plain.getByText(/^Reply \d+$/).filter({ visible: true })).toHaveCount(100);
    await expect(plain.getByText('Further replies need JavaScript.')).toBeVisible();
    await context.close();
  },
);

/** Opens a page with two comments whose scripts wait. Returns how to let them come. */
async function openBeforeHydration(page: Page, request: APIRequestContext) {
  const company = await newCompany(request);
  await seed(request, company, ['First said', 'Then said']);
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/companies/${company}`, { waitUntil: 'commit' });
  await expect(page.getByText('Then said')).toBeVisible();
  return async () => {
    held.resolve();
    await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0);
  };
}

test('what is typed before hydration is kept', PHONE, async ({ page, request }) => {
  const hydrate = await openBeforeHydration(page, request);
  const field = page.getByLabel('Write a comment');
  await field.click();
  await page.keyboard.type('Half of it');
  await hydrate();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('Half of it');
  await page.keyboard.type('!');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.getByRole('heading', { name: 'Comments (3)' })).toBeVisible();
  await expect(page.getByText('Half of it!')).toBeVisible();
  await expect(field).toHaveValue('');
});

test('a reply that was asked for before hydration opens after it', WIDE, async ({ page, request }) => {
  const hydrate = await openBeforeHydration(page, request);
  const comment = page.getByRole('listitem').filter({ hasText: 'First said' });
  await comment.getByRole('button', { name: 'Reply' }).click();
  await expect(comment.getByRole('textbox')).toHaveCount(0);
  await hydrate();
  await expect(comment.getByRole('textbox')).toBeFocused();
});

test('threads that were added are there when one comes back', PHONE, async ({ page, request }) => {
  const company = await newCompany(request);
  await seed(request, company, numbered('Thread', 65));
  await page.goto(`/en/companies/${company}`);
  const threads = page.getByText(/^Thread \d+$/);
  const more = page.getByRole('link', { name: 'Show more comments' });
  for (const shown of [40, 60]) {
    await more.click();
    await expect(threads).toHaveCount(shown);
  }
  const far = page.getByRole('listitem').filter({ hasText: /Thread 10(?!\d)/ });
  await far.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const top = async () => Math.round((await far.boundingBox())?.y ?? Number.NaN);
  const before = await top();
  await page.reload();
  await expect(threads).toHaveCount(60);
  await expect.poll(top).toBe(before);
  await page.getByRole('link', { name: 'Home' }).first().dispatchEvent('click');
  await expect(page).toHaveURL(/\/en$/);
  await page.goBack();
  await expect(threads).toHaveCount(60);
  await expect.poll(top).toBe(before);
});

test('who commented in a panel is back at the row it was opened from', WIDE, async ({ page, request }) => {
  const company = await newCompany(request);
  await page.goto(`/en/all?q=${company}`);
  const row = page.getByRole('list', { name: 'Ranking' }).locator(`a[href*="company=${company}"]`);
  await row.click();
  const panel = page.getByRole('dialog', { name: 'Talked about' });
  await panel.getByLabel('Write a comment').fill('Said in passing');
  const fetched: string[] = [];
  page.on('request', (one) => fetched.push(new URL(one.url()).pathname));
  await panel.getByRole('button', { name: 'Post comment' }).click();
  await expect(panel.locator('#comments')).toHaveText('Comments (1)');
  await expect(panel.getByRole('paragraph').filter({ hasText: 'Said in passing' })).toBeVisible();
  // The comment is shown from the answer: neither the panel nor the list below it is loaded again.
  expect(fetched.filter((path) => path.endsWith('.data'))).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(row).toBeFocused();
});
