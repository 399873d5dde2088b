import type { Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { signIn } from './console-session.ts';
import { expect, test, WIDE } from './journey.ts';

const TABLES = ['/admin/edit', '/admin/users', '/admin/comments', '/admin/translations', '/admin/security'];

const choice = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Density of lists' }).getByRole('radio', { name });

/** Of the first row of a section's table, in pixels. */
async function rowHeight(page: Page): Promise<number> {
  const row = page.getByRole('main').getByRole('row').nth(1);
  await expect(row).toBeVisible();
  return (await row.boundingBox())?.height ?? 0;
}

test(
  'how close rows stand is chosen with the keyboard, kept, and the same in all sections',
  WIDE,
  async ({ page }) => {
    await signIn(page);
    await page.goto('/admin/edit');
    await expect(choice(page, 'Comfortable')).toBeChecked();
    const comfortable = await rowHeight(page);
    await choice(page, 'Comfortable').focus();
    await page.keyboard.press('ArrowRight');
    await expect(choice(page, 'Compact')).toBeFocused();
    await expect(choice(page, 'Compact')).toBeChecked();
    const compact = await rowHeight(page);
    expect(compact).toBeLessThanOrEqual(comfortable - 8);
    // As many stand there; only closer.
    expect(await axeFindings(page)).toEqual([]);

    await page.reload();
    await expect(choice(page, 'Compact')).toBeChecked();
    expect(await rowHeight(page)).toBe(compact);
    await page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name: 'User Management' })
      .click();
    await expect(page).toHaveURL('/admin/users');
    await expect(choice(page, 'Compact')).toBeChecked();

    await choice(page, 'Compact').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(choice(page, 'Comfortable')).toBeChecked();
    await page.goto('/admin/edit');
    expect(await rowHeight(page)).toBe(comfortable);
  },
);

test('no section is wider than a narrow window, however close its rows stand', WIDE, async ({ page }) => {
  await signIn(page);
  for (const density of ['comfortable', 'compact']) {
    await page.addInitScript((chosen) => localStorage.setItem('consoleDensity', chosen), density);
    for (const address of TABLES) {
      await page.goto(address);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      await expect(page.locator('[data-density]')).toHaveAttribute('data-density', density);
      for (const width of [1280, 1024, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
            message: `${address} ${density} ${width}`,
          })
          .toBeLessThanOrEqual(0);
      }
    }
  }
});
