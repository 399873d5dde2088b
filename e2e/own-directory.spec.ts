import { createCanvas } from '@napi-rs/canvas';
import type { Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { BAKERIES, BAKERY_CONFIG, bakeryTable, shippedNames } from './bakeries.ts';
import { ADMIN_PASSWORD } from './console-session.ts';
import { expect, PHONE, test, WIDE } from './journey.ts';
import { startDirectory } from './own-server.ts';

async function signInAt(page: Page, url: string): Promise<{ authorization: string }> {
  const login = await page.request.post(`${url}/api/admin/login`, {
    data: { username: 'admin', password: ADMIN_PASSWORD },
  });
  const { sessionToken } = (await login.json()) as { sessionToken: string };
  await page.addInitScript((token) => localStorage.setItem('adminToken', token), sessionToken);
  return { authorization: `Bearer ${sessionToken}` };
}

async function fillWithBakeries(page: Page, url: string, headers: { authorization: string }): Promise<void> {
  const saved = await page.request.post(`${url}/api/admin/configuration`, {
    headers,
    data: { config: BAKERY_CONFIG },
  });
  expect(saved.status()).toBe(200);
  const imported = await page.request.post(`${url}/api/admin/companies/import.csv`, {
    headers: { ...headers, 'content-type': 'text/csv' },
    data: bakeryTable(),
  });
  expect(await imported.json()).toMatchObject({ success: true, created: BAKERIES });
}

test(
  'a directory of bakeries is made by the API alone, and nothing of the shipped one is left',
  WIDE,
  async ({ page }) => {
    const { url, stop } = await startDirectory({ CONTENT: 'none' });
    try {
      const headers = await signInAt(page, url);
      // Before anything is in it every page is there, and none shows an empty chart.
      for (const path of ['/', '/all', '/explore', '/kinds', '/compare']) {
        expect((await page.goto(`${url}${path}`))?.status()).toBe(200);
        await expect(page.locator('h1')).toBeVisible();
        await expect(page.getByText('NaN')).toHaveCount(0);
      }
      await page.goto(`${url}/en`);
      await expect(page.getByText('The first companies are on their way')).toBeVisible();
      await expect(page.locator('main')).not.toContainText(/\b0 (?:companies|countries)/);
      await fillWithBakeries(page, url, headers);

      for (const [language, words] of [
        [
          'en',
          ['Bakeries of Busan', 'Sourdough', 'Pastries', 'Rice Bread', 'Cakes', 'Who bakes your bread?'],
        ],
        ['ko', ['부산의 빵집', '사워도우', '페이스트리', '쌀빵', '케이크']],
      ] as const) {
        for (const path of [
          '',
          '/all',
          '/pastries',
          '/explore',
          '/companies/oven-1',
          '/compare?ids=oven-1,oven-2',
        ]) {
          expect((await page.goto(`${url}/${language}${path}`))?.status()).toBe(200);
          const text = await page.locator('body').innerText();
          const html = await page.content();
          for (const name of shippedNames(language))
            expect([path, name, text.includes(name)]).toEqual([path, name, false]);
          for (const word of words.slice(0, 2))
            expect([path, word, html.includes(word)]).toEqual([path, word, true]);
        }
        await page.goto(`${url}/${language}`);
        for (const word of words) await expect(page.getByText(word).first()).toBeAttached();
      }
      // Fields of the directory's own are on rows, on the company's page, in its panel and in a comparison.
      for (const [path, words] of [
        ['/en/all', ['Opens: Before dawn', 'Ovens: 3 ovens', 'Motto: Bread']],
        ['/ko/all', ['여는 시간: 새벽', '오븐 수: 3대', '좌우명: 빵']],
        ['/en/companies/oven-2', ['Opens', 'Before dawn', '3 ovens', 'Bread 2 first.']],
        ['/ja/all?company=oven-2', ['開店', '夜明け前', '3台', 'Bread 2 first.']],
        ['/ko/compare?ids=oven-1,oven-2', ['여는 시간', '정오', '새벽', '3대', '빵 1이 먼저.']],
      ] as const) {
        await page.goto(`${url}${path}`);
        for (const word of words) await expect(page.getByText(word).first()).toBeAttached();
        // What only the console shows is in no page, and in none of its data.
        expect([path, /31337\d{3}|\bRent\b|"rent"/.exec(await page.content())?.[0]]).toEqual([
          path,
          undefined,
        ]);
      }
      expect(await axeFindings(page)).toEqual([]);
      // Three languages are offered; a remembered fourth one is answered as if nothing was remembered, and no page reloads for ever.
      await page.goto(`${url}/en/all`);
      await page.getByRole('button', { name: 'Language: English' }).click();
      await expect(page.locator('#language-menu a')).toHaveText(['한국어', 'English', '日本語']);
      expect(await page.locator('link[hreflang="zh"]').count()).toBe(0);
      const old = await page.request.get(`${url}/zh/companies/oven-1?sort=name`, { maxRedirects: 0 });
      expect([old.status(), old.headers()['location']]).toEqual([302, '/ko/companies/oven-1?sort=name']);
      await page.evaluate(() => localStorage.setItem('i18nextLng', 'zh'));
      await page.goto(`${url}/all`);
      await page.waitForLoadState('networkidle');
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await page.evaluate(() => localStorage.removeItem('i18nextLng'));
      await page.context().clearCookies();
    } finally {
      await stop();
    }
  },
);

test('pages, pictures and addresses of a directory of bakeries are its own', WIDE, async ({ page }) => {
  const { url, stop } = await startDirectory({ CONTENT: 'none' });
  try {
    const headers = await signInAt(page, url);
    await fillWithBakeries(page, url, headers);
    // The home page has the chosen sections alone, in their order.
    await page.goto(`${url}/en`);
    await expect(page.getByText('Hungry?')).toBeVisible();
    await expect(page.getByRole('link', { name: 'To the pastries' })).toHaveAttribute('href', '/en/pastries');
    for (const absent of ['Recently added', 'Story of the day', 'Read today', 'Most revenue per person'])
      await expect(page.getByText(absent)).toHaveCount(0);
    const tops = await Promise.all(
      [
        page.getByRole('heading', { name: 'Sourdough' }),
        page.getByRole('list', { name: 'The directory in figures' }),
        page.getByRole('figure', { name: 'Companies by people and revenue' }),
      ].map(async (part) => (await part.boundingBox())?.y ?? 0),
    );
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    // A list is narrowed and ordered by them.
    await page.goto(`${url}/ko/all?view=filters`);
    await page.getByRole('link', { name: '정오' }).click();
    await expect(page).toHaveURL(/field=opens(%3A|:)noon/);
    await expect(page.getByRole('link', { name: /기업 150곳|150/ }).first()).toBeVisible();
    await page.goto(`${url}/en/all?sort=field.ovens&field=opens:dawn`);
    await expect(page.getByRole('combobox')).toHaveValue('field.ovens');
    await expect(page.getByText('Ovens: 7 ovens').first()).toBeVisible();
    await expect(page.getByText('Opens: At noon')).toHaveCount(0);
    expect(await axeFindings(page)).toEqual([]);
    // The picture of all companies has the own number along either axis.
    await page.goto(`${url}/en/explore`);
    await page.getByRole('list', { name: 'Across' }).getByRole('link', { name: 'Ovens' }).click();
    await expect(page).toHaveURL(/across=field.ovens/);
    await expect(page.getByRole('heading', { name: 'Ovens, Revenue in US dollars' })).toBeVisible();
    await page.getByRole('list', { name: 'Upwards' }).getByRole('link', { name: 'Ovens' }).click();
    await expect(page).toHaveURL(/across=revenue&upwards=field.ovens/);
    await page.getByText('As a table').first().click();
    await expect(page.getByRole('columnheader', { name: 'Ovens' })).toBeVisible();
    await page.goto(`${url}/ko/explore?across=field.ovens`);
    await expect(page.getByRole('heading', { name: '오븐 수 (대) · 매출(미국 달러)' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    // The hue and the shape are the category's own.
    await page.goto(`${url}/en/pastries`);
    const hue = await page
      .locator('[data-category="pastries"]')
      .first()
      .evaluate((element) => getComputedStyle(element).getPropertyValue('--category'));
    expect(hue).toBe(BAKERY_CONFIG.categories.list[1]?.hue.light.strong);
    const style = (selector: string, property: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
    expect(await style('html', '--accent')).toBe(BAKERY_CONFIG.looks.accent?.light);
    expect(await style('h1', 'font-family')).toContain('Georgia');
    expect(await style('.field, .button', 'border-radius')).toBe('0px');
    expect(await axeFindings(page)).toEqual([]);
    expect((await page.request.get(`${url}/no-seed`)).status()).toBe(404);

    await page.goto(`${url}/ko/kinds`);
    await expect(page.locator('main')).toContainText('화덕');
    await page.goto(`${url}/ja/kinds/wood-oven`);
    await expect(page.locator('h1')).toHaveText('薪窯');
    await page.goto(`${url}/ko/companies/oven-1`);
    await expect(page.getByRole('link', { name: '화덕' }).first()).toBeVisible();
    expect((await page.request.get(`${url}/en/kinds/saas`)).status()).toBe(404);
    await page.goto(`${url}/ko/companies/oven-2`);
    await expect(page.getByRole('link', { name: '밤에 굽는 집' }).first()).toBeVisible();
    await page.goto(`${url}/ja/tags/night-baker`);
    await expect(page.locator('h1')).toHaveText('bakes at night');
    await page.goto(`${url}/en/tags/rye`);
    await expect(page.locator('h1')).toHaveText('#rye');
    const merged = await page.request.post(`${url}/api/admin/kinds/home-bakery/merge`, {
      headers,
      data: { into: 'wood-oven' },
    });
    expect(await merged.json()).toMatchObject({ moved: BAKERIES / 3 });
    for (const spelling of ['home-bakery', 'Home-Bakery', '%20home-bakery']) {
      const old = await page.request.get(`${url}/ko/kinds/${spelling}`, { maxRedirects: 0 });
      expect([old.status(), old.headers()['location']]).toEqual([301, '/ko/kinds/wood-oven']);
    }
    expect(await (await page.request.get(`${url}/ko/manifest.webmanifest`)).json()).toMatchObject({
      name: '부산의 빵집',
      description: '도시의 모든 오븐.',
    });
  } finally {
    await stop();
  }
});

test('more categories than fit in the header are in its menu', WIDE, async ({ page }) => {
  const { url, stop } = await startDirectory({ CONTENT: 'none' });
  try {
    const headers = await signInAt(page, url);
    const [first] = BAKERY_CONFIG.categories.list;
    const list = Array.from({ length: 60 }, (_, i) => ({
      ...first,
      id: `c-${i}`,
      names: { en: `Oven ${i}` },
    }));
    const categories = { list, default: 'c-0' };
    const saved = await page.request.post(`${url}/api/admin/configuration`, {
      headers,
      data: { config: { categories } },
    });
    expect(saved.status()).toBe(200);
    await page.goto(`${url}/en`);
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(120);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Menu' })).toContainText('Oven 59');
    // The page loads code ahead: the server stays until all of it is there.
    await page.waitForLoadState('networkidle');
  } finally {
    await stop();
  }
});

test.describe('in the console', () => {
  // The refused saves.
  test.use({ allowConsole: [/status of 4(?:00|09)/] });

  test(
    'an owner renames the directory, adds a category, rewords a text, and takes it back',
    WIDE,
    async ({ page }) => {
      const { url, stop } = await startDirectory();
      try {
        await signInAt(page, url);
        await page.goto(`${url}/admin/directory`);
        const names = page.getByRole('group', { name: 'Name of the directory' });
        await names.getByLabel('English').fill('Small Wonders');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(page.getByText('Saved. The pages show it.')).toBeVisible();

        await page.getByRole('link', { name: 'Categories', exact: true }).click();
        await page.getByRole('button', { name: 'Add a category' }).click();
        await page.getByLabel('Address').fill('admin');
        await page.getByRole('group', { name: 'Name', exact: true }).getByLabel('English').fill('Bakeries');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(page.getByText('This is an address of the site itself').first()).toBeVisible();
        await page.getByLabel('Address').fill('bakeries');
        await page.getByRole('button', { name: 'Move Bakeries up' }).click();
        expect(await axeFindings(page)).toEqual([]);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(page.getByText('Saved. The pages show it.')).toBeVisible();

        await page.getByRole('link', { name: 'Kinds', exact: true }).click();
        await page.getByRole('button', { name: 'Add a kind' }).click();
        await page.getByLabel('Address').fill('all');
        await page.getByRole('group', { name: 'Name', exact: true }).getByLabel('English').fill('Ovens');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(page.getByText('This is an address of the site itself').first()).toBeVisible();
        await page.getByLabel('Address').fill('ovens');
        expect(await axeFindings(page)).toEqual([]);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(page.getByText('Saved. The pages show it.')).toBeVisible();

        await page.getByRole('link', { name: 'Words', exact: true }).click();
        await page.getByRole('searchbox', { name: 'Search for a text' }).fill('Recently added');
        const text = page.getByRole('listitem').filter({ hasText: 'home:recent' });
        await text.getByRole('textbox').fill('Fresh from the oven');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(page.getByText('Saved. The pages show it.')).toBeVisible();

        await page.getByText('All texts as a file').click();
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Download English' }).click();
        expect((await download).suggestedFilename()).toBe('en.json');
        await page.getByLabel('Load texts in English').setInputFiles({
          name: 'en.json',
          mimeType: 'application/json',
          buffer: Buffer.from(JSON.stringify({ common: { tagline: 'From a translator' } })),
        });
        await expect(page.getByText('Loaded. 2 texts are your own now.')).toBeVisible();
        expect(await axeFindings(page)).toEqual([]);

        await page.goto(`${url}/en`);
        await expect(page.getByRole('banner')).toContainText('Small Wonders');
        await expect(page.getByRole('navigation').first()).toContainText('Bakeries');
        await expect(page.getByText('Fresh from the oven').first()).toBeVisible();
        expect((await page.goto(`${url}/en/bakeries`))?.status()).toBe(200);
        await expect(page.locator('h1')).toHaveText('Bakeries');

        await page.goto(`${url}/admin/directory`);
        await page.getByRole('link', { name: 'Versions', exact: true }).click();
        await page.getByRole('listitem').filter({ hasText: 'As shipped' }).getByRole('button').click();
        await expect(page.getByText('The version is in force again.')).toBeVisible();
        expect((await page.request.get(`${url}/en/bakeries`)).status()).toBe(404);
        expect((await page.request.get(`${url}/en/no-seed`)).status()).toBe(200);
      } finally {
        await stop();
      }
    },
  );

  test(
    'what one owner typed before a reload does not undo what another saved since',
    WIDE,
    async ({ page }) => {
      const { url, stop } = await startDirectory();
      try {
        const headers = await signInAt(page, url);
        await page.goto(`${url}/admin/directory`);
        const english = page.getByRole('group', { name: 'Name of the directory' }).getByLabel('English');
        await english.fill('Mine');
        await expect(page.getByRole('status').filter({ hasText: 'Not saved yet.' })).toBeVisible();
        page.on('dialog', (dialog) => dialog.accept());
        const site = { names: { en: 'Theirs' }, taglines: {} };
        await page.request.put(`${url}/api/admin/configuration/identity`, {
          headers,
          data: { version: 0, value: site },
        });
        await page.reload();
        await expect(english).toHaveValue('Theirs');
        await page.getByRole('button', { name: 'Bring them back' }).click();
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(page.getByRole('button', { name: 'Save mine anyway' })).toBeVisible();
        const stored = await page.request.get(`${url}/api/admin/configuration`, { headers });
        expect((await stored.json()).identity.value).toEqual(site);
      } finally {
        await stop();
      }
    },
  );

  test(
    'an owner uploads a logo, chooses an accent, previews both on the pages and saves them',
    WIDE,
    async ({ page }) => {
      const { url, stop } = await startDirectory();
      try {
        await signInAt(page, url);
        await page.goto(`${url}/admin/directory?part=looks`);
        const logo = page.getByRole('group', { name: 'Logo on light grounds' });
        const chooser = page.waitForEvent('filechooser');
        await logo.getByRole('button', { name: 'Upload a picture' }).click();
        const canvas = createCanvas(300, 60);
        const context = canvas.getContext('2d');
        context.fillStyle = '#8a2f10';
        context.fillRect(0, 0, 300, 60);
        await (await chooser).setFiles({
          name: 'logo.png',
          mimeType: 'image/png',
          buffer: canvas.toBuffer('image/png'),
        });
        await expect(logo.getByText('The picture was uploaded.')).toBeVisible();
        await page.getByLabel('Accent').fill('#8a2f10');
        await page.getByLabel('Corners', { exact: true }).selectOption('Round');
        await page.getByLabel('Your own CSS').fill('@import "https://example.org/x.css";');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(page.getByText('The CSS must load nothing from elsewhere').first()).toBeVisible();
        await page.getByLabel('Your own CSS').fill('h1 { letter-spacing: 1px }');

        const opened = page.waitForEvent('popup');
        await page.getByRole('button', { name: 'Preview on the pages' }).click();
        const preview = await opened;
        const accentIn = (where: Page) =>
          where.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
        await expect.poll(() => accentIn(preview)).toBe('#8a2f10');
        await preview.getByRole('link', { name: 'About' }).first().click();
        await expect(preview).toHaveURL(/about/);
        await expect.poll(() => accentIn(preview)).toBe('#8a2f10');
        // Nobody else sees it.
        const reader = await page.context().newPage();
        await reader.goto(`${url}/en`);
        expect(await accentIn(reader)).toBe('#1a1b19');
        await preview.close();

        expect(await axeFindings(page)).toEqual([]);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(page.getByText('Saved. The pages show it.')).toBeVisible();
        await reader.goto(`${url}/en`);
        expect(await accentIn(reader)).toBe('#8a2f10');
        const mark = reader.getByRole('banner').locator('.site-icon');
        expect(await mark.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain(
          '/uploads/',
        );
        const box = await mark.boundingBox();
        expect(box?.width).toBeGreaterThan(80);
        await expect(reader.getByRole('banner').getByRole('link', { name: 'Tiny Giants' })).toBeAttached();
        expect(await axeFindings(reader)).toEqual([]);
        // The console has no stylesheet of the owner's own.
        await expect(page.locator('link[href^="/theme/own/"]')).toHaveCount(0);
        await expect(reader.locator('link[href^="/theme/own/"]')).toHaveCount(1);
      } finally {
        await stop();
      }
    },
  );

  test('an owner words, orders and shortens the home page', PHONE, async ({ page }) => {
    const { url, stop } = await startDirectory();
    try {
      await signInAt(page, url);
      await page.goto(`${url}/admin/directory?part=home`);
      await page
        .getByRole('group', { name: 'Heading', exact: true })
        .getByLabel('English')
        .fill('Who stays small?');
      await page.getByRole('button', { name: 'Set another button' }).click();
      await page.getByLabel('Address', { exact: true }).fill('/explore');
      await page.getByRole('group', { name: 'What it says' }).getByLabel('English').fill('Look around');
      await page.getByRole('checkbox', { name: 'Story of the day' }).uncheck();
      await page.getByRole('checkbox', { name: 'Charts: most revenue, most per person' }).uncheck();
      const up = page.getByRole('button', { name: 'Move Read today up' });
      for (let i = 0; i < 5; i++) await up.press('Enter');
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('Saved. The pages show it.')).toBeVisible();

      await page.goto(`${url}/en`);
      await expect(page.locator('h1')).toHaveText('Who stays small?');
      await expect(page.getByRole('link', { name: 'Look around' })).toHaveAttribute('href', '/en/explore');
      await expect(page.getByText('Story of the day')).toHaveCount(0);
      await expect(page.locator('#revenue-chart')).toHaveCount(0);
      const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0;
      expect(await top('#today')).toBeLessThan(await top('#recent'));
      expect(await top('#recent')).toBeLessThan(await top('#category-no-seed'));
    } finally {
      await stop();
    }
  });
});
