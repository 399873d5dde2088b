import type { Page } from '@playwright/test';
import { drawFrames } from './frames.ts';
import { BOTH, expect, PHONE, test, WIDE } from './journey.ts';

test('home leads to a category, a row opens the panel, and Back closes it', BOTH, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Fewest Companies with Big Revenue' })).toBeVisible();
  await page.getByRole('link', { name: 'View All No Seed' }).click();
  await expect(page).toHaveURL('/no-seed');
  await expect(page.getByRole('heading', { level: 1, name: 'No Seed' })).toBeVisible();
  const row = page.getByRole('list', { name: 'Ranking' }).getByRole('link').first();
  const viewed = page.waitForResponse((response) => response.url().endsWith('/view') && response.ok());
  await row.click();
  await viewed;
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('heading', { name: 'Story' })).toBeVisible();
  await expect(page).toHaveURL(/\/no-seed\?company=/);
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL('/no-seed');
  await expect(row).toBeFocused();
});

test('a panel over the page of another company is announced with its own name', WIDE, async ({ page }) => {
  await page.goto('/en/companies/balsamiq?company=zoho');
  const panel = page.getByRole('dialog', { name: 'Zoho' });
  await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
});

test('a panel is opened by its address, holds the focus, and closes on Escape', BOTH, async ({ page }) => {
  await page.goto('/no-seed?company=balsamiq');
  const panel = page.getByRole('dialog', { name: 'Balsamiq' });
  await expect(panel).toBeVisible();
  await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  for (let i = 0; i < 30; i++) await page.keyboard.press('Tab');
  expect(
    await page.evaluate(
      () =>
        document.activeElement === document.body ||
        document.querySelector('dialog')?.contains(document.activeElement),
    ),
  ).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL('/no-seed');
});

test(
  'the panel is as wide as specified, and closes on its backdrop and by a drag to the right',
  BOTH,
  async ({ page, viewport }) => {
    await page.goto('/no-seed?company=balsamiq');
    const panel = page.getByRole('dialog');
    await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    // It slides in as it becomes one; the animation starts with the next frame.
    await drawFrames(page, 2);
    await panel.evaluate((dialog) => Promise.all(dialog.getAnimations().map(({ finished }) => finished)));
    const width = viewport?.width ?? 0;
    const share = width < 768 ? 0.7 : 0.45;
    const box = await panel.boundingBox();
    expect(Math.abs((box?.width ?? 0) - width * share)).toBeLessThan(3);

    // Beside the text: on it, the mouse selects.
    const start = { x: width * (1 - share) + 10, y: 400 };
    const left = async () => Math.round((await panel.boundingBox())?.x ?? 0);
    const closed = await left();
    const drag = async (distance: number, from = start) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + distance, from.y, { steps: 4 });
      const followed = (await left()) - closed;
      await page.mouse.up();
      return followed;
    };
    expect(await drag(90)).toBe(90);
    await expect.poll(left).toBe(closed);
    await expect(panel).toBeVisible();
    expect(await drag(-90)).toBe(0);
    const button = await panel.getByRole('button', { name: /^Like/ }).boundingBox();
    expect(await drag(150, { x: (button?.x ?? 0) + 5, y: (button?.y ?? 0) + 5 })).toBe(0);
    await expect(panel).toBeVisible();
    expect(await drag(130)).toBe(130);
    await expect(panel).toBeHidden();

    await page.goto('/no-seed?company=balsamiq');
    await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    await page.mouse.click(20, 300);
    await expect(panel).toBeHidden();
  },
);

test('a like counts at once, stays after a reload, and can be taken back', PHONE, async ({ page }, info) => {
  const company = info.project.name === 'phone' ? 'zoho' : 'github';
  await page.goto(`/companies/${company}`);
  const like = page.getByRole('button', { name: /^Like/ });
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  const before = Number((await like.innerText()).replace(/\D/g, ''));
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toContainText(String(before + 1));
  await expect(like).toBeEnabled();
  // Likes change cached pages at most once a second.
  await expect(async () => {
    await page.reload();
    await expect(like).toContainText(String(before + 1), { timeout: 1000 });
  }).toPass();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect(like).toContainText(String(before));
});

