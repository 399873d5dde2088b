import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CERTAINTIES, FIGURE_METRICS, MONEY_METRICS, REVENUE_BASES, STATUSES } from '../companies/facts.ts';
import type { Field } from '../companies/field-kinds.ts';
import { findField, SHARED, sharedNames, TEXTS, textDescriptors } from '../companies/fields.ts';
import { roundedAmount } from '../companies/own-descriptors.ts';
import {
  flatValues,
  isLocal,
  mergedValues,
  nestedValues,
  OWN_TYPES,
  type OwnField,
  type OwnType,
  type OwnValues,
  ownIdOf,
  ownName,
  setOwnFields,
} from '../companies/own-fields.ts';
import { SOURCE_TOPICS } from '../companies/sources.ts';
import { LANGUAGES } from '../languages.ts';
import { cleanText, isInvisible } from '../text.ts';
import { type ExportedCompany, exportedCompanySchema } from './calls.ts';
import { readImported } from './company.ts';
import { csvColumns, fromRow, headerRefusal, toRow } from './csv.ts';

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Texts as they are stored: trimmed and cleaned; with a taste for what is hard. */
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
  .map((text) => cleanText(text).trim());
const filled = stored.filter((text) => !isInvisible(text));
const url = filled.map((text) => `https://a.example/${encodeURIComponent(text)}`);

const year = fc.integer({ min: 1500, max: 2100 });
const month = fc.integer({ min: 1, max: 12 });
const slug = fc.constantFrom('solo', 'jane-doe', '손', '1-man-shop');
/** Leaves out what is not there, as JSON does. */
const withoutNothing = <T extends object>(values: fc.Arbitrary<T>) =>
  values.map((value) => Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const figure = fc
  .record({
    metric: fc.constantFrom(...FIGURE_METRICS),
    year,
    month: maybe(month),
    amount: fc.double({ min: -1e15, max: 1e15, noNaN: true }).map((amount) => amount + 0),
    currency: fc.constantFrom('USD', 'KRW', 'JPY'),
    amount_usd: maybe(fc.integer({ min: 0, max: 1e12 })),
    basis: maybe(fc.constantFrom(...REVENUE_BASES)),
    certainty: fc.constantFrom(...CERTAINTIES),
    source: maybe(url),
  })
  .map(({ currency, ...rest }) => ({
    ...rest,
    currency: MONEY_METRICS.includes(rest.metric) ? currency : undefined,
  }));
/** One own field of each type. */
const OWN: OwnField[] = OWN_TYPES.map((type) => ({
  id: `own-${type}`,
  type,
  names: { en: type },
  helps: {},
  units: {},
  options: (type === 'switch' ? ['true', 'false'] : ['a', 'b-1', 'c']).map((id) => ({
    id,
    names: { en: id },
  })),
  required: false,
  places: [],
  ai: false,
  access: 'console',
}));
setOwnFields(OWN);
const OWN_VALUES: Readonly<Partial<Record<OwnType, fc.Arbitrary<unknown>>>> = {
  switch: fc.boolean(),
  number: fc.double({ min: -1e15, max: 1e15, noNaN: true }).map(roundedAmount),
  choices: fc.subarray(['a', 'b-1', 'c'], { minLength: 1 }),
  money: withoutNothing(
    fc.record({
      amount: fc.integer({ min: -1e12, max: 1e12 }),
      currency: fc.constantFrom('USD', 'KRW'),
      year: maybe(year),
    }),
  ),
};
/** Values of own fields as they are stored: without those that say nothing. */
const ownValues = (isWanted: (field: OwnField) => boolean) =>
  fc
    .record(
      Object.fromEntries(
        OWN.filter(isWanted).map((field) => {
          const known = findField(ownName(field.id), isLocal(field) ? 'en' : null) as Field;
          return [field.id, OWN_VALUES[field.type] ?? savedValue(known).filter((value) => value !== null)];
        }),
      ),
      { requiredKeys: [] },
    )
    .map((values) => mergedValues(null, values));

/** Of the fields whose values have parts. */
const WITH_PARTS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  tags: fc.uniqueArray(slug, { maxLength: 4 }),
  status: fc.option(
    withoutNothing(
      fc.record({
        kind: fc.constantFrom(...STATUSES),
        year: maybe(year),
        by: maybe(filled),
        price: maybe(filled),
      }),
    ),
    { nil: null },
  ),
  founders: fc.array(
    fc.record({
      id: slug,
      name: fc.dictionary(fc.constantFrom(...LANGUAGES), filled, { noNullPrototype: true, minKeys: 1 }),
    }),
    { maxLength: 3 },
  ),
  figures: fc.array(withoutNothing(figure), { maxLength: 12 }),
  timeline: fc.array(withoutNothing(fc.record({ year, month: maybe(month), text: filled })), {
    maxLength: 6,
  }),
};

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
    // What may be none is none where it is empty.
    text: required === 'always' || empty === null ? filled : stored,
    'long-text': empty === null ? filled : stored,
    number: fc.integer({ min, max }),
    year: fc.integer({ min, max }),
    choice: fc.nat(options.length).map((i) => options[i % options.length]),
    country: fc.constantFrom('KR', 'US'),
    address: url,
    path: fc.oneof(url, fc.constant('/logos/a.svg')),
    switch: fc.boolean(),
    list: fc.array(filled, { maxLength: 4 }),
    choices: fc.subarray([...options], { maxLength: Math.min(3, options.length) }),
    date: fc.constantFrom('2026-11-22', '1999-01-01'),
    // What has parts has its own below.
    record: fc.constant(null),
    table: fc.constant([]),
    // Each own field has its own values.
    own: fc.constant(null),
    sources: fc.uniqueArray(
      withoutNothing(
        fc.record({
          url,
          supports: fc.uniqueArray(fc.constantFrom(...SOURCE_TOPICS), { maxLength: 3 }),
          title: maybe(filled),
          publisher: maybe(filled),
          date: maybe(fc.constantFrom('2024', '2024-05', '2024-05-06')),
        }),
      ),
      { maxLength: 3, selector: (source) => source['url'] },
    ),
  };
  return empty === null ? fc.option(values[control], { nil: null }) : values[control];
}

