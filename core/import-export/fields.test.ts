import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Field } from '../companies/field-kinds.ts';
import { SHARED, SOURCE_TOPICS, TEXTS } from '../companies/fields.ts';
import { LANGUAGES } from '../languages.ts';
import { isInvisible } from '../text.ts';
import { type ExportedCompany, exportedCompanySchema } from './calls.ts';
import { readImported } from './company.ts';
import { CSV_COLUMNS, fromRow, headerRefusal, toRow } from './csv.ts';

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Texts as they are stored: trimmed, no NUL, no half of a surrogate pair; with a taste for what is hard. */
const stored = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc
      .array(
        fc.constantFrom(
          '=',
          '+',
          '-',
          '@',
          "'",
          '"',
          ',',
          ';',
          '\n',
          '\r',
          '\r\n',
          '\t',
          '＝',
          ' ',
          '𠮷',
          'a',
        ),
      )
      .map((parts) => parts.join('')),
  )
  .map((text) => text.toWellFormed().replaceAll('\u0000', '').trim());
const filled = stored.filter((text) => !isInvisible(text));
const url = filled.map((text) => `https://a.example/${encodeURIComponent(text)}`);

/** Values that a save of the field takes, as they are stored. */
function savedValue({
  control,
  min = 0,
  max = 0,
  options = [],
  empty,
  required,
}: Field): fc.Arbitrary<unknown> {
  const values: Record<Field['control'], fc.Arbitrary<unknown>> = {
    text: required === 'always' ? filled : stored,
    'long-text': stored,
    number: fc.integer({ min, max }),
    year: fc.integer({ min, max }),
    choice: fc.nat(options.length).map((i) => options[i % options.length]),
    country: fc.constantFrom('KR', 'US'),
    address: url,
    path: fc.oneof(url, fc.constant('/logos/a.svg')),
    switch: fc.boolean(),
    list: fc.array(filled, { maxLength: 4 }),
    sources: fc.uniqueArray(
      fc.record({ url, supports: fc.uniqueArray(fc.constantFrom(...SOURCE_TOPICS), { maxLength: 3 }) }),
      { maxLength: 3, selector: (source) => source.url },
    ),
  };
  return empty === null ? fc.option(values[control], { nil: null }) : values[control];
}

const record = (fields: Readonly<Record<string, Field>>) =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, savedValue(field)])));
const company = fc
  .tuple(
    record(SHARED),
    fc.dictionary(fc.constantFrom(...LANGUAGES), record(TEXTS), { noNullPrototype: true, minKeys: 1 }),
    fc.nat(2_147_483_647),
  )
  .map(([shared, content, count]) => {
    // An export has the founder's name that is shown.
    const shown = Object.entries(content).map(([language, text]) => [
      language,
      { ...text, founder: text['founder'] ?? shared['founder'] },
    ]);
    return exportedCompanySchema.parse({
      id: 'acme',
      ...shared,
      likes: count,
      views: count,
      created_at: '2026-11-21T03:00:00.000Z',
      content: Object.fromEntries(shown),
    });
  });

/** What an import makes of an export. A founder that is written as the shared one is none of its own. */
function expectSame(item: unknown, { id, content, likes, views, created_at, ...shared }: ExportedCompany) {
  const read = readImported(item, { complete: false, language: 'en', inArray: false });
  const texts = Object.entries(content).map(([language, text]) => [
    language,
    { ...text, founder: text.founder || null },
  ]);
  expect(read).toEqual({
    company: expect.objectContaining({
      id,
      shared,
      texts: Object.fromEntries(texts),
      figures: { likes, views, created_at },
    }),
  });
}

test('any value of any field survives JSON', () => {
  fc.assert(
    fc.property(company, (exported) => expectSame(JSON.parse(JSON.stringify(exported)), exported)),
    { numRuns: 300 },
  );
});

test('any value of any field survives a table, and none is a formula there', () => {
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
      rows.forEach((row, i) => {
        const exported = companies[i] as ExportedCompany;
        expect(fromRow(header, row)).toEqual(exported);
        expectSame(fromRow(header, row), exported);
      });
    }),
    { numRuns: 300 },
  );
});