test.describe('with a server that fails', () => {
  test.use({ allowConsole: [/Failed to load resource/] });

  test(
    'a panel that cannot be loaded says so, the list stays, and it comes with the network',
    WIDE,
    async ({ page, context }) => {
      await page.goto('/no-seed');
      const rows = page.getByRole('list', { name: 'Ranking' }).getByRole('link');
      await rows.nth(1).click();
      const panel = page.getByRole('dialog');
      await expect(panel.getByRole('heading', { name: 'Story' })).toBeVisible();
      await context.setOffline(true);
      await panel.getByRole('link', { name: 'Close' }).click();
      await expect(panel).toBeHidden();
      await expect(page).toHaveURL('/no-seed');
      await rows.nth(2).click();
      await expect(panel.getByRole('alert')).toContainText('This company could not be loaded.');
      await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('No Seed');
      const failed = page.waitForEvent('requestfailed');
      await panel.getByRole('button', { name: 'Retry' }).click();
      await failed;
      await expect(panel.getByRole('alert')).toBeVisible();
      // Back on the network it loads without being asked.
      await context.setOffline(false);
      await expect(panel.getByRole('heading', { name: 'Story' })).toBeVisible();
      await page.goBack();
      await expect(panel).toBeHidden();
      await expect(rows.nth(2)).toBeFocused();
    },
  );

  test('another language without a network is refused in this one', WIDE, async ({ page, context }) => {
    await page.goto('/ko/no-seed');
    await context.setOffline(true);
    await page.getByRole('button', { name: /^언어/ }).click();
    await page.getByRole('link', { name: '日本語' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('기업 정보를 불러오지 못했습니다');
    await expect(page.getByRole('button', { name: '다시 시도' })).toBeVisible();
  });

  test('a like is put back, and a comment keeps its text', WIDE, async ({ page }) => {
    await page.goto('/companies/balsamiq');
    await page.route('**/api/companies/*/{like,comments}', (route) =>
      route.fulfill({ status: 503, body: '{"message":"no","code":"unavailable"}' }),
    );
    const like = page.getByRole('button', { name: /^Like/ });
    await like.click();
    await expect(page.getByText('Failed to like. Please try again.')).toBeVisible();
    await expect(like).toHaveAttribute('aria-pressed', 'false');
    await page.getByLabel('Write a comment').fill('My thoughts');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await expect(page.getByText('Failed to add comment. Please try again.')).toBeVisible();
    await expect(
      page.getByText('The service is busy at the moment. Please try again shortly.'),
    ).toBeVisible();
    await expect(page.getByLabel('Write a comment')).toHaveValue('My thoughts');
  });
});

test('a comment and a reply are posted as Anonymous User', PHONE, async ({ page }, info) => {
  await page.goto('/all?company=mojang');
  const panel = page.getByRole('dialog');
  const post = panel.getByRole('button', { name: 'Post comment' });
  await expect(post).toBeDisabled();
  await panel.getByLabel('Write a comment').fill('   ');
  await expect(post).toBeDisabled();
  const text = `<b>Great</b> story ${info.project.name} ${Date.now()}`;
  await panel.getByLabel('Write a comment').fill(text);
  await post.click();
  const comment = panel.getByRole('listitem').filter({ hasText: text });
  await expect(comment).toContainText('Anonymous User');
  await expect(panel.getByText('Times are in New York time.')).toBeVisible();
  await expect(panel.getByLabel('Write a comment')).toHaveValue('');
  await comment.getByRole('button', { name: 'Reply' }).click();
  await panel.getByLabel('Reply to Anonymous User').fill('Indeed');
  await panel.getByRole('button', { name: 'Post reply' }).click();
  await expect(comment.getByRole('paragraph').filter({ hasText: 'Indeed' })).toBeVisible();
});

test('search and order live in the address', WIDE, async ({ page }) => {
  await page.goto('/all');
  await page.getByRole('searchbox', { name: 'Search' }).fill('BALSAMIQ');
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  await expect(page).toHaveURL(/q=BALSAMIQ/);
  await expect(page.getByText('1 company', { exact: true })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await page.getByRole('searchbox', { name: 'Search' }).fill('zzqq xxyy');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No company matches this search')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1 company', { exact: true })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('BALSAMIQ');
  await page.goto('/all?sort=name');
  const order = page.getByLabel('Sort by');
  await expect(order).toHaveValue('name');
  await order.focus();
  await order.selectOption('founded');
  await expect(page).toHaveURL(/sort=founded/);
  await expect(order).toBeFocused();
  await page.goBack();
  await expect(order).toHaveValue('name');
});

/** Holds a page's scripts back until `release` is called. */
async function holdScripts(page: Page): Promise<{ release: () => void }> {
  const hold = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await hold.promise;
    await route.continue();
  });
  return { release: hold.resolve };
}

