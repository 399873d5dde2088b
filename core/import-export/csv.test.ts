import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvColumns, fromRow } from './csv.ts';
import { escapeFormula, unescapeFormula } from './formula.ts';

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const hard = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\n', '\r', '\t', '＝', ' ', 'a'))
    .map((parts) => parts.join('')),
);

describe('the table', () => {
  test('an escaped cell is no formula, and is unescaped exactly', () => {
    fc.assert(
      fc.property(hard, (cell) => {
        expect(unescapeFormula(escapeFormula(cell))).toBe(cell);
        expect(escapeFormula(cell)).not.toMatch(FORMULA);
      }),
    );
  });

  test("an apostrophe of another program's file stays", () => {
    expect(unescapeFormula("'90s Software")).toBe("'90s Software");
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

  test.each([
    ['1,200', 1200],
    ['12.0', 12],
    ['１２', 12],
    ['1 200', 1200],
    [' 7 ', 7],
    ['-3', -3],
    ['many', 'many'],
    ['1.200', '1.200'],
  ])('a number that a spreadsheet writes as %j is read as the form reads it', (cell, employees) => {
    expect(fromRow(['id', 'employees'], ['a', cell])).toMatchObject({ employees });
  });

  test('an empty cell says that there is none, or nothing', () => {
    expect(
      fromRow(
        csvColumns(),
        csvColumns().map(() => ''),
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
      tags: [],
      status: null,
      checked_at: null,
      content: {},
    });
  });
});
