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

/** Keeps the names and the milliseconds of what moves in the next view transitions in the page. */
async function watchMoves(page: Page): Promise<() => Promise<{ name: string; duration: number }[]>> {
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    const moves: Promise<unknown>[] = [];
    Reflect.set(window, 'moves', moves);
    document.startViewTransition = (callback) => {
      const transition = start(callback);
      moves.push(
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
  return () => page.evaluate(async () => (await Promise.all(Reflect.get(window, 'moves'))).flat());
}

test('the mark and the name of the row that is pressed, and of no other, move to its panel', async ({
  page,
}) => {
  await page.goto('/en/no-seed');
  const row = page.getByRole('list', { name: 'Ranking' }).getByRole('link').nth(1);
  const names = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .map((element) => getComputedStyle(element).getPropertyValue('view-transition-name'))
        .filter((name) => name !== 'none'),
    );
  expect(await names()).toEqual([]);
  const moves = await watchMoves(page);
  await row.click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Like/ })).toBeVisible();
  const made = await moves();
  const moved = made.map(({ name }) => name).join(' ');
  expect(moved).toContain('group(company-mark)');
  expect(moved).toContain('group(company-name)');
  for (const move of made) expect([move.name, move.duration < 200]).toEqual([move.name, true]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  // Then another is pressed: the first one has no name any more.
  await page.getByRole('list', { name: 'Ranking' }).getByRole('link').nth(2).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Like/ })).toBeVisible();
  expect(await page.locator('[data-pressed]').count()).toBe(1);
});

const FIGURES = '[aria-label="Statistics of today"] data';

/** Every text that the figures of the home page take on from now on. */
async function watchFigures(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate((selector) => {
    const seen: string[] = [];
    Reflect.set(window, 'seen', seen);
    new MutationObserver(() => {
      for (const figure of document.querySelectorAll(selector)) seen.push(figure.textContent ?? '');
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, FIGURES);
  return () => page.evaluate(() => Reflect.get(window, 'seen'));
}

/** From a list to the home page, within the site. */
async function goHome(page: Page): Promise<void> {
  await page.goto('/en/no-seed');
  // A visit, so that there is something to count.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('visitorSessionId'))).not.toBeNull();
}

test('the figures of the home page stand in what the server sends, and do not move where they were seen', async ({
  page,
}) => {
  await goHome(page);
  await page.goto('/en');
  const first = await page.locator(FIGURES).allTextContents();
  expect(first.length).toBe(4);
  const seen = await watchFigures(page);
  await page.waitForLoadState('networkidle');
  expect(await seen()).toEqual([]);
});

test('they count up once to the same figures when the home page comes', async ({ page }) => {
  await goHome(page);
  const seen = await watchFigures(page);
  await page.getByRole('banner').getByRole('link', { name: 'Tiny Giants' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /stayed small/ })).toBeVisible();
  const figures = page.locator(FIGURES);
  await expect
    .poll(async () => {
      const [texts, values] = await Promise.all([
        figures.allTextContents(),
        figures.evaluateAll((all) => all.map((figure) => figure.getAttribute('value'))),
      ]);
      return texts.length === 4 && texts.every((text, i) => text.replace(/\D/g, '') === values[i]);
    })
    .toBe(true);
  expect(new Set(await seen()).has('0')).toBe(true);
});
