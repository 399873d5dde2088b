import type { APIResponse, Page } from '@playwright/test';
import { signIn } from './console-session.ts';
import { expect, test } from './journey.ts';

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

test('no text makes a page, a panel or a section of the console wider than the window', async ({
  page,
  isMobile,
}) => {
  // The journey sets the widths itself.
  test.skip(Boolean(isMobile));
  test.setTimeout(180_000);
  const as = await signIn(page);
  const failures: string[] = [];
  const measure = async (what: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const overflow of await overflows(page)) failures.push(`${what} at ${width}: ${overflow}`);
    }
  };
  const see = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeAttached();
    // The console asks for its data itself.
    if (path.startsWith('/admin')) await page.waitForLoadState('networkidle');
    await measure(path);
  };

  const ids: string[] = [];
  try {
    for (const i of NAUGHTY.keys()) {
      const text = (field: number) => ({
        name: filled(i + field, 200),
        founder: filled(i + field + 1, 300),
        description: filled(i + field + 2, field === 0 ? 5000 : 600),
        story: `${filled(i + field + 3, 5000)}\n\n${filled(i + field + 4, 500)}`,
        highlights: [filled(i + field + 5, 1000), filled(i + field + 6, 300)],
      });
      const made = await page.request.post('/api/admin/companies', {
        headers: as,
        data: {
          category: 'uncharted-items',
          revenue: filled(i + 7, 200),
          employees: 100_000_000,
          founded: 1900,
          score: 100,
          website: `https://example.com/${'w'.repeat(1500)}`,
          sources: [
            { url: `https://${'sub.'.repeat(40)}example.com/${'s'.repeat(500)}`, supports: ['revenue'] },
          ],
          content: { en: text(0), ko: text(3) },
        },
      });
      expect(made.status(), await made.text()).toBe(201);
      const { id } = (await made.json()) as { id: string };
      ids.push(id);
      let parent: string | null = null;
      for (const depth of [0, 1, 2, 3, 4, 5, 6, 7]) {
        const posted: APIResponse = await page.request.post(
          `/api/companies/${encodeURIComponent(id)}/comments`,
          {
            data: { author: filled(i + depth, 80), content: filled(i + depth, 5000), parent_id: parent },
          },
        );
        expect(posted.status(), await posted.text()).toBe(201);
        parent = ((await posted.json()) as { id: string }).id;
      }
    }

    for (const id of ids) {
      const company = encodeURIComponent(id);
      await see(`/ko/companies/${company}`);
      await see(`/en/uncharted-items?company=${company}`);
    }
    for (const path of ['/en', '/ko', '/ja/uncharted-items', '/zh/all', '/ko/all?q=W&sort=name'])
      await see(path);

    const email = `${'n'.repeat(50)}${Date.now()}@${'long.'.repeat(10)}example.com`;
    const password = 'a quiet harbour';
    const person = {
      nickname: filled(0, 60),
      first_name: filled(3, 60),
      last_name: filled(6, 60),
    };
    const registered = await page.request.post('/api/auth/register', {
      data: { email, password, ...person },
    });
    expect(registered.status(), await registered.text()).toBe(201);
    const found = await page.request.get(`/api/admin/users?q=${email}`, { headers: as });
    const [user] = (await found.json()) as { id: string }[];
    await page.request.post(`/api/admin/users/${user?.id}/verify`, { headers: as });
    const login = await page.request.post('/api/auth/login', { data: { email, password } });
    const { token } = (await login.json()) as { token: string };
    const saved = await page.request.put('/api/auth/profile', {
      headers: { authorization: `Bearer ${token}` },
      data: {
        job_title: filled(2, 100),
        organization: filled(4, 100),
        website_url: `https://example.com/${'p'.repeat(1500)}`,
        social_urls: [`https://example.com/${'u'.repeat(1500)}`],
      },
    });
    expect(saved.status(), await saved.text()).toBe(200);
    await page.addInitScript((value) => localStorage.setItem('authToken', value), token);
    for (const path of ['/en', '/ko/account/profile', '/en/account/settings']) await see(path);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Account menu/ })
      .click();
    await expect(page.getByRole('menu')).toBeVisible();
    await measure('the user menu');

    for (const section of [
      '',
      '/companies',
      '/scores',
      '/add',
      '/edit',
      '/users',
      '/comments',
      '/settings',
      '/translations',
      '/password',
    ])
      await see(`/admin${section}`);
    await see(`/admin/users?user=${user?.id}`);
    await see(`/admin/edit?edit=${encodeURIComponent(ids[0] ?? '')}`);
  } finally {
    for (const id of ids)
      await page.request.delete(`/api/admin/companies/${encodeURIComponent(id)}`, { headers: as });
  }
  expect(failures).toEqual([]);
});
