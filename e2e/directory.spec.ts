import { expect, test } from './journey.ts';

test('home leads to a category, a row opens the panel, and Back closes it', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Fewest Companies with Big Revenue' })).toBeVisible();
  await page.getByRole('link', { name: 'View All: No Seed' }).click();
  await expect(page).toHaveURL('/no-seed');
  await expect(page.getByRole('heading', { level: 1, name: 'No Seed' })).toBeVisible();
  const row = page.getByRole('list', { name: 'Ranking' }).getByRole('link').first();
  const viewed = page.waitForResponse((response) => response.url().endsWith('/view') && response.ok());
  await row.click();
  await viewed;
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('heading', { name: 'Story' })).toBeVisible();
  await expect(page).toHaveURL(/\/no-seed\?company=/);
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL('/no-seed');
  await expect(row).toBeFocused();
});

test('a panel is opened by its address, holds the focus, and closes on Escape', async ({ page }) => {
  await page.goto('/no-seed?company=balsamiq');
  const panel = page.getByRole('dialog', { name: 'Balsamiq' });
  await expect(panel).toBeVisible();
  await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  for (let i = 0; i < 30; i++) await page.keyboard.press('Tab');
  expect(
    await page.evaluate(
      () =>
        document.activeElement === document.body ||
        document.querySelector('dialog')?.contains(document.activeElement),
    ),
  ).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL('/no-seed');
});

test('the panel is as wide as specified, and closes on its backdrop and by a drag to the right', async ({
  page,
  viewport,
}) => {
  await page.goto('/no-seed?company=balsamiq');
  const panel = page.getByRole('dialog');
  await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  const width = viewport?.width ?? 0;
  const share = width < 768 ? 0.7 : 0.45;
  const box = await panel.boundingBox();
  expect(Math.abs((box?.width ?? 0) - width * share)).toBeLessThan(3);

  const start = { x: width * (1 - share) + 40, y: 400 };
  const drag = async (distance: number, from = start) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + distance, from.y, { steps: 4 });
    await page.mouse.up();
  };
  await drag(90);
  await expect(panel).toBeVisible();
  const button = await panel.getByRole('button', { name: /^Like/ }).boundingBox();
  await drag(150, { x: (button?.x ?? 0) + 5, y: (button?.y ?? 0) + 5 });
  await expect(panel).toBeVisible();
  await drag(130);
  await expect(panel).toBeHidden();

  await page.goto('/no-seed?company=balsamiq');
  await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  await page.mouse.click(20, 300);
  await expect(panel).toBeHidden();
});

test('a like counts at once, stays after a reload, and can be taken back', async ({ page }, info) => {
  const company = info.project.name === 'phone' ? 'zoho' : 'github';
  await page.goto(`/companies/${company}`);
  const like = page.getByRole('button', { name: /^Like/ });
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  const before = Number((await like.innerText()).replace(/\D/g, ''));
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toContainText(String(before + 1));
  await expect(like).toBeEnabled();
  await page.waitForTimeout(1100);
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toContainText(String(before + 1));
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect(like).toContainText(String(before));
});

test.describe('with a server that fails', () => {
  test.use({ allowConsole: [/Failed to load resource/] });

  test('a like is put back, and a comment keeps its text', async ({ page }) => {
    await page.goto('/companies/balsamiq');
    await page.route('**/api/companies/*/{like,comments}', (route) =>
      route.fulfill({ status: 503, body: '{"message":"no","code":"unavailable"}' }),
    );
    const like = page.getByRole('button', { name: /^Like/ });
    await like.click();
    await expect(page.getByText('Failed to like. Please try again.')).toBeVisible();
    await expect(like).toHaveAttribute('aria-pressed', 'false');
    await page.getByLabel('Write a comment').fill('My thoughts');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await expect(page.getByText('Failed to add comment. Please try again.')).toBeVisible();
    await expect(page.getByLabel('Write a comment')).toHaveValue('My thoughts');
  });
});

test('a comment and a reply are posted as Anonymous User', async ({ page }, info) => {
  await page.goto('/all?company=mojang');
  const panel = page.getByRole('dialog');
  const post = panel.getByRole('button', { name: 'Post comment' });
  await expect(post).toBeDisabled();
  await panel.getByLabel('Write a comment').fill('   ');
  await expect(post).toBeDisabled();
  const text = `<b>Great</b> story ${info.project.name} ${Date.now()}`;
  await panel.getByLabel('Write a comment').fill(text);
  await post.click();
  const comment = panel.getByRole('listitem').filter({ hasText: text });
  await expect(comment).toContainText('Anonymous User');
  await expect(panel.getByLabel('Write a comment')).toHaveValue('');
  await comment.getByRole('button', { name: 'Reply' }).click();
  await panel.getByLabel('Reply to Anonymous User').fill('Indeed');
  await panel.getByRole('button', { name: 'Post reply' }).click();
  await expect(comment.getByText('Indeed')).toBeVisible();
});

test('search and order live in the address', async ({ page }) => {
  await page.goto('/all');
  await page.getByRole('searchbox', { name: 'Search' }).fill('BALSAMIQ');
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  await expect(page).toHaveURL(/q=BALSAMIQ/);
  await expect(page.getByText('1 company', { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('no such company');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No company matches this search')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1 company', { exact: true })).toBeVisible();
  await page.goto('/all?sort=name');
  await expect(page.getByLabel('Sort by')).toHaveValue('name');
});

test('an unknown address is a 404 with a way back', async ({ page }) => {
  test.info().annotations.push({ type: 'console', description: 'the 404 itself' });
  for (const path of ['/nope', '/fr/all', '/ko/nope', '/no-seed/more']) {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(404);
  }
  expect(await (await page.request.get('/nope')).text()).toContain('Category Not Found');
  expect((await page.request.get('/companies/nope')).status()).toBe(404);
});
