import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMPANY_CATEGORIES } from '../categories.ts';
import { LANGUAGES } from '../languages.ts';
import type { ExportedCompany } from './calls.ts';
import { CSV_COLUMNS, defuse, fromRow, headerRefusal, restore, toRow } from './csv.ts';

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Texts as they are stored: trimmed, no NUL, no half of a surrogate pair; with a taste for what is hard. */
const hard = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\n', '\r', '\r\n', '\t', '＝', ' ', '𠮷', 'a'),
    )
    .map((parts) => parts.join('')),
);
const stored = hard.map((text) => text.toWellFormed().replaceAll('\u0000', '').trim());
const filled = stored.filter((text) => text !== '');
const figure = fc.integer({ min: 0, max: 2_147_483_647 });
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

const company: fc.Arbitrary<ExportedCompany> = fc.record({
  id: fc.constantFrom('acme', '리노공업', '1-2'),
  category: fc.constantFrom(...COMPANY_CATEGORIES),
  founder: stored,
  revenue: stored,
  employees: orNull(figure),
  founded: orNull(figure),
  website: orNull(filled),
  logo: orNull(filled),
  country: orNull(fc.constantFrom('KR', 'US')),
  show_on_site: fc.boolean(),
  score: fc.integer({ min: 0, max: 100 }),
  revenue_as_of: orNull(figure),
  revenue_basis: orNull(fc.constantFrom('annual' as const, 'estimate' as const)),
  employees_as_of: orNull(figure),
  sources: fc.array(fc.record({ url: filled, supports: fc.array(fc.constantFrom('founder' as const)) })),
  likes: figure,
  views: figure,
  created_at: fc.constant('2026-11-21T03:00:00.000Z'),
  content: fc.dictionary(
    fc.constantFrom(...LANGUAGES),
    fc.record({
      name: filled,
      founder: stored,
      description: stored,
      story: stored,
      highlights: fc.array(filled, { maxLength: 4 }),
    }),
    { noNullPrototype: true },
  ),
});

describe('the table', () => {
  test('brings every company back exactly', () => {
    fc.assert(
      fc.property(fc.array(company, { maxLength: 3 }), (companies) => {
        const file = stringify([[...CSV_COLUMNS], ...companies.map(toRow)], {
          bom: true,
          record_delimiter: 'windows',
          quote_record_delimiter: true,
        });
        const [header = [], ...rows] = parse(file, { bom: true });
        expect(headerRefusal(header)).toBeUndefined();
        expect(rows.flat().filter((cell) => FORMULA.test(cell))).toEqual([]);
        expect(rows.map((row) => fromRow(header, row))).toEqual(companies);
      }),
      { numRuns: 500 },
    );
  });

  test('a cell is defused and restored exactly, and no defused one is a formula', () => {
    fc.assert(
      fc.property(hard, (cell) => {
        expect(restore(defuse(cell))).toBe(cell);
        expect(defuse(cell)).not.toMatch(FORMULA);
      }),
    );
  });

  test("an apostrophe of another program's file stays", () => {
    expect(restore("'90s Software")).toBe("'90s Software");
    expect(fromRow(['name_en'], ["'90s Software"])).toEqual({ content: { en: { name: "'90s Software" } } });
  });

  test('highlights are lines, however a spreadsheet ends them', () => {
    expect(fromRow(['name_ko', 'highlights_ko'], ['가', 'one\r\ntwo\n\n three ']).content).toEqual({
      ko: { name: '가', highlights: ['one', 'two', 'three'] },
    });
  });

  test('what cannot be read stays a text, for the check of the company to refuse', () => {
    expect(
      fromRow(['id', 'employees', 'show_on_site', 'sources'], ['a', 'many', 'maybe', '[{']).employees,
    ).toBe('many');
    expect(fromRow(['id', 'show_on_site'], ['a', 'TRUE'])).toEqual({
      id: 'a',
      show_on_site: true,
      content: {},
    });
    expect(fromRow(['id', 'show_on_site'], ['a', 'constructor'])).toMatchObject({
      show_on_site: 'constructor',
    });
  });

  test('an empty cell says that there is none, or nothing', () => {
    expect(
      fromRow(
        CSV_COLUMNS,
        CSV_COLUMNS.map(() => ''),
      ),
    ).toEqual({
      founder: '',
      revenue: '',
      employees: null,
      founded: null,
      website: null,
      logo: null,
      country: null,
      revenue_as_of: null,
      revenue_basis: null,
      employees_as_of: null,
      content: {},
    });
  });
});