test('what is typed and chosen before the page is alive stays', PHONE, async ({ page }) => {
  const scripts = await holdScripts(page);
  await page.goto('/all', { waitUntil: 'commit' });
  await page.getByRole('searchbox', { name: 'Search' }).fill('balsamiq');
  await page.getByLabel('Sort by').selectOption('founded');
  scripts.release();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('balsamiq');
  await expect(page.getByLabel('Sort by')).toHaveValue('founded');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/q=balsamiq&sort=founded/);
  await expect(page.getByText('1 company', { exact: true })).toBeVisible();
});

test('a comment that is typed before the page is alive stays, and can be posted', WIDE, async ({ page }) => {
  const scripts = await holdScripts(page);
  await page.goto('/companies/balsamiq', { waitUntil: 'commit' });
  await page.getByLabel('Write a comment').fill('Typed early');
  scripts.release();
  await page.waitForLoadState('networkidle');
  await expect(page.getByLabel('Write a comment')).toHaveValue('Typed early');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Typed early' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Post comment' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Post comment' })).toBeFocused();
  await expect(page.getByLabel('Write a comment')).toHaveValue('');
});

test('a comment that is posted before the page is alive is posted once it is', PHONE, async ({ page }) => {
  for (const [address, place] of [
    ['/en/companies/balsamiq', page],
    ['/en/no-seed?company=balsamiq', page.getByRole('dialog')],
  ] as const) {
    const scripts = await holdScripts(page);
    await page.goto(address, { waitUntil: 'commit' });
    const text = `Posted early ${Math.random()}`;
    await place.getByLabel('Write a comment').fill(text);
    // It looks as if it could not be pressed, and can be; a panel that slides in would be missed by a mouse.
    const post = place.getByRole('button', { name: 'Post comment' });
    await post.evaluate((button: HTMLElement) => button.click());
    scripts.release();
    await expect(place.getByRole('paragraph').filter({ hasText: text })).toBeVisible();
    await expect(place.getByLabel('Write a comment')).toHaveValue('');
    expect(page.url().endsWith(address)).toBe(true);
  }
});

test('an unknown address is a 404 with a way back', WIDE, async ({ page }) => {
  test.info().annotations.push({ type: 'console', description: 'the 404 itself' });
  for (const path of ['/nope', '/fr/all', '/ko/nope', '/no-seed/more']) {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(404);
  }
  expect(await (await page.request.get('/nope')).text()).toContain('Category Not Found');
  expect((await page.request.get('/companies/nope')).status()).toBe(404);
});

test('a link leads to the top of a page, and Back to where one was', PHONE, async ({ page }) => {
  await page.goto('/');
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  const link = page.getByRole('link', { name: 'View All Uncharted Items' });
  await link.scrollIntoViewIfNeeded();
  await expect.poll(scrolled).toBeGreaterThan(500);
  const before = await scrolled();
  await link.click();
  await expect(page).toHaveURL('/uncharted-items');
  await expect.poll(scrolled).toBe(0);
  await page.getByRole('banner').getByRole('link', { name: 'Tiny Giants' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect.poll(scrolled).toBe(before);
});

test(
  'text of the panel can be selected, also far to the right, and the panel stays',
  BOTH,
  async ({ page }) => {
    await page.goto('/no-seed?company=balsamiq');
    const panel = page.getByRole('dialog');
    await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    const paragraph = panel.getByRole('article').locator('p').nth(1);
    const text = await paragraph.boundingBox();
    if (!text) throw new Error('The description has no box.');
    await page.mouse.move(text.x + 4, text.y + 12);
    await page.mouse.down();
    await page.mouse.move(text.x + 190, text.y + 14, { steps: 6 });
    await page.mouse.up();
    const selected = await page.evaluate(() => String(getSelection()));
    expect(selected.length).toBeGreaterThan(10);
    expect(await paragraph.innerText()).toContain(selected.trim());
    await drawFrames(page, 24);
    await expect(panel).toBeVisible();
    await expect(page).toHaveURL(/company=balsamiq/);
  },
);

test(
  'the panel follows a finger, and goes back where its movement becomes a scroll',
  PHONE,
  async ({ page }) => {
    await page.goto('/no-seed?company=balsamiq');
    const panel = page.getByRole('dialog');
    await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', x = 0, y = 0) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' || type === 'touchCancel' ? [] : [{ x, y }],
      });
    const left = async () => Math.round((await panel.boundingBox())?.x ?? 0);
    // It has come in.
    await expect.poll(() => panel.evaluate((dialog) => dialog.getAnimations().length)).toBe(0);
    const closed = await left();
    const description = await panel.getByRole('article').locator('p').nth(1).boundingBox();
    const [x, y] = [(description?.x ?? 0) + 20, (description?.y ?? 0) + 12];
    const swipe = async (distance: number) => {
      await touch('touchStart', x, y);
      for (let step = 1; step <= 5; step++) await touch('touchMove', x + (distance * step) / 5, y + 2);
    };
    await swipe(70);
    await expect.poll(left).toBe(closed + 70);
    await touch('touchCancel');
    await expect.poll(left).toBe(closed);
    await swipe(90);
    await touch('touchEnd');
    await expect.poll(left).toBe(closed);
    await expect(panel).toBeVisible();
    await swipe(130);
    await touch('touchEnd');
    await expect(panel).toBeHidden();
  },
);

