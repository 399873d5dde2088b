import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { type AskedAi, startAi, type TestAi } from '../server/testing/ai.ts';
import { type ServerProcess, startProcess } from '../server/testing/process.ts';
import { axeFindingsLightAndDark } from './axe.ts';
import { ADMIN_PASSWORD, signIn } from './console-session.ts';
import { BOTH, expect, test as journey, WIDE } from './journey.ts';

const PAGE = { url: 'https://news.example/loom', title: 'News of looms' };

const test = journey.extend<{
  outside: { ai: TestAi; server: ServerProcess; folder: string };
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs.
  outside: async ({}, use) => {
    const ai = await startAi();
    const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-proposals-'));
    const server = await startProcess(
      `sqlite:${join(folder, 'directory.db')}`,
      folder,
      { ...ai.variables, ADMIN_PASSWORD, CONTENT: 'none' },
      'whole',
    );
    await use({ ai, server, folder });
    await server.end('SIGTERM');
    await ai.close();
    rmSync(folder, { recursive: true, force: true });
  },
  baseURL: async ({ outside }, use) => use(outside.server.url),
});

const nameIn = ({ prompt }: AskedAi) => /"name": "(.*?)"/.exec(prompt)?.[1] ?? '';

async function makeLoom(page: Page, headers: Record<string, string>, name: string): Promise<string> {
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
  expect(made.ok()).toBe(true);
  return ((await made.json()) as { id: string }).id;
}

// A save that somebody was faster than.
test.use({ allowConsole: [/status of 409/] });

test(
  'AI proposals are decided one company after the other, reworded in place, in two languages',
  BOTH,
  async ({ page, outside: { ai, server } }) => {
    const headers = await signIn(page);
    const put = await page.request.post('/api/admin/settings', {
      headers,
      data: { claudeApiKey: 'sk-ant-api03-abcdefgh1234', aiMonthlyTokens: 100_000 },
    });
    expect(put.ok()).toBe(true);
    const ids: string[] = [];
    for (const name of ['Loom 1', 'Loom 2', 'Loom 3']) ids.push(await makeLoom(page, headers, name));
    ai.reply((asked) => ({
      says: {
        description: `${nameIn(asked)} weaves by night.`,
        // A fact that nobody wrote before.
        website: 'https://loom.example',
      },
      pages: [PAGE],
    }));
    const content = async (id = '') => {
      const company = await page.request.get(`/api/admin/companies/${id}/content`, { headers });
      return (await company.json()) as { description: string; website: string | null; employees: number };
    };

    // The dialog states the cost of a job before the job starts.
    await page.goto('/admin/edit?q=Loom');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page
      .getByRole('region', { name: 'Selected companies' })
      .getByRole('button', { name: 'AI Update' })
      .click();
    const question = page.getByRole('alertdialog');
    await expect(question.getByText(/About 66,000 tokens with claude-sonnet-5-5/)).toBeVisible();
    await expect(question.getByText('0 of 100,000 tokens of this month are spent.')).toBeVisible();
    await question.getByRole('button', { name: 'AI Update' }).click();
    await expect(page.getByText('Done: AI Update')).toBeVisible();

    // The inbox leads to the queue.
    await page.goto('/admin');
    await page
      .getByRole('link', { name: 'AI proposals for 3 companies wait for your decision' })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Loom 1' })).toBeVisible();
    await expect(page.getByText('1 of 3')).toBeVisible();
    const described = page.getByRole('checkbox', { name: /^Accept: Description/ });
    const website = page.getByRole('checkbox', { name: 'Accept: Website' });
    await expect(described).not.toBeChecked();
    await expect(page.getByText('A person wrote this.').first()).toBeVisible();
    await expect(website).toBeChecked();
    await expect(page.getByRole('link', { name: PAGE.title }).first()).toHaveAttribute('href', PAGE.url);
    expect(await axeFindingsLightAndDark(page)).toEqual([]);

    await page.getByRole('button', { name: /^Reword: Description/ }).click();
    await page.getByRole('textbox', { name: /^Description/ }).fill('Weaves by day, says a person.');
    await page.getByRole('button', { name: 'Use this wording' }).click();
    await expect(described).toBeChecked();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { name: 'Loom 2' })).toBeVisible();
    expect(await content(ids[0])).toMatchObject({
      description: 'Weaves by day, says a person.',
      website: 'https://loom.example',
    });

    // A proposal for a company that somebody saved in the meantime is not accepted until an editor has seen the new values.
    const meanwhile = await page.request.put(`/api/admin/companies/${ids[1]}`, {
      headers,
      data: { website: 'https://two.example' },
    });
    expect(meanwhile.ok()).toBe(true);
    await page.getByRole('button', { name: 'Accept 1 and next' }).click();
    await expect(page.getByText('Somebody else saved this company in the meantime.')).toBeVisible();
    await expect(page.getByText('This was changed after the model was asked.')).toBeVisible();
    expect(await content(ids[1])).toMatchObject({ website: 'https://two.example' });
    await page.keyboard.press('j');
    await expect(page.getByRole('heading', { name: 'Loom 3' })).toBeVisible();
    await page.keyboard.press('k');
    await expect(page.getByRole('heading', { name: 'Loom 2' })).toBeVisible();

    // A rejection is taken back while its toast is there.
    await page.getByRole('button', { name: 'Reject and next' }).click();
    await expect(page.getByRole('heading', { name: 'Loom 3' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('1 of 2').or(page.getByText('2 of 2'))).toBeVisible();

    await page.context().addCookies([{ name: 'i18nextLng', value: 'ko', url: server.url }]);
    await page.evaluate(() => localStorage.setItem('i18nextLng', 'ko'));
    await page.goto('/admin/proposals');
    await expect(page.getByText('2건 중 1번째')).toBeVisible();
    await page.getByRole('button', { name: '거절하고 다음' }).click();
    await expect(page.getByRole('heading', { name: 'Loom 3' })).toBeVisible();
    await page.getByRole('button', { name: '1개 수락하고 다음' }).click();
    await expect(page.getByText('결정할 제안이 없습니다')).toBeVisible();
    expect(await content(ids[1])).toMatchObject({ website: 'https://two.example' });
    expect(await content(ids[2])).toMatchObject({ website: 'https://loom.example' });

    // The settings show the tokens that the job used beside the monthly limit.
    await page.goto('/admin/settings');
    await expect(page.getByText('이번 달 100,000토큰 중 450토큰을 사용했습니다.').first()).toBeVisible();
  },
);

