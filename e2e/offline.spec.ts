import type { Page, Route } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { signIn } from './console-session.ts';
import { drawFrames } from './frames.ts';
import { expect, PHONE, test, WIDE } from './journey.ts';

// What the network refuses is written to the console by the browser itself.
test.use({ allowConsole: [/Failed to load resource|Failed to fetch|Error loading route/] });

const FAILED = 'Failed to load companies';

test(
  'going on without a network ends in our own screen, and goes on when the network is back',
  WIDE,
  async ({ page, context }) => {
    await page.goto('/');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'View All No Seed' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(FAILED);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    const retry = page.getByRole('button', { name: 'Retry' });
    await retry.click();
    await expect(page.getByRole('alert')).toHaveText('Still no connection.');
    await page.route('**/healthz', (route) => route.abort());
    // It tries by itself as the browser says so.
    const tried = page.waitForRequest('**/healthz');
    await context.setOffline(false);
    await tried;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(FAILED);
    await page.unroute('**/healthz');
    await retry.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No Seed');
    await expect(page).toHaveURL('/no-seed');
    await page.goBack();
    await expect(page).toHaveURL('/');
  },
);

test(
  'the browser says that the network is back, and the page that was asked for comes by itself',
  WIDE,
  async ({ page, context }) => {
    await page.goto('/ko/no-seed');
    await context.setOffline(true);
    await page.getByRole('banner').getByRole('link', { name: '작은 거인들' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('기업 정보를 불러오지 못했습니다');
    await context.setOffline(false);
    await expect(page).toHaveURL('/ko');
    await expect(page.getByRole('heading', { name: '적은 인원, 큰 매출' })).toBeVisible();
  },
);

test('what was typed stays: a search, and a comment', WIDE, async ({ page, context }) => {
  await page.goto('/all');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('balsamiq');
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Tiny Giants' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(FAILED);
  await page.getByRole('button', { name: 'Back to the page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Companies');
  await expect(search).toHaveValue('balsamiq');
  await search.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(FAILED);
  await context.setOffline(false);
  await expect(page.getByText('1 company', { exact: true })).toBeVisible();
  await expect(search).toHaveValue('balsamiq');

  await page.goto('/companies/balsamiq');
  await page.getByLabel('Write a comment').fill('Half a thought');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'No Seed' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(FAILED);
  await context.setOffline(false);
  await expect(page).toHaveURL('/no-seed');
  await page.goBack();
  await expect(page.getByLabel('Write a comment')).toHaveValue('Half a thought');
});

test(
  'a server that cannot be reached is the same to a browser that has a network',
  WIDE,
  async ({ page }) => {
    await page.goto('/no-seed', { waitUntil: 'networkidle' });
    // The first sign of use preloads the next pages' scripts.
    await page.mouse.move(300, 300);
    const asked = () =>
      performance.getEntriesByType('resource').filter(({ name }) => /assets\/page-/.test(name));
    await expect.poll(async () => (await page.evaluate(asked)).length).toBe(1);
    await page.route('**/*', (route) => route.abort());
    await page.getByRole('banner').getByRole('link', { name: 'Tiny Giants' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(FAILED);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('alert')).toHaveText('Still no connection.');
    await page.unroute('**/*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1, name: /stayed small/ })).toBeVisible();
  },
);

test('a dialog whose script the line lost opens when it is asked for again', WIDE, async ({ page }) => {
  const failed: string[] = [];
  page.on('requestfailed', (one) => failed.push(one.resourceType()));
  await page.goto('/no-seed');
  const logIn = page.getByRole('banner').getByRole('button', { name: 'Log in' });
  await page.route('**/assets/auth-dialog-*.js', (route) => route.abort());
  await logIn.hover();
  await expect.poll(() => failed.length).toBeGreaterThan(0);
  await page.unroute('**/assets/auth-dialog-*.js');
  await logIn.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test(
  'log-in and search without a line say so, keep the page, and open once it is back',
  PHONE,
  async ({ page, context }) => {
    await page.goto('/companies/balsamiq');
    const banner = page.getByRole('banner');
    const logIn = banner.getByRole('button', { name: 'Log in' });
    await page.getByLabel('Write a comment').fill('Half a thought');
    await page.route('**/*', (route) => route.abort());
    for (let i = 0; i < 3; i++) {
      await logIn.click();
      await expect(banner.getByRole('alert')).toHaveText('Network error occurred');
    }
    await page.unroute('**/*');
    await logIn.click();
    await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
    await expect(banner.getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByLabel('Write a comment')).toHaveValue('Half a thought');

    await context.setOffline(true);
    await banner.getByRole('button', { name: 'Search the directory' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(FAILED);
    await page.getByRole('button', { name: 'Back to the page' }).click();
    await expect(page.getByLabel('Write a comment')).toHaveValue('Half a thought');
    await context.setOffline(false);
    await banner.getByRole('button', { name: 'Search the directory' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
);

test.describe('texts that cannot be had', () => {
  const texts = (feature: string) => new RegExp(`/assets/${feature}-[\\w-]{8}\\.js$`);

  /** Opens a page without the texts of a feature. Returns how often they were asked for since. */
  async function without(page: Page, feature: string): Promise<() => number> {
    let asked = 0;
    await page.route(texts(feature), (route) => {
      asked++;
      return route.abort();
    });
    await page.goto('/companies/balsamiq');
    await page.getByLabel('Write a comment').fill('Half a thought');
    return () => asked;
  }
  const isKept = (page: Page) => expect(page.getByLabel('Write a comment')).toHaveValue('Half a thought');

  test('are asked for once by each press of log-in, and the page stays', WIDE, async ({ page }) => {
    const asked = await without(page, 'accounts');
    const banner = page.getByRole('banner');
    const logIn = banner.getByRole('button', { name: 'Log in' });
    await logIn.click();
    await expect(banner.getByRole('alert')).toHaveText('Network error occurred');
    await drawFrames(page, 90);
    expect(asked()).toBe(1);
    await isKept(page);
    await page.unroute(texts('accounts'));
    await logIn.click();
    await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
    await page.keyboard.press('Escape');
    await isKept(page);
  });

  test('leave what is compared to the next choice, and the page stays', WIDE, async ({ page }) => {
    const asked = await without(page, 'compare');
    const compare = page.getByRole('main').getByRole('button', { name: 'Compare', exact: true });
    await compare.click();
    await expect.poll(asked).toBe(1);
    await drawFrames(page, 90);
    expect(asked()).toBe(1);
    await isKept(page);
    const tray = page.getByRole('region', { name: 'Companies to compare' });
    await expect(tray).toHaveCount(0);
    await page.unroute(texts('compare'));
    await page.getByRole('banner').getByRole('link', { name: 'Tiny Giants' }).click();
    await expect(page).toHaveURL('/');
    await expect(tray).toBeVisible();
  });

  test('lead from the search to the list', WIDE, async ({ page }) => {
    const asked = await without(page, 'search');
    await page.getByRole('banner').getByRole('button', { name: 'Search the directory' }).click();
    await expect(page).toHaveURL('/en/all');
    expect(asked()).toBe(1);
  });
});

test('a dialog that comes after the reader went on does not come', WIDE, async ({ page }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/assets\/(palette|auth-dialog)-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/companies/balsamiq');
  const banner = page.getByRole('banner');
  const comment = page.getByLabel('Write a comment');
  await banner.getByRole('button', { name: 'Search the directory' }).click();
  // It is said that something is on its way.
  await expect(banner.locator('.progress')).toBeVisible();
  await comment.pressSequentially('Half a ');
  await banner.getByRole('button', { name: 'Log in' }).click();
  await comment.pressSequentially('thought');
  const came = page.waitForResponse(/assets\/palette-.*\.js$/);
  const alsoCame = page.waitForResponse(/assets\/auth-dialog-.*\.js$/);
  answer();
  await came;
  await alsoCame;
  await expect(banner.locator('.progress')).toHaveCount(0);
  await comment.pressSequentially(' more');
  await expect(comment).toHaveValue('Half a thought more');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await banner.getByRole('button', { name: 'Search the directory' }).click();
  await expect(page.getByRole('dialog', { name: 'Search the directory' })).toBeVisible();
});

test(
  'a part of a list that cannot be had says so in its place, and comes when it is asked for',
  WIDE,
  async ({ page }) => {
    const parts = /assets\/(list-facets|ranking-row|nothing-found)-.*\.js$/;
    await page.route(parts, (route) => route.abort());
    await page.goto('/en/all');
    const rows = page.getByRole('main').locator('ol > li[data-category]');
    const count = await rows.count();
    const alert = page.getByRole('main').getByRole('alert');
    await page.getByRole('link', { name: 'Filters', exact: true }).click();
    await expect(alert).toContainText('Network error occurred');
    await expect(rows).toHaveCount(count);
    await page.unroute(parts);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(alert).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Filters' })).toBeVisible();

    await page.route(parts, (route) => route.abort());
    await page.goto('/en/all');
    await page.getByRole('link', { name: 'Show more' }).click();
    await expect(alert).toContainText('Network error occurred');
    await expect(rows).toHaveCount(count);
    await page.unroute(parts);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(count);
  },
);

test('a page whose texts were lost is hydrated once they can be had', WIDE, async ({ page }) => {
  let lost = 0;
  // From the build, or from the configuration while a journey beside this one has changed it.
  await page.route(/(assets\/texts-|\/texts\/).*\.json$/, (route) => {
    lost++;
    return lost < 3 ? route.abort() : route.continue();
  });
  await page.goto('/en/companies/balsamiq');
  await page.getByRole('button', { name: 'Search the directory' }).click();
  await expect(page.getByRole('dialog', { name: 'Search the directory' })).toBeVisible();
  expect(lost).toBe(3);
});

test.describe('a section of the console whose script cannot be loaded', () => {
  const failPages = (route: Route) => route.abort();
  const tile = (page: Page) => page.getByRole('main').getByRole('link').filter({ hasText: 'Audit log' });
  const PAGES = /\/assets\/[\w-]*section-[\w-]+\.js$/;

  test('says so in its place, and a retry brings it', PHONE, async ({ page }) => {
    await signIn(page);
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.route(PAGES, failPages);
    await tile(page).click();
    const failed = page.getByRole('main').getByRole('alert');
    await expect(failed).toContainText('Something went wrong');
    expect(await axeFindings(page)).toEqual([]);
    await page.route('**/healthz', failPages);
    await failed.getByRole('button', { name: 'Retry' }).click();
    await expect(failed).toContainText('Still no connection.');
    await page.unroute('**/healthz');
    await page.unroute(PAGES);
    await failed.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();
  });

  test(
    'is brought by a new document where the old one stems from before an upgrade',
    WIDE,
    async ({ page }) => {
      await signIn(page);
      await page.goto('/admin');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate(() => {
        const hour = 3_600_000;
        performance.now = () => hour;
      });
      let documents = 0;
      page.on('domcontentloaded', () => documents++);
      await page.route(PAGES, failPages);
      page.once('domcontentloaded', () => void page.unroute(PAGES));
      await tile(page).click();
      await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();
      expect(documents).toBe(1);
    },
  );
});
