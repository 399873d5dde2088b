import { expect, test } from './journey.ts';

test('a comment is reported with the keyboard alone', async ({ page }, info) => {
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
  test.use({ allowConsole: [/status of 503/] });
  test('a report that could not be sent says so and can be sent again', async ({ page }, info) => {
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
});

test('a comment or reply that is held is announced as such', async ({ page }, info) => {
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

test('what was typed survives a closed panel and a reload, and a sent reply leads back', async ({
  page,
}, info) => {
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

  const reply = comment.getByRole('button', { name: 'Reply', exact: true });
  await reply.click();
  await comment.getByLabel('Reply to Anonymous User').fill('Never mind');
  await comment.getByRole('button', { name: 'Cancel' }).click();
  await expect(reply).toBeFocused();
  await reply.click();
  await expect(comment.getByLabel('Reply to Anonymous User')).toHaveValue('');
  await comment.getByLabel('Reply to Anonymous User').fill('Indeed');
  await comment.getByRole('button', { name: 'Post reply' }).click();
  await expect(comment.getByText('Indeed')).toBeVisible();
  await expect(reply.first()).toBeFocused();
});
