import { axeFindings } from './axe.ts';
import { signIn } from './console-session.ts';
import { BOTH, expect, test, WIDE } from './journey.ts';

const unique = (name: string) =>
  `${name} ${test.info().project.name} ${test.info().repeatEachIndex}${test.info().retry}`;

test(
  'figures are pasted from a spreadsheet, moved by keyboard, saved and shown to readers',
  WIDE,
  async ({ page, request }) => {
    const headers = await signIn(page);
    const name = unique('Pasted Figures');
    const made = await request.post('/api/admin/companies', {
      headers,
      data: { name, description: 'Makes small things.', story: 'It began.', revenue: '$3M', employees: 3 },
    });
    const { id } = (await made.json()) as { id: string };
    await page.goto(`/admin/edit?edit=${id}`);
    const dialog = page.getByRole('dialog', { name: 'Edit Company' });
    const figures = dialog.getByRole('group', { name: 'Figures by year' });
    await figures.getByRole('button', { name: 'Add a row: Figures by year' }).click();
    const first = figures.getByLabel('Figures by year, row 1: Figure');
    await expect(first).toBeFocused();
    // A choice takes no paste; its neighbour begins the row's other cells.
    await first.selectOption('People');
    const year = figures.getByLabel('Figures by year, row 1: Year');
    await year.evaluate((field) => {
      const data = new DataTransfer();
      data.setData('text/plain', '2019\t\t2\t\t\t\tstated\n2021\t\t5\t\t\t\tAbout\n');
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect(figures.getByLabel('Figures by year, row 2: Amount')).toHaveValue('5');
    await figures.getByLabel('Figures by year, row 2: Figure').selectOption('People');
    await expect(figures.getByLabel('Figures by year, row 2: How sure')).toHaveValue('about');

    const down = figures.getByRole('button', { name: 'Move row 1 down: Figures by year' });
    await down.focus();
    await page.keyboard.press('Enter');
    await expect(figures.getByLabel('Figures by year, row 1: Year')).toHaveValue('2021');
    // At the end of the list the way back has the focus.
    await expect(figures.getByRole('button', { name: 'Move row 2 up: Figures by year' })).toBeFocused();

    await dialog.getByLabel('food', { exact: true }).check();
    await dialog
      .getByRole('group', { name: 'What became of it' })
      .getByLabel('Status')
      .selectOption('closed');
    // What cannot be is said at its table, and nothing typed is lost.
    await figures.getByLabel('Figures by year, row 2: Amount').fill('two');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(figures.getByText('Please fill in what is marked with *')).toBeVisible();
    await figures.getByLabel('Figures by year, row 2: Amount').fill('2');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();

    await page.goto(`/companies/${id}`);
    await expect(page.getByRole('heading', { name: 'Figures over time' })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: '2019' })).toContainText('2');
    const people = page.getByRole('figure', { name: 'People' });
    await expect(people.getByRole('img', { name: '2019: 2' })).toBeVisible();
    await expect(people.getByRole('img', { name: '2021: 5' })).toBeVisible();
    await page.getByRole('link', { name: 'food', exact: true }).click();
    await expect(page).toHaveURL(/\/kinds\/food$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('food');
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const [language, place, kind, title] of [
    ['en', 'Singapore', 'open source', 'Figures over time'],
    ['ko', '싱가포르', '오픈소스', '연도별 수치'],
    ['ja', 'シンガポール', 'オープンソース', '数値の推移'],
    ['zh', '新加坡', '开源', '历年数据'],
  ] as const) {
    test(`a company's facts are read and followed in ${language}`, WIDE, async ({ page }) => {
      await page.goto(`/${language}/companies/ghost`);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.locator('figure svg').first()).toBeVisible();
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        ),
      ).toBe(true);
      await page.getByRole('main').getByRole('link', { name: kind, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(kind);
      await page.goBack();
      await page.getByRole('main').getByRole('link', { name: place, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/${language}/countries/sg$`));
      await expect(page.getByRole('heading', { level: 2, name: /Ghost|고스트/ })).toBeVisible();
    });
  }

  test(
    "a city and its country stand in the language's order, on the page and in the comparison",
    WIDE,
    async ({ page }) => {
      for (const [path, place] of [
        ['/en', 'Bologna, Italy'],
        ['/ko', '이탈리아 볼로냐'],
        ['/ja', 'イタリア・ボローニャ'],
        ['/zh', '意大利博洛尼亚'],
      ] as const) {
        await page.goto(`${path}/companies/balsamiq`);
        await expect(page.getByRole('main').locator('dd').filter({ hasText: place })).toHaveText(place);
        await page.goto(`${path}/compare?ids=balsamiq,kit`);
        await expect(page.getByRole('main').getByRole('cell', { name: place, exact: true })).toBeVisible();
      }
    },
  );

  test.describe('nothing', () => {
    test.use({ allowConsole: [/status of 404/] });

    test('what there is no company of is not there', WIDE, async ({ page }) => {
      for (const path of [
        '/kinds/nonsense',
        '/countries/zz',
        '/founders/nobody',
        '/tags/no-such-tag',
        '/tags/!!!',
        '/tags/No-Such-Tag',
        `/founders/${'x'.repeat(300)}`,
      ])
        expect((await page.goto(path))?.status(), path).toBe(404);
      expect((await page.goto('/countries/SG?y=1'))?.status()).toBe(200);
      await expect(page).toHaveURL(/\/countries\/sg$/);
    });
  });
});

test(
  'the headline follows the latest figure where an editor says so, and is written by hand again',
  WIDE,
  async ({ page, request }) => {
    const headers = await signIn(page);
    const figure = { metric: 'revenue', currency: 'USD', basis: 'annual', certainty: 'exact' };
    const made = await request.post('/api/admin/companies', {
      headers,
      data: {
        name: unique('Following Head'),
        description: 'Makes small things.',
        story: 'It began.',
        revenue: '$3M',
        employees: 3,
        figures: [{ ...figure, year: 2023, amount: 4_000_000 }],
      },
    });
    const { id } = (await made.json()) as { id: string };
    await page.goto(`/admin/edit?edit=${id}`);
    const dialog = page.getByRole('dialog', { name: 'Edit Company' });
    const revenue = dialog.getByRole('textbox', { name: 'Revenue', exact: true });
    const follow = dialog.getByRole('switch', { name: 'Revenue follows the latest figure' });
    await expect(revenue).toHaveValue('$3M');
    await expect(revenue).toBeEditable();
    await follow.focus();
    await page.keyboard.press('Space');
    await expect(revenue).toHaveValue('$4M');
    await expect(revenue).not.toBeEditable();
    await expect(dialog.getByText('Follows the latest figure (2023)')).toBeVisible();

    // What is typed in the list is in the head at once.
    const figures = dialog.getByRole('group', { name: 'Figures by year' });
    await figures.getByLabel('Figures by year, row 1: Year').fill('2025');
    await figures.getByLabel('Figures by year, row 1: Amount').fill('25,500,000');
    await expect(revenue).toHaveValue('$25.5M');
    await expect(dialog.getByText('Follows the latest figure (2025)')).toBeVisible();
    // There is no count of people to follow.
    await dialog.getByRole('switch', { name: 'Employees follow the latest figure' }).click();
    await expect(dialog.getByText('There is no figure of people to follow yet.')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Employees', exact: true })).toBeEditable();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    const stored = async () => (await request.get(`/api/companies/${id}`)).json();
    expect(await stored()).toMatchObject({
      revenue: '$25.5M',
      revenue_as_of: 2025,
      revenue_follows: true,
      employees: 3,
      score: 90,
    });

    await page.goto(`/admin/edit?edit=${id}`);
    await expect(follow).toBeChecked();
    await follow.click();
    await revenue.fill('$26M');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    expect(await stored()).toMatchObject({ revenue: '$26M', revenue_follows: false, revenue_as_of: null });
  },
);

test(
  "a figure's source is picked from the company's sources by their words, or added to them",
  WIDE,
  async ({ page, request }) => {
    const headers = await signIn(page);
    const report = 'https://reports.example/2024/annual';
    const made = await request.post('/api/admin/companies', {
      headers,
      data: {
        name: unique('Picked Source'),
        description: 'Makes small things.',
        story: 'It began.',
        figures: [{ metric: 'employees', year: 2024, amount: 4, certainty: 'exact' }],
        sources: [
          {
            url: 'https://interview.example/talk',
            supports: ['founder'],
            title: 'A talk',
            publisher: 'Radio',
          },
          { url: report, supports: ['revenue'], title: 'Annual report', publisher: 'Registry' },
        ],
      },
    });
    const { id } = (await made.json()) as { id: string };
    await page.goto(`/admin/edit?edit=${id}`);
    const dialog = page.getByRole('dialog', { name: 'Edit Company' });
    const source = dialog.getByRole('combobox', { name: 'Figures by year, row 1: Source' });
    const options = page.getByRole('listbox').getByRole('option');
    await source.click();
    await expect(options).toHaveCount(2);
    await page.keyboard.type('registry');
    await expect(options).toHaveText([/Annual report · Registry/]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(source).toHaveValue(report);
    await expect(options).toHaveCount(0);
    await expect(dialog.getByText('Annual report · Registry').first()).toBeVisible();
    // Chosen, it hides none of the others.
    await source.click();
    await expect(options).toHaveCount(2);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();

    const added = 'https://news.example/people';
    // As people copy it from an address bar.
    await source.fill('news.example/people');
    await expect(dialog.getByText('Not among the company’s sources yet.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add it to the sources' }).click();
    await expect(source).toBeFocused();
    await expect(dialog.getByRole('textbox', { name: 'Address of source 3' })).toHaveValue(added);
    await expect(dialog.getByText('Not among the company’s sources yet.')).toBeHidden();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    const { figures, sources } = await (await request.get(`/api/companies/${id}`)).json();
    expect(figures[0].source).toBe(added);
    expect(sources).toEqual([
      { url: 'https://interview.example/talk', supports: ['founder'], title: 'A talk', publisher: 'Radio' },
      { url: report, supports: ['revenue'], title: 'Annual report', publisher: 'Registry' },
      { url: added, supports: ['employees'] },
    ]);
  },
);

test(
  'what is to be looked after is counted, filtered by the address, explained and mended',
  WIDE,
  async ({ page, request }) => {
    const headers = await signIn(page);
    const name = unique(`Torn Apart ${test.info().retry}`);
    const source = 'https://a.example/report';
    const made = await request.post('/api/admin/companies', {
      headers,
      data: {
        name,
        description: 'Makes small things.',
        story: 'It began.',
        revenue: '$9M',
        revenue_as_of: 2024,
        figures: [
          {
            metric: 'revenue',
            year: 2024,
            amount: 4_000_000,
            currency: 'USD',
            basis: 'annual',
            certainty: 'exact',
            source,
          },
        ],
        sources: [{ url: source, supports: ['revenue'] }],
      },
    });
    const { id } = (await made.json()) as { id: string };
    await page.goto(`/admin/edit?q=${encodeURIComponent(name)}`);
    const filters = page.getByRole('group', { name: 'To look after' });
    const torn = filters.getByRole('button', { name: /^Contradictions/ });
    await expect(torn).toHaveText(/Contradictions\s*\d/);
    await expect(torn).toHaveAttribute('aria-pressed', 'false');
    await torn.click();
    await expect(page).toHaveURL(/issue=contradiction/);
    await expect(page.getByText('Revenue: $9M, but $4M in the latest figure (2024)')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);

    // How old is old stands in the address, too.
    await filters.getByRole('button', { name: /^Old figures/ }).click();
    await expect(page.getByText('No company matches these filters')).toBeVisible();
    await filters.getByLabel('Older than').selectOption('1 year');
    await expect(page).toHaveURL(/issue=old&years=1|years=1&issue=old/);
    await expect(page.getByText('Revenue: newest figure of 2024')).toBeVisible();
    await filters.getByRole('button', { name: /^Not checked/ }).click();
    await expect(page.getByText('Never checked')).toBeVisible();
    await filters.getByRole('button', { name: /^Without a source/ }).click();
    await expect(page.getByText('Without a source: Employees, Founded')).toBeVisible();

    await page.goto(`/admin/edit?q=${encodeURIComponent(name)}&issue=contradiction&edit=${id}`);
    const dialog = page.getByRole('dialog', { name: 'Edit Company' });
    await dialog.getByRole('switch', { name: 'Revenue follows the latest figure' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('No company matches these filters')).toBeVisible();
    await torn.click();
    await expect(page).not.toHaveURL(/issue=/);
    await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  },
);

test(
  'a new company has its facts from the start, and its headline can follow its figures',
  WIDE,
  async ({ page, request }) => {
    await signIn(page);
    await page.goto('/admin/add');
    const main = page.getByRole('main');
    const name = unique(`Born Whole ${test.info().retry}`);
    await main.getByRole('textbox', { name: /^Company Name/ }).fill(name);
    await main.getByRole('textbox', { name: /^Description/ }).fill('Makes small things.');
    await main.getByRole('textbox', { name: /^Story/ }).fill('It began.');
    await main.getByRole('textbox', { name: /^Founder/ }).fill('Jane Doe');
    await main.getByRole('textbox', { name: /^Website/ }).fill('https://born.example');
    await expect(main.getByRole('group', { name: 'Figures by year' })).toBeHidden();
    await main.locator('summary').filter({ hasText: 'More facts' }).press('Enter');
    await main.getByLabel('food', { exact: true }).check();
    const figures = main.getByRole('group', { name: 'Figures by year' });
    await figures.getByRole('button', { name: 'Add a row: Figures by year' }).click();
    const cell = (label: string) => figures.getByLabel(`Figures by year, row 1: ${label}`);
    await cell('Figure').selectOption('Revenue');
    await cell('Year').fill('2020');
    await cell('Amount').fill('13,000,000,000');
    await cell('Currency').fill('KRW');
    // By the year's average rate, until the source's own dollars are written.
    await expect(cell('In US dollars')).toHaveAttribute('placeholder', '11000000');
    await cell('Kind').selectOption('annual');
    await cell('How sure').selectOption('exact');
    await main.getByRole('switch', { name: 'Revenue follows the latest figure' }).click();
    await expect(main.getByRole('textbox', { name: /^Revenue/ })).toHaveValue('$11M');
    await main.getByLabel('City').fill('Busan');
    expect(await axeFindings(page)).toEqual([]);
    await main.getByRole('button', { name: 'Add Company' }).click();
    await expect(page.getByText(`“${name}” was added`)).toBeVisible();
    const [made] = await (await request.get(`/api/companies?q=${encodeURIComponent(name)}`)).json();
    expect(await (await request.get(`/api/companies/${made.id}`)).json()).toMatchObject({
      kinds: ['food'],
      city: 'Busan',
      revenue: '$11M',
      revenue_as_of: 2020,
      revenue_follows: true,
      figures: [{ amount: 13_000_000_000, currency: 'KRW', amount_usd: 11_000_000 }],
    });
  },
);

test('a timeline is put in order by dragging', BOTH, async ({ page, request }) => {
  const headers = await signIn(page);
  const timeline = [2003, 2001, 2002].map((year) => ({ year, text: `In ${year}` }));
  const made = await request.post('/api/admin/companies', {
    headers,
    data: {
      name: unique('Dragged Timeline'),
      description: 'Makes small things.',
      story: 'It began.',
      revenue: '$3M',
      employees: 3,
      timeline,
    },
  });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`/admin/edit?edit=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Edit Company' });
  const rows = dialog.getByRole('group', { name: 'Timeline' }).getByRole('listitem');
  const years = () => rows.evaluateAll((all) => all.map((row) => row.querySelector('input')?.value));
  await expect(rows).toHaveCount(3);
  expect(await years()).toEqual(['2003', '2001', '2002']);
  await rows.nth(1).scrollIntoViewIfNeeded();
  const handle = await rows.nth(0).locator('[data-handle]').boundingBox();
  if (!handle) throw new Error('The row has no handle.');
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  for (const row of [1, 2]) {
    const box = await rows.nth(row).boundingBox();
    await page.mouse.move(handle.x + 5, (box?.y ?? 0) + (box?.height ?? 0) - 5, { steps: 8 });
  }
  await page.mouse.up();
  await expect.poll(years).toEqual(['2001', '2002', '2003']);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  const saved = await (await request.get(`/api/companies/${id}`)).json();
  expect(saved.timeline.map(({ year }: { year: number }) => year)).toEqual([2001, 2002, 2003]);
});
