import type { Page } from '@playwright/test';
import { LANGUAGES } from '../core/languages.ts';
import { axeFindings } from './axe.ts';
import { BOTH, expect, PHONE, test, WIDE } from './journey.ts';

const PLOT = 'Companies by people and revenue. Move from company to company';

const count = (text: string | null) => Number(/\d+/.exec(text ?? '')?.[0]);

const TITLES = {
  en: ['People and revenue', 'When each kind began', 'Where they are'],
  ko: ['인원과 매출', '업종별로 시작된 때', '어디에 있는지'],
  ja: ['人数と売上高', 'どの業種がいつ始まったか', 'どこにあるか'],
  zh: ['人数与营收', '各行业始于何时', '它们在哪里'],
} as const;

/** Names and numbers of the drawings that cover each other or leave the window, as they are really written. */
function collisions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) found.push('the page is wider than the window');
    for (const svg of document.querySelectorAll('main figure svg')) {
      const texts = [...svg.querySelectorAll(':scope > g > text')].filter(
        (text) => text.getBoundingClientRect().width > 0,
      );
      const boxes = texts.map((text) => text.getBoundingClientRect());
      for (const [i, a] of boxes.entries()) {
        if (a.left < 0 || a.right > width) found.push(`${texts[i]?.textContent} leaves the window`);
        for (const [j, b] of boxes.entries())
          if (
            j > i &&
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
            // A line is higher than its letters.
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5
          )
            found.push(`${texts[i]?.textContent} covers ${texts[j]?.textContent}`);
      }
    }
    return found;
  });
}

for (const language of LANGUAGES) {
  test(`three pictures with their tables in ${language}, at every width`, WIDE, async ({ page }) => {
    await page.goto(`/${language}/explore`);
    for (const title of TITLES[language]) {
      const figure = page.getByRole('figure', { name: title, exact: true });
      await expect(figure.getByRole('heading', { name: title })).toBeVisible();
      const table = figure.getByRole('table');
      await expect(table).toBeHidden();
      await figure.locator('summary').click();
      await expect(table).toBeVisible();
      expect(await table.getByRole('row').count()).toBeGreaterThan(10);
    }
    expect(await axeFindings(page)).toEqual([]);
    for (const width of [320, 390, 600, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await collisions(page), `${width}`).toEqual([]);
    }
    const head = page.locator('head');
    await expect(head.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`/${language}/explore$`),
    );
    await expect(head.locator('link[rel=alternate][hreflang]')).toHaveCount(LANGUAGES.length + 1);
  });
}

test('arrow keys go from company to company, Enter opens one, Escape leaves', WIDE, async ({ page }) => {
  await page.goto('/en/explore');
  const plot = page.getByRole('application', { name: PLOT });
  await expect(plot).toHaveAttribute('tabindex', '0');
  await plot.focus();
  const spoken = plot.locator('xpath=..').locator('[aria-live=polite]');
  await page.keyboard.press('ArrowRight');
  await expect(spoken).toContainText('·');
  const first = await spoken.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(spoken).not.toHaveText(first ?? '');
  const people = async () =>
    Number(/([\d,]+) (?:people|person)/.exec((await spoken.textContent()) ?? '')?.[1]?.replaceAll(',', ''));
  const before = await people();
  await page.keyboard.press('ArrowLeft');
  expect(await people()).toBeLessThanOrEqual(before);
  const id = await plot.getAttribute('data-company');
  const name = (await spoken.textContent())?.split(' · ')[0] ?? '';
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`company=${id}`));
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(plot).toBeFocused();
  await expect(plot).toHaveAttribute('data-company', id ?? '');
  await page.keyboard.press('Escape');
  await expect(spoken).toBeEmpty();
  await page.keyboard.press('Tab');
  await expect(plot).not.toBeFocused();
});

/** Where the mark of a company is, in the window. */
async function markOf(
  page: Page,
  key: string,
  plot = page.getByRole('application', { name: PLOT }),
): Promise<{ x: number; y: number; id: string }> {
  await expect(plot).toHaveAttribute('tabindex', '0');
  await plot.focus();
  await page.keyboard.press(key);
  await expect(plot).toHaveAttribute('data-company', /./);
  const id = (await plot.getAttribute('data-company')) ?? '';
  await plot.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  const ring = await plot.locator('span[aria-hidden=true]').boundingBox();
  if (!ring) throw new Error('There is no ring around the mark.');
  await page.keyboard.press('Escape');
  return { x: ring.x + ring.width / 2, y: ring.y + ring.height / 2, id };
}

