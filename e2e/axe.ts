import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds on the page, readable in a failed expectation. */
export async function axeFindings(page: Page): Promise<string[]> {
  return find(page, axe(page));
}

/**
 * The same in light colours, and in dark ones what depends on colours. It is one page for both: what else
 * axe looks for is in the document, which is the same.
 */
export async function axeFindingsLightAndDark(page: Page): Promise<string[]> {
  const light = await axeFindings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await find(page, axe(page).withRules(['color-contrast', 'link-in-text-block']));
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((finding) => `dark: ${finding}`)];
}

function axe(page: Page): AxeBuilder {
  return (
    new AxeBuilder({ page })
      // Its newer mode opens a page of its own for each report, for frames of other origins: we have none.
      .setLegacyMode()
      // Nobody reads how to find what is well.
      .options({ resultTypes: ['violations'] })
      // What keeps the focus within an open menu is never left focused. axe sees that where the menu covers
      // none of the points that it looks at, which on a phone depends on the row.
      .exclude('[data-base-ui-focus-guard]')
  );
}

/** Waits until no animation runs: what fades in has less contrast than it will have. Endless ones are not waited for. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (;;) {
      // What came a moment ago begins with the next frame.
      await frame();
      await frame();
      const running = document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
        );
      if (running.length === 0) return;
      await Promise.all(running.map((animation) => animation.finished.catch(() => {})));
    }
  });
}

async function find(page: Page, builder: AxeBuilder): Promise<string[]> {
  await settle(page);
  let { violations } = await builder.analyze();
  if (violations.length > 0) {
    // A message can begin to fade in while axe reads the page: what is wrong with the page is found again.
    await settle(page);
    ({ violations } = await builder.analyze());
  }
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.html)
        .join(' | ')
        .slice(0, 300)}`,
  );
}