test('text of the panel can be selected beyond its edge', BOTH, async ({ page }) => {
  await page.goto('/no-seed?company=balsamiq');
  const panel = page.getByRole('dialog');
  await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  const text = await panel.getByRole('article').locator('p').nth(1).boundingBox();
  if (!text) throw new Error('The description has no box.');
  await page.mouse.move(text.x + 120, text.y + 10);
  await page.mouse.down();
  await page.mouse.move(20, text.y + 30, { steps: 6 });
  await page.mouse.up();
  await drawFrames(page, 24);
  await expect(panel).toBeVisible();
});

test('a new page is read out from its heading on', WIDE, async ({ page }) => {
  await page.goto('/no-seed');
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /stayed small/ })).toBeFocused();
});

test('an address that opens a panel is shared for its company', WIDE, async ({ page }) => {
  await page.goto('/ko/no-seed?company=balsamiq');
  await expect(page).toHaveTitle('Balsamiq: 25명으로 연 매출 $7M(2015년 기준) · 작은 거인들');
  const panel = page.getByRole('dialog');
  await expect.poll(() => panel.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute('href', /\/ko\/companies\/balsamiq$/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveTitle('시드 투자 없이 · 작은 거인들');
  await expect(canonical).toHaveAttribute('href', /\/ko\/no-seed$/);
});

test('a page has one address, and what is shared has a picture', WIDE, async ({ page }) => {
  const at = async (path: string) => {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    return [answer.status(), answer.headers()['location']];
  };
  expect(await at('/ko/all/?q=a')).toEqual([301, '/ko/all?q=a']);
  expect(await at('/ALL')).toEqual([404, undefined]);
  expect(await at('/KO/all')).toEqual([404, undefined]);
  expect(await at('/companies/%EB%A6%AC%EB%85')).toEqual([404, undefined]);
  const pictures = new Set<string>();
  for (const path of ['/companies/balsamiq', '/ko/companies/balsamiq', '/ja/no-seed', '/zh', '/en/all']) {
    const html = await (await page.request.get(path)).text();
    const meta = (name: string) => new RegExp(`="${name}" content="([^"]+)"`).exec(html)?.[1] ?? '';
    const picture = meta('og:image');
    expect(meta('twitter:image'), path).toBe(picture);
    expect([meta('og:image:width'), meta('og:image:height')], path).toEqual(['1200', '630']);
    expect(meta('og:image:alt'), path).not.toBe('');
    const answer = await page.request.get(new URL(picture).pathname);
    expect([answer.status(), answer.headers()['content-type']], path).toEqual([200, 'image/png']);
    pictures.add(picture);
  }
  expect(pictures.size).toBe(5);
  const panel = await (await page.request.get('/ko/no-seed?company=balsamiq')).text();
  expect(panel).toContain('/share/ko/companies/balsamiq.png');
  // Whole without a script: nothing comes later and is put in its place.
  expect(panel).not.toContain('<template id="B:');
});

test('scripts are fetched once the page is painted', WIDE, async ({ page }) => {
  const html = await (await page.request.get('/en/no-seed')).text();
  expect(html).not.toMatch(/<script[^>]* src=|rel="modulepreload"|<script[^>]*type="module"/);
  await page.goto('/en/no-seed', { waitUntil: 'networkidle' });
  const { styled, asked } = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return {
      styled: files.find(({ name }) => name.endsWith('.css'))?.responseEnd ?? Number.NaN,
      asked: files.filter(({ name }) => name.endsWith('.js')).map(({ startTime }) => startTime),
    };
  });
  expect(asked.length).toBeGreaterThan(3);
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(styled);
  const preloads = html.match(/<link rel="deferred"[^>]*>/g) ?? [];
  expect(preloads.length).toBeGreaterThan(3);
  // What is read goes before them also on a slow line.
  const fetched = page.locator('link[rel=modulepreload]');
  await expect(fetched.and(page.locator('[fetchpriority=low]'))).toHaveCount(await fetched.count());
  expect(await fetched.count()).toBeGreaterThanOrEqual(preloads.length);
  for (const preload of preloads) {
    // What checks calls is the console's alone.
    const script = /href="([^"]+)"/.exec(preload)?.[1] ?? '';
    expect(await (await page.request.get(script)).text(), script).not.toContain('ZodError');
  }
});

