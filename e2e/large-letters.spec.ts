import type { LaunchOptions } from '@playwright/test';
import { test as base, expect, PHONE } from './journey.ts';
import { brokenWords } from './words.ts';

/** A browser whose letters are set to twice their size. */
const test = base.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'],
      });
    },
    { scope: 'worker' },
  ],
});

for (const width of [320, 390])
  for (const path of ['/en', '/ko/all', '/ja/companies/kit', '/zh/explore', '/ko/compare', '/ja/no-seed'])
    test(`${path} stays in a window of ${width} pixels with letters of 200 %`, PHONE, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const banner = page.getByRole('banner');
      for (const button of await banner.locator('button').filter({ visible: true }).all()) {
        const box = await button.boundingBox();
        expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true);
      }
      // The menus open within the window, and all of them can be reached.
      for (const menu of ['main-menu', 'language-menu']) {
        await banner.locator(`[popovertarget=${menu}]`).click();
        const opened = page.locator(`#${menu}`);
        await expect(opened).toBeVisible();
        const box = await opened.boundingBox();
        expect(box && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= 844).toBe(true);
        await opened.locator('a, button').filter({ visible: true }).last().scrollIntoViewIfNeeded();
        await expect(opened.locator('a, button').filter({ visible: true }).last()).toBeInViewport();
        await page.keyboard.press('Escape');
        await expect(opened).toBeHidden();
      }
    });

for (const path of [
  '/en/all?company=schedule-i',
  '/ko/all?company=kit',
  '/ja?company=kit',
  '/zh/no-seed',
  '/en/explore',
])
  test(
    `${path} breaks only words that are wider than their line, and no line is narrow`,
    PHONE,
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(path, { waitUntil: 'networkidle' });
      const broken = await page.evaluate(brokenWords, ':is(h1, h2, h3, dt, dd, small, .bars b, .bars span)');
      expect(broken.filter(({ width, room }) => width <= room || room < 100)).toEqual([]);
      if (!path.includes('company=')) return;
      const name = await page.locator('#panel-title').boundingBox();
      expect(name?.width).toBeGreaterThan(200);
    },
  );
