import { LANGUAGES } from '../core/languages.ts';
import { BOTH, expect, PHONE, test } from './journey.ts';

for (const language of LANGUAGES)
  test(`a row's rank, figures and the search have their room in ${language}`, PHONE, async ({ page }) => {
    await page.goto(`/${language}/all`);
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      // From the text of a rank to the mark beside it.
      const gaps = await page.locator('.rows > li').evaluateAll((rows) =>
        rows.map((row) => {
          const [rank, mark] = [row.querySelector('.row > b'), row.querySelector('.mark, .tile')];
          if (!rank || !mark) return 0;
          const text = document.createRange();
          text.selectNodeContents(rank);
          return mark.getBoundingClientRect().left - text.getBoundingClientRect().right;
        }),
      );
      expect(gaps.length).toBe(100);
      expect([width, gaps.filter((gap) => gap < 8)]).toEqual([width, []]);
      const field = await page.locator('main input[type=search]').boundingBox();
      expect([width, (field?.width ?? 0) >= 120]).toEqual([width, true]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    // A figure has one face with the letter of its unit.
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    const { nodeIds } = await session.send('DOM.querySelectorAll', {
      nodeId: root.nodeId,
      selector: '.rows .row-facts > small',
    });
    const faces = await Promise.all(
      nodeIds.slice(0, 40).map(async (nodeId) => {
        const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
        return fonts.map(({ familyName }) => familyName);
      }),
    );
    expect(faces.length).toBe(40);
    expect(faces.filter((families) => families.length > 1)).toEqual([]);
  });

for (const path of ['/en/companies/kit', '/ko/all?company=kit'])
  test(`the dots of a timeline are whole at ${path}`, PHONE, async ({ page }) => {
    await page.goto(path);
    const dots = page.locator('ol.border-l > li > span.rounded-full');
    expect(await dots.count()).toBeGreaterThan(2);
    for (const dot of await dots.all()) {
      await dot.scrollIntoViewIfNeeded();
      const seen = await dot.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const y = (top + bottom) / 2;
        return [left + 0.5, right - 0.5].map((x) => document.elementFromPoint(x, y) === element);
      });
      expect(seen).toEqual([true, true]);
    }
  });

test('no dot of the founding years is cut', PHONE, async ({ page }) => {
  await page.goto('/ko/explore');
  const cut = await page.locator('svg:has(.grows)').evaluateAll((strips) =>
    strips.flatMap((strip) => {
      const edge = strip.getBoundingClientRect();
      if (getComputedStyle(strip).overflow === 'visible') return [];
      return [...strip.querySelectorAll('circle')].filter((dot) => {
        const { left, right } = dot.getBoundingClientRect();
        return left < edge.left || right > edge.right;
      });
    }),
  );
  expect(cut.length).toBe(0);
});

test(
  'no text of a public page is smaller than 13 pixels, and what is read has 16',
  BOTH,
  async ({ page }) => {
    for (const path of [
      '/en',
      '/en/all',
      '/ko/companies/obsidian',
      '/en/explore',
      '/en/compare?ids=obsidian,kit',
    ]) {
      await page.goto(path);
      const sizes = await page.evaluate(() => {
        const found: [number, string][] = [];
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const element = node.parentElement;
          if (!node.textContent?.trim() || !element?.checkVisibility() || element.closest('.sr-only'))
            continue;
          found.push([Number.parseFloat(getComputedStyle(element).fontSize), node.textContent.slice(0, 30)]);
        }
        return found;
      });
      expect(sizes.length).toBeGreaterThan(20);
      expect([path, sizes.filter(([size]) => size < 13)]).toEqual([path, []]);
    }
    await page.goto('/en/all');
    const sentence = page.locator('.row p').first();
    expect(await sentence.evaluate((element) => getComputedStyle(element).fontSize)).toBe('16px');
  },
);

test(
  'letters of twice the size leave the name of the site and the search their room',
  PHONE,
  async ({ page }) => {
    for (const language of LANGUAGES) {
      await page.goto(`/${language}/all`);
      for (const width of [321, 360, 375, 390, 412, 640]) {
        await page.setViewportSize({ width, height: 844 });
        expect([width, (await page.getByRole('banner').boundingBox())?.height]).toEqual([width, 57]);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '32px';
      });
      const name = page.getByRole('banner').locator('.truncate');
      expect(
        await name.evaluate((text) => text.scrollWidth <= text.clientWidth && text.clientWidth > 0),
      ).toBe(true);
      const field = await page.locator('main input[type=search]').boundingBox();
      expect(field?.width).toBeGreaterThan(200);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
  },
);