test('a button that is pressed before the page is alive does what it says, once', WIDE, async ({ page }) => {
  const scripts = await holdScripts(page);
  await page.goto('/en/companies/kit', { waitUntil: 'commit' });
  const like = page.getByRole('button', { name: /^Like/ });
  await like.click();
  await drawFrames(page, 20);
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  scripts.release();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
});

test('Back leads to the page before, also before a reloaded one is alive', WIDE, async ({ page }) => {
  await page.goto('/en/explore');
  const heading = page.getByText(/^\d+ of \d+ companies$/);
  await page
    .getByRole('link', { name: /^Indie Hackers \d+$/ })
    .last()
    .click();
  await expect(page).toHaveURL(/category=indie-hackers/);
  await expect(heading).toBeVisible();
  const chosen = await heading.textContent();
  await page
    .getByRole('link', { name: /^Small Teams \d+$/ })
    .last()
    .click();
  await expect(page).toHaveURL(/category=small-teams/);
  await expect(heading).not.toHaveText(chosen ?? '');
  const scripts = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(heading).not.toHaveText(chosen ?? '');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/category=indie-hackers/);
  await expect(heading).toHaveText(chosen ?? '');
  scripts.release();
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('hydrated').length)).toBe(1);
  await expect(heading).toHaveText(chosen ?? '');
});

test.describe('a page that is not there', () => {
  test.use({ allowConsole: [/status of 404/] });

  test('is hydrated as others are, with what was pressed before', WIDE, async ({ page }) => {
    const scripts = await holdScripts(page);
    await page.goto('/en/nothing/here', { waitUntil: 'commit' });
    const html = page.locator('html');
    await expect(html).not.toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Colour theme' }).click();
    await page.getByRole('button', { name: 'Dark' }).click();
    scripts.release();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('hydrated').length)).toBe(1);
  });
});

test('whoever comes to a company by its address is counted as a view', WIDE, async ({ page }) => {
  for (const path of ['/companies/copart', '/all?company=gumroad']) {
    const viewed = page.waitForResponse((response) => response.url().endsWith('/view') && response.ok());
    await page.goto(path);
    await viewed;
  }
});

test(
  'rows that were added stay when one comes back, and need no JavaScript',
  PHONE,
  async ({ page, request }) => {
    // Other journeys add companies meanwhile, and none of these kinds.
    const list = '/all?kind=app,game,manufacturer,saas,tool';
    await page.goto(list);
    const rows = page.getByRole('list', { name: 'Ranking' }).getByRole('link');
    await expect(rows).toHaveCount(100);
    const more = page.getByRole('link', { name: 'Show more' });
    const address = await more.getAttribute('href');
    await more.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(100);
    const all = await rows.count();
    // Whoever asked for more goes on with the first of them; a page that is loaded again has as many.
    await expect(rows.nth(100)).toBeFocused();
    await rows.last().scrollIntoViewIfNeeded();
    await page.reload();
    await expect(rows).toHaveCount(all);
    await expect(rows.last()).toBeInViewport();
    await page.goto(list);
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(rows.nth(100)).toBeFocused();
    await rows.last().click();
    const panel = page.getByRole('dialog');
    await expect(panel.getByRole('heading', { name: 'Story' })).toBeVisible();
    await panel.getByRole('link', { name: 'Open the full page' }).click();
    await expect(page).toHaveURL(/\/companies\//);
    await expect(panel).toBeHidden();
    await page.goBack();
    await expect(panel).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`${list.replaceAll(',', '%2C')}&rows=200`);
    await expect(rows).toHaveCount(all);
    await expect(rows.last()).toBeInViewport();

    const html = await (await request.get(address ?? '')).text();
    expect(html.match(/href="\?[^"]*company=/g)).toHaveLength(all);
    for (const nonsense of ['-5', '1e9', 'x', '2.5'])
      expect((await request.get(`${list}&rows=${nonsense}`)).status()).toBe(200);
  },
);
