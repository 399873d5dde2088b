import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds on the page, readable in a failed expectation. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Something that is fading in has less contrast than it will have; what pulses for ever is not waited for.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => {})),
    ),
  );
  // What keeps the focus within an open menu is never left focused. axe sees that where the menu covers
  // none of the points that it looks at, which on a phone depends on the row.
  const { violations } = await new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]').analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.html)
        .join(' | ')
        .slice(0, 300)}`,
  );
}
