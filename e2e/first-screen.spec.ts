import type { Locator, Page } from '@playwright/test';
import { axeFindingsLightAndDark } from './axe.ts';
import { BOTH, expect, PHONE, test, WIDE } from './journey.ts';

const WIDTHS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

const TEXTS = {
  en: {
    question: 'How big can a small company get?',
    browse: /^Browse \d+ companies$/,
    story: 'Story of the day',
    search: 'Search the directory',
  },
  ko: {
    question: '작은 기업은 어디까지 커질 수 있을까요?',
    browse: /^\d+개 기업 살펴보기$/,
    story: '오늘의 이야기',
    search: '기업 찾기',
  },
  ja: {
    question: '小さな企業は、どこまで大きくなれるのか。',
    browse: /^\d+社を見る$/,
    story: '今日のストーリー',
    search: '企業を探す',
  },
  zh: { question: '小公司能做到多大？', browse: /^浏览\d+家公司$/, story: '今日故事', search: '搜索公司' },
};

const CATEGORIES = ['no-seed', 'small-teams', 'indie-hackers', 'one-person-developer', 'uncharted-items'];

const fieldOf = (page: Page, name: string) =>
  page
    .locator('main')
    .getByRole('searchbox', { name })
    .or(page.locator('main').getByRole('combobox', { name }));

async function isWhollySeen(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { top, left, right, bottom } = element.getBoundingClientRect();
    return top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight && bottom > top;
  });
}

for (const [language, texts] of Object.entries(TEXTS))
  test(`the first screen offers every way in, at each width, in ${language}`, WIDE, async ({ page }) => {
    for (const size of WIDTHS) {
      await page.setViewportSize(size);
      await page.goto(`/${language}`);
      const main = page.locator('main');
      const story = main.getByRole('region', { name: texts.story });
      const parts = [
        main.getByText(texts.question),
        main.getByRole('heading', { level: 1 }),
        main.locator('h1 + p'),
        fieldOf(page, texts.search),
        main.getByRole('link', { name: texts.browse }),
        ...CATEGORIES.map((id) => main.locator(`li[data-category=${id}] > a[href="/${language}/${id}"]`)),
        story.getByRole('heading'),
        story.locator('p'),
        story.locator('.big-figures > b'),
        story.locator('.big-figures > span'),
      ];
      for (const part of parts) {
        await expect(part).toHaveCount(1);
        expect(await isWhollySeen(part), `${await part.innerText()} at ${size.width} px`).toBe(true);
      }
      // Each category stands there with its shape.
      expect(await main.locator('li[data-category] > a > .shape').count()).toBe(CATEGORIES.length);
    }
  });

/** Of the Layout Instability API: `startTime` in milliseconds, `value` in parts of the screen. */
interface LayoutShift {
  startTime: number;
  value: number;
  sources: readonly { node?: unknown }[];
}

test('nothing moves while the home page loads, and it is clean in light and dark', BOTH, async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: { startTime: number; value: number; moved: unknown[] }[] = [];
    Reflect.set(window, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[])
        shifts.push({
          startTime: entry.startTime,
          value: entry.value,
          moved: entry.sources.map(({ node }) => node instanceof Element && node.outerHTML.slice(0, 200)),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const language of Object.keys(TEXTS)) {
    await page.goto(`/${language}`, { waitUntil: 'networkidle' });
    const moved = await page.evaluate(() => {
      const [{ domInteractive }] = performance.getEntriesByType('navigation') as [
        PerformanceNavigationTiming,
      ];
      // Before, a slow machine draws a part of the document: what is right-aligned grows with it.
      const shifts = Reflect.get(window, 'shifts') as { startTime: number }[];
      return shifts.filter(({ startTime }) => startTime > domInteractive);
    });
    expect(moved).toEqual([]);
    expect(await axeFindingsLightAndDark(page)).toEqual([]);
  }
});

test('the field answers as one types, and leads to what is chosen', BOTH, async ({ page }) => {
  await page.goto('/en');
  const field = fieldOf(page, 'Search the directory');
  await field.click();
  await page.keyboard.type('stardw');
  const option = page.getByRole('option', { name: /^Stardew Valley/ });
  await expect(option).toBeVisible();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  // It is folded away where the reader goes on, and there again.
  await page.keyboard.press('Tab');
  await expect(option).toBeHidden();
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await field.focus();
  await expect(option).toBeVisible();
  await option.click();
  await expect(page).toHaveURL(/stardew-valley/);
});

