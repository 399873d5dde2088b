import type { Page } from '@playwright/test';
import { BOTH, expect, test, WIDE } from './journey.ts';

/** What moves, from its names and for how many milliseconds, until the page of the company is there. */
async function movesToPage(page: Page): Promise<{ name: string; duration: number }[]> {
  await page.goto('/en/no-seed?company=balsamiq');
  const link = page.getByRole('dialog').getByRole('link', { name: 'Open the full page' });
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Like/ })).toBeVisible();
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (callback) => {
      const transition = start(callback);
      Reflect.set(
        window,
        'moves',
        transition.ready.then(() =>
          document.getAnimations().map((animation) => ({
            name: (animation.effect as KeyframeEffect).pseudoElement ?? '',
            duration: Number(animation.effect?.getComputedTiming().duration),
          })),
        ),
      );
      return transition;
    };
  });
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Balsamiq' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  return page.evaluate(() => Reflect.get(window, 'moves'));
}

test(
  'the mark and the name of a company move from its panel to its page, in less than 200 ms',
  BOTH,
  async ({ page }) => {
    const moves = await movesToPage(page);
    const names = moves.map(({ name }) => name).join(' ');
    expect(names).toContain('(company-mark)');
    expect(names).toContain('(company-name)');
    for (const move of moves) expect([move.name, move.duration < 200]).toEqual([move.name, true]);
  },
);

test('nothing moves for readers who asked for none', WIDE, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const move of await movesToPage(page))
    expect([move.name, move.duration < 1]).toEqual([move.name, true]);
});
