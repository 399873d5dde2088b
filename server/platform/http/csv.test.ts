import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

/** A reader of RFC 4180, for one line. */
function readLine(line: string): string[] {
  const cells: string[] = [];
  for (const match of `,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/g)) {
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
  }
  return cells;
}

test('a line reads back as what was written, and never as a formula', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@\t\n",; aé字\''), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (values) => {
      const line = csvLine(values);
      expect(line.endsWith('\r\n')).toBe(true);
      const cells = readLine(line);
      expect(cells.map((cell, i) => (cell === values[i] ? cell : cell.slice(1)))).toEqual(values);
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});

test('numbers, booleans, lists and nothing have a form', () => {
  expect(csvLine([-1, true, null, ['https://a.example', '=b'], '=SUM(A1)'])).toBe(
    '-1,true,,"https://a.example\n=b",\'=SUM(A1)\r\n',
  );
});

test('a cell has no controls, and line feeds as its line ends', () => {
  expect(csvLine(['one\r\ntwo\u000bthree\b', '\u0000=1'])).toBe('"one\ntwo\nthree",\'=1\r\n');
});