const record = (fields: Readonly<Record<string, Field>>, own: fc.Arbitrary<unknown>) =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        name === 'fields' ? own : (WITH_PARTS[name] ?? savedValue(field)),
      ]),
    ),
  );
const company = fc
  .tuple(
    record(
      SHARED,
      ownValues((field) => !isLocal(field)),
    ),
    fc.dictionary(fc.constantFrom(...LANGUAGES), record(TEXTS, ownValues(isLocal)), {
      noNullPrototype: true,
      minKeys: 1,
    }),
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

/** Texts as a save has them: an export has the founder's name that is shown, a save none for an empty one. */
const storedTexts = ({ content }: ExportedCompany) =>
  Object.fromEntries(
    Object.entries(content).map(([language, text]) => [
      language,
      { ...text, founder: text.founder || null, fields: text.fields ?? null },
    ]),
  );

/** Texts as cells have them: none and an empty one are the same. */
const textsInCells = ({ content }: ExportedCompany) =>
  Object.fromEntries(
    Object.entries(content).map(([language, text]) => [
      language,
      nestedValues({
        ...Object.fromEntries(Object.keys(textDescriptors()).map((name) => [name, ''])),
        ...Object.fromEntries(Object.entries(flatValues(text)).map(([name, value]) => [name, value ?? ''])),
      }),
    ]),
  );

/** What an import makes of an export. A founder that is written as the shared one is none of its own. */
function expectSame(item: unknown, exported: ExportedCompany) {
  const { id, content: _, likes, views, created_at, ...shared } = exported;
  const read = readImported(item, { complete: false, language: 'en', inArray: false });
  const stored = (values: { fields?: OwnValues | null | undefined }) => ({
    ...values,
    fields: mergedValues(null, values.fields),
  });
  const { company } = read;
  expect(
    company && { ...company, shared: stored(company.shared), texts: eachText(company.texts, stored) },
  ).toEqual(
    expect.objectContaining({
      id,
      shared: stored(shared),
      texts: storedTexts(exported),
      figures: { likes, views, created_at },
    }),
  );
}
const eachText = (texts: object, change: (text: object) => object) =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, change(text)]));

test('any value of any field survives JSON', () => {
  fc.assert(
    fc.property(company, (exported) => expectSame(JSON.parse(JSON.stringify(exported)), exported)),
    { numRuns: 300 },
  );
});

test('any value of any field survives a table, and none is a formula there', () => {
  fc.assert(
    fc.property(fc.array(company, { maxLength: 3 }), (companies) => {
      const file = stringify([[...csvColumns()], ...companies.map(toRow)], {
        bom: true,
        record_delimiter: 'windows',
        quote_record_delimiter: true,
      });
      const [header = [], ...rows] = parse(file, { bom: true });
      expect(headerRefusal(header)).toBeUndefined();
      expect(rows.flat().filter((cell) => FORMULA.test(cell))).toEqual([]);
      rows.forEach((row, i) => {
        const exported = companies[i] as ExportedCompany;
        const shared = flatValues(exported);
        // A yes or no of its own is read as a text, and made one by the check of the company.
        const isOpen = shared['field.own-switch'];
        if (isOpen !== undefined) shared['field.own-switch'] = String(isOpen);
        // As with a list that is built in, an empty cell says nothing of choices.
        const own = sharedNames().filter((name) => ![undefined, 'own-choices'].includes(ownIdOf(name)));
        expect(fromRow(header, row)).toEqual({
          ...nestedValues({ ...Object.fromEntries(own.map((name) => [name, null])), ...shared }),
          content: textsInCells(exported),
        });
        expectSame(fromRow(header, row), exported);
      });
    }),
    { numRuns: 300 },
  );
});
