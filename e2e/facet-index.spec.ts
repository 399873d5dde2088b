import { axeFindings, axeFindingsLightAndDark } from './axe.ts';
import { BOTH, expect, sizeFor, test, WIDE } from './journey.ts';

const LANGUAGES = [
  { language: 'en', countries: 'Countries', japan: 'Japan', founders: 'Founders', next: 'Next page' },
  { language: 'ko', countries: '국가', japan: '일본', founders: '창업자', next: '다음 쪽' },
] as const;

for (const { language, countries, japan, founders, next } of LANGUAGES) {
  test(
    `all countries and founders in ${language}: from the footer to a value, its best company and back`,
    sizeFor(language),
    async ({ page }) => {
      await page.goto(`/${language}/about`);
      await page.getByRole('contentinfo').getByRole('link', { name: countries, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/${language}/countries$`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(countries);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        ),
      ).toBe(true);
      // Its best company opens beside the list.
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: japan });
      await row.getByRole('link').last().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(new RegExp(`/${language}/countries$`));
      await row.getByRole('link', { name: japan, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/${language}/countries/jp$`));
      const trail = page.getByRole('main').getByRole('listitem').filter({ hasText: countries }).first();
      await trail.getByRole('link', { name: countries, exact: true }).click();
      await page.getByRole('main').getByRole('link', { name: founders, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(founders);
      await page.getByRole('link', { name: next }).click();
      await expect(page).toHaveURL(new RegExp(`/${language}/founders\\?page=2$`));
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`/${language}/founders$`));
    },
  );
}

test('the lists of what companies are looked up by are clean, light and dark', BOTH, async ({ page }) => {
  await page.goto('/en/kinds');
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
  await page.goto('/ko/founders');
  expect(await axeFindings(page)).toEqual([]);
});

test(
  'explore leads to all of them, and a browser without scripts reads them',
  WIDE,
  async ({ page, request }) => {
    await page.goto('/en/explore');
    await page
      .getByRole('main')
      .getByRole('navigation', { name: 'Browse by' })
      .getByRole('link', { name: 'Tags' })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tags');
    const html = await (await request.get('/ja/kinds')).text();
    expect(html).toContain('href="/ja/kinds/game"');
    expect(html.length).toBeLessThan(60_000);
  },
);

test(
  'the page of a founder leads on to their country, to similar founders and to near companies',
  BOTH,
  async ({ page }) => {
    const { founders } = (await (await page.request.get('/api/companies/obsidian')).json()) as {
      founders: { id: string }[];
    };
    await page.goto(`/en/founders/${founders[0]?.id}`);
    const next = page.getByRole('region', { name: 'Where to go next' });
    await expect(next.getByRole('link', { name: 'Canada' })).toBeVisible();
    expect(await next.getByRole('listitem').count()).toBeGreaterThan(2);
    expect(await axeFindingsLightAndDark(page)).toEqual([]);
    const similar = next.locator('dd a[href*="/founders/"]').first();
    const name = (await similar.textContent()) ?? '';
    await similar.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  },
);
