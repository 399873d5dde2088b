import type { Page } from '@playwright/test';
import { axeFindingsLightAndDark } from './axe.ts';
import { signIn } from './console-session.ts';
import { BOTH, expect, sizeFor, test, WIDE } from './journey.ts';

const KEY = 'sk-ant-0123456789-abcdef';
const MASKED = 'sk-a****************cdef';

const STORED = {
  claudeApiKey: '',
  geminiApiKey: '',
  claudeModel: 'claude-model',
  geminiModel: 'gemini-model',
  defaultAiProvider: 'claude',
  aiMonthlyTokens: 0,
  aiWeeklyCompanies: 0,
  enableAiUpdates: true,
  enableAnalytics: true,
  sessionTimeout: 24,
  commentModeration: 'none',
  blockedWords: [],
  requireSecondFactor: false,
  securityLogDays: 180,
  alertLanguage: 'en',
  checkSources: false,
  failureMails: true,
  synonyms: { en: ['saas, software as a service'], ko: [], ja: [], zh: [] },
  version: 'first',
};

/**
 * Settings of this page alone: those of the server are what other journeys run by. It answers as the
 * server does (its own tests hold it to that), and keeps what was sent.
 */
async function ownSettings(page: Page): Promise<Record<string, unknown>[]> {
  let stored: Record<string, unknown> = STORED;
  const sent: Record<string, unknown>[] = [];
  await page.route('**/api/admin/settings', async (route) => {
    if (route.request().method() === 'POST') {
      const body = route.request().postDataJSON() as Record<string, unknown>;
      sent.push(body);
      stored = { ...body, claudeApiKey: body['claudeApiKey'] === '' ? '' : MASKED };
    }
    await route.fulfill({ json: stored });
  });
  return sent;
}

test('what is saved is there after a reload', WIDE, async ({ page }) => {
  await signIn(page);
  await page.goto('/admin/settings');
  const words = page.getByLabel('Blocked words');
  await words.fill('qzxcasino\n\n  qzxloan \nqzxcasino');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(words).toHaveValue('qzxcasino\nqzxloan');
  await page.reload();
  await expect(words).toHaveValue('qzxcasino\nqzxloan');
  await words.fill('');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
});

test.describe('two at once', () => {
  test.use({ allowConsole: [/409/] });
  for (const [language, texts] of Object.entries({
    en: {
      save: 'Save settings',
      words: 'Blocked words',
      saved: 'Settings saved',
      theirs: 'Theirs',
      take: 'Save this choice',
      by: 'ada saved this',
    },
    ko: {
      save: '설정 저장',
      words: '차단 단어',
      saved: '설정을 저장했습니다',
      theirs: '상대방 변경',
      take: '선택한 내용으로 저장',
      by: 'ada 님이 저장했습니다',
    },
  }))
    test(
      `what somebody else saved is not undone, and the same words are decided (${language})`,
      sizeFor(language),
      async ({ page, baseURL }) => {
        await signIn(page);
        await page.context().addCookies([{ name: 'i18nextLng', value: language, url: String(baseURL) }]);
        let current: Record<string, unknown> = STORED;
        await page.route('**/api/admin/settings', async (route) => {
          if (route.request().method() !== 'POST') return route.fulfill({ json: STORED });
          const { version, ...body } = route.request().postDataJSON() as Record<string, unknown>;
          if (version === current['version']) {
            current = { ...body, version: `after ${version}` };
            return route.fulfill({ json: current });
          }
          const changed = { changed_by: 'ada', changed_at: '2026-11-26T03:00:00.000Z' };
          return route.fulfill({
            status: 409,
            json: { code: 'conflict', message: 'x', error: 'x', current, ...changed },
          });
        });
        await page.goto('/admin/settings');
        const words = page.getByLabel(texts.words);
        // Somebody else changes another field, and both are there afterwards.
        current = { ...STORED, claudeModel: 'of ada', version: 'second' };
        await words.fill('mine');
        await page.getByRole('button', { name: texts.save }).click();
        await expect(page.getByText(texts.saved)).toBeVisible();
        expect(current).toMatchObject({ claudeModel: 'of ada', blockedWords: ['mine'] });
        // Somebody else changes the same field: nothing is chosen, and nothing lost.
        current = { ...current, blockedWords: ['of ada'], version: 'third' };
        await words.fill('mine again');
        await page.getByRole('button', { name: texts.save }).click();
        const conflict = page.getByRole('alert').filter({ hasText: texts.by });
        await expect(conflict).toContainText('mine again');
        const take = conflict.getByRole('button', { name: texts.take });
        await expect(take).toBeDisabled();
        expect(await axeFindingsLightAndDark(page)).toEqual([]);
        const theirs = conflict.getByRole('radio', { name: texts.theirs });
        await theirs.focus();
        await page.keyboard.press('Space');
        await expect(theirs).toBeChecked();
        await expect(theirs).toBeFocused();
        await take.click();
        await expect(conflict).toBeHidden();
        await expect(words).toHaveValue('of ada');
        expect(current).toMatchObject({ claudeModel: 'of ada', blockedWords: ['of ada'] });
      },
    );
});