test(
  'proposed figures and sources are reworded in the controls of the editor',
  WIDE,
  async ({ page, outside: { ai, server } }) => {
    const headers = await signIn(page);
    await page.request.post('/api/admin/settings', {
      headers,
      data: { claudeApiKey: 'sk-ant-api03-abcdefgh1234' },
    });
    const id = await makeLoom(page, headers, 'Loom of figures');
    ai.reply(() => ({
      says: {
        figures: [{ metric: 'employees', year: 2025, amount: 12, certainty: 'exact', source: PAGE.url }],
      },
      pages: [PAGE],
    }));
    const started = await page.request.post('/api/admin/jobs', {
      headers,
      data: { kind: 'ai-update', input: { companyIds: [id] } },
    });
    expect(started.ok()).toBe(true);
    await expect
      .poll(async () => (await page.request.get('/api/admin/ai/proposals', { headers })).json())
      .toHaveLength(1);
    await page.context().addCookies([{ name: 'i18nextLng', value: 'en', url: server.url }]);
    await page.goto('/admin/proposals');

    await page.getByRole('button', { name: /^Reword: Figures/ }).click();
    const figure = page.getByRole('group', { name: /^Reword: Figures/ });
    await figure.getByLabel('Amount').fill('fourteen');
    await figure.getByRole('button', { name: 'Use this wording' }).click();
    await expect(figure).toBeVisible();
    await figure.getByLabel('Amount').fill('14');
    if (process.env['SHOTS'])
      await page.screenshot({
        path: `${process.env['SHOTS']}/reword-${page.viewportSize()?.width}.png`,
        fullPage: true,
      });
    await figure.getByRole('button', { name: 'Use this wording' }).click();
    await page.getByRole('button', { name: /^Reword: Sources/ }).click();
    const sources = page.getByRole('group', { name: /^Reword: Sources/ });
    await sources.getByLabel('Address of source 1').fill('https://news.example/loom?page=2');
    await sources.getByRole('button', { name: 'Use this wording' }).click();
    // What was reworded outlasts a reload.
    await expect
      .poll(() => page.evaluate(() => Object.values(localStorage).some((kept) => kept.includes('page=2'))))
      .toBe(true);
    await page.reload();
    await page.getByRole('button', { name: 'Bring them back' }).first().click();
    await page.getByRole('button', { name: 'Accept all' }).click();
    expect(await axeFindingsLightAndDark(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Nothing is left to decide')).toBeVisible();
    const saved = await page.request.get(`/api/admin/companies/${id}/content`, { headers });
    expect(await saved.json()).toMatchObject({
      figures: [{ metric: 'employees', year: 2025, amount: 14 }],
      sources: [{ url: 'https://news.example/loom?page=2' }],
    });
  },
);

test(
  'the proposals of an earlier job are decided alone, and an item of a list is reworded',
  WIDE,
  async ({ page, outside: { ai, server } }) => {
    const headers = await signIn(page);
    await page.context().addCookies([{ name: 'i18nextLng', value: 'en', url: server.url }]);
    await page.request.post('/api/admin/settings', {
      headers,
      data: { claudeApiKey: 'sk-ant-api03-abcdefgh1234' },
    });
    ai.reply(() => ({ says: { highlights: ['No investors', 'Ten looms'] }, pages: [PAGE] }));
    const ids: string[] = [];
    const jobs: string[] = [];
    for (const name of ['Early loom', 'Late loom']) {
      ids.push(await makeLoom(page, headers, name));
      const started = await page.request.post('/api/admin/jobs', {
        headers,
        data: { kind: 'ai-update', input: { companyIds: ids.slice(-1) } },
      });
      jobs.push(((await started.json()) as { id: string }).id);
      await expect
        .poll(async () => (await page.request.get('/api/admin/ai/proposals', { headers })).json())
        .toHaveLength(ids.length);
    }
    // From the results of the job to its proposals.
    await page.goto(`/admin?job=${jobs[1]}`);
    await page.getByRole('link', { name: 'Decide all' }).click();
    await expect(page).toHaveURL(`/admin/proposals?job=${jobs[1]}`);
    await expect(page.getByRole('heading', { name: 'Late loom' })).toBeVisible();
    await expect(page.getByText('1 of 1')).toBeVisible();
    const choice = page.getByLabel('Proposals of');
    await expect(choice).toHaveValue(jobs[1] as string);
    await choice.selectOption('All jobs');
    await expect(page.getByText('1 of 2')).toBeVisible();
    await choice.selectOption(jobs[0] as string);
    await expect(page.getByRole('heading', { name: 'Early loom' })).toBeVisible();
    await expect(page.getByText('1 of 1')).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(`/admin/proposals?job=${jobs[0]}`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    if (process.env['SHOTS'])
      await page.screenshot({
        path: `${process.env['SHOTS']}/job-${page.viewportSize()?.width}.png`,
        fullPage: true,
      });

    await page.getByRole('button', { name: /^Reword: Key Highlights/ }).click();
    const wording = page.getByRole('group', { name: /^Reword: Key Highlights/ });
    await wording.getByRole('textbox', { name: 'Highlight 2' }).fill('Eleven looms');
    await wording.getByRole('button', { name: 'Use this wording' }).click();
    await expect(page.getByText('Reworded by you')).toBeVisible();
    expect(await axeFindingsLightAndDark(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Nothing is left to decide from this job')).toBeVisible();
    const saved = await page.request.get(`/api/admin/companies/${ids[0]}/content`, { headers });
    expect(((await saved.json()) as { highlights: string[] }).highlights).toEqual([
      'No investors',
      'Eleven looms',
    ]);
    await page.getByRole('link', { name: 'Show all proposals' }).click();
    await expect(page.getByRole('heading', { name: 'Late loom' })).toBeVisible();
    // One job is nothing to choose from.
    await expect(choice).toHaveCount(0);
  },
);

/** More than are loaded at once. */
const MANY_PROPOSALS = 102;

test(
  'proposals behind those that are loaded are reached, and so is what was passed over',
  WIDE,
  async ({ page, outside: { folder, server } }) => {
    const headers = await signIn(page);
    await page.context().addCookies([{ name: 'i18nextLng', value: 'en', url: server.url }]);
    const db = new DatabaseSync(join(folder, 'directory.db'), { timeout: 5000 });
    for (let number = 1; number <= MANY_PROPOSALS; number++) {
      const id = await makeLoom(page, headers, `Queued ${number}`);
      const fields = [
        { field: 'website', language: null, old: null, proposed: 'https://loom.example', sources: [] },
      ];
      db.prepare(
        `insert into ai_proposals (id, company_id, language, company_version, fields, provider, model, created_by, created_at)
       values (?, ?, 'en', 1, ?, 'claude', 'model', 'admin', '2026-01-01T00:00:00.000Z')`,
      ).run(String(number).padStart(4, '0'), id, JSON.stringify(fields));
    }
    db.close();
    const position = (at: number, total = MANY_PROPOSALS) =>
      expect(page.getByText(`${at} of ${total}`, { exact: true })).toBeVisible();
    const heading = (number: number) =>
      expect(page.getByRole('heading', { name: `Queued ${number}`, exact: true })).toBeVisible();
    await page.goto('/admin/proposals?proposal=0100');
    await position(100);
    await page.getByRole('button', { name: 'Next company' }).click();
    await position(101);
    await heading(101);
    await page.reload();
    await heading(101);
    await page.getByRole('button', { name: 'Previous company' }).click();
    await position(100);
    await heading(100);
    // The next one takes the place of the decided one.
    await page.getByRole('button', { name: 'Accept all' }).click();
    await page.keyboard.press('Control+Enter');
    await position(100, MANY_PROPOSALS - 1);
    await heading(101);
    await page.getByRole('button', { name: 'Next company' }).click();
    await position(101, MANY_PROPOSALS - 1);
    await heading(102);
    await page.getByRole('button', { name: 'Accept all' }).click();
    await page.keyboard.press('Control+Enter');
    // Behind the last one come those that were passed over.
    await position(1, MANY_PROPOSALS - 2);
    await heading(1);
    // Beside the buttons of a narrow window the keys have no room: they stand below.
    await page.context().addCookies([{ name: 'i18nextLng', value: 'ja', url: server.url }]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    const keys = page.getByText(/^ショートカット：J/);
    await expect(keys).toBeVisible();
    expect((await keys.boundingBox())?.width).toBeGreaterThan(240);
  },
);
