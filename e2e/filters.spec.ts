import type { Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { expect, PHONE, test, WIDE } from './journey.ts';

const count = (text: string | null) => Number(/\d+/.exec(text ?? '')?.[0]);

/** The open filters: a part of the page, on a phone a dialog. */
const filtersIn = (page: Page, isMobile: boolean, name: string) =>
  page.getByRole(isMobile ? 'dialog' : 'region', { name });

test('a list is narrowed step by step, and the address keeps it', WIDE, async ({ page, isMobile }) => {
  await page.goto('/en/all');
  const filters = page.getByRole('link', { name: 'Filters', exact: true });
  await filters.click();
  const sheet = filtersIn(page, isMobile, 'Filters');
  await expect(sheet).toBeVisible();
  await expect(sheet.getByRole('heading', { name: 'Filters' })).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);

  const korea = sheet.getByRole('link', { name: /^South Korea/ });
  const listed = count(await korea.textContent());
  await korea.click();
  await expect(page).toHaveURL(/country=KR/);
  await expect(sheet.getByRole('link', { name: `Show ${listed} companies` })).toBeVisible();
  // What was chosen narrows the others; what would list nothing leads nowhere.
  const step = sheet.getByRole('link', { name: /^51–200/ });
  const both = count((await step.textContent())?.replace('51–200', '') ?? '');
  await step.click();
  await expect(page).toHaveURL(/employees_min=51&employees_max=200/);
  await sheet.getByRole('link', { name: new RegExp(`^Show ${both} compan`) }).click();
  await expect(sheet).toBeHidden();
  await expect(filters).toBeFocused();
  await expect(page.getByRole('list', { name: 'Ranking' }).getByRole('listitem')).toHaveCount(both);

  // A search keeps what is chosen, and the best match stands first.
  await page.getByRole('searchbox', { name: 'Search' }).fill('zzzz');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/country=KR/);
  await expect(page.getByText('No company matches this search')).toBeVisible();
  await page.goBack();
  const chosen = page.getByRole('list', { name: 'Chosen filters' });
  await chosen.getByRole('link', { name: /^South Korea/ }).click();
  await expect(page).not.toHaveURL(/country=/);
  await chosen.getByRole('link', { name: 'Clear all filters' }).click();
  await expect(page).not.toHaveURL(/employees_/);
  await expect(chosen).toBeHidden();
});

