import { axeFindings } from './axe.ts';
import { signIn } from './console-session.ts';
import { BOTH, expect, PHONE, sizeFor, test, WIDE } from './journey.ts';

for (const [language, search, typed, company, path] of [
  ['en', 'Search the directory', 'stardw', 'Stardew Valley', 'stardew-valley'],
  ['ko', '기업 찾기', 'ㅅㅌㄷ', '스타듀 밸리', 'stardew-valley'],
  ['ja', '企業を探す', 'きーえんす', 'キーエンス', 'keyence'],
  ['zh', '搜索公司', 'laoganma', '老干妈', 'lao-gan-ma'],
] as const) {
  test(
    `a company is found from any page in ${language}`,
    language === 'en' ? BOTH : WIDE,
    async ({ page }) => {
      await page.goto(`/${language}/about`);
      await page.getByRole('button', { name: search, exact: true }).click();
      const palette = page.getByRole('dialog', { name: search });
      const field = palette.getByRole('combobox', { name: search });
      await expect(field).toBeFocused();
      expect(await axeFindings(page)).toEqual([]);
      await field.pressSequentially(typed);
      await expect(palette.getByRole('option').first()).toContainText(company);
      // What is found is said, too.
      await expect(palette.getByRole('status')).toHaveText(/\d/);
      expect(await axeFindings(page)).toEqual([]);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        ),
      ).toBe(true);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/${language}/companies/${path}$`));
      await expect(palette).toBeHidden();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(company);
    },
  );
}

test('the keyboard opens it, chooses, and finds the way back', WIDE, async ({ page }) => {
  await page.goto('/en/no-seed');
  await page.waitForLoadState('networkidle');
  const palette = page.getByRole('dialog', { name: 'Search the directory' });
  // A letter that is typed stays a letter.
  const box = page.getByRole('searchbox', { name: 'Search' });
  if (await box.isVisible()) {
    await box.press('/');
    await expect(box).toHaveValue('/');
    await box.fill('');
    await box.blur();
  }
  for (const key of ['/', 'Control+k', 'Meta+k']) {
    await page.keyboard.press(key);
    await expect(palette).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
  }
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('pieter');
  const founder = palette
    .getByRole('group', { name: 'Founders' })
    .getByRole('option', { name: 'Pieter Levels' });
  await founder.click();
  await expect(page).toHaveURL(/\/en\/founders\/pieter-levels$/);

  // What was searched for is kept on the device, until it is forgotten.
  await page.keyboard.press('Control+k');
  await palette.getByRole('option', { name: 'pieter' }).click();
  await expect(palette.getByRole('combobox')).toHaveValue('pieter');
  await expect(founder).toBeVisible();
  await palette.getByRole('combobox').fill('');
  await palette.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(palette.getByRole('option', { name: 'pieter' })).toBeHidden();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('group', { name: 'Pages' })).toBeVisible();
  await expect(palette.getByRole('group', { name: 'Recent searches' })).toBeHidden();
});

test('topics, places and pages are found, and all results lead to the list', WIDE, async ({ page }) => {
  await page.goto('/en');
  await page.getByRole('button', { name: 'Search the directory' }).click();
  const palette = page.getByRole('dialog', { name: 'Search the directory' });
  const field = palette.getByRole('combobox');
  for (const [typed, name, url] of [
    ['japan', 'Japan', /\/en\/countries\/jp$/],
    ['one-person', 'One-Person Developer', /\/en\/one-person-developer$/],
    ['compare', 'Compare companies', /\/en\/compare$/],
  ] as const) {
    await field.fill(typed);
    await palette.getByRole('option', { name, exact: true }).first().click();
    await expect(page).toHaveURL(url);
    await page.getByRole('button', { name: 'Search the directory' }).click();
  }
  await field.fill('privacy');
  await palette.getByRole('option', { name: /^Show \d+ companies$/ }).click();
  await expect(page).toHaveURL(/\/en\/all\?q=privacy$/);
  // The passage, with what was found in it.
  await expect(page.getByRole('list', { name: 'Ranking' }).locator('mark').first()).toHaveText(/privacy/i);
});

test('arrow keys go round, and Enter before the answer means the first of it', WIDE, async ({ page }) => {
  await page.goto('/en', { waitUntil: 'networkidle' });
  // The companies that are read most come after the pages, and stand before them.
  const mostRead = page.waitForResponse(/\/api\/companies\?.*sort=trending/);
  await page.keyboard.press('Control+k');
  await (await mostRead).finished();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  const palette = page.getByRole('dialog', { name: 'Search the directory' });
  const field = palette.getByRole('combobox');
  const chosen = palette.getByRole('option', { selected: true });
  const options = palette.getByRole('option');
  await expect(chosen).toHaveText((await options.first().textContent()) ?? '');
  await page.keyboard.press('ArrowUp');
  const last = (await options.last().textContent()) ?? '';
  await expect(chosen).toHaveText(last);
  await expect(chosen).toBeInViewport();
  await expect(field).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '?');
  await page.keyboard.press('ArrowDown');
  await expect(chosen).toHaveText((await options.first().textContent()) ?? '');
  await options.nth(2).hover();
  await expect(options.nth(2)).toHaveAttribute('aria-selected', 'true');
  await expect(field).toBeFocused();

  // Every other answer is late: the letters that are typed meanwhile are asked for together.
  const asked: string[] = [];
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/search*', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('q') ?? '');
    await held;
    await route.continue();
  });
  await page.keyboard.type('compare');
  // What needs no answer is there before it.
  await expect(palette.getByRole('option', { name: 'Compare companies' })).toBeVisible();
  await expect(palette.getByRole('status')).not.toBeEmpty();
  await field.fill('');
  await page.keyboard.type('ghost');
  await page.keyboard.press('Enter');
  await expect(palette).toBeVisible();
  answer();
  await expect(page).toHaveURL(/\/en\/companies\/ghost$/);
  expect(asked).toEqual(['c', 'ghost']);
});

test('nothing found leads on', PHONE, async ({ page }) => {
  await page.goto('/en/all?q=xqzwv');
  await expect(page.getByText('No company matches this search')).toBeVisible();
  await expect(page.getByText('The closest category')).toBeHidden();
  // Nobody has said where suggestions would go.
  await expect(page.getByRole('link', { name: 'Missing a company? Suggest it.' })).toHaveCount(0);
  await page.goto('/en/all?q=indiehaq');
  await expect(page.getByText('The closest category')).toContainText('Indie Hackers');
  // Two wrong letters of seven are no typos to correct, but asked about.
  await page.goto('/en/all?q=fotopea');
  await page.getByRole('link', { name: 'Did you mean photopea?' }).click();
  await expect(page.getByRole('list', { name: 'Ranking' }).getByRole('listitem').first()).toContainText(
    'Photopea',
  );
});

/** What a page says of a name that no company has, in each language. */
const NOT_HERE = {
  en: 'No company is called “discord” here. Related:',
  ko: '이름이 ‘스포티파이’인 기업은 없습니다. 관련 결과:',
  ja: '「discord」という名前の企業は掲載されていません。関連する企業：',
  zh: '这里没有名为“discord”的公司。相关公司：',
};

for (const [language, said] of Object.entries(NOT_HERE)) {
  const name = language === 'ko' ? '스포티파이' : 'discord';
  test(
    `a name that no company has is said to be missing, above what is related, in ${language}`,
    sizeFor(language),
    async ({ page }) => {
      await page.goto(`/${language}/all?q=${name}`, { waitUntil: 'networkidle' });
      await expect(page.locator('main').getByText(said)).toBeVisible();
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog');
      await palette.getByRole('combobox').fill(name);
      await expect(palette.getByRole('option').first()).toBeVisible();
      await expect(palette.getByText(said, { exact: true })).toBeVisible();
      await palette.getByRole('combobox').fill('midjourny');
      await expect(palette.getByRole('option').first()).toContainText(/Midjourney|미드저니/);
      await expect(palette.getByText(/discord|스포티파이|midjourny/)).toHaveCount(0);
    },
  );
}

test('a mistyped name is found with the question what was meant', PHONE, async ({ page }) => {
  await page.goto('/en/all?q=midjourny');
  await expect(page.getByRole('link', { name: 'Did you mean Midjourney?' })).toBeVisible();
  await expect(page.getByText(/No company is called/)).toHaveCount(0);
});

test('what was imported a moment ago is said to be missing yet', WIDE, async ({ page }) => {
  await page.goto('/en', { waitUntil: 'networkidle' });
  await page.route('**/api/search*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), incomplete: true } });
  });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').fill('ghost');
  await expect(palette.getByRole('option').first()).toContainText('Ghost');
  await expect(palette.getByText('Companies were just imported;')).toBeVisible();
});

test('the search cannot be reached', WIDE, async ({ page, allowConsole }) => {
  allowConsole.push(/Failed to load resource/);
  await page.goto('/en');
  await page.getByRole('button', { name: 'Search the directory' }).click();
  const palette = page.getByRole('dialog', { name: 'Search the directory' });
  await page.route('**/api/search*', (route) => route.abort());
  await palette.getByRole('combobox').fill('ghost');
  await expect(palette.getByText('The search cannot be reached.').first()).toBeVisible();
  await page.unroute('**/api/search*');
  await palette.getByRole('combobox').fill('ghos');
  await expect(palette.getByRole('option').first()).toContainText('Ghost');
});

test('administrators edit what they find, and find what else they do', WIDE, async ({ page }) => {
  await signIn(page);
  await page.addInitScript(() => localStorage.setItem('adminRole', 'owner'));
  await page.goto('/en', { waitUntil: 'networkidle' });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search the directory' });
  const actions = palette.getByRole('group', { name: 'Actions' });
  await palette.getByRole('combobox').fill('tags');
  await expect(actions.getByRole('option', { name: 'Rename or merge tags' })).toBeVisible();
  await palette.getByRole('combobox').fill('balsamiq');
  await actions.getByRole('option', { name: 'Edit Balsamiq' }).click();
  await expect(page).toHaveURL(/\/admin\/edit\?edit=balsamiq$/);
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Company Name' }).first()).toHaveValue(
    'Balsamiq',
  );
});

test('administrators find the sections of the console', WIDE, async ({ page }) => {
  await signIn(page);
  await page.addInitScript(() => localStorage.setItem('adminRole', 'owner'));
  await page.goto('/en', { waitUntil: 'networkidle' });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search the directory' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('trans');
  // Companies come above the sections once they are found.
  await expect(palette.getByRole('status')).toHaveText(/found/);
  await palette
    .getByRole('group', { name: 'Admin panel' })
    .getByRole('option', { name: 'Translation', exact: false })
    .click();
  await expect(page).toHaveURL(/\/admin\/translations$/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the button leads to the search of the list', WIDE, async ({ page }) => {
    await page.goto('/zh');
    await page.getByRole('button', { name: '搜索公司' }).click();
    await expect(page).toHaveURL(/\/zh\/all\??$/);
    await page.goto('/zh/all?q=laoganma');
    await expect(page.getByRole('heading', { name: '老干妈' })).toBeVisible();
  });
});
