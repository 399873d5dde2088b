import { axeFindings } from './axe.ts';
import { signIn } from './console-session.ts';
import { BOTH, expect, test, WIDE } from './journey.ts';

const unique = (name: string) =>
  `${name}-${test.info().project.name}-${test.info().repeatEachIndex}${test.info().retry}-${test.info().retry}`;

test.describe('in the console', () => {
  // What cannot be a tag, and what is one already.
  test.use({ allowConsole: [/status of (400|409)/] });

  test(
    'a curator renames a tag, makes one of two, takes one away, and takes it back',
    WIDE,
    async ({ page, request }) => {
      const headers = await signIn(page);
      const [old, other, fresh] = [unique('old-word'), unique('other-word'), unique('new-word')];
      const make = async (name: string, tags: string[]) => {
        const made = await request.post('/api/admin/companies', {
          headers,
          data: {
            name: unique(name),
            description: 'Makes.',
            story: 'It began.',
            revenue: '$3M',
            employees: 3,
            tags,
          },
        });
        return ((await made.json()) as { id: string }).id;
      };
      const first = await make('Tagged first', [old, other]);
      const second = await make('Tagged second', [old]);
      const tagsOf = async (id: string) =>
        ((await (await request.get(`/api/companies/${id}`)).json()) as { tags: string[] }).tags;

      await page.goto('/admin/companies?tab=tags');
      await page.getByRole('searchbox', { name: 'Search tags' }).fill(old);
      const list = page.getByRole('list', { name: 'Tags' });
      await expect(list.getByRole('listitem')).toHaveCount(1);
      await expect(list.getByRole('listitem')).toContainText('2 companies');
      expect(await axeFindings(page)).toEqual([]);

      await page.getByRole('button', { name: `Names of #${old}` }).click();
      const names = page.getByRole('dialog', { name: `Names of #${old}` });
      await names.getByLabel('English').fill('old words');
      await names.getByLabel('한국어').fill('옛 단어');
      expect(await axeFindings(page)).toEqual([]);
      await names.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(names).toBeHidden();
      await expect(list.getByRole('listitem')).toContainText('old words');
      await page.getByLabel('Names', { exact: true }).selectOption('incomplete');
      await expect(list.getByRole('listitem')).toContainText('no name in Japanese');
      expect(await (await request.get(`/ko/tags/${old}`)).text()).toContain('옛 단어');

      await page.getByRole('button', { name: `Rename #${old}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Rename tag' });
      await dialog.getByLabel('New word').fill('?!');
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await expect(dialog.getByText(/lower-case letters/)).toBeVisible();
      await dialog.getByLabel('New word').fill(fresh);
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText('No tag matches this search')).toBeVisible();
      expect([await tagsOf(first), await tagsOf(second)]).toEqual([[fresh, other], [fresh]]);

      // The old address leads to the new one, in its language and with its parameters.
      const led = await request.get(`/ko/tags/${old}?sort=name`, { maxRedirects: 0 });
      expect([led.status(), led.headers()['location']]).toEqual([301, `/ko/tags/${fresh}?sort=name`]);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText(`#${old} is back in 2 companies`)).toBeVisible();
      expect([await tagsOf(first), await tagsOf(second)]).toEqual([[old, other], [old]]);
      expect((await request.get(`/tags/${fresh}`, { maxRedirects: 0 })).status()).toBe(404);

      await page.getByRole('button', { name: `Rename #${old}` }).click();
      await dialog.getByLabel('New word').fill(other);
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await expect(dialog.getByRole('alert')).toContainText(`There is a tag “${other}” already.`);
      await dialog.getByRole('button', { name: 'Merge' }).click();
      await expect(dialog).toBeHidden();
      expect([await tagsOf(first), await tagsOf(second)]).toEqual([[other], [other]]);

      await page.getByRole('searchbox', { name: 'Search tags' }).fill(other);
      await page.getByRole('button', { name: `Remove #${other}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText(`#${other} was taken away from 2 companies`)).toBeVisible();
      expect([await tagsOf(first), await tagsOf(second)]).toEqual([[], []]);
      expect((await request.get(`/tags/${other}`)).status()).toBe(404);
    },
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const [language, title, description] of [
    ['en', 'Revenue and people', 'Companies of this kind: game'],
    ['ko', '매출과 인원', '게임'],
    ['ja', '売上高と人数', 'ゲーム'],
    ['zh', '营收与人数', '游戏'],
  ] as const) {
    test(
      `the page of a kind draws and counts its companies in ${language}`,
      language === 'en' ? BOTH : WIDE,
      async ({ page, isMobile }) => {
        await page.goto(`/${language}/kinds/game`);
        const figure = page.getByRole('figure', { name: title });
        // Folded to a line on a phone.
        if (isMobile) await figure.locator('summary').click();
        const rows = figure.getByRole('row');
        expect(await rows.count()).toBeGreaterThan(2);
        expect(await rows.count()).toBeLessThanOrEqual(11);
        // The longest bar is the first.
        const widths = await figure
          .locator('td:nth-child(2) rect:last-child')
          .evaluateAll((bars) => bars.map((bar) => Number.parseFloat(bar.getAttribute('width') ?? '')));
        expect(widths).toEqual(widths.toSorted((a, b) => b - a));
        expect(widths[0]).toBe(100);
        const counted = (await page.locator('main [aria-live="polite"]').first().textContent()) ?? '';
        expect(Number(/\d+/.exec(counted)?.[0])).toBe(await page.locator('main ol > li h2').count());
        const meta = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
        expect(await meta('og:description')).toContain(description);
        const picture = new URL((await meta('og:image')) ?? '');
        expect(picture.pathname).toBe(`/share/${language}/kinds/game.png`);
        const answer = await page.request.get(picture.pathname);
        expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png']);
        for (const width of [320, 390, 768, 1280, 1920]) {
          await page.setViewportSize({ width, height: 900 });
          expect(
            await page.evaluate(
              () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
            ),
            String(width),
          ).toBe(true);
        }
      },
    );
  }

  test('a founder is described as a person', WIDE, async ({ page }) => {
    await page.goto('/en/companies/ghost');
    await page.getByRole('main').locator('a[href*="/founders/"]').first().click();
    const name = await page.getByRole('heading', { level: 1 }).textContent();
    const described = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(described.map((text) => JSON.parse(text))).toContainEqual(
      expect.objectContaining({ '@type': 'Person', name }),
    );
  });
});
