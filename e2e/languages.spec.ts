import { LOCALES } from '../core/languages.ts';
import { axeFindings, axeFindingsLightAndDark } from './axe.ts';
import { BOTH, expect, PHONE, test, WIDE } from './journey.ts';

const LANGUAGES = ['en', 'ko', 'ja', 'zh'] as const;
const TITLES = { en: 'No Seed', ko: '시드 투자 없이', ja: 'シード調達なし', zh: '零种子轮' };
const PAGES = ['', '/all', '/no-seed', '/companies/balsamiq', '/no-seed?company=balsamiq'];

test.describe('by the browser', () => {
  for (const [locale, language] of [
    ['ko-KR', 'ko'],
    ['ja-JP', 'ja'],
    ['zh-CN', 'zh'],
    ['fr-FR', 'en'],
  ] as const) {
    test.describe(locale, () => {
      test.use({ locale });
      test(`${locale} is answered in ${language}`, WIDE, async ({ page }) => {
        await page.goto('/no-seed');
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES[language]);
      });
    });
  }
});

test(
  'a chosen language stays on unprefixed addresses and after a reload',
  PHONE,
  async ({ page, context }) => {
    await page.goto('/no-seed');
    await page.getByRole('button', { name: /Language/ }).click();
    await page.getByRole('link', { name: '한국어' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES.ko);
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
    await expect(page).toHaveURL('/no-seed');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES.ko);
    // Without the cookie local storage still decides, before anything is painted.
    await context.clearCookies();
    await page.goto('/no-seed');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES.ko);
  },
);

test('on a prefixed address the switcher changes the prefix', WIDE, async ({ page }) => {
  await page.goto('/ja/no-seed');
  await page.getByRole('button', { name: /言語/ }).click();
  await page.getByRole('link', { name: '中文' }).click();
  await expect(page).toHaveURL('/zh/no-seed');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES.zh);
});

test('concurrent requests in different languages never mix', WIDE, async ({ request }) => {
  const answers = await Promise.all(
    Array.from({ length: 80 }, async (_, i) => {
      const language = LANGUAGES[i % 4] ?? 'en';
      const response = await request.get(`/no-seed?x=${i}`, { headers: { 'accept-language': language } });
      return { language, html: await response.text() };
    }),
  );
  for (const { language, html } of answers) {
    expect(html).toContain(`<html lang="${language}"`);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${TITLES[language]}</h1>`));
    for (const other of LANGUAGES.filter((known) => known !== language)) {
      expect(html).not.toMatch(new RegExp(`<h1[^>]*>${TITLES[other]}</h1>`));
    }
  }
});

test('each page names itself and its other languages', WIDE, async ({ request }) => {
  for (const path of ['', '/all', '/companies/balsamiq']) {
    const html = await (await request.get(`/ko${path}`)).text();
    expect(html).toMatch(new RegExp(`<link rel="canonical" href="http://localhost:\\d+/ko${path}"`));
    for (const language of LANGUAGES) expect(html).toContain(`hrefLang="${language}"`);
    expect(html).toContain('hrefLang="x-default"');
    expect(html).toContain(path.includes('companies') ? '"@type":"Organization"' : '"@type":"ItemList"');
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('everything can be read', WIDE, async ({ page }) => {
    await page.goto('/no-seed');
    await page.getByRole('list', { name: 'Ranking' }).getByRole('link').first().click();
    const panel = page.getByRole('dialog');
    await expect(panel.getByRole('heading', { name: 'Story' })).toBeVisible();
    await panel.getByRole('link', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    await page.goto('/ko/all?q=Balsamiq');
    await expect(page.getByRole('list', { name: '순위' }).getByRole('link')).toHaveCount(1);
    await page.goto('/companies/balsamiq');
    await expect(page.getByRole('heading', { name: 'Sources' })).toBeVisible();
  });
});

for (const language of LANGUAGES) {
  // Colours are the same in every language.
  const find = language === 'en' ? axeFindingsLightAndDark : axeFindings;
  for (const path of PAGES)
    test(`axe finds nothing on /${language}${path}`, language === 'en' ? BOTH : WIDE, async ({ page }) => {
      await page.goto(`/${language}${path}`);
      expect(await find(page)).toEqual([]);
    });
}

test('every country is called the same by the server and by the browser', WIDE, async ({ page }) => {
  await page.goto('/en');
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((a) => letters.map((b) => `${a}${b}`));
  // Names that the product words itself are the same wherever they are asked for.
  const own = ['HK', 'MO', 'PS', 'FK'];
  const namesOf = (of: { codes: string[]; locales: string[] }) =>
    of.locales.flatMap((locale) => {
      const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
      return of.codes.map((code) => `${locale} ${code} ${names.of(code) ?? ''}`);
    });
  const of = { codes: codes.filter((code) => !own.includes(code)), locales: Object.values(LOCALES) };
  expect(await page.evaluate(namesOf, of)).toEqual(namesOf(of));
});