test('the filters shut with Escape, and Back leads into them again', WIDE, async ({ page }) => {
  await page.goto('/ko/all');
  await page.getByRole('link', { name: '필터', exact: true }).click();
  const sheet = page.getByRole('region', { name: '필터' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.goBack();
  await expect(sheet).toBeVisible();
});

test('each choice beside a list is taken back by Back', WIDE, async ({ page }) => {
  await page.goto('/en/about');
  await page.goto('/en/all');
  await page.getByRole('link', { name: 'Filters', exact: true }).click();
  const region = page.getByRole('region', { name: 'Filters' });
  const korea = region.locator('a[href*="country=KR"]');
  await korea.click();
  await expect(page).toHaveURL(/country=KR/);
  await region.locator('a[href*="employees_min="][href*="employees_max="]').first().click();
  await expect(page).toHaveURL(/country=KR&employees_min=\d+&employees_max=/);
  await page.goBack();
  await expect(page).toHaveURL(/country=KR/);
  await expect(page).not.toHaveURL(/employees_/);
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/all\?view=filters$/);
  await expect(korea).not.toHaveAttribute('aria-current');
  await page.goBack();
  await expect(region).toBeHidden();
  await expect(page).toHaveURL(/\/en\/all$/);
  await page.goBack();
  await expect(page).toHaveURL(/about$/);
});

for (const [path, filters, close] of [
  ['/en/no-seed', 'Filters', 'Close'],
  ['/ko/all', '필터', '닫기'],
  ['/ko/explore', '필터', '닫기'],
] as const)
  test(`a phone's filters are a dialog, and keep what was chosen: ${path}`, PHONE, async ({ page }) => {
    await page.goto('/en/about');
    await page.goto(path);
    const opener = page.getByRole('link', { name: filters, exact: true });
    const sheet = page.getByRole('dialog', { name: filters });
    const korea = sheet.locator('a[href*="country=KR"]');
    const open = async () => {
      await opener.click();
      await expect(sheet.getByRole('heading', { level: 2 })).toBeFocused();
    };

    await open();
    expect(await axeFindings(page)).toEqual([]);
    // The focus goes round within, or into the browser's own bars.
    const links = await sheet.locator('a').count();
    for (let tab = 0; tab <= links + 2; tab++) {
      await page.keyboard.press('Tab');
      const isInside =
        'document.activeElement === document.body || !!document.activeElement.closest("dialog")';
      expect([tab, await page.evaluate(isInside)]).toEqual([tab, true]);
    }
    // Nothing was chosen: the list is as it was, and Back leads to what was before it.
    await sheet.getByRole('link', { name: close }).click();
    await expect(sheet).toBeHidden();
    await expect(opener).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(/about$/);

    for (const shut of [
      () => page.goBack(),
      () => page.keyboard.press('Escape'),
      () => sheet.getByRole('link', { name: close }).click(),
      () => sheet.locator('a.button').click(),
    ]) {
      await page.goto('/en/about');
      await page.goto(path);
      await open();
      await korea.click();
      await expect(page).toHaveURL(/country=KR/);
      await sheet.locator('a[href*="employees_min="][href*="employees_max="]').first().click();
      await expect(page).toHaveURL(/employees_max=/);
      // The address changes before the sheet is drawn with it: its links lead to what they show.
      await expect(sheet.locator('a[aria-current="true"][href*="country=KR"]').first()).toBeVisible();
      await shut();
      await expect(sheet).toBeHidden();
      await expect(opener).toBeFocused();
      await expect(page).toHaveURL(/country=KR/);
      await expect(page).toHaveURL(/employees_max=/);
      await expect(page).not.toHaveURL(/view=/);
      // The sheet is no stop on the way back: its choices are taken back at once, then the page is left.
      await page.goBack();
      await expect(page).not.toHaveURL(/country=|employees_|view=/);
      await expect(page).not.toHaveURL(/about$/);
      await page.goBack();
      await expect(page).toHaveURL(/about$/);
      await page.goForward();
      await page.goForward();
      await expect(page).toHaveURL(/country=KR/);
    }

    // The second time, too, and what it changes is another step.
    await open();
    await sheet.locator('a[aria-current="true"][href*="country=KR"]').first().click();
    await expect(page).not.toHaveURL(/employees_/);
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/\?country=KR$/);
    await page.goBack();
    await expect(page).toHaveURL(/country=KR&employees_min=\d+&employees_max=\d+$/);

    // Opened by its address, it closes to the list.
    await page.goto(`${path}?view=filters&country=KR`);
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/\?country=KR$/);
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the same', WIDE, async ({ page }) => {
    await page.goto('/ja/all');
    await page.getByRole('link', { name: '絞り込み', exact: true }).click();
    const sheet = page.getByRole('region', { name: '絞り込み' });
    await sheet.getByRole('link', { name: /^韓国/ }).click();
    await expect(page).toHaveURL(/country=KR/);
    await sheet.getByRole('link', { name: /社を表示$/ }).click();
    await expect(sheet).toBeHidden();
    expect(
      await page.getByRole('list', { name: 'ランキング' }).getByRole('listitem').count(),
    ).toBeGreaterThan(5);
  });
});

test('what nobody can choose is left out of the address, and no page fails', WIDE, async ({ page }) => {
  for (const query of [
    'employees_min=many',
    'status=rich',
    'country=Korea',
    'revenue_min=9&revenue_max=8',
    'kind=,,,',
  ]) {
    const answer = await page.goto(`/en/all?${query}`);
    expect([query, answer?.status()]).toEqual([query, 200]);
    await expect(page.getByRole('list', { name: 'Chosen filters' })).toBeHidden();
  }
});
