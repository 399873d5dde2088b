import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { annualRevenue } from '../core/testing/figures.ts';
import { type AiReply, type AskedAi, startAi, type TestAi } from '../server/testing/ai.ts';
import { type ServerProcess, startProcess } from '../server/testing/process.ts';
import { startSmtp, type TestSmtp } from '../server/testing/smtp.ts';
import { axeFindings } from './axe.ts';
import { ADMIN_PASSWORD, signIn } from './console-session.ts';
import { expect, test as journey, WIDE } from './journey.ts';

const CLAUDE_KEY = 'sk-ant-api03-abcdefgh1234';
const PAGE = { url: 'https://news.example/acme', title: 'News of Acme' };

/** A server of its own, whose providers and mail server answer on loopback. */
interface Outside {
  ai: TestAi;
  smtp: TestSmtp;
  server: ServerProcess;
}

const test = journey.extend<{ outside: Outside }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs.
  outside: async ({}, use) => {
    const [ai, smtp] = await Promise.all([startAi(), startSmtp()]);
    const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-ai-'));
    const server = await startProcess(
      `sqlite:${join(folder, 'directory.db')}`,
      folder,
      { ...ai.variables, SMTP_URL: smtp.url, SITE_NAME: 'Loom Directory', ADMIN_PASSWORD },
      'whole',
    );
    await use({ ai, smtp, server });
    await server.end('SIGTERM');
    await Promise.all([ai.close(), smtp.close()]);
    rmSync(folder, { recursive: true, force: true });
  },
  baseURL: async ({ outside }, use) => use(outside.server.url),
});

/** The company a question is about. */
const nameIn = ({ prompt }: AskedAi) => /"name": "(.*?)"/.exec(prompt)?.[1] ?? '';

/** What a provider that translates says: the original with the language before it. */
function translated({ prompt, instructions }: AskedAi): AiReply {
  const original = JSON.parse(/<data>\n([\s\S]*)\n<\/data>/.exec(prompt)?.[1] ?? '{}') as object;
  const language = /into (.*)\.$/m.exec(instructions)?.[1];
  const texts = Object.entries(original).map(([field, value]) => [
    field,
    Array.isArray(value) ? value.map((one) => `${language}: ${one}`) : `${language}: ${value}`,
  ]);
  return { says: Object.fromEntries(texts) as object };
}

async function makeCompany(page: Page, headers: Record<string, string>, name: string): Promise<string> {
  const made = await page.request.post('/api/admin/companies', {
    headers,
    data: {
      name,
      founder: 'Ada Lovelace',
      revenue: '$3M',
      employees: 5,
      description: `${name} makes looms.`,
      story: 'It began in a mill.',
      highlights: ['No investors'],
    },
  });
  return ((await made.json()) as { id: string }).id;
}

async function storeKey(page: Page, headers: Record<string, string>): Promise<void> {
  const saved = await page.request.post('/api/admin/settings', {
    headers,
    data: { claudeApiKey: CLAUDE_KEY },
  });
  expect(saved.ok()).toBe(true);
}