test(
  'with the keyboard the field leads to the first answer, and its button to the list',
  WIDE,
  async ({ page }) => {
    await page.goto('/ko');
    const field = fieldOf(page, '기업 찾기');
    await field.focus();
    await page.keyboard.type('stardw');
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/stardew-valley/);
    await page.goto('/ko');
    await field.fill('saas');
    await page.locator('main').getByRole('button', { name: '검색' }).click();
    await expect(page).toHaveURL(/\/ko\/all\?q=saas$/);
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the field leads to the list of what is found', PHONE, async ({ page }) => {
    await page.goto('/en');
    const field = fieldOf(page, 'Search the directory');
    await field.fill('stardew');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/en\/all\?q=stardew$/);
    await expect(page.locator('main')).toContainText('Stardew Valley');
  });
});

test(
  'the story opens its company, and the numbers of the directory are those of its calls',
  WIDE,
  async ({ page, request }) => {
    await page.goto('/en');
    const story = page.getByRole('region', { name: 'Story of the day' });
    const name = (await story.getByRole('link').first().textContent()) ?? '';
    // The same company in another language.
    const id = /company=([^&]+)/.exec(
      (await story.getByRole('link').first().getAttribute('href')) ?? '',
    )?.[1];
    for (const language of ['ko', 'ja', 'zh'])
      expect(await (await request.get(`/${language}`)).text()).toMatch(
        new RegExp(`class="story-of-day(?:(?!</a>).)*company=${id}"`),
      );
    const facts = page.getByRole('list', { name: 'The directory in figures' });
    const insights = (await (await request.get('/api/companies/insights')).json()) as {
      median_employees: number;
    };
    const facets = (await (await request.get('/api/companies/facets')).json()) as { country: unknown[] };
    await expect(facts).toContainText(`${facets.country.length} countries`);
    await expect(facts).toContainText(`${insights.median_employees} people in the median company`);
    await story.getByRole('link').first().click();
    await expect(page.getByRole('dialog').getByRole('heading', { name, level: 2 }).first()).toBeVisible();
  },
);

test(
  'what nobody has done yet today does not shout, and each tile says what it counts',
  BOTH,
  async ({ page }) => {
    await page.goto('/en');
    const today = page.getByRole('region', { name: 'Read today' });
    await expect(today.getByRole('term')).toHaveCount(4);
    for (const label of ["Today's Visits", 'Unique Visitors', 'Company Views', 'Total Interactions'])
      await expect(today.getByText(label)).toBeVisible();
    for (const value of await today.getByRole('definition').allTextContents())
      expect(value).toMatch(/^(none yet|[1-9][\d,]*)$/);
    // They stand below everything else of the page.
    const [tiles, blocks] = [await today.boundingBox(), await page.locator('.block-of').last().boundingBox()];
    expect(tiles?.y).toBeGreaterThan((blocks?.y ?? 0) + (blocks?.height ?? 0) - 1);
  },
);

test(
  'each page of the navigation is in sight from 1024 pixels on, and in the menu below',
  WIDE,
  async ({ page }) => {
    for (const language of Object.keys(TEXTS)) {
      await page.goto(`/${language}/all`);
      const links = page.locator('.main-nav a');
      for (const width of [1024, 1279, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        await expect(links).toHaveCount(9);
        const boxes = await links.evaluateAll((all) =>
          all.map((link) => link.getBoundingClientRect().toJSON()),
        );
        // In one line, a finger apart, within the window.
        expect([width, new Set(boxes.map(({ top }) => top)).size]).toEqual([width, 1]);
        const gaps = boxes.slice(1).map(({ left }, i) => left - boxes[i].right);
        expect([width, Math.min(...gaps) >= 16]).toEqual([width, true]);
        expect(boxes.at(-1)?.right).toBeLessThan(width);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    }
    await page.setViewportSize({ width: 1000, height: 800 });
    await page.goto('/en/all');
    await expect(page.locator('.main-nav a').first()).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Compare' }).click();
    await expect(page).toHaveURL('/en/compare');
  },
);

test('earlier stories stand on a page of their own, each opening its company', WIDE, async ({ page }) => {
  await page.goto('/en');
  const today = await page
    .getByRole('region', { name: 'Story of the day' })
    .getByRole('link')
    .first()
    .textContent();
  await page.getByRole('link', { name: 'Earlier stories' }).click();
  await expect(page).toHaveURL('/en/stories');
  await expect(page.getByRole('heading', { level: 1, name: 'Stories of the day' })).toBeVisible();
  const stories = page
    .locator('main')
    .getByRole('listitem')
    .filter({ has: page.locator('.story-row') });
  await expect(stories).toHaveCount(30);
  // The first is today's, and no story is told twice within a week.
  const names = await stories.getByRole('heading').allTextContents();
  expect(names[0]).toBe(today);
  expect(new Set(names.slice(0, 7)).size).toBe(7);
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  await stories.nth(1).getByRole('link').click();
  await expect(page.getByRole('dialog', { name: names[1] ?? '' })).toBeVisible();
});
