import { expect, PHONE, sizeFor, test, WIDE } from './journey.ts';

for (const language of ['en', 'ko'])
  test(
    `a page that the browser translated keeps its filters in ${language}`,
    sizeFor(language),
    async ({ page }) => {
      await page.goto(`/${language}/all`);
      /** What translators do: each text gives way to elements with another one. */
      const translate = () =>
        page.evaluate(() => {
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const found: Text[] = [];
          while (texts.nextNode()) {
            const text = texts.currentNode as Text;
            if (text.data.trim() && !text.parentElement?.closest('script,style,font,noscript'))
              found.push(text);
          }
          for (const text of found) {
            const [outer, inner] = [document.createElement('font'), document.createElement('font')];
            inner.textContent = `~${text.data}`;
            outer.append(inner);
            text.replaceWith(outer);
          }
        });
      await translate();
      await page.locator('a[href*="filters"]').filter({ visible: true }).first().click();
      const sheet = page.locator('[aria-labelledby=filters]');
      await expect(sheet).toBeVisible();
      await translate();
      await sheet.locator('a[href*="country=KR"]').click();
      await expect(page).toHaveURL(/country=KR/);
      await translate();
      await sheet.locator('a[href*="employees_min=51"]').first().click();
      await expect(page).toHaveURL(/employees_min=51/);
      await sheet.locator('a.button').click();
      await expect(sheet).toBeHidden();
      await expect(page).toHaveURL(/country=KR/);
    },
  );

test('of two tabs each keeps its language', WIDE, async ({ page, context }) => {
  await page.goto('/no-seed');
  const other = await context.newPage();
  await other.goto('/no-seed');
  await other.getByRole('button', { name: /Language/ }).click();
  await other.getByRole('link', { name: '한국어' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('시드 투자 없이');
  await page.locator('a[href*="company="]').first().click();
  const panel = page.locator('.panel');
  await expect(panel).toContainText('Founded');
  await expect(panel).not.toContainText(/[가-힣]/);
  await other.close();
});

test('Escape closes the panel over the filters, and then the filters', WIDE, async ({ page }) => {
  await page.goto('/en/all');
  const sheet = page.getByRole('region', { name: 'Filters' });
  await page.getByRole('link', { name: 'Filters', exact: true }).click();
  await expect(sheet).toBeVisible();
  await page.getByRole('list', { name: 'Ranking' }).getByRole('link').first().click();
  await expect(page.locator('.panel')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.panel')).toBeHidden();
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('what is typed while the search loads is kept', WIDE, async ({ page }) => {
  await page.goto('/en/about', { waitUntil: 'networkidle' });
  await page.route('**/*palette*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('stardq');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('w');
  const field = page.getByRole('combobox', { name: 'Search the directory' });
  await expect(field).toHaveValue('stardw');
  await expect(page.getByRole('option').first()).toContainText('Stardew Valley');
});

test('on paper stands the panel that is open', WIDE, async ({ page }) => {
  await page.goto('/en/no-seed?company=balsamiq');
  await expect(page.locator('.panel')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#panel-title')).toBeVisible();
  await expect(page.locator('main')).toBeHidden();
});

test('a chosen theme has its own colour, and no field makes a phone zoom', PHONE, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/ko/all');
  const colors = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map(({ content }) => content),
    );
  expect(await colors()).toEqual(['#faf9f6', '#141614']);
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.reload();
  await expect.poll(colors).toEqual(['#141614', '#141614']);
  const sizes = await page.evaluate(() =>
    [...document.querySelectorAll('main :is(input, select, textarea)')].map((field) =>
      Number.parseFloat(getComputedStyle(field).fontSize),
    ),
  );
  const isTouched = await page.evaluate(() => matchMedia('(pointer: coarse)').matches);
  if (isTouched) expect(sizes.filter((size) => size < 16)).toEqual([]);
});
