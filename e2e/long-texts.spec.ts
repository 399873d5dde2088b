import type { APIRequestContext, Page } from '@playwright/test';
import { SECTIONS } from '../web/shared/console/sections.ts';
import { paths } from '../web/shared/paths.ts';
import { signIn } from './console-session.ts';
import { drawFrames } from './frames.ts';
import { expect, test, WIDE } from './journey.ts';

const WIDTHS = [320, 390, 820, 1280];

/** What people type, and what does not break by itself: each goes into every field. */
const NAUGHTY = [
  'W'.repeat(110),
  `https://example.com/${'a1b2c3d4e5'.repeat(18)}?${'q=0123456789&'.repeat(8)}`,
  'ㅋ'.repeat(45),
  '深圳市世界上名字最长的小企业电子商务科技发展股份有限公司及其合作伙伴联合会的年度报告没有任何空格也没有标点'.repeat(
    2,
  ),
  `مرحبا${'بالعالم'.repeat(12)} \u202eשלום${'עולם'.repeat(12)}`,
  `Z${'\u0334\u0321\u0317\u0308\u0344'.repeat(8)}a${'\u0337\u0322\u031b'.repeat(12)}lgo`.repeat(6),
  '👨‍👩‍👧‍👦🏳️‍🌈👍🏽🇰🇷'.repeat(14),
  'Ω≈ç√∫ ไม่มีช่องว่างระหว่างคำในภาษาไทยเลยสักคำเดียว हिन्दी ქართული አማርኛ ᏣᎳᎩ 𝕬𝖑𝖑𝖊 ﷽﷽﷽'.repeat(2),
];

/** A text of a length, of one of the strings over and over, cut between characters. */
function filled(which: number, length: number): string {
  const text = NAUGHTY[which % NAUGHTY.length] ?? '';
  const long = [...text.repeat(Math.ceil(length / text.length))];
  while (long.join('').length > length) long.pop();
  return long.join('').trim();
}

/** What stands out of the page or of a dialog to the side, and so makes it wider than the window. */
async function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const roots = [document.documentElement, ...document.querySelectorAll('dialog[open], [role="dialog"]')];
    for (const root of roots) {
      const spare = root.scrollWidth - root.clientWidth;
      if (spare <= 1) continue;
      const right = root.getBoundingClientRect().left + root.clientWidth;
      const wide = [...root.querySelectorAll('*')]
        .filter((element) => element.getBoundingClientRect().right > right + 1)
        .slice(0, 4)
        .map((element) => `${element.tagName}.${element.className}`.slice(0, 90));
      found.push(`${root.tagName} ${spare} px: ${wide.join(' < ')}`);
    }
    return found;
  });
}

type Signed = { authorization: string };

function measuring(page: Page) {
  const failures: string[] = [];
  const measure = async (what: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      let found = await overflows(page);
      // A menu or a chart is given its place a moment after the window.
      for (let times = 0; found.length > 0 && times < 10; times++) {
        await drawFrames(page, 6);
        found = await overflows(page);
      }
      for (const overflow of found) failures.push(`${what} at ${width}: ${overflow}`);
    }
  };
  const see = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeAttached();
    // The console asks for its data itself.
    if (path.startsWith('/admin')) await page.waitForLoadState('networkidle');
    await measure(path);
  };
  return { failures, measure, see };
}

