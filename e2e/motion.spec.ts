import type { Page } from '@playwright/test';
import { drawFrames } from './frames.ts';
import { BOTH, expect, test, WIDE } from './journey.ts';

/** What moves, from its names and for how many milliseconds, until the page of the company is there. */
async function movesToPage(page: Page): Promise<{ name: string; duration: number }[]> {
  await page.goto('/en/no-seed?company=balsamiq');
  const link = page.getByRole('dialog').getByRole('link', { name: 'Open the full page' });
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Like/ })).toBeVisible();
  // A click before the page is alive leads to the other one without anything that moves.
  await expect.poll(() => page.getByRole('dialog').evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
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
  await watchMoves(page);
  await page.goto('/en/no-seed', { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: /Balsamiq/ }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Balsamiq' })).toBeVisible();
  expect(await seenBy(page)).toEqual([]);
  for (const move of await movesToPage(page))
    expect([move.name, move.duration < 1]).toEqual([move.name, true]);
});

/** Notes what moved each time, from the start of the page on. */
const watchMoves = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[][] = [];
    Reflect.set(window, 'seen', seen);
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (callback) => {
      const transition = start(callback);
      void transition.ready.then(
        () => {
          seen.push(
            document.getAnimations().flatMap((animation) => {
              const { pseudoElement } = animation.effect as KeyframeEffect;
              const duration = Number(animation.effect?.getComputedTiming().duration);
              return pseudoElement ? [`${pseudoElement} ${duration}`] : [];
            }),
          );
        },
        () => {},
      );
      return transition;
    };
  });
const seenBy = (page: Page) => page.evaluate(() => Reflect.get(window, 'seen') as string[][]);

test(
  'the mark and the name of a company move from its row to its panel, which slides in once',
  BOTH,
  async ({ page }) => {
    await watchMoves(page);
    await page.clock.install();
    await page.goto('/en/no-seed', { waitUntil: 'networkidle' });
    // A panel that is late is not moved to; by a clock that stands still none is.
    await page.clock.pauseAt(Date.now() + 60_000);
    const panel = page.getByRole('dialog');
    await page.getByRole('link', { name: /Balsamiq/ }).click();
    await expect(panel.getByRole('heading', { name: 'Balsamiq' })).toBeVisible();
    await expect.poll(() => seenBy(page)).toHaveLength(1);
    const moves = (await seenBy(page))[0] ?? [];
    // From the one place to the other: each was there before, and is there after.
    for (const part of [
      'group(company-mark)',
      'old(company-mark)',
      'new(company-mark)',
      'old(company-name)',
      'new(company-name)',
      'new(panel)',
    ])
      expect(moves.join('\n')).toContain(part);
    for (const move of moves) expect([move, Number(move.split(' ').at(-1)) < 200]).toEqual([move, true]);
    await page.clock.resume();
    await expect.poll(() => panel.evaluate((dialog) => getComputedStyle(dialog).transform)).toBe('none');
    await expect(page.locator('[data-moving]')).toHaveCount(0);
    // Back is not a movement of the page.
    const count = (await seenBy(page)).length;
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL('/en/no-seed');
    expect((await seenBy(page)).length).toBe(count);
  },
);

test(
  'a panel whose company takes long opens without it, and nothing waits for a movement',
  WIDE,
  async ({ page }) => {
    await page.goto('/en/no-seed', { waitUntil: 'networkidle' });
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/no-seed.data?*company=*', async (route) => {
      await asked;
      await route.continue();
    });
    await page.getByRole('link', { name: /Balsamiq/ }).click();
    const panel = page.getByRole('dialog');
    await expect(panel.getByText('Loading')).toBeAttached();
    answer();
    await expect(panel.getByRole('heading', { name: 'Balsamiq' })).toBeVisible();
  },
);

test.describe('numbers', () => {
  /** What the first of the statistics says, frame by frame. */
  async function saidWhileSeen(page: Page, language: string): Promise<number[]> {
    await page.goto(`/${language}`, { waitUntil: 'networkidle' });
    const number = page.getByRole('definition').first();
    await number.evaluate((element) => {
      const said: string[] = [];
      Reflect.set(window, 'said', said);
      new MutationObserver(() => said.push(element.textContent ?? '')).observe(element, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    const value = Number(await number.textContent());
    await number.scrollIntoViewIfNeeded();
    await drawFrames(page, 40);
    expect(Number(await number.textContent())).toBe(value);
    return page.evaluate(() => (Reflect.get(window, 'said') as string[]).map(Number));
  }

  test.use({ viewport: { width: 390, height: 500 } });
  test('count once, as they come into view, and end at their value', WIDE, async ({ page }) => {
    // A cached home page takes up to a minute to show the visit: one in a language that nobody opened does at once.
    await page.goto('/en/no-seed', { waitUntil: 'networkidle' });
    let language = '';
    await expect
      .poll(
        async () => {
          for (language of ['zh', 'ja', 'ko', 'en']) {
            await page.goto(`/${language}`);
            const visits = Number(await page.getByRole('definition').first().textContent());
            if (visits > 0) return visits;
          }
          return 0;
        },
        { timeout: 50_000 },
      )
      .toBeGreaterThan(0);
    const said = await saidWhileSeen(page, language);
    expect(said.length).toBeGreaterThan(0);
    expect(said).toEqual(said.toSorted((a, b) => a - b));
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('definition').first().scrollIntoViewIfNeeded();
    await drawFrames(page, 20);
    expect(await page.evaluate(() => (Reflect.get(window, 'said') as string[]).length)).toBe(said.length);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await saidWhileSeen(page, language)).toEqual([]);
  });
});