for (const language of ['en', 'ko'])
  test(`the home page's picture answers the first tap too, in ${language}`, PHONE, async ({ page }) => {
    await page.goto(`/${language}`);
    const picture = page.locator('figure:has(> .\\@container)');
    // Where it stands, by the arrow keys of a first visit.
    await picture.locator('svg').first().dispatchEvent('pointerover');
    const plot = picture.getByRole('application');
    const mark = await markOf(page, 'Home', plot);
    await page.goto('about:blank');
    await page.goto(`/${language}`);
    await picture.locator('> div').evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await page.touchscreen.tap(mark.x, mark.y);
    await expect(plot).toHaveAttribute('data-company', /./);
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.touchscreen.tap(mark.x, mark.y);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page).toHaveURL(/company=/);
  });

test('pointing or tapping says which company it is, and opens it', BOTH, async ({ page, isMobile }) => {
  await page.goto('/en/explore');
  const mark = await markOf(page, 'Home');
  const plot = page.getByRole('application', { name: PLOT });
  const panel = page.getByRole('dialog');
  if (isMobile) {
    await page.touchscreen.tap(mark.x, mark.y);
    await expect(plot).toHaveAttribute('data-company', /./);
    await expect(panel).toBeHidden();
    await page.getByRole('link', { name: /^Details/ }).click();
  } else {
    await page.mouse.move(mark.x, mark.y);
    await expect(plot).toHaveAttribute('data-company', mark.id);
    await page.mouse.click(mark.x, mark.y);
  }
  await expect(panel).toBeVisible();
  await expect(page).toHaveURL(/company=/);
});

test('a category and filters choose what is drawn, and the address keeps it', PHONE, async ({ page }) => {
  await page.goto('/en/explore');
  const scatter = page.getByRole('figure', { name: 'People and revenue' });
  await expect(scatter).toContainText(/All \d+ companies are drawn|of \d+ companies are drawn/);
  const category = page.getByRole('link', { name: /^Indie Hackers \d+$/ }).last();
  const count = /\d+$/.exec((await category.textContent()) ?? '')?.[0];
  await category.click();
  await expect(page).toHaveURL(/category=indie-hackers/);
  await expect(page.getByText(new RegExp(`^${count} of \\d+ companies$`))).toBeVisible();
  await page.getByRole('link', { name: 'Filters', exact: true }).click();
  const sheet = page.locator('[aria-labelledby=filters]');
  await sheet.getByRole('link', { name: /^United States/ }).click();
  await expect(page).toHaveURL(/country=US/);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  const shown = await page.getByText(/^\d+ of \d+ companies$/).textContent();
  // What is pointed at is what is chosen.
  const points = page.waitForResponse((response) => response.url().includes('/api/explore/points'));
  await page.getByRole('application', { name: PLOT }).focus();
  const { points: chosen } = (await (await points).json()) as { points: { category: string }[] };
  expect(new Set(chosen.map((point) => point.category))).toEqual(new Set(['indie-hackers']));
  await page.reload();
  await expect(page.getByText(shown ?? '')).toBeVisible();
  await page.goBack();
  await page.goto('/en/explore?country=XX&employees_min=many&kind=nothing');
  await expect(page.getByRole('heading', { name: 'Explore', level: 1 })).toBeVisible();
});

test('a search chooses what is drawn, with what else is chosen', WIDE, async ({ page }) => {
  await page.goto('/en/explore?country=US&company=');
  const search = page.getByRole('searchbox', { name: 'Search' });
  const shown = page.getByText(/^\d+ of \d+ companies$/);
  const before = count(await shown.textContent());
  await search.fill('newsletter');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/q=newsletter/);
  await expect(page).toHaveURL(/country=US/);
  await expect.poll(async () => count(await shown.textContent())).toBeLessThan(before);
  const narrowed = count(await shown.textContent());
  expect(narrowed).toBeGreaterThan(1);
  // The counts of the categories are of what is found, and a category keeps the search.
  const categories = page.getByRole('list', { name: 'Category' }).getByRole('link', { name: /\d+$/ });
  const counts = (await categories.allTextContents()).map((text) => Number(/\d+$/.exec(text)?.[0]));
  expect(counts.reduce((sum, of) => sum + of)).toBe(narrowed);
  const chosen = counts.findIndex((of) => of > 0);
  await categories.nth(chosen).click();
  await expect(page).toHaveURL(/category=/);
  await expect(page).toHaveURL(/q=newsletter/);
  await expect.poll(async () => count(await shown.textContent())).toBe(counts[chosen]);
  // The points are those that are found, and the list is of the same.
  const points = page.waitForResponse((response) => response.url().includes('/api/explore/points'));
  await page.getByRole('application', { name: PLOT }).focus();
  expect(((await (await points).json()) as { total: number }).total).toBe(counts[chosen]);
  await page.getByText('As a table').first().click();
  await page.getByRole('link', { name: 'All of them in a list' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('newsletter');
  await expect(page.getByRole('list', { name: 'Ranking' }).getByRole('listitem')).toHaveCount(
    counts[chosen] ?? 0,
  );
  await page.goBack();
  await page.goBack();
  await expect(search).toHaveValue('newsletter');
  await page.goBack();
  await expect(search).toHaveValue('');
  await search.fill('xqzvwk');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No company matches this search')).toBeVisible();
  await expect(page.getByRole('figure')).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('a search chooses', WIDE, async ({ page }) => {
    await page.goto('/ja/explore?category=indie-hackers');
    await page.getByRole('searchbox', { name: '検索' }).fill('ゲーム');
    await page.getByRole('button', { name: '適用' }).click();
    await expect(page).toHaveURL(/category=indie-hackers/);
    const shown = count(await page.getByText(/社中/).first().textContent());
    expect(shown).toBeGreaterThan(0);
    await page.getByRole('link', { name: '絞り込み', exact: true }).click();
    await expect(page.getByRole('searchbox', { name: '検索' })).toHaveValue('ゲーム');
    await expect(page.getByRole('region', { name: '絞り込み' })).toBeVisible();
  });

  test('the pictures are there, and the categories choose', WIDE, async ({ page }) => {
    await page.goto('/ko/explore');
    expect(await page.locator('figure path.dots').count()).toBeGreaterThan(4);
    await page.getByRole('link', { name: /^인디 해커 \d+$/ }).click();
    await expect(page).toHaveURL(/category=indie-hackers/);
    await page.getByText('표로 보기').last().click();
    await page.getByRole('table', { name: '어디에 있는지' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/ko\/countries\/[a-z]{2}$/);
  });
});

test('nothing moves where less motion is wanted', WIDE, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/en/explore');
  expect(
    await page
      .locator('.appears, .grows > *')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).animationName)),
  ).toEqual(expect.not.arrayContaining(['appear', 'grow']));
});

