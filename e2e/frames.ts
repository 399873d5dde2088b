import type { Page } from '@playwright/test';

/** Lets a page draw so many frames: in this time it does what it should not do, if it does. */
export async function drawFrames(page: Page, frames: number): Promise<void> {
  await page.evaluate(async (count) => {
    for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
  }, frames);
}
