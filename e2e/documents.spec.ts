import { readFileSync } from 'node:fs';
import { axeFindings } from './axe.ts';
import { signIn } from './console-session.ts';
import { BOTH, expect, test, WIDE } from './journey.ts';

const LANGUAGES = ['en', 'ko', 'ja', 'zh'] as const;
const DOCUMENTS = ['about', 'privacy', 'terms', 'contact'] as const;

const textsIn = (language: string, file: string) =>
  JSON.parse(readFileSync(new URL(`../web/i18n/locales/${language}/${file}.json`, import.meta.url), 'utf8'));

for (const language of LANGUAGES) {
  test(
    `the footer leads to what the site says of itself, in ${language}`,
    language === 'en' ? BOTH : WIDE,
    async ({ page, isMobile }) => {
      const t = textsIn(language, 'common');
      await page.goto(`/${language}`);
      for (const name of DOCUMENTS) {
        await page.getByRole('contentinfo').getByRole('link', { name: t[name], exact: true }).click();
        await expect(page).toHaveURL(`/${language}/${name}`);
        const heading = page.getByRole('main').getByRole('heading', { level: 1 });
        const shipped = readFileSync(
          new URL(`../content/pages/${language}/${name}.md`, import.meta.url),
          'utf8',
        );
        const title = /^# (.+)$/m.exec(shipped)?.[1] ?? '';
        await expect(heading).toContainText(title.replace(/\{\{site\}\}.*| \{\{site\}\}/, '').trim());
        await expect(heading).toBeFocused();
        await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
        await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
          'href',
          new RegExp(`/${language}/${name}$`),
        );
        // Nothing is wider than the window.
        expect(
          await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
        ).toBeLessThanOrEqual(0);
        if (!isMobile && language === 'en') expect(await axeFindings(page)).toEqual([]);
      }
      await page.goto(`/${language}/about`);
      await page.getByRole('main').getByRole('link', { name: /Atom/ }).waitFor();
      // A link within the text stays in the site.
      await page.getByRole('main').locator(`a[href="/${language}/privacy"]`).click();
      await expect(page).toHaveURL(`/${language}/privacy`);
    },
  );
}

test.describe('in the dark, without JavaScript', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'dark' });
  test('the pages can be read', WIDE, async ({ page }) => {
    await page.goto('/privacy');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy');
    await expect(page.getByText('visitorSessionId')).toBeVisible();
  });
});

test(
  'an administrator writes a page anew and goes back to the shipped text',
  WIDE,
  async ({ page, browser }, info) => {
    // Both projects write to one server: each has a language of its own.
    const language = info.project.name === 'phone' ? 'ja' : 'zh';
    const title = `Anew ${Date.now()}`;
    await signIn(page);
    await page.goto('/admin/settings');
    const section = page.getByRole('region', { name: 'Pages' });
    await section.getByLabel('Page', { exact: true }).selectOption('Terms');
    await section.getByLabel('Language').selectOption(language);
    await expect(section.getByText('Shipped text', { exact: true })).toBeVisible();
    const field = section.getByLabel('Text', { exact: true });
    const save = section.getByRole('button', { name: 'Save the page' });
    await expect(save).toBeDisabled();
    await field.fill(`# ${title}\n\n**Bold** of {{site}}, [safe](/about) and <b>no HTML</b>`);
    // Another page and back: what was typed is still there.
    await section.getByLabel('Page', { exact: true }).selectOption('About');
    await section.getByLabel('Page', { exact: true }).selectOption('Terms');
    await expect(field).toHaveValue(new RegExp(`^# ${title}`));
    await save.click();
    await expect(section.getByRole('status')).toHaveText('Saved.');
    await expect(section.getByText('Your text')).toBeVisible();

    const reader = await (await browser.newContext()).newPage();
    await reader.goto(`/${language}/terms`);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(reader.getByRole('strong')).toHaveText('Bold');
    await expect(reader.getByText('<b>no HTML</b>')).toBeVisible();
    await reader.getByRole('link', { name: 'safe' }).click();
    await expect(reader).toHaveURL(`/${language}/about`);

    await section.getByRole('button', { name: 'Back to the shipped text' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Back to the shipped text' }).click();
    await expect(section.getByRole('status')).toHaveText('The shipped text is shown again.');
    await expect(section.getByText('Shipped text', { exact: true })).toBeVisible();
    await reader.goto(`/${language}/terms`);
    await expect(reader.getByRole('heading', { level: 1 })).not.toHaveText(title);
    await reader.context().close();

    // What is typed is not left behind without a word.
    await field.fill('# Not saved');
    if (info.project.name === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
);

test(
  'the head names feeds, manifest, icons and search, all of which are there',
  WIDE,
  async ({ page, request }) => {
    await page.goto('/ko/no-seed');
    const href = (selector: string) => page.locator(selector).first().getAttribute('href');
    expect(await href('link[type="application/atom+xml"]')).toMatch(/\/ko\/no-seed\/feed\.xml$/);
    expect(await href('link[type="application/feed+json"]')).toMatch(/\/ko\/no-seed\/feed\.json$/);
    for (const selector of [
      'link[type="application/atom+xml"]',
      'link[type="application/feed+json"]',
      'link[rel="manifest"]',
      'link[rel="search"]',
      'link[rel="apple-touch-icon"]',
      'link[rel="icon"]',
      'link[rel="icon"][type="image/png"]',
    ]) {
      const answer = await request.get((await href(selector)) ?? '');
      expect([selector, answer.status()]).toEqual([selector, 200]);
    }
    await page.goto('/ko/companies/kit');
    for (const format of ['atom+xml', 'feed+json']) {
      const feed = page.locator(`link[type="application/${format}"]`);
      await expect(feed).toHaveAttribute('title', '변경 사항 · 킷 · 작은 거인들');
      expect((await request.get((await feed.getAttribute('href')) ?? '')).status()).toBe(200);
    }
    const manifest = await (await request.get('/ko/manifest.webmanifest')).json();
    for (const icon of manifest.icons) expect((await request.get(icon.src)).status()).toBe(200);

    const titles = { en: 'Tiny Giants', ko: '작은 거인들', ja: '小さな巨人', zh: '小巨人' };
    for (const language of LANGUAGES) {
      await page.goto(`/${language}`);
      await expect(page).toHaveTitle(`${textsIn(language, 'home').documentTitle} · ${titles[language]}`);
    }
  },
);

test('a made-up parameter changes no byte of a page', WIDE, async ({ request }) => {
  for (const path of ['/ko', '/en/all', '/ja/about', '/zh/companies/carrd']) {
    // Other journeys write: what was made between the two answers is asked for again.
    await expect(async () => {
      const plain = await request.get(path);
      const other = await request.get(`${path}?x=y&utm_source=z`);
      expect(await other.text()).toBe(await plain.text());
      expect(other.headers()['etag']).toBe(plain.headers()['etag']);
    }).toPass();
  }
});