/** Gives the journey a company that has the strings from `which` on in every field, and takes it away again. */
async function withCompany(
  request: APIRequestContext,
  headers: Signed,
  which: number,
  journey: (id: string) => Promise<void>,
): Promise<void> {
  const text = (field: number) => ({
    name: filled(which + field, 200),
    founder: filled(which + field + 1, 300),
    description: filled(which + field + 2, field === 0 ? 5000 : 600),
    story: `${filled(which + field + 3, 5000)}\n\n${filled(which + field + 4, 500)}`,
    highlights: [filled(which + field + 5, 1000), filled(which + field + 6, 300)],
  });
  const made = await request.post('/api/admin/companies', {
    headers,
    data: {
      category: 'uncharted-items',
      revenue: filled(which + 7, 200),
      employees: 100_000_000,
      founded: 1900,
      score: 100,
      website: `https://example.com/${'w'.repeat(1500)}`,
      sources: [{ url: `https://${'sub.'.repeat(40)}example.com/${'s'.repeat(500)}`, supports: ['revenue'] }],
      content: { en: text(0), ko: text(3) },
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  try {
    await journey(id);
  } finally {
    await request.delete(`/api/admin/companies/${encodeURIComponent(id)}`, { headers });
  }
}

/** An account whose every field is long, signed in by its token. */
async function longAccount(request: APIRequestContext, headers: Signed) {
  const email = `${'n'.repeat(50)}${Date.now()}@${'long.'.repeat(10)}example.com`;
  const password = 'a quiet harbour';
  const person = { nickname: filled(0, 60), first_name: filled(3, 60), last_name: filled(6, 60) };
  const registered = await request.post('/api/auth/register', { data: { email, password, ...person } });
  expect(registered.status(), await registered.text()).toBe(201);
  const found = await request.get(`/api/admin/users?q=${email}`, { headers });
  const [user] = (await found.json()) as { id: string }[];
  if (!user) throw new Error('the account is not in the list');
  await request.post(`/api/admin/users/${user.id}/verify`, { headers });
  const login = await request.post('/api/auth/login', { data: { email, password } });
  const { token } = (await login.json()) as { token: string };
  const saved = await request.put('/api/auth/profile', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      job_title: filled(2, 100),
      organization: filled(4, 100),
      website_url: `https://example.com/${'p'.repeat(1500)}`,
      social_urls: [`https://example.com/${'u'.repeat(1500)}`],
    },
  });
  expect(saved.status(), await saved.text()).toBe(200);
  return { id: user.id, token };
}

test.describe('no text makes it wider than the window:', () => {
  for (const [which, text] of NAUGHTY.entries()) {
    test(`a company and its comments, ${which} ${text.slice(0, 12)}`, WIDE, async ({ page }) => {
      const headers = await signIn(page);
      const { failures, measure, see } = measuring(page);
      await withCompany(page.request, headers, which, async (id) => {
        const company = encodeURIComponent(id);
        let parent: string | null = null;
        for (const depth of [0, 1, 2, 3, 4, 5, 6, 7]) {
          const posted = await page.request.post(`/api/companies/${company}/comments`, {
            data: {
              author: filled(which + depth, 80),
              content: filled(which + depth, 5000),
              parent_id: parent,
            },
          });
          const answer: string = await posted.text();
          expect(posted.status(), answer).toBe(201);
          parent = (JSON.parse(answer) as { id: string }).id;
        }
        await see(`/ko/companies/${company}`);
        await see(`/en/uncharted-items?company=${company}`);
        await see(`/admin/edit?edit=${company}`);
        if (which === 0) {
          for (const path of ['/en', '/ko', '/ja/uncharted-items', '/zh/all', '/ko/all?q=W&sort=name'])
            await see(path);
          // Any company can be the story of the day.
          await page.goto('/en');
          const story = page.locator('#story-of-the-day + a');
          await story.evaluate((name, long) => name.replaceChildren(long), filled(which, 200));
          await measure('/en with a long name in the story of the day');
        }
      });
      expect(failures).toEqual([]);
    });
  }

  test("a person's account", WIDE, async ({ page }) => {
    const { token } = await longAccount(page.request, await signIn(page));
    const { failures, measure, see } = measuring(page);
    await page.addInitScript((value) => localStorage.setItem('authToken', value), token);
    for (const path of ['/en', '/ko/account/profile', '/en/account/settings']) await see(path);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Account menu/ })
      .click();
    await expect(page.getByRole('menu')).toBeVisible();
    await measure('the user menu');
    expect(failures).toEqual([]);
  });

  test('the sections of the console', WIDE, async ({ page }) => {
    const headers = await signIn(page);
    const { failures, see } = measuring(page);
    const account = await longAccount(page.request, headers);
    await withCompany(page.request, headers, 0, async (id) => {
      const comment = { author: filled(1, 80), content: filled(2, 5000) };
      await page.request.post(`/api/companies/${encodeURIComponent(id)}/comments`, { data: comment });
      for (const section of SECTIONS) await see(paths.admin(section.id));
      await see(`/admin/users?user=${account.id}`);
    });
    expect(failures).toEqual([]);
  });
});
