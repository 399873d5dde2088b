import type { Page } from '@playwright/test';
import { axeFindingsLightAndDark } from './axe.ts';
import { BOTH, expect, PHONE, test, WIDE } from './journey.ts';

const namesOf = (page: Page) =>
  page.getByRole('list', { name: 'Ranking' }).getByRole('heading', { level: 2 });
const rowsOf = (page: Page) => page.getByRole('list', { name: 'Ranking' }).getByRole('link');

test('buttons lead from company to company, and one step back to the list', BOTH, async ({ page }) => {
  await page.goto('/en/no-seed');
  const names = await namesOf(page).allTextContents();
  await rowsOf(page).nth(1).click();
  const panel = page.getByRole('dialog');
  await expect(panel).toHaveAccessibleName(names[1] ?? '');
  const next = panel.getByRole('button', { name: 'Next company' });
  const previous = panel.getByRole('button', { name: 'Previous company' });
  const viewed = page.waitForResponse((response) => response.url().endsWith('/view') && response.ok());
  await next.click();
  await viewed;
  await expect(panel).toHaveAccessibleName(names[2] ?? '');
  await expect(next).toBeFocused();
  await expect(panel.getByRole('status').first()).toHaveText(names[2] ?? '');
  expect(await panel.evaluate((dialog) => dialog.scrollTop)).toBe(0);
  await previous.click();
  await previous.click();
  await expect(panel).toHaveAccessibleName(names[0] ?? '');
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL('/en/no-seed');
  await expect(rowsOf(page).first()).toBeFocused();
});

test(
  'J and K lead on and back, but not from a field nor while a text is composed',
  WIDE,
  async ({ page }) => {
    await page.goto('/en/no-seed');
    const names = await namesOf(page).allTextContents();
    await rowsOf(page).first().click();
    const panel = page.getByRole('dialog');
    await expect(panel.getByRole('button', { name: 'Next company' })).toBeVisible();
    await page.keyboard.press('j');
    await expect(panel).toHaveAccessibleName(names[1] ?? '');
    await page.keyboard.press('j');
    await expect(panel).toHaveAccessibleName(names[2] ?? '');
    await page.keyboard.press('k');
    await expect(panel).toHaveAccessibleName(names[1] ?? '');
    await page.evaluate(() => {
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'j', isComposing: true, bubbles: true }),
      );
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', ctrlKey: true, bubbles: true }));
    });
    const field = panel.getByRole('textbox').first();
    await field.fill('');
    await field.press('j');
    await expect(field).toHaveValue('j');
    await expect(panel).toHaveAccessibleName(names[1] ?? '');
    await field.fill('');
  },
);

test('a swipe to the left leads to the next company', PHONE, async ({ page }) => {
  await page.goto('/en/no-seed');
  const names = await namesOf(page).allTextContents();
  await rowsOf(page).first().click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('button', { name: 'Next company' })).toBeVisible();
  await panel.evaluate((dialog) => {
    const text = dialog.querySelector('p') ?? dialog;
    const send = (type: string, clientX: number) =>
      text.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          isPrimary: true,
          pointerType: 'touch',
          clientX,
          clientY: 300,
        }),
      );
    send('pointerdown', 300);
    send('pointermove', 200);
    send('pointerup', 150);
  });
  await expect(panel).toHaveAccessibleName(names[1] ?? '');
});

test('beside the list the panel leaves it alive', WIDE, async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/en/no-seed');
  const names = await namesOf(page).allTextContents();
  await rowsOf(page).first().click();
  const panel = page.getByRole('dialog');
  await expect(panel).toHaveAccessibleName(names[0] ?? '');
  expect(await panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(false);
  await expect(panel).toBeFocused();
  await page.mouse.move(300, 800);
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  // Nothing of the page lies under the panel.
  const left = (await panel.boundingBox())?.x ?? 0;
  const under = await page
    .locator('whole-page > div > *')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().right));
  expect(Math.max(...under)).toBeLessThanOrEqual(left + 0.5);
  await rowsOf(page).nth(3).click();
  await expect(panel).toHaveAccessibleName(names[3] ?? '');
  await expect(panel).toBeFocused();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.keyboard.press('Escape');
  await expect(panel).toBeVisible();
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL('/en/no-seed');
  await expect(rowsOf(page).nth(3)).toBeFocused();
  // By its address it is there with the page, and leaves it alive too.
  await page.goto('/en/no-seed?company=balsamiq');
  await expect(panel).toBeVisible();
  expect(await panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(false);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL('/en/no-seed');
});
