import type { APIRequestContext, Page } from '@playwright/test';
import type { CompanyFigure } from '../core/companies/facts.ts';
import { LANGUAGES } from '../core/languages.ts';
import { annualRevenue, headcount } from '../core/testing/figures.ts';
import { axeFindings } from './axe.ts';
import { signIn } from './console-session.ts';
import { expect, test, WIDE } from './journey.ts';

const WIDTHS = [320, 390, 768, 1280, 1920];

const revenue = (year: number, amount: number, more: Partial<CompanyFigure> = {}) =>
  annualRevenue(year, amount, { source: 'https://example.com/a-report-with-a-long-name', ...more });
const people = (year: number, amount: number) =>
  headcount(year, amount, { certainty: year % 2 ? 'estimate' : 'exact' });
const years = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

/** Lists of figures that a drawing has to have room for. */
const COMPANIES: Readonly<Record<string, CompanyFigure[]>> = {
  'forty years': [
    ...years(1985, 40).map((year, i) => revenue(year, 1e4 * 1.5 ** i)),
    ...years(2005, 20).map((year, i) => people(year, 1 + i * i)),
  ],
  'from one to ten trillion': [
    revenue(1999, 1),
    revenue(2000, 1e13, { currency: 'KRW', amount_usd: 7_512_345_678, basis: 'run-rate' }),
    revenue(2001, 9.999e12),
    people(1999, 1),
    people(2001, 99_999_999),
  ],
  'falling, with a loss': [
    revenue(2018, 123_456_789),
    revenue(2019, 98_765_432, { certainty: 'estimate' }),
    revenue(2022, -45_678_901),
    people(2018, 1234),
    people(2019, 1234),
    people(2022, 12),
  ],
  'far apart': [
    revenue(1890, 1000),
    revenue(2021, 2e6),
    revenue(2022, 2.1e6, { month: 6 }),
    revenue(2023, 2.2e6),
    people(1890, 2),
    people(2023, 3),
  ],
  'one year': [
    revenue(2020, 1e13, { currency: 'KRW', amount_usd: 8e9 }),
    revenue(2020, 5e9, { basis: 'lifetime' }),
    people(2020, 9),
  ],
  'of every kind': [
    ...(['revenue', 'profit', 'funding', 'valuation', 'sale-price'] as const).flatMap((metric) =>
      years(2013, 8).map(
        (year, i): CompanyFigure => ({
          ...revenue(year, 10 ** (i + 2), { certainty: i % 3 ? 'estimate' : 'about' }),
          metric,
        }),
      ),
    ),
    ...(['customers', 'users', 'units-sold', 'employees'] as const).flatMap((metric) =>
      years(2016, 5).map((year, i): CompanyFigure => ({ ...people(year, 3 ** (4 * i)), metric })),
    ),
  ],
};