test('a key is stored, shown masked, kept as it is, and removed', WIDE, async ({ page }) => {
  const sent = await ownSettings(page);
  await signIn(page);
  await page.goto('/admin/settings');
  const key = page.getByLabel('Claude API key');
  const save = page.getByRole('button', { name: 'Save settings' });
  await key.fill(KEY);
  await expect(page.getByText('Saving stores this key.')).toBeVisible();
  await key.press('Enter');
  await expect(key).toHaveValue(MASKED);
  expect(sent.at(-1)).toMatchObject({ claudeApiKey: KEY });

  await page.getByLabel('Session timeout').selectOption({ label: '1 week' });
  await save.click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  expect(sent.at(-1)).toEqual({ ...STORED, claudeApiKey: MASKED, sessionTimeout: 168 });

  await key.fill('sk-a****cdef');
  await save.click();
  await expect(page.getByText('Enter the whole key, or leave the masked one as it is')).toBeVisible();
  await expect(key).toBeFocused();
  expect(sent).toHaveLength(2);

  await key.fill('');
  await expect(page.getByText('Saving removes the stored key.')).toBeVisible();
  await save.click();
  await expect(page.getByText('No key is stored.').first()).toBeVisible();
  await expect.poll(() => sent.at(-1)).toMatchObject({ claudeApiKey: '' });
});

test('the confirmation of a save goes after three seconds', WIDE, async ({ page }) => {
  await ownSettings(page);
  await signIn(page);
  await page.clock.install();
  await page.goto('/admin/settings');
  await page.getByLabel('Enable analytics').uncheck();
  await page.getByRole('button', { name: 'Save settings' }).click();
  const saved = page.getByText('Settings saved');
  await expect(saved).toBeVisible();
  await page.clock.runFor(2500);
  await expect(saved).toBeVisible();
  await page.clock.runFor(1000);
  await expect(saved).toBeHidden();
});

test(
  'unsaved changes are announced, can be discarded, and are not lost by a link',
  WIDE,
  async ({ page }) => {
    await ownSettings(page);
    await signIn(page);
    await page.goto('/admin/settings');
    const model = page.getByLabel('Claude model');
    const hint = page.getByText('You have unsaved changes.');
    await model.fill('another-model');
    await expect(hint).toBeVisible();
    await model.fill('claude-model');
    await expect(hint).toBeHidden();
    await model.fill('another-model');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(model).toHaveValue('claude-model');
    await expect(hint).toBeHidden();

    await model.fill('another-model');
    const toPassword = async () => {
      if (test.info().project.name === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('link', { name: 'Change Password' }).click();
    };
    await toPassword();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(page).toHaveURL(/settings/);
    await expect(model).toHaveValue('another-model');
    await toPassword();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/admin/password');
  },
);

test('a model needs a name', WIDE, async ({ page }) => {
  const sent = await ownSettings(page);
  await signIn(page);
  await page.goto('/admin/settings');
  await page.getByLabel('Gemini model').fill(' ');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Please enter the name of a model.')).toBeVisible();
  await expect(page.getByLabel('Gemini model')).toBeFocused();
  expect(sent).toHaveLength(0);
});

test('a connection is tested with what is saved', WIDE, async ({ page }) => {
  await ownSettings(page);
  await signIn(page);
  await page.goto('/admin/settings');
  // Mail is kept as files here, and there is no key.
  for (const name of ['Claude (Anthropic)', 'E-mail']) {
    const answered = page.waitForResponse('**/api/admin/settings/test');
    await page.getByRole('button', { name: `Test connection: ${name}` }).click();
    expect((await (await answered).json()) as object).toMatchObject({ success: false });
  }
  await expect(page.getByText('The connection does not work.')).toHaveCount(2);
  await expect(page.getByText('There is no API key of this AI provider yet.')).toBeVisible();
  await expect(page.getByText('SMTP_URL is not set')).toBeVisible();
  await page.route('**/api/admin/settings/test', (route) =>
    route.fulfill({ json: { success: true, message: 'It answers.', code: null } }),
  );
  await page.getByRole('button', { name: 'Test connection: Gemini (Google)' }).click();
  await expect(page.getByText('The connection works.')).toBeVisible();
});

test('what is typed is tested before it is saved', WIDE, async ({ page }) => {
  const sent = await ownSettings(page);
  await signIn(page);
  const tested: unknown[] = [];
  await page.route('**/api/admin/settings/test', (route) => {
    tested.push(route.request().postDataJSON());
    return route.fulfill({ json: { success: true, message: 'Fine', code: null } });
  });
  await page.goto('/admin/settings');
  await expect(page.getByText('Tests what is entered here, saved or not.')).toHaveCount(2);
  await page.getByLabel('Claude API key').fill(` ${KEY} `);
  await page.getByLabel('Claude model').fill('newer-model');
  await page.getByRole('button', { name: 'Test connection: Claude (Anthropic)' }).click();
  await expect(page.getByText('The connection works.')).toBeVisible();
  await page.getByRole('button', { name: 'Test connection: E-mail' }).click();
  await expect(page.getByText('The connection works.')).toHaveCount(2);
  // What was said of the key is not said of another one.
  await page.getByLabel('Claude API key').fill(`${KEY}x`);
  await expect(page.getByText('The connection works.')).toHaveCount(1);
  expect(tested).toEqual([{ provider: 'claude', key: KEY, model: 'newer-model' }, { provider: 'smtp' }]);
  expect(sent).toEqual([]);
});

test('without a token nothing is saved, and it says so', WIDE, async ({ page }) => {
  const sent = await ownSettings(page);
  await signIn(page);
  await page.goto('/admin/settings');
  await page.getByLabel('Enable AI updates').uncheck();
  // The tab that removed it is this one, so no event tells the gate.
  await page.evaluate(() => localStorage.removeItem('adminToken'));
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByRole('alert')).toHaveText('No admin session token found. Please log in again.');
  expect(sent).toHaveLength(0);
});

