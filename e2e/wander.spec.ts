import { axeFindings } from './axe.ts';
import { BOTH, expect, test, WIDE } from './journey.ts';

for (const [language, heading, before, after, ranking, surprise] of [
  [
    'en',
    'Where to go next',
    /^Ranked before: /,
    /^Ranked after: /,
    'In the ranking of No Seed',
    'Surprise me',
  ],
  [
    'ko',
    '다음으로 볼 기업',
    /^앞 순위: /,
    /^다음 순위: /,
    '시드 투자 없이 순위에서 앞뒤 기업',
    '아무 기업이나 보기',
  ],
  [
    'ja',
    '次に見る企業',
    /^前の順位：/,
    /^次の順位：/,
    'シード調達なしのランキングで前後の企業',
    'おまかせで見る',
  ],
  ['zh', '接下来看看', /^前一名：/, /^后一名：/, '零种子轮排名中的前后公司', '随便看看'],
] as const) {
  test(
    `a company's page leads on to others in ${language}`,
    language === 'en' ? BOTH : WIDE,
    async ({ page }) => {
      await page.goto(`/${language}/companies/ghost`);
      const next = page.getByRole('region', { name: heading });
      await expect(next.getByRole('listitem')).toHaveCount(6);
      expect(await axeFindings(page)).toEqual([]);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        ),
      ).toBe(true);

      const neighbours = next.getByRole('navigation', { name: ranking });
      const [previous, following] = [
        neighbours.getByRole('link', { name: before }),
        neighbours.getByRole('link', { name: after }),
      ];
      await expect(previous).toHaveAttribute('rel', 'prev');
      await expect(following).toHaveAttribute('rel', 'next');
      const name = (await following.locator('span').first().textContent())?.replace(after, '') ?? '';
      await following.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      // The arrow keys go through the ranking; in a field they move the caret.
      await page.keyboard.press('ArrowLeft');
      await expect(page).toHaveURL(new RegExp(`/${language}/companies/ghost$`));
      await page.getByRole('textbox').last().press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      await expect(page).toHaveURL(new RegExp(`/${language}/companies/ghost$`));

      await next.getByRole('link', { name: surprise }).click();
      await expect(page).toHaveURL(new RegExp(`/${language}/companies/(?!ghost$)`));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  );
}

test('the first near a company is of the same founder, with the reason named', WIDE, async ({ page }) => {
  await page.goto('/en/companies/photo-ai');
  const first = page.getByRole('region', { name: 'Where to go next' }).getByRole('listitem').first();
  await expect(first).toContainText('Same founder');
  await first.getByRole('link').click();
  await expect(page).toHaveURL(/\/en\/companies\/(?:nomad-list|remote-ok)$/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the ways on are links', WIDE, async ({ page }) => {
    await page.goto('/en/companies/ghost');
    await page.getByRole('link', { name: 'Surprise me' }).click();
    await expect(page).toHaveURL(/\/en\/companies\/(?!ghost$)/);
    expect(await page.getByRole('region', { name: 'Where to go next' }).getByRole('listitem').count()).toBe(
      6,
    );
  });
});