/** Updates all companies that are found, and opens the dialog that shows how far it is. */
async function updateAll(page: Page, q: string): Promise<Locator> {
  await page.goto(`/admin/edit?q=${q}`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page
    .getByRole('region', { name: 'Selected companies' })
    .getByRole('button', { name: 'AI Update' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'AI Update' }).click();
  await page.getByRole('button', { name: 'Watch' }).click();
  return page.getByRole('dialog', { name: 'Background jobs' });
}

/** Asks for proposals for one company. */
async function updateOne(page: Page, name: string): Promise<Locator> {
  await page.goto(`/admin/edit?q=${name.replaceAll(' ', '+')}`);
  await page.getByRole('button', { name: `AI Update ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'AI Update' }).click();
  return page.getByRole('dialog', { name: `Proposals for ${name}` });
}

test(
  'a key is stored, its connection works, and a company is found and taken over',
  WIDE,
  async ({ page, outside: { ai } }) => {
    await page.goto('/admin');
    await expect(page.getByRole('link', { name: 'Loom Directory' })).toBeVisible();
    await signIn(page);
    await page.goto('/admin/settings');
    if (test.info().project.name === 'desktop')
      await expect(page.getByRole('link', { name: 'Loom Directory' })).toBeVisible();
    await page.getByLabel('Claude API key').fill(CLAUDE_KEY);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Settings saved')).toBeVisible();
    await expect(page.getByLabel('Claude API key')).toHaveValue(/^sk-a\*+1234$/);
    for (const name of ['Claude (Anthropic)', 'E-mail']) {
      await page.getByRole('button', { name: `Test connection: ${name}` }).click();
    }
    await expect(page.getByText('The connection works.')).toHaveCount(2);
    expect(ai.asked.map(({ key }) => key)).toEqual([CLAUDE_KEY]);

    ai.reply({
      says: {
        name: 'Acme',
        founder: 'Jo Doe',
        revenue: '$12 million',
        category: 'small-teams',
        employees: -1,
      },
      pages: [PAGE],
    });
    await page.goto('/admin/add');
    await page.getByLabel('Company Name').fill('Acme');
    await page.getByRole('button', { name: 'AI Search' }).click();
    const found = page.getByRole('region', { name: 'Found on the web' });
    await expect(found.getByRole('link', { name: PAGE.title })).toHaveAttribute('href', PAGE.url);
    await found.getByRole('button', { name: 'Accept all' }).click();
    await expect(page.getByRole('textbox', { name: /^Founder( required)?$/ })).toHaveValue('Jo Doe');
    await expect(page.getByRole('textbox', { name: /^Revenue( required)?$/ })).toHaveValue('$12M');
    await expect(page.getByRole('spinbutton', { name: /^Employees( required)?$/ })).toHaveValue('1');

    ai.reply({ says: {} });
    await page.getByRole('button', { name: 'AI Search' }).click();
    await expect(page.getByText('No Information Found')).toBeVisible();
  },
);

test(
  'what an AI proposes is saved as accepted, and marked as its own',
  WIDE,
  async ({ page, outside: { ai } }) => {
    const headers = await signIn(page);
    await storeKey(page, headers);
    const id = await makeCompany(page, headers, 'Acme Looms');
    ai.reply({ says: { revenue: '$5M', employees: 9 }, pages: [PAGE] });
    const preview = await updateOne(page, 'Acme Looms');
    await expect(preview.getByRole('link', { name: PAGE.title }).first()).toBeVisible();
    await preview.getByRole('checkbox', { name: 'Accept: Employees' }).uncheck();
    await preview.getByRole('button', { name: /^Save / }).click();
    await expect(preview).toBeHidden();
    const company = await page.request.get(`/api/admin/companies/${id}/content`, { headers });
    expect(await company.json()).toMatchObject({ revenue: '$5M', employees: 5 });
    await page.goto(`/admin/edit?edit=${id}`);
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByText('by AI (claude-sonnet-5-5)')).toBeVisible();
  },
);

test(
  'a figure that a person gave stays unless its replacement is chosen, also in a bulk update',
  WIDE,
  async ({ page, outside: { ai } }) => {
    const headers = await signIn(page);
    await storeKey(page, headers);
    const id = await makeCompany(page, headers, 'Acme Looms');
    const figure = (year: number, amount: number) => annualRevenue(year, amount, { source: PAGE.url });
    const figures = async () => {
      const company = await page.request.get(`/api/admin/companies/${id}/content`, { headers });
      return ((await company.json()) as { figures: { year: number; amount: number }[] }).figures.map(
        ({ year, amount }) => [year, amount],
      );
    };
    const before = await page.request.get(`/api/admin/companies/${id}/content`, { headers });
    const { version } = (await before.json()) as { version: number };
    const given = await page.request.put(`/api/admin/companies/${id}`, {
      headers,
      data: { version, figures: [figure(2023, 2_000_000), figure(2024, 3_000_000)] },
    });
    expect(given.ok()).toBe(true);
    expect(await figures()).toEqual([
      [2023, 2_000_000],
      [2024, 3_000_000],
    ]);

    const said = { figures: [figure(2024, 4_000_000), figure(2025, 6_000_000)] };
    ai.reply({ says: said, pages: [PAGE] });
    const preview = await updateOne(page, 'Acme Looms');
    const conflict = preview
      .getByRole('listitem')
      .filter({ hasText: 'There is another figure of this year' });
    await expect(conflict).toHaveCount(1);
    await expect(conflict).toContainText('2024');
    await expect(conflict.getByRole('checkbox')).not.toBeChecked();
    expect(await axeFindings(page)).toEqual([]);
    await preview.getByRole('button', { name: /^Save / }).click();
    await expect(preview).toBeHidden();
    expect(await figures()).toEqual([
      [2023, 2_000_000],
      [2024, 3_000_000],
      [2025, 6_000_000],
    ]);

    // A bulk update proposes the same, and saves nothing.
    await makeCompany(page, headers, 'Other Acme');
    const jobs = await updateAll(page, 'Acme');
    await expect(jobs.getByText('2 to decide')).toBeVisible();
    expect(await figures()).toContainEqual([2024, 3_000_000]);

    await updateOne(page, 'Acme Looms');
    await conflict.getByRole('checkbox').check();
    await preview.getByRole('button', { name: /^Save / }).click();
    await expect(preview).toBeHidden();
    expect(await figures()).toEqual([
      [2023, 2_000_000],
      [2024, 4_000_000],
      [2025, 6_000_000],
    ]);
  },
);

test.describe('where a provider refuses', () => {
  test.use({ allowConsole: [/status of 502/] });
  test(
    'the reason is told in the language of the page, with the way to the settings',
    WIDE,
    async ({ page, outside: { ai, server } }) => {
      const headers = await signIn(page);
      await storeKey(page, headers);
      await makeCompany(page, headers, 'Acme Looms');
      await page.context().addCookies([{ name: 'i18nextLng', value: 'ko', url: server.url }]);
      ai.reply({ status: 401, message: 'no' });
      await page.goto('/admin/edit?q=Acme+Looms');
      await page.getByRole('button', { name: 'Acme Looms AI 업데이트' }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: 'AI 업데이트' }).click();
      await expect(question.getByText('AI 서비스가 API 키를 거부했습니다.')).toBeVisible();
      await question.getByRole('link', { name: '설정 열기' }).click();
      await page.getByRole('button', { name: '연결 테스트: Claude (Anthropic)' }).click();
      await expect(page.getByText('AI 서비스가 API 키를 거부했습니다.')).toBeVisible();
    },
  );
});

test(
  'a bulk update runs in the background, tells what failed by name, and a person decides the rest',
  WIDE,
  async ({ page, outside: { ai } }) => {
    const headers = await signIn(page);
    await storeKey(page, headers);
    const ids: string[] = [];
    for (const name of ['Acmeville One', 'Acmeville Two']) ids.push(await makeCompany(page, headers, name));
    ai.reply((asked) =>
      nameIn(asked) === 'Acmeville Two' ? { status: 404 } : { says: { founded: 1999 }, pages: [PAGE] },
    );
    const jobs = await updateAll(page, 'Acmeville');
    await expect(jobs.getByText('1 failed · 1 to decide')).toBeVisible();
    await expect(jobs.getByRole('link', { name: 'Acmeville Two' })).toBeVisible();
    await expect(jobs.getByText('The AI provider does not know this model.')).toBeVisible();
    const founded = async () => {
      const company = await page.request.get(`/api/admin/companies/${ids[0]}/content`, { headers });
      return ((await company.json()) as { founded: number }).founded;
    };
    expect(await founded()).not.toBe(1999);
    await expect(jobs.getByRole('button', { name: 'Undo' })).toBeHidden();
    await jobs.getByRole('link', { name: 'Decide: Acmeville One' }).click();
    await expect(page.getByRole('heading', { name: 'Acmeville One' })).toBeVisible();
    // A person founded the entry: the proposal waits to be chosen.
    const accept = page.getByRole('button', { name: /^Accept . and next$/ });
    await expect(accept).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Accept: Founded' }).check();
    await accept.click();
    await expect(page.getByText('Nothing is left to decide for this company')).toBeVisible();
    expect(await founded()).toBe(1999);
  },
);

test('missing translations are generated and looked over', WIDE, async ({ page, outside: { ai } }) => {
  const headers = await signIn(page);
  await storeKey(page, headers);
  const id = await makeCompany(page, headers, 'Acme Looms');
  ai.reply(translated);
  await page.goto('/admin/translations');
  await page.getByRole('button', { name: 'Generate with AI: Acme Looms' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('checkbox', { name: '中文' }).uncheck();
  await question.getByRole('button', { name: 'Generate' }).click();
  await expect(page.getByText('Korean and Japanese').first()).toBeVisible();
  const content = async () => {
    const company = await page.request.get(`/api/admin/companies/${id}/content`, { headers });
    return ((await company.json()) as { content: object }).content;
  };
  expect(await content()).toMatchObject({ ja: { story: 'Japanese: It began in a mill.' } });
  expect(Object.keys(await content())).toEqual(['en', 'ko', 'ja']);

  await page.getByRole('button', { name: 'Generate all missing' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Generate' }).click();
  await expect(page.getByText('Done: Missing translations')).toBeVisible();
  expect(await content()).toMatchObject({ zh: { story: 'Simplified Chinese: It began in a mill.' } });

  // One language after the other, then all that is left at once.
  await page.goto('/admin/translations?show=unreviewed');
  await page.getByRole('link', { name: 'Review one after the other: Acme Looms' }).click();
  const editor = page.getByRole('dialog', { name: 'Translate' });
  await expect(editor.getByRole('tab', { name: /한국어/ })).toHaveAttribute('aria-selected', 'true');
  await editor.getByRole('button', { name: 'Approve and next' }).click();
  await expect(editor.getByRole('tab', { name: /日本語/ })).toHaveAttribute('aria-selected', 'true');
  await editor.getByRole('button', { name: 'Cancel' }).click();
  const reviewed = async () =>
    Object.values((await content()) as Record<string, { reviewed: boolean }>).filter((text) => text.reviewed);
  await expect.poll(async () => (await reviewed()).length).toBe(2);
  await page.getByRole('checkbox', { name: 'Select: Acme Looms' }).check();
  await page.getByRole('button', { name: 'Approve 1 company' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('2 translations approved')).toBeVisible();
  await expect.poll(async () => (await reviewed()).length).toBe(4);
});
