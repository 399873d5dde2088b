import { signIn } from './console-session.ts';
import { expect, sizeFor, test, WIDE } from './journey.ts';

for (const [language, field, read, unread] of [
  ['en', 'Revenue', 'Read as 12.5 million US dollars', 'No amount in US dollars can be read here'],
  ['ko', '매출', '‘1250만 미국 달러’로 읽습니다', '미국 달러 금액을 읽을 수 없어'],
] as const)
  test(
    `the form says in ${language} how a revenue is read while one types`,
    sizeFor(language),
    async ({ page, context, baseURL }) => {
      await signIn(page);
      await context.addCookies([{ name: 'i18nextLng', value: language, url: baseURL ?? '' }]);
      await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
      await page.goto('/admin/add');
      const revenue = page.getByRole('textbox', { name: new RegExp(`^${field}( \\*|$| )`) }).first();
      for (const typed of ['$12 500 000', '$12.500.000', '1250만 달러', '12.5 Mio $']) {
        await revenue.fill(typed);
        await expect(page.getByText(read)).toBeVisible();
      }
      for (const typed of ['($5M)', '$3 gazillion', '€5M']) {
        await revenue.fill(typed);
        await expect(page.getByText(unread)).toBeVisible();
      }
    },
  );

test('the home chart has yearly figures of small companies, and says so', WIDE, async ({ page, request }) => {
  await page.goto('/en');
  const chart = page.getByRole('figure', { name: 'Fewest Companies with Big Revenue' });
  await expect(chart).toContainText('of at most 50 people');
  const list = (await (await request.get('/api/companies?sort=revenue&employees_max=50')).json()) as {
    name: string;
    revenue: string;
    revenue_basis: string | null;
  }[];
  const others = ['acquisition', 'launch', 'lifetime', 'group', 'trading-profit'];
  const expected = list
    .filter(
      ({ revenue, revenue_basis }) => !others.includes(revenue_basis ?? '') && !/acquisition/i.test(revenue),
    )
    .slice(0, 5);
  for (const { name } of expected) await expect(chart).toContainText(name);
});
