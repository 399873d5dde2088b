import { newSession, PASSWORD } from './account.ts';
import { axeFindings, axeFindingsLightAndDark } from './axe.ts';
import { expect, PHONE, test, WIDE } from './journey.ts';

// A name that is refused, a list on an older version, an address that is not there any more.
test.use({ allowConsole: [/status of 4(?:00|04|09)/] });

const fits = 'document.documentElement.scrollWidth <= innerWidth';

test(
  'without an account a company is saved at one press, named, noted, put in order by keys and taken out again',
  PHONE,
  async ({ page, context }) => {
    await page.goto('/ko/companies/kit');
    const save = page.getByRole('button', { name: '저장', exact: true });
    await save.focus();
    await page.keyboard.press('Enter');
    await expect(save).toHaveAttribute('aria-pressed', 'true');
    await expect(save).toBeFocused();
    await expect(page.getByText('저장한 목록: 저장됨')).toBeVisible();
    await save.press('Enter');
    await expect(page.getByText('저장을 취소했습니다.')).toBeVisible();
    await page.getByRole('button', { name: '실행 취소' }).press('Enter');
    await expect(save).toHaveAttribute('aria-pressed', 'true');

    const choose = page.getByRole('button', { name: '목록 선택' });
    await choose.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('checkbox', { name: '저장됨' })).toBeChecked();
    await dialog.getByRole('button', { name: '만들기' }).press('Enter');
    await expect(dialog.getByText('목록 이름을 입력해 주세요.')).toBeVisible();
    await dialog.getByLabel('새 목록').fill('작은 <b>팀</b>');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('checkbox', { name: '작은 <b>팀</b>' })).toBeChecked();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(choose).toBeFocused();

    // Another tab hears of it, and of what is saved there.
    const other = await context.newPage();
    await other.goto('/ko/companies/lichess');
    await other.getByRole('button', { name: '저장', exact: true }).click();
    await expect(other.getByText('저장한 목록: 저장됨')).toBeVisible();
    await page.getByRole('link', { name: '내 목록 보기' }).click();
    await expect(page.getByRole('heading', { name: '저장한 기업', level: 1 })).toBeVisible();
    const rows = page.getByRole('main').locator('ol > li');
    await expect(rows).toHaveCount(2);
    await other.goto('/ko/companies/photopea');
    await other.getByRole('button', { name: '저장', exact: true }).click();
    await expect(rows).toHaveCount(3);
    await other.close();

    const names = rows.getByRole('link');
    const first = await names.first().textContent();
    const note = page.getByLabel(`${first} 메모`);
    await note.fill('다시 읽기');
    await page.keyboard.press('Alt+ArrowDown');
    await expect(names.nth(1)).toHaveText(first ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `${first} 아래로 이동` }).press('Enter');
    await expect(names.nth(2)).toHaveText(first ?? '');
    await page.reload();
    await expect(names.nth(2)).toHaveText(first ?? '');
    await expect(note).toHaveValue('다시 읽기');
    expect(await axeFindingsLightAndDark(page)).toEqual([]);
    expect(await page.evaluate(fits)).toBe(true);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV 다운로드' }).click();
    expect((await download).suggestedFilename()).toBe('저장됨.csv');
    await page.getByRole('button', { name: `${first} 빼기` }).press('Enter');
    await expect(rows).toHaveCount(2);
    await expect(page.getByRole('button', { name: '실행 취소' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(names.nth(2)).toHaveText(first ?? '');
    await expect(note).toHaveValue('다시 읽기');

    await page.getByRole('link', { name: '비교', exact: true }).click();
    await expect(page).toHaveURL(/\/ko\/compare\?ids=\w+,\w+,\w+/);
    await page.goBack();
    await page.getByRole('link', { name: /작은 <b>팀/ }).click();
    await expect(rows).toHaveCount(1);
    await page.getByRole('button', { name: '목록 삭제' }).press('Enter');
    await expect(page.getByText('‘작은 <b>팀</b>’ 목록을 삭제했습니다.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '작은 <b>팀</b>', level: 2 })).toBeVisible();
    await expect(rows).toHaveCount(1);
  },
);

test('what was saved before comes along at log-in, once', WIDE, async ({ page, request }) => {
  const { email } = await newSession(request, { language: 'en' });
  await page.goto('/en/saved');
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Browse companies' }).click();
  await page.getByRole('main').locator('.row h2 a').first().click();
  const panel = page.locator('dialog.panel');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel.getByText('In: Saved')).toBeVisible();
  // The dialog stands over the panel, and Escape closes it alone.
  const choose = panel.getByRole('button', { name: 'Choose lists' });
  await choose.click();
  const lists = page.getByRole('dialog', { name: /^Save .* to$/ });
  await lists.getByRole('checkbox', { name: 'Saved' }).click();
  await expect(lists.getByRole('checkbox', { name: 'Saved' })).not.toBeChecked();
  await lists.getByRole('checkbox', { name: 'Saved' }).click();
  await page.keyboard.press('Escape');
  await expect(lists).toBeHidden();
  await expect(choose).toBeFocused();
  await panel.getByRole('link', { name: 'See your lists' }).click();
  const rows = page.getByRole('main').locator('ol > li');
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('kept on this device alone')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The lists of this device are in your account now.')).toBeVisible();
  await expect(rows).toHaveCount(1);
  expect(await page.evaluate(() => localStorage.getItem('savedLists'))).toBeNull();
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('kept on this device alone')).toBeHidden();
  await page.getByRole('banner').getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Saved companies' })).toBeVisible();
});

test(
  'a list is shared by an address with its picture, and nobody sees it once it is private again',
  PHONE,
  async ({ page, request, browser }) => {
    const { token } = await newSession(request, { language: 'en' });
    const headers = { authorization: `Bearer ${token}` };
    const entries = [
      { id: 'kit', note: '<script>alert(1)</script> https://example.com' },
      { id: 'lichess', note: '' },
    ];
    await request.post('/api/auth/lists', { headers, data: { name: 'Tea & co', entries } });
    await page.addInitScript((value) => localStorage.setItem('authToken', value), token);
    await page.goto('/en/saved');
    await page.getByRole('button', { name: 'Share', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Share “Tea & co”' });
    await dialog.getByLabel('Your name').fill('Moderator');
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Your name')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Your name').fill('Ada');
    await page.keyboard.press('Enter');
    const address = await dialog.getByLabel('Address').inputValue();
    expect(await axeFindings(page)).toEqual([]);

    const stranger = await (await browser.newContext()).newPage();
    const path = new URL(address).pathname;
    await stranger.goto(new URL(path, page.url()).href);
    await expect(stranger.getByRole('heading', { name: 'Tea & co', level: 1 })).toBeVisible();
    await expect(stranger.getByText('Shared by Ada')).toBeVisible();
    await expect(stranger.getByText('<script>alert(1)</script> https://example.com')).toBeVisible();
    expect(await stranger.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    const picture = await stranger.locator('meta[property="og:image"]').getAttribute('content');
    expect(picture).toContain(path.slice(3));
    expect((await request.get(new URL(picture ?? '').pathname)).headers()['content-type']).toBe('image/png');
    expect(await axeFindingsLightAndDark(stranger)).toEqual([]);
    expect(await stranger.evaluate(fits)).toBe(true);

    await dialog.getByRole('button', { name: 'Stop sharing' }).press('Enter');
    await expect(dialog.getByText('The list is private again')).toBeVisible();
    expect((await stranger.reload())?.status()).toBe(404);
    await stranger.context().close();
  },
);

test('a list that was changed elsewhere keeps both changes', WIDE, async ({ page, request }) => {
  const { token } = await newSession(request, { language: 'en' });
  const headers = { authorization: `Bearer ${token}` };
  const made = await request.post('/api/auth/lists', {
    headers,
    data: { name: '', entries: [{ id: 'kit', note: '' }] },
  });
  const list = (await made.json()) as { id: string; version: number };
  await page.addInitScript((value) => localStorage.setItem('authToken', value), token);
  await page.goto('/en/companies/lichess');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toHaveAttribute('aria-pressed', 'false');
  await request.put(`/api/auth/lists/${list.id}`, {
    headers,
    data: { ...list, name: '', entries: [{ id: 'kit', note: 'From elsewhere' }], shared: false },
  });
  await save.click();
  await expect(save).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(async () => (await (await request.get('/api/auth/lists', { headers })).json())[0].entries)
    .toEqual([
      { id: 'kit', note: 'From elsewhere' },
      { id: 'lichess', note: '' },
    ]);
});

test(
  'what another tab saved while nothing here looked at lists is not lost',
  WIDE,
  async ({ page, context }) => {
    await page.goto('/en/companies/kit');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await page.getByRole('link', { name: 'See your lists' }).click();
    await page.getByRole('button', { name: 'Delete list' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
    await page.locator('header a[href="/en"]').first().click();
    await expect(page).toHaveURL(/\/en$/);

    const other = await context.newPage();
    await other.goto('/en/companies/lichess');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(other.getByText('In: Saved')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('main').locator('ol > li')).toHaveCount(1);
  },
);

test('the lists of an account are asked for again after a failure', WIDE, async ({ page, request }) => {
  const { token } = await newSession(request, { language: 'en' });
  const headers = { authorization: `Bearer ${token}` };
  const entriesOfFirst = async () =>
    (await (await request.get('/api/auth/lists', { headers })).json())[0].entries;
  await page.addInitScript((value) => localStorage.setItem('authToken', value), token);
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto('/en/saved');
  await expect(page.getByText('Your lists could not be loaded.')).toBeVisible();
  await page.unroute('**/api/auth/me');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();

  // On a company's page the press after the failed one counts, once.
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto('/en/companies/kit');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByText('Your lists could not be loaded.')).toBeVisible();
  await page.unroute('**/api/auth/me');
  await save.click();
  await expect(page.getByText('In: Saved')).toBeVisible();
  expect(await entriesOfFirst()).toHaveLength(1);

  // Another device makes the list that one press saves to, while this page knows of none.
  await page.goto('/en/saved');
  await page.getByRole('button', { name: 'Delete list' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  await page.goto('/en/companies/kit');
  await page.waitForLoadState('networkidle');
  await request.post('/api/auth/lists', {
    headers,
    data: { name: '', entries: [{ id: 'lichess', note: '' }] },
  });
  await save.click();
  await expect(page.getByText('In: Saved')).toBeVisible();
  expect(await entriesOfFirst()).toHaveLength(2);
});