test.describe('without a network', () => {
  test.use({ allowConsole: [/ERR_INTERNET_DISCONNECTED/] });
  test('a save fails at once, and keeps what was entered', WIDE, async ({ page, context }) => {
    await ownSettings(page);
    await signIn(page);
    await page.goto('/admin/settings');
    await page.getByLabel('Enable AI updates').uncheck();
    await page.unroute('**/api/admin/settings');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByRole('alert')).toHaveText('Network error occurred');
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: 'Save settings' })).toBeEnabled();
    await expect(page.getByLabel('Enable AI updates')).not.toBeChecked();
  });
});

test.describe('a refused save', () => {
  test.use({ allowConsole: [/status of 5\d\d/] });
  for (const [status, json, text] of [
    [507, { code: 'storage_full', error: 'Full' }, 'The server has no storage left, so nothing was saved.'],
    [500, { error: 'The words of the server' }, 'The words of the server'],
    [502, {}, 'HTTP 502: Failed to save settings. Please try again.'],
  ] as const) {
    test(`with ${status} says why`, WIDE, async ({ page }) => {
      await ownSettings(page);
      await signIn(page);
      await page.goto('/admin/settings');
      await page.getByLabel('Enable AI updates').uncheck();
      await page.unroute('**/api/admin/settings');
      await page.route('**/api/admin/settings', (route) => route.fulfill({ status, json }));
      await page.getByRole('button', { name: 'Save settings' }).click();
      await expect(page.getByRole('alert')).toHaveText(text);
      await expect(page.getByLabel('Enable AI updates')).not.toBeChecked();
    });
  }
});

for (const place of ['mail', 'documents'])
  test(`a link to #${place} brings this part into sight, with the focus`, BOTH, async ({ page }) => {
    await signIn(page);
    await page.goto(`/admin/settings#${place}`);
    const part = page.locator(`#${place}`);
    await expect(part).toBeFocused();
    await expect(part).toBeInViewport();
    // The next stop of the keyboard is within that part, once its data is there.
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Tab');
    const next = page.locator(':focus');
    expect((await next.boundingBox())?.y).toBeGreaterThan((await part.boundingBox())?.y ?? 0);
  });

test('axe finds nothing on the settings', BOTH, async ({ page }) => {
  await ownSettings(page);
  await signIn(page);
  await page.goto('/admin/settings');
  await page.getByLabel('Claude API key').fill('sk-a****');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Enter the whole key')).toBeVisible();
  expect(await axeFindingsLightAndDark(page)).toEqual([]);
});
