import { expect, test, WIDE } from './journey.ts';

/** Budget for the JavaScript of a first visit, in bytes over the network. The rest is loaded when it is used. */
const BUDGET = 130_000;
/** Share of the budget from which a page is near it. */
const NEAR = 0.95;

test.describe('the JavaScript of a first visit stays small', () => {
  for (const path of ['/en', '/ko/no-seed', '/en/companies/kit', '/en/kinds/saas']) {
    test(`at ${path}`, WIDE, async ({ page }) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      const scripts = new Map<string, string>();
      let bytes = 0;
      session.on('Network.responseReceived', ({ requestId, response }) => {
        if (response.url.endsWith('.js')) scripts.set(requestId, response.url);
      });
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        if (scripts.has(requestId)) bytes += encodedDataLength;
      });
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(scripts.size).toBeGreaterThan(3);
      expect(bytes).toBeGreaterThan(50_000);
      console.log(`${path.padEnd(20)} ${(bytes / 1000).toFixed(1).padStart(6)} kB of ${BUDGET / 1000}`);
      if (bytes > BUDGET * NEAR) console.warn(`${path} is within 5% of its budget`);
      expect(bytes, [...scripts.values()].join('\n')).toBeLessThanOrEqual(BUDGET);
    });
  }
});

test(
  'what a phone would wait for first is not there: no SVG to make a document for, and functions compiled beside',
  WIDE,
  async ({ page, request }) => {
    await page.goto('/en/about', { waitUntil: 'networkidle' });
    expect(await page.locator('head link[href$=".svg"], header img').count()).toBe(0);
    const icon = await page
      .locator('.site-icon')
      .evaluate((element) => /^url\("(.*\.png)"\)$/.exec(getComputedStyle(element).backgroundImage)?.[1]);
    expect((await request.get(icon ?? '')).status()).toBe(200);
    const framework = await page.evaluate(
      () => performance.getEntriesByType('resource').find(({ name }) => /framework-.*\.js$/.test(name))?.name,
    );
    expect(await (await request.get(framework ?? '')).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  },
);

test('the texts of a page are on their way from its head on, and come once', WIDE, async ({ page }) => {
  await page.goto('/ja/no-seed', { waitUntil: 'networkidle' });
  const texts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      // Of the build, or of a configuration that another journey saved.
      .filter(({ name }) => /\/(?:assets\/texts-|texts\/).*\.json$/.test(name))
      .map(({ initiatorType }) => initiatorType),
  );
  expect(texts).toEqual(['link']);
});

/** Most bytes of a page before compression: each datum stands in it once. Other journeys add companies meanwhile. */
const PAGES = { '/en': 65_000, '/ja': 66_000, '/en/all': 160_000, '/ja/all': 170_000 };

test.describe('a page says each datum once', () => {
  for (const [path, bound] of Object.entries(PAGES)) {
    test(`at ${path}`, WIDE, async ({ request }) => {
      const html = await (await request.get(path)).body();
      expect(html.length).toBeGreaterThan(30_000);
      expect(html.length).toBeLessThanOrEqual(bound);
      // A row says its company's id in its link, the description for machines in its address, the data never.
      const [id] = /(?<=\?company=)[a-z-]+/.exec(html.toString()) ?? [''];
      expect(html.toString()).not.toContain(`"${id}"`);
    });
  }
});
