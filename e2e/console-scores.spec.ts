import { axeFindingsLightAndDark } from './axe.ts';
import { signIn } from './console-session.ts';
import { BOTH, expect, test, WIDE } from './journey.ts';

const move = (i: number) => ({
  id: `company-${i}`,
  name: `Company ${i}`,
  score: { before: 60, after: 82 },
  rank: { before: 40 + i, after: i },
  likes: { before: 3, after: 3 },
  parts: { base: 50, revenue: 20, employees: 10, age: 2, total: 82 },
});

test('an evaluation is announced with a warning, run, and told in the log', WIDE, async ({ page }) => {
  await signIn(page);
  await page.goto('/admin/scores');
  const preview = page.getByRole('region', { name: 'What an evaluation would change' });
  await expect(preview).toContainText(/is up to date|would change\./);
  await expect(page.getByRole('heading', { name: 'Back up first' })).toBeVisible();
  await page.getByRole('button', { name: 'Run Evaluation' }).click();
  const log = page.getByRole('log');
  await expect(log.getByText(/^Updated \d+ companies$/)).toBeVisible();
  await expect(log.getByText('Scores and likes recalculated')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the export' }).click();
  await expect(page).toHaveURL('/admin/companies');
});

test('the preview says which companies would move, and why', WIDE, async ({ page }) => {
  await signIn(page);
  await page.route('**/api/admin/scores/preview', (route) =>
    route.fulfill({
      json: { total: 250, moving: 120, moves: Array.from({ length: 100 }, (_, i) => move(i)) },
    }),
  );
  await page.goto('/admin/scores');
  const preview = page.getByRole('region', { name: 'What an evaluation would change' });
  await expect(preview.getByText('120 of 250 companies would change.')).toBeVisible();
  await expect(preview.getByRole('listitem')).toHaveCount(8);
  const first = preview.getByRole('listitem').first();
  await expect(first).toContainText('Base 50 · Revenue +20 · Team size +10 · Age +2');
  await expect(first).toContainText('60, then 82');
  await preview.getByRole('button', { name: 'Show all 100' }).click();
  await expect(preview.getByRole('listitem')).toHaveCount(100);
  await expect(preview.getByText('… and 20 more.')).toBeVisible();
});

test.describe('when the server fails', () => {
  test.use({ allowConsole: [/status of 503/] });
  test('the log says why, and the evaluation can be run again', WIDE, async ({ page }) => {
    await signIn(page);
    let isDown = true;
    await page.route('**/api/admin/migrate-scores', (route) =>
      isDown
        ? route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Busy' } })
        : route.continue(),
    );
    await page.goto('/admin/scores');
    const run = page.getByRole('button', { name: 'Run Evaluation' });
    await run.click();
    const log = page.getByRole('log');
    await expect(
      log.getByText('Evaluation failed: The service is busy at the moment. Please try again shortly.'),
    ).toBeVisible();
    isDown = false;
    await run.click();
    await expect(log.getByText('Scores and likes recalculated')).toBeVisible();
  });
});

test('axe finds nothing on the scores', BOTH, async ({ page }) => {
  await signIn(page);
  await page.route('**/api/admin/scores/preview', (route) =>
    route.fulfill({ json: { total: 9, moving: 9, moves: Array.from({ length: 9 }, (_, i) => move(i)) } }),
  );
  await page.goto('/admin/scores');
  await page.getByRole('button', { name: 'Run Evaluation' }).click();
  await expect(page.getByText('Scores and likes recalculated')).toBeVisible();
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
});
