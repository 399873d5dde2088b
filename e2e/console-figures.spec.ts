import type { APIRequestContext, Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { signIn } from './console-session.ts';
import { BOTH, expect, PHONE, test, WIDE } from './journey.ts';

const PAGES = { old: 'https://old.example/report', both: 'https://both.example/about' };
const CLAIMS = {
  revenue: '$3M',
  revenue_as_of: 2021,
  revenue_basis: 'estimate',
  employees: 12,
  employees_as_of: 2022,
  country: 'US',
  sources: [
    { url: PAGES.old, supports: ['revenue'] },
    { url: PAGES.both, supports: ['revenue', 'employees'] },
  ],
};

let headers: { authorization: string };
test.beforeEach(async ({ page }) => {
  headers = await signIn(page);
});

/** A name that no other journey, at no other size, looks for. */
const unique = (name: string) =>
  `${name} ${test.info().project.name} ${test.info().repeatEachIndex}${test.info().retry}${test.info().retry}`;

async function make(request: APIRequestContext, name: string, more: object = {}) {
  const data = { name, description: 'Makes things.', story: 'It began.', founder: 'Ann Lee', ...more };
  const answer = await request.post('/api/admin/companies', { headers, data: { ...CLAIMS, ...data } });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

const read = async (request: APIRequestContext, id: string) =>
  (await request.get(`/api/admin/companies/${id}/content`, { headers })).json();

const isWithin = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

test(
  'a new figure asks for its year, kind and source, and publishes no claim of the old one',
  PHONE,
  async ({ page, request }) => {
    const name = unique('Figured Forge');
    const id = await make(request, name);
    await page.goto(`/admin/edit?edit=${id}`);
    const editor = page.getByRole('dialog', { name: 'Edit Company' });
    const revenue = editor.getByRole('textbox', { name: /^Revenue( required)?$/ });
    const year = editor.getByLabel('Year of this figure');
    const kind = editor.getByLabel('Kind of figure');
    await expect(year).toHaveValue('2021');
    await expect(kind).toHaveValue('estimate');
    await expect(editor.getByLabel('Country')).toHaveValue('US');
    await expect(editor.getByLabel('Address of source 1')).toHaveValue(PAGES.old);
    // The figure that is there, in other words, changes nothing.
    await revenue.fill('3 million dollars');
    await expect(year).toHaveValue('2021');
    await revenue.fill('$5M');
    await expect(year).toHaveValue('');
    await expect(kind).toHaveValue('');
    await expect(editor.getByLabel('Year of this count')).toHaveValue('2022');
    await expect(editor.getByLabel('Address of source 1')).toHaveValue(PAGES.both);
    await expect(editor.getByLabel('Address of source 2')).toHaveCount(0);
    const asks = editor.getByText('This is a new figure.');
    await expect(asks).toBeVisible();
    // Back at the old figure, what was said of it is back.
    await revenue.fill('$3M');
    await expect(year).toHaveValue('2021');
    await expect(editor.getByLabel('Address of source 1')).toHaveValue(PAGES.old);
    await expect(asks).toBeHidden();

    await revenue.fill('$5M');
    await year.fill('1066');
    await kind.selectOption({ label: 'annual' });
    await editor.getByLabel('Country').selectOption({ label: 'Japan' });
    await editor.getByRole('button', { name: 'Add source' }).click();
    const added = editor.getByLabel('Address of source 2');
    await expect(added).toBeFocused();
    await page.keyboard.type('new');
    await editor.getByRole('group', { name: 'What source 2 supports' }).getByLabel('revenue').check();
    await isWithin(page);
    expect(await axeFindings(page)).toEqual([]);
    await editor.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(year).toBeFocused();
    await expect(year).toHaveAccessibleDescription('Please enter a year from 1900.');
    await expect(added).toHaveAccessibleDescription(
      'Please enter an address that starts with http:// or https://.',
    );
    await year.fill('2025');
    await added.fill('https://new.example/2025');
    await expect(asks).toBeHidden();
    await editor.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(editor).toBeHidden();
    expect(await read(request, id)).toMatchObject({
      revenue: '$5M',
      revenue_as_of: 2025,
      revenue_basis: 'annual',
      employees_as_of: 2022,
      country: 'JP',
      sources: [
        { url: PAGES.both, supports: ['employees'] },
        { url: 'https://new.example/2025', supports: ['revenue'] },
      ],
    });
    await page.goto(`/companies/${id}`);
    await expect(page.getByText('as of 2025')).toBeVisible();
    await expect(page.getByText('as of 2021')).toHaveCount(0);
    // Cards of related companies say it of theirs.
    await expect(page.getByText('as of 2025').locator('..')).not.toContainText('outside estimate');
  },
);

test(
  'where nothing is given, nothing is claimed, in Korean as well',
  WIDE,
  async ({ page, request, context, baseURL }) => {
    const name = unique('Quiet Quarry');
    const id = await make(request, name);
    await context.addCookies([{ name: 'i18nextLng', value: 'ko', url: baseURL ?? '' }]);
    await page.goto(`/admin/edit?edit=${id}`);
    const editor = page.getByRole('dialog', { name: '기업 편집' });
    await editor.getByRole('textbox', { name: '매출', exact: true }).fill('$9M');
    await expect(editor.getByText('새로운 수치입니다.')).toBeVisible();
    await isWithin(page);
    await editor.getByRole('button', { name: '저장', exact: true }).click();
    await expect(editor).toBeHidden();
    expect(await read(request, id)).toMatchObject({
      revenue: '$9M',
      revenue_as_of: null,
      revenue_basis: null,
      sources: [{ url: PAGES.both, supports: ['employees'] }],
    });
  },
);

test(
  'what still applies is kept with one button in the card, and with one box in its JSON',
  WIDE,
  async ({ page, request }) => {
    const name = unique('Kept Kiosk');
    const id = await make(request, name);
    await page.goto(`/admin/companies?q=${encodeURIComponent(name)}`);
    const card = page.getByRole('article', { name });
    await card.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
    await card.getByRole('textbox', { name: /^Revenue( required)?$/ }).fill('$3.1M');
    await card.getByRole('button', { name: 'What was stated still applies' }).click();
    await expect(card.getByLabel('Year of this figure')).toHaveValue('2021');
    await card.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(card.getByText('Updated')).toBeVisible();
    expect(await read(request, id)).toMatchObject({ ...CLAIMS, revenue: '$3.1M' });

    await card.getByRole('button', { name: /JSON/ }).click();
    const json = card.getByLabel('Company as JSON');
    await json.fill(JSON.stringify({ ...JSON.parse(await json.inputValue()), employees: 13 }));
    const changes = card.getByRole('definition');
    await expect(changes).toHaveCount(3);
    await expect(card.getByRole('deletion').filter({ hasText: '2022' })).toBeVisible();
    await card.getByLabel('Year, kind and sources of the old figure hold for the new one too').check();
    await expect(changes).toHaveCount(1);
    await card.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(card.getByText('Updated')).toBeVisible();
    expect(await read(request, id)).toMatchObject({ ...CLAIMS, revenue: '$3.1M', employees: 13 });
  },
);

test(
  'what a search found goes with its company, whose sources and history say where it is from',
  WIDE,
  async ({ page, request }) => {
    const [first, second] = [unique('Found Foundry'), unique('Other Orchard')];
    const answer = (founder: string) => ({
      success: true,
      data: { founder, revenue: '$3M' },
      fieldsFound: ['founder', 'revenue'],
      sources: [
        {
          url: `https://${founder.toLowerCase()}.example/`,
          title: `About ${founder}`,
          supports: ['revenue'],
        },
      ],
      provider: 'claude',
      model: 'model-of-the-journey',
    });
    let late: (() => void) | undefined;
    await page.route('**/ai-search', async (route) => {
      if (late) await new Promise<void>((resolve) => (late = resolve));
      await route.fulfill({ json: answer(late ? 'Late' : 'Ann') });
    });
    await page.goto('/admin/add');
    const found = page.getByRole('region', { name: 'Found on the web' });
    const fill = async (name: string) => {
      await page.getByLabel('Company Name').fill(name);
      await page.getByLabel('Description').fill('Makes things.');
      await page.getByLabel('Story').fill('It began.');
      await page.getByLabel('Website').fill('https://made.example');
    };
    await fill(first);
    await page.getByRole('button', { name: 'AI Search' }).click();
    await expect(found).toContainText(first);
    await found.getByRole('button', { name: 'Accept all' }).click();
    await expect(page.getByLabel('Address of source 1')).toHaveValue('https://ann.example/');
    await page.getByLabel('Year of this figure').fill('2025');
    await isWithin(page);
    expect(await axeFindings(page)).toEqual([]);
    // Closed, it is out of sight and not forgotten.
    await found.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Add Company' }).click();
    await expect(page.getByText(`“${first}” was added`)).toBeVisible();
    const made = await (
      await request.get(`/api/admin/companies?q=${encodeURIComponent(first)}`, { headers })
    ).json();
    const id = made[0].id as string;
    expect(made[0]).toMatchObject({
      common_founder: 'Ann',
      revenue: '$3M',
      revenue_as_of: 2025,
      sources: [{ url: 'https://ann.example/', supports: ['revenue'] }],
    });

    // The next company begins without it, also where an answer comes late.
    await expect(found).toHaveCount(0);
    await expect(page.getByLabel('Address of source 1')).toHaveCount(0);
    await fill(second);
    late = () => undefined;
    await page.getByRole('button', { name: 'AI Search' }).click();
    await expect(page.getByRole('button', { name: 'Searching...' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear' }).click();
    const answered = page.waitForResponse('**/ai-search');
    await fill(second);
    late();
    await answered;
    await page.getByRole('textbox', { name: /^Founder( required)?$/ }).fill('Bea');
    await page.getByRole('textbox', { name: /^Revenue( required)?$/ }).fill('$1M');
    await expect(found).toHaveCount(0);
    await page.getByRole('button', { name: 'Add Company' }).click();
    await expect(page.getByText(`“${second}” was added`)).toBeVisible();

    await page.goto(`/admin/edit?edit=${id}`);
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: `History of ${first}` });
    await expect(history.getByText('by AI (model-of-the-journey)')).toBeVisible();
    await expect(history.locator('ins', { hasText: '$3M' })).toBeVisible();
    const other = await (
      await request.get(`/api/admin/companies?q=${encodeURIComponent(second)}`, { headers })
    ).json();
    const entries = await (
      await request.get(`/api/admin/companies/${other[0].id}/history`, { headers })
    ).json();
    expect(entries).toMatchObject([{ action: 'create', actor_kind: 'person', changes: [] }]);
  },
);

test(
  'Save is in sight in a card, a refused field is not beneath the header, and a dialog has no pale strip',
  BOTH,
  async ({ page, request }) => {
    const name = unique('Visible Vineyard');
    const id = await make(request, name);
    await page.goto(`/admin/companies?q=${encodeURIComponent(name)}`);
    const card = page.getByRole('article', { name });
    await card.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
    const save = card.getByRole('button', { name: 'Save', exact: true });
    await expect(save).toBeInViewport({ ratio: 1 });
    await card.getByLabel('Company Name').fill('');
    await card.getByRole('button', { name: 'Add source' }).scrollIntoViewIfNeeded();
    await expect(save).toBeInViewport({ ratio: 1 });
    await save.click();
    const refused = card.getByLabel('Company Name');
    await expect(refused).toBeFocused();
    // What is drawn at its middle, and at its label's, is the field and the label.
    const isUncovered = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const drawn = document.elementFromPoint(left + Math.min(20, width / 2), top + height / 2);
      return drawn !== null && element.contains(drawn);
    };
    expect(await refused.evaluate(isUncovered)).toBe(true);
    expect(await card.locator('label', { hasText: 'Company Name' }).evaluate(isUncovered)).toBe(true);

    await page.goto(`/admin/edit?edit=${id}`);
    await expect(
      page
        .getByRole('dialog', { name: 'Edit Company' })
        .getByRole('textbox', { name: /^Revenue( required)?$/ }),
    ).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('background-color', /^color\(srgb 0\.5[34]/);
    await expect(page.getByText(/Last saved .* GMT\+9 · version 1/)).toBeVisible();
  },
);