test(
  'the home page opens with a picture, in which a mark tells its company and opens it',
  WIDE,
  async ({ page, request }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/en', { waitUntil: 'networkidle' });
    const picture = page.getByRole('figure', { name: 'Companies by people and revenue' });
    expect(await picture.locator('path.dots').count()).toBeGreaterThan(4);
    // What finds companies is there for those alone who come near.
    expect(asked.filter((url) => /explore|finder/.test(url))).toEqual([]);
    const points = page.waitForResponse((response) => response.url().includes('/api/explore/points'));
    await picture.getByRole('img').hover();
    const found = (await (await points).json()) as { points: { id: string; name: string }[] };
    expect(found.points.length).toBeLessThanOrEqual(200);
    const plot = picture.getByRole('application');
    await plot.focus();
    await page.keyboard.press('ArrowRight');
    const id = await plot.getAttribute('data-company');
    const first = found.points.find((point) => point.id === id);
    await expect(picture.getByText(first?.name ?? '', { exact: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/en?company=${id}`);
    await expect(page.getByRole('dialog').getByRole('heading', { name: first?.name ?? '' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    const html = await (await request.get('/en')).text();
    expect(html).toMatch(/<path d="M\d+ \d+h0/);
  },
);

test(
  'the home page has both charts beside each other, the newest companies, and the way to explore',
  BOTH,
  async ({ page, request, isMobile }) => {
    await page.goto('/en');
    const revenue = page.getByRole('figure', { name: 'Fewest Companies with Big Revenue' });
    const perPerson = page.getByRole('figure', { name: 'Most revenue per person' });
    const [a, b] = [await revenue.boundingBox(), await perPerson.boundingBox()];
    if (isMobile) expect(b?.y).toBeGreaterThan((a?.y ?? 0) + (a?.height ?? 0));
    else {
      expect(b?.y).toBe(a?.y);
      expect(b?.x).toBeGreaterThan((a?.x ?? 0) + (a?.width ?? 0));
    }
    // The same five as the points of the pictures have, the highest first.
    const { points } = (await (await request.get('/api/explore/points')).json()) as {
      points: { name: string; revenue_per_person: number | null }[];
    };
    const best = points
      .toSorted((x, y) => (y.revenue_per_person ?? -1) - (x.revenue_per_person ?? -1))
      .slice(0, 5);
    const bars = perPerson.getByRole('listitem');
    await expect(bars).toHaveCount(5);
    for (const [i, { revenue_per_person: dollars }] of best.entries())
      await expect(bars.nth(i)).toContainText(
        new Intl.NumberFormat('en-US', {
          style: 'currency',
          currency: 'USD',
          notation: 'compact',
          maximumSignificantDigits: 3,
        }).format(dollars ?? 0),
      );
    const recent = page.getByRole('region', { name: 'Recently added' });
    expect(await recent.getByRole('listitem').count()).toBe(6);
    await recent.getByRole('link', { name: 'View All Recently added' }).click();
    await expect(page).toHaveURL(/\/en\/all\?sort=newest$/);
    await page.goBack();
    await page.getByRole('link', { name: 'Explore in pictures' }).click();
    await expect(page).toHaveURL(/\/en\/explore$/);
    await expect(page.getByRole('heading', { name: 'Explore', level: 1 })).toBeVisible();
  },
);