async function withCompany(
  request: APIRequestContext,
  headers: { authorization: string },
  name: string,
  figures: readonly CompanyFigure[],
  journey: (id: string) => Promise<void>,
): Promise<void> {
  const made = await request.post('/api/admin/companies', {
    headers,
    data: { name: `Drawn ${name}`, description: 'Counts.', story: 'It counted.', figures },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  try {
    await journey(id);
  } finally {
    await request.delete(`/api/admin/companies/${id}`, { headers });
  }
}

/** Labels of the drawings that leave their drawing, or cover each other, a mark or the line. */
function collisions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const window_ = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > window_) found.push('the page is wider than the window');
    const crosses = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
    const drawings = [...document.querySelectorAll('main figure')];
    for (const [i, drawing] of drawings.entries()) {
      const title = drawing.querySelector('figcaption')?.textContent ?? '';
      const svg = drawing.querySelector('svg');
      if (!svg) continue;
      const frame = svg.getBoundingClientRect();
      if (frame.left < 0 || frame.right > window_) found.push(`${title} leaves the window`);
      for (const other of drawings.slice(i + 1))
        if (crosses(drawing.getBoundingClientRect(), other.getBoundingClientRect()))
          found.push(`${title} covers another drawing`);
      const labels = [...svg.querySelectorAll('text')];
      const shapes = [...svg.querySelectorAll<SVGGeometryElement>('circle:not(.fill-transparent), path')];
      for (const [j, label] of labels.entries()) {
        const box = label.getBoundingClientRect();
        const what = `${title}: ${label.textContent}`;
        if (box.width < 1) found.push(`${what} cannot be seen`);
        if (
          box.left < frame.left - 1 ||
          box.right > frame.right + 1 ||
          box.top < frame.top - 1 ||
          box.bottom > frame.bottom + 1
        )
          found.push(`${what} leaves its drawing`);
        for (const other of labels.slice(j + 1))
          if (crosses(box, other.getBoundingClientRect())) found.push(`${what} covers ${other.textContent}`);
        for (const shape of shapes) {
          const matrix = shape.getScreenCTM();
          const length = shape.getTotalLength();
          // A line is where its points are, not all of the box around it.
          for (let at = 0; matrix && at <= length; at += 1) {
            const { x, y } = shape.getPointAtLength(at).matrixTransform(matrix);
            if (x > box.left && x < box.right && y > box.top && y < box.bottom) {
              found.push(`${what} covers a ${shape.tagName}`);
              break;
            }
          }
        }
      }
      const marks = [...svg.querySelectorAll('circle:not(.fill-transparent)')];
      for (const [j, mark] of marks.entries()) {
        const box = mark.getBoundingClientRect();
        const next = marks[j + 1]?.getBoundingClientRect();
        // Years that are closer to each other than a mark is wide cannot stand apart.
        if (next && next.left - box.left > 6 && crosses(box, next))
          found.push(`${title}: mark ${j} covers the next one`);
      }
    }
    return found;
  });
}

test.describe('drawings have room for their labels', () => {
  for (const [name, figures] of Object.entries(COMPANIES)) {
    test(name, WIDE, async ({ page }) => {
      const found: string[] = [];
      await withCompany(page.request, await signIn(page), name, figures, async (id) => {
        for (const language of LANGUAGES) {
          await page.goto(`/${language}/companies/${id}`);
          await expect(page.locator('main figure svg')).toHaveCount(name === 'one year' ? 0 : 3);
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 900 });
            for (const colorScheme of ['light', 'dark'] as const) {
              await page.emulateMedia({ colorScheme });
              const at = `${language}, ${colorScheme}, ${width} px`;
              found.push(...(await collisions(page)).map((text) => `${at}: ${text}`));
            }
          }
        }
      });
      expect(found).toEqual([]);
    });
  }

  test('and a point says what it is to keyboard and mouse', WIDE, async ({ page }) => {
    await withCompany(
      page.request,
      await signIn(page),
      'by hand',
      COMPANIES['falling, with a loss'] ?? [],
      async (id) => {
        await page.goto(`/en/companies/${id}`);
        const chart = page.getByRole('figure', { name: 'Revenue', exact: true });
        const point = chart.getByRole('link', { name: '2019: $98.8M · outside estimate · example.com' });
        const note = point.locator('foreignObject');
        await expect(note).toBeHidden();
        await page.keyboard.press('Tab');
        await point.focus();
        await expect(note).toBeVisible();
        await expect(note).toContainText('example.com');
        // A mouse on another one: two notes would stand on each other.
        const other = chart.getByRole('link', { name: /^2018/ });
        await other.locator('circle').last().hover();
        await expect(other.locator('foreignObject')).toBeVisible();
        await expect(note).toBeHidden();
        await page.mouse.move(0, 0);
        await expect(note).toBeVisible();
        await expect(point).toHaveAttribute('href', 'https://example.com/a-report-with-a-long-name');
        // An estimate is hollow.
        const fill = (mark: typeof point) =>
          mark
            .locator('circle')
            .last()
            .evaluate((circle) => getComputedStyle(circle).fill);
        expect(await fill(point)).not.toBe(await fill(chart.getByRole('link', { name: /^2018/ })));
        expect(await fill(point)).toBe(
          await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
        );
        const last = page.getByRole('figure', { name: 'People' }).getByRole('img', { name: '2022: 12' });
        await last.locator('circle').last().hover();
        await expect(last.locator('foreignObject')).toBeVisible();
        expect(await axeFindings(page)).toEqual([]);
      },
    );
  });
});
