import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DAY } from '../core/time.ts';
import { startSmtp } from '../server/testing/smtp.ts';
import { newSession } from './account.ts';
import { axeFindings } from './axe.ts';
import { ADMIN_PASSWORD } from './console-session.ts';
import { expect, PHONE, test, WIDE } from './journey.ts';
import { startDirectory } from './own-server.ts';

// The link of a mail that is not valid any more.
test.use({ allowConsole: [/status of 400/] });

/** Makes everything in a database a day older: the digest of the morning tells of it. */
function ageADay(folder: string): void {
  const db = new DatabaseSync(join(folder, 'directory.db'));
  const older = (table: string, column: string, days: number) => {
    const rows = db.prepare(`select id, ${column} as at from ${table} where ${column} is not null`).all();
    const update = db.prepare(`update ${table} set ${column} = ? where id = ?`);
    for (const { id, at } of rows)
      update.run(new Date(Date.parse(String(at)) - days * DAY).toISOString(), String(id));
  };
  older('company_changes', 'at', 1);
  older('follows', 'confirmed_at', 3);
  db.exec('delete from digest_runs');
  db.close();
}

test(
  'a reader without an account follows a company, is told of a change once, and ends it with one press',
  PHONE,
  async ({ page }) => {
    const smtp = await startSmtp();
    const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-follows-'));
    const settings = { VAR_DIR: folder, SMTP_URL: smtp.url };
    let server = await startDirectory(settings);
    const { url } = server;
    try {
      await page.goto(`${url}/ko/companies/kit`);
      await page.getByRole('button', { name: '팔로우', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: /팔로우$/ });
      await expect(dialog).toContainText('메일로 알려 드립니다');
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByLabel('받는 주기').selectOption({ label: '매일 아침' });
      await dialog.getByRole('button', { name: '팔로우', exact: true }).click();
      // The address is missing.
      await expect(dialog.getByLabel('이메일 주소')).toBeFocused();
      await dialog.getByLabel('이메일 주소').fill('kim@example.com');
      await page.keyboard.press('Enter');
      await expect(dialog).toContainText('한 단계 남았습니다');
      await expect.poll(() => smtp.mails.length).toBe(1);
      const link = /https?:\/\/\S+\/mail\/preferences\S+/.exec(smtp.mails[0]?.text ?? '')?.[0] ?? '';
      expect(smtp.mails[0]?.subject).toContain('확인해 주세요');

      await page.goto(link);
      await expect(page.getByRole('heading', { name: '이 메일을 받으시겠어요?' })).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: '네, 받겠습니다' }).click();
      await expect(page.getByText('확인되었습니다')).toBeVisible();

      const login = await page.request.post(`${url}/api/admin/login`, {
        data: { username: 'admin', password: ADMIN_PASSWORD },
      });
      const { sessionToken } = (await login.json()) as { sessionToken: string };
      const saved = await page.request.put(`${url}/api/admin/companies/kit`, {
        headers: { authorization: `Bearer ${sessionToken}` },
        data: { employees: 123 },
      });
      expect(saved.status()).toBe(200);
      await server.stop();
      ageADay(folder);
      server = await startDirectory({ ...settings, PORT: new URL(url).port });
      await expect.poll(() => smtp.mails.length).toBe(2);
      const digest = smtp.mails[1];
      expect(digest?.to).toBe('kim@example.com');
      expect(digest?.subject).toContain('오늘의 새 소식');
      expect(digest?.text).toContain('123');
      expect(digest?.html).toContain('<html lang="ko">');

      // What somebody else asks for in this name hides nothing of what is confirmed.
      await page.request.post(`${url}/api/follows`, {
        data: { kind: 'category', value: 'no-seed', email: 'kim@example.com' },
      });
      await expect.poll(() => smtp.mails.length).toBe(3);
      await page.goto(/https?:\/\/\S+\/mail\/preferences\S+/.exec(digest?.text ?? '')?.[0] ?? '');
      await expect(page.getByRole('heading', { name: '이 메일을 받으시겠어요?' })).toBeVisible();
      await expect(page.getByRole('button', { name: '킷 팔로우 취소' })).toBeVisible();
      await expect(page.getByRole('button', { name: '모든 메일 해지' })).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);

      // As a mail program does it.
      const [, oneClick = ''] = /^List-Unsubscribe: <(.*)>/m.exec(digest?.raw ?? '') ?? [];
      expect((await page.request.get(oneClick)).ok()).toBe(true);
      await page.goto(link);
      await expect(page.getByRole('button', { name: '킷 팔로우 취소' })).toBeVisible();
      const ended = await page.request.post(oneClick, { form: { 'List-Unsubscribe': 'One-Click' } });
      expect(ended.status()).toBe(200);
      await page.goto(link);
      await expect(page.getByText('더 이상 쓸 수 없는 링크입니다')).toBeVisible();
      expect(smtp.mails).toHaveLength(3);
    } finally {
      await server.stop();
      await smtp.close();
    }
  },
);

test.describe('with an account', () => {
  test(
    'a list is followed at once, changed and ended on a page of its own',
    WIDE,
    async ({ page, request }) => {
      const { token } = await newSession(request, { language: 'en' });
      await page.addInitScript((key) => localStorage.setItem('authToken', key), token);
      await page.goto('/en/no-seed');
      const button = page.getByRole('button', { name: 'Follow', exact: true });
      await button.click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
      await expect(dialog).toContainText('You follow No Seed now.');
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await expect(button).toBeFocused();
      // Asked again, it says so.
      await button.click();
      await expect(dialog.getByRole('button', { name: 'Unfollow' })).toBeVisible();
      await page.keyboard.press('Escape');
      await page.goto('/en/all?q=tea&country=US');
      await button.click();
      await dialog.getByLabel('How often').selectOption('monthly');
      await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
      await dialog.getByRole('link', { name: 'See and change what you follow' }).click();
      await expect(page.getByRole('heading', { name: 'What you follow', level: 1 })).toBeVisible();
      const row = page.getByRole('listitem').filter({ hasText: '“tea”' });
      await expect(row).toContainText('United States');
      await expect(row.getByRole('combobox')).toHaveValue('monthly');
      await row.getByRole('combobox').selectOption('daily');
      await expect(page.getByText('Saved.')).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.reload();
      await expect(row.getByRole('combobox')).toHaveValue('daily');
      await row.getByRole('button', { name: /^Unfollow/ }).click();
      await expect(row).toHaveCount(0);
      await expect(page.getByText(/You no longer follow “tea”/)).toBeVisible();
      await page.getByRole('button', { name: /^Unfollow No Seed/ }).click();
      await expect(page.getByText('You follow nothing yet')).toBeVisible();
    },
  );

  test('the page asks nobody in particular to log in, and a wrong link says so', WIDE, async ({ page }) => {
    await page.goto('/en/following');
    await expect(page.getByText('Log in to see what you follow.')).toBeVisible();
    const answer = await page.goto('/en/mail/preferences?token=wrong');
    expect(answer?.headers()).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    await expect(page.getByText('This link is not valid any more.')).toBeVisible();
  });
});
