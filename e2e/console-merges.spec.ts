import type { APIRequestContext } from '@playwright/test';
import { axeFindingsLightAndDark } from './axe.ts';
import { signIn } from './console-session.ts';
import { BOTH, expect, PHONE, test } from './journey.ts';

let authorized: { authorization: string };
test.beforeEach(async ({ page }) => {
  authorized = await signIn(page);
});

async function makeTwins(request: APIRequestContext, word: string) {
  const name = `${word} ${Date.now()}${test.info().parallelIndex}`;
  const website = `https://${name.toLowerCase().replaceAll(' ', '-')}.example`;
  const make = async (data: object) => {
    const answer = await request.post('/api/admin/companies', { headers: authorized, data });
    expect(answer.status()).toBe(201);
    return ((await answer.json()) as { id: string }).id;
  };
  const common = { description: 'Makes things.', story: 'Once.', category: 'no-seed', website };
  const first = await make({ ...common, name, founder: `Ann ${name}`, revenue: '$1M' });
  const second = await make({
    ...common,
    name: `${name} Inc.`,
    founder: `Bo ${name}`,
    revenue: '$2M',
    country: 'KR',
  });
  await request.post(`/api/companies/${second}/comments`, { data: { content: 'A comment on the twin.' } });
  return { name, first, second };
}

test(
  'two companies that look like one are compared, merged field by field, and separated again',
  BOTH,
  async ({ page, request }) => {
    const { name, first, second } = await makeTwins(request, 'Twin');
    await page.goto('/admin/edit');
    await page.getByRole('link', { name: 'Duplicates' }).click();
    await expect(page).toHaveURL(/show=duplicates/);
    const pair = page.getByRole('listitem').filter({ hasText: `${name} Inc.` });
    await expect(pair.getByText('same website')).toBeVisible();
    expect(await axeFindingsLightAndDark(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await pair.getByRole('button', { name: 'Compare and merge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge companies' });
    await expect(dialog.getByRole('radio', { name: 'Keep this value: Revenue' })).toBeChecked();
    await dialog.getByRole('radio', { name: 'Take this value: Revenue' }).check();
    expect(await axeFindingsLightAndDark(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: `Merge ${name} Inc. into ${name}?` });
    await expect(question).toContainText('comments (1)');
    await question.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect(page.getByText(`Merged ${name} Inc. into ${name}`)).toBeVisible();
    await expect(pair).toBeHidden();
    const merged = await (await request.get(`/api/companies/${second}`)).json();
    expect(merged).toMatchObject({
      id: first,
      revenue: '$2M',
      founder: `Ann ${name}`,
      country: 'KR',
      comments_count: 1,
    });
    const old = await request.get(`/ko/companies/${second}`, { maxRedirects: 0 });
    expect([old.status(), old.headers()['location']]).toEqual([301, `/ko/companies/${first}`]);
    const panel = await request.get(`/all?company=${second}`, { maxRedirects: 0 });
    expect([panel.status(), panel.headers()['location']]).toEqual([301, `/all?company=${first}`]);
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect(page.getByText('The merge was taken back')).toBeVisible();
    expect(await (await request.get(`/api/companies/${second}`)).json()).toMatchObject({
      id: second,
      revenue: '$2M',
    });
    expect(await (await request.get(`/api/companies/${first}`)).json()).toMatchObject({
      revenue: '$1M',
      country: null,
    });
    await pair.getByRole('button', { name: 'are not duplicates' }).click();
    await expect(pair).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Duplicates', level: 2 })).toBeVisible();
    await expect(pair).toBeHidden();
  },
);

test('the merge speaks Japanese', PHONE, async ({ page, request, context, baseURL }) => {
  const { name, second } = await makeTwins(request, '双子');
  await context.addCookies([{ name: 'i18nextLng', value: 'ja', url: baseURL ?? '' }]);
  await page.goto('/admin/edit?show=duplicates');
  const pair = page.getByRole('listitem').filter({ hasText: `${name} Inc.` });
  await pair.getByRole('button', { name: '比較して統合' }).click();
  const dialog = page.getByRole('dialog', { name: '企業の統合' });
  await dialog.getByRole('button', { name: '入れ替える' }).click();
  await dialog.getByRole('button', { name: '統合', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: `${name}を${name} Inc.に統合しますか？` });
  await question.getByRole('button', { name: '統合', exact: true }).click();
  await expect(page.getByText(`${name}を${name} Inc.に統合しました`)).toBeVisible();
  expect(await (await request.get(`/api/companies/${second}`)).json()).toMatchObject({
    id: second,
    revenue: '$2M',
  });
});
