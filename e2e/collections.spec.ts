import { axeFindingsLightAndDark } from './axe.ts';
import { signIn } from './console-session.ts';
import { BOTH, expect, PHONE, test, WIDE } from './journey.ts';

// An address that is refused.
test.use({ allowConsole: [/status of 400/] });

test(
  'an editor makes a collection, puts it in order by keys, and readers see it until it is deleted',
  PHONE,
  async ({ page }) => {
    const headers = await signIn(page);
    const id = `quiet-${Date.now()}${test.info().parallelIndex}`;
    await page.goto('/admin/collections');
    await page.getByLabel('Address').fill('Not an address');
    await page.getByRole('button', { name: 'Create: New collection' }).click();
    await expect(page.getByText('Must be made of', { exact: false })).toBeVisible();
    await page.getByLabel('Address').fill(id);
    await page.getByRole('button', { name: 'Create: New collection' }).click();
    await expect(page).toHaveURL(new RegExp(`collection=${id}`));

    const form = page.locator('form', { has: page.getByLabel('Closing words') });
    await form.getByLabel('Title').fill('Quiet ones');
    await form.getByLabel('Introduction').fill('They say little.');
    for (const name of ['Lichess', 'Photopea', 'Craigslist']) {
      await form.getByLabel('Add a company').fill(name);
      await form.getByRole('button', { name: `Add ${name}`, exact: true }).click();
    }
    await form.getByLabel('Why it is here').first().fill('Chess without a sound.');
    const note = form.getByLabel('Why it is here');
    await note.last().focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect(note.first()).toBeFocused();
    await expect(form.getByRole('button', { name: 'Move Craigslist up', exact: true })).toBeDisabled();
    await form.getByRole('button', { name: 'Remove Photopea' }).click();
    await form.getByLabel('Language of the words').selectOption('ko');
    await form.getByLabel('Title').fill('조용한 곳');
    await form.getByLabel('Introduction').fill('말이 적다.');
    // What is typed while a save is under way stays, and the next one saves it.
    const saving = `**/api/admin/collections/${id}`;
    await page.route(saving, async (route) => {
      await form.getByRole('switch', { name: 'Readers see it' }).check();
      await route.continue();
    });
    const firstSave = page.waitForResponse((response) => response.request().method() === 'PUT');
    await form.getByRole('button', { name: 'Save' }).click();
    expect((await firstSave).status()).toBe(200);
    await page.unroute(saving);
    await expect(form.getByText('Saved.')).toBeHidden();
    await expect(form.getByRole('switch', { name: 'Readers see it' })).toBeChecked();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Saved.')).toBeVisible();
    expect(await axeFindingsLightAndDark(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

    await page.goto(`/ko/collections/${id}`);
    await expect(page.getByRole('heading', { name: '조용한 곳', level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 })).toHaveText([
      '크레이그스리스트',
      'Lichess',
    ]);
    await expect(page.getByText('Chess without a sound.')).toBeVisible();
    await page.getByRole('link', { name: 'Lichess' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();

    await page.goto(`/admin/collections?collection=${id}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Deleted Quiet ones')).toBeVisible();
    expect((await page.request.get(`/api/collections/${id}`)).status()).toBe(404);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Quiet ones is back')).toBeVisible();
    expect((await page.request.get(`/api/collections/${id}`)).status()).toBe(200);
    await page.request.delete(`/api/admin/collections/${id}`, { headers });
  },
);

test('a company is dragged to another place of a collection', WIDE, async ({ page }) => {
  const headers = await signIn(page);
  const id = `dragged-${Date.now()}`;
  const companies = ['lichess', 'photopea', 'craigslist'].map((company) => ({ id: company }));
  const data = { id, texts: { en: { title: 'Dragged', intro: 'x' } }, companies };
  expect((await page.request.post('/api/admin/collections', { headers, data })).status()).toBe(201);
  await page.goto(`/admin/collections?collection=${id}`);
  const rowOf = (name: string) => page.locator('form li').filter({ hasText: name });
  await rowOf('Photopea').scrollIntoViewIfNeeded();
  await rowOf('Craigslist').scrollIntoViewIfNeeded();
  const handle = await rowOf('Craigslist').locator('[data-handle]').boundingBox();
  if (!handle) throw new Error('The row has no handle.');
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  for (const name of ['Photopea', 'Lichess']) {
    const box = await rowOf(name).boundingBox();
    await page.mouse.move(handle.x + 5, (box?.y ?? 0) + 5, { steps: 8 });
  }
  await page.mouse.up();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const stored = (await (await page.request.get('/api/admin/collections', { headers })).json()) as {
    id: string;
    companies: { id: string }[];
  }[];
  expect(stored.find((one) => one.id === id)?.companies.map((company) => company.id)).toEqual([
    'craigslist',
    'lichess',
    'photopea',
  ]);
  await page.request.delete(`/api/admin/collections/${id}`, { headers });
});

const PAGES = [
  ['/en/collections', 'Collections'],
  ['/ja/collections/most-of-the-world', '世界のほとんどを作る'],
  ['/en/on-this-day?date=03-14', 'March, in other years'],
  ['/zh/ten-highest', '人均营收最高的十家公司有什么共同点'],
  ['/ko/first-customers?category=no-seed&page=1', '첫 고객'],
  ['/en/outcomes', 'What became of them'],
  ['/ja/corrections', '訂正'],
  ['/zh/newsletters', '往期邮件简报'],
] as const;

test('who bought a company and for how much stand beside each other in Korean', WIDE, async ({ page }) => {
  await page.goto('/ko/outcomes');
  await expect(page.getByText('인수: Automattic · 금액: 5,000만 달러')).toBeVisible();
});

for (const [path, heading] of PAGES) {
  test(`${path} reads well on any screen, in light and dark`, BOTH, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    expect(await axeFindingsLightAndDark(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
}

test('home, a company and the stories lead to what reads across companies', WIDE, async ({ page }) => {
  await page.goto('/en');
  const section = page.getByRole('region', { name: 'Collections' });
  await section.getByRole('link', { name: 'All collections' }).click();
  await expect(page).toHaveURL('/en/collections');
  await page.getByRole('link', { name: 'Free, and still here' }).click();
  await expect(page.getByRole('heading', { name: 'Free, and still here', level: 1 })).toBeVisible();
  await page.goto('/en/companies/lichess');
  await page.getByRole('link', { name: 'Free, and still here' }).click();
  await expect(page).toHaveURL('/en/collections/free-and-still-here');
  await page.goto('/en/stories');
  await page.getByRole('link', { name: 'The first customers' }).click();
  await page.getByRole('link', { name: 'Next →' }).click();
  await expect(page.getByText('Page 2 of', { exact: false })).toBeVisible();
  expect((await page.request.get('/en/first-customers?page=99')).status()).toBe(404);
  expect((await page.request.get('/en/collections/none')).status()).toBe(404);
});

test(
  'who comes back to the home page is told what changed, by what the device alone knows',
  WIDE,
  async ({ page }) => {
    const headers = await signIn(page);
    const name = `Since ${Date.now()}`;
    const data = { name, description: 'Makes things.', founder: 'Ada' };
    const made = await page.request.post('/api/admin/companies', { headers, data });
    const { id } = (await made.json()) as { id: string };
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await page.goto('/en');
    await expect(page.getByRole('region', { name: 'Read today' })).toBeVisible();
    await expect(page.getByText('New since your last visit', { exact: false })).toBeHidden();
    await page.evaluate(() => {
      const weekAgo = Date.now() - 7 * 24 * 3_600_000;
      localStorage.setItem('lastVisit', `${weekAgo} 0`);
    });
    await page.reload();
    const section = page.getByRole('region', { name: 'New since your last visit', exact: false });
    await expect(section.getByRole('link', { name, exact: true })).toBeVisible();
    expect(asked.filter((url) => url.includes('since='))).toEqual([]);
    await page.request.delete(`/api/admin/companies/${id}`, { headers });
  },
);
