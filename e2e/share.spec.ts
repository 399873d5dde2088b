import { axeFindings } from './axe.ts';
import { expect, sizeFor, test, WIDE } from './journey.ts';

for (const [language, share] of [
  ['en', 'Share'],
  ['ko', '공유하기'],
  ['ja', '共有する'],
  ['zh', '分享'],
] as const)
  test(
    `a company's actions stand within the first screen, in ${language}`,
    sizeFor(language),
    async ({ page }) => {
      for (const [width, height] of [
        [390, 844],
        [1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(`/${language}/companies/obsidian`);
        const main = page.getByRole('main');
        const like = main.locator('button[aria-pressed]').first();
        const website = main.locator('a.button[target=_blank]');
        for (const action of [like, main.getByRole('button', { name: share }), website]) {
          const box = await action.boundingBox();
          expect(box && box.y + box.height <= height, `${await action.innerText()} at ${width} px`).toBe(
            true,
          );
        }
      }
    },
  );

test('a company is copied as a link, a sentence with its source and a picture', WIDE, async ({ page }) => {
  await page.addInitScript(() => {
    const copied: string[] = [];
    Object.assign(window, { copied });
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void copied.push(text) },
    });
  });
  await page.goto('/en/all?company=obsidian');
  const panel = page.getByRole('dialog');
  const share = panel.getByRole('button', { name: 'Share', exact: true });
  await share.click();
  await panel.getByRole('button', { name: 'Copy the link' }).click();
  await expect(panel.getByRole('status').filter({ hasText: 'Copied.' })).toBeVisible();
  await panel.getByRole('button', { name: /as a sentence/ }).click();
  await panel.getByRole('button', { name: /the picture/ }).click();
  expect(await axeFindings(page)).toEqual([]);
  const [link, sentence, picture] = await page.evaluate(() => Reflect.get(window, 'copied') as string[]);
  expect(link).toMatch(/^http.*\/en\/companies\/obsidian$/);
  expect(sentence).toMatch(
    /^Obsidian: \$25M a year with 7 people \(outside estimate · as of 2026\)\. Source: twillstudio\.au\. http/,
  );
  expect(picture).toMatch(/^<a href="http[^"]+\/en\/companies\/obsidian"><img src="http[^"]+\.png" alt="Obs/);
  // Escape closes the menu, and only the next one the panel.
  await page.keyboard.press('Escape');
  await expect(share).toBeFocused();
  await expect(share).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

test('where the browser copies nothing, the text is there to be copied by hand', WIDE, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('refused')) },
    });
  });
  await page.goto('/en/companies/obsidian');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByLabel('Copy this:')).toHaveValue(/\/en\/companies\/obsidian$/);
});
