import type { Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { signIn, signInAs } from './console-session.ts';
import { expect, PHONE, sizeFor, test, WIDE } from './journey.ts';

/** A company of its own for each project: both write to one server. */
async function makeCompany(page: Page, headers: Record<string, string>, name: string): Promise<string> {
  const made = await page.request.post('/api/admin/companies', {
    headers,
    data: {
      category: 'no-seed',
      revenue: '$9M',
      content: {
        en: { name, description: 'A small bakery', story: 'It began with one oven.' },
        ko: { name: `${name} 제과`, description: '작은 빵집', story: '오븐 하나로 시작했습니다.' },
      },
    },
  });
  expect(made.status()).toBe(201);
  return ((await made.json()) as { id: string }).id;
}

for (const language of ['en', 'ko'] as const) {
  const texts = {
    en: {
      dialog: 'Edit Company',
      description: 'Description',
      revenue: 'Revenue',
      keep: 'Save as draft',
      section: 'Draft',
      compare: 'Compare',
      compared: /^Draft of/,
      preview: 'Preview',
      at: 'Publish at…',
      when: 'Date and time (Asia/Seoul)',
      schedule: 'Schedule',
      scheduled: 'Will be published on',
      takeBack: 'Take back',
      publish: 'Publish now',
      published: /was published/,
      close: 'Close',
    },
    ko: {
      dialog: '기업 편집',
      description: '설명',
      revenue: '매출',
      keep: '초안으로 저장',
      section: '초안',
      compare: '비교',
      compared: /초안$/,
      preview: '미리 보기',
      at: '공개 예약…',
      when: '날짜와 시각(Asia/Seoul)',
      schedule: '예약',
      scheduled: '공개됩니다',
      takeBack: '예약 취소',
      publish: '지금 공개',
      published: /공개했습니다/,
      close: '닫기',
    },
  }[language];

  test(
    `a draft is compared, previewed in Korean, scheduled, taken back and published, in ${language}`,
    sizeFor(language),
    async ({ page, context }, info) => {
      const name = `Draft ${language} ${info.project.name} ${Date.now()}`;
      const as = await signIn(page);
      await context.addCookies([
        { name: 'i18nextLng', value: language, url: info.project.use.baseURL ?? '' },
      ]);
      const id = await makeCompany(page, as, name);
      await page.goto(`/admin/edit?edit=${id}`);
      const dialog = page.getByRole('dialog', { name: texts.dialog });
      await dialog.getByLabel(texts.revenue, { exact: true }).fill('$12M');
      await dialog.getByRole('tab', { name: /한국어/ }).click();
      await dialog.getByRole('tabpanel').getByLabel(texts.description).fill('세상에서 가장 작은 빵집');
      await dialog.getByRole('button', { name: texts.keep }).click();

      const draft = dialog.getByRole('region', { name: texts.section, exact: true });
      await draft.getByRole('button', { name: texts.compare }).click();
      const compared = page.getByRole('dialog', { name: texts.compared });
      await expect(compared).toContainText('$9M');
      await expect(compared).toContainText('$12M');
      await compared.getByRole('button', { name: texts.close }).click();

      // Readers see none of it.
      const shown = async () => (await page.request.get(`/ko/companies/${id}`)).text();
      expect(await shown()).not.toContain('세상에서 가장 작은 빵집');
      const opening = context.waitForEvent('page');
      await draft.getByRole('link', { name: texts.preview }).click();
      const preview = await opening;
      const korean = preview.getByRole('radio', { name: '한국어' });
      // The choice is the address's, which follows a press a moment later.
      await korean.click();
      await expect(korean).toBeChecked();
      const frame = preview.frameLocator('iframe');
      await expect(frame.getByText('세상에서 가장 작은 빵집').first()).toBeVisible();
      await expect(frame.getByRole('heading', { level: 1 })).toContainText('제과');
      await preview.close();

      await draft.getByRole('button', { name: texts.at }).click();
      await page.getByLabel(texts.when).fill('2099-01-31T09:30');
      await page.getByRole('button', { name: texts.schedule, exact: true }).click();
      await expect(draft).toContainText(texts.scheduled);
      await expect(draft).toContainText('2099');
      await draft.getByRole('button', { name: texts.takeBack }).click();
      await expect(draft).not.toContainText('2099');
      await draft.getByRole('button', { name: texts.publish }).click();
      await expect(page.getByText(texts.published)).toBeVisible();
      await expect(draft).toBeHidden();
      await expect.poll(shown).toContain('세상에서 가장 작은 빵집');
    },
  );
}

test(
  'somebody who may not publish drafts, and an editor sees who edits, decides and publishes',
  WIDE,
  async ({ page, browser }, info) => {
    const name = `Two ${info.project.name} ${Date.now()}`;
    const as = await signIn(page);
    const id = await makeCompany(page, as, name);
    const other = await (await browser.newContext()).newPage();
    const writer = await signInAs(other, 'contributor', page);
    await other.goto(`/admin/edit?edit=${id}`);
    const form = other.getByRole('dialog', { name: 'Edit Company' });
    await form.getByLabel('Revenue', { exact: true }).fill('$12M');
    await expect(form.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
    await form.getByRole('button', { name: 'Save as draft' }).click();
    await expect(form.getByRole('button', { name: 'Compare' })).toBeVisible();
    await expect(form.getByRole('button', { name: 'Publish now' })).toBeHidden();

    // The company is changed in the same field meanwhile.
    const saved = await page.request.put(`/api/admin/companies/${id}`, {
      headers: as,
      data: { revenue: '$11M' },
    });
    expect(saved.status()).toBe(200);
    await page.goto(`/admin/edit?draft=waiting&q=${encodeURIComponent(name)}`);
    await expect(page.getByRole('table', { name: 'Companies' })).toContainText('Draft');
    await page.getByRole('link', { name }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Company' });
    await expect(dialog.getByRole('status').first()).toContainText(
      `${writer} is editing this company as well`,
    );
    const draft = dialog.getByRole('region', { name: 'Draft' });
    await draft.getByRole('button', { name: 'Edit the draft' }).click();
    await expect(dialog.getByRole('group', { name: 'Revenue', exact: true })).toContainText('$11M');
    await dialog.getByRole('button', { name: 'Take all mine' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await draft.getByRole('button', { name: 'Publish now' }).click();
    await expect(page.getByText(`“${name}” was published`)).toBeVisible();
    const answer = await page.request.get(`/api/companies/${id}`);
    expect(((await answer.json()) as { revenue: string }).revenue).toBe('$12M');
    await other.context().close();
  },
);

test('a discarded draft comes back by undo', PHONE, async ({ page }, info) => {
  const name = `Undo ${info.project.name} ${Date.now()}`;
  const as = await signIn(page);
  const id = await makeCompany(page, as, name);
  const url = `/api/admin/companies/${id}/draft`;
  await page.request.put(url, { headers: as, data: { revenue: '$12M' } });
  await page.goto(`/admin/edit?edit=${id}`);
  const draft = page.getByRole('dialog', { name: 'Edit Company' }).getByRole('region', { name: 'Draft' });
  await expect(draft).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await draft.getByRole('button', { name: 'Discard' }).click();
  await expect(draft).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(draft).toBeVisible();
  expect((await page.request.get(url, { headers: as })).status()).toBe(200);
});
