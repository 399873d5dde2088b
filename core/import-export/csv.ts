import { type Field, isStructured } from '../companies/field-kinds.ts';
import { findField, sharedDescriptors, sharedNames, textNames } from '../companies/fields.ts';
import { ownShared } from '../companies/own-descriptors.ts';
import { flatValues, nestedValues, oncePerFields, ownIdOf, ownName } from '../companies/own-fields.ts';
import { numberText, readNumber } from '../companies/quantity.ts';
import { LANGUAGES, type Language } from '../languages.ts';
import { type Refusal, refusal } from '../refusal.ts';
import { cleanText } from '../text.ts';
import type { ExportedCompany } from './calls.ts';
import { escapeFormula, unescapeFormula } from './formula.ts';

/**
 * The directory as a table: one row a company, one column a shared field, and one a text field and
 * language, as `name_ko`. Own fields of the directory are `field.ID` and `field.ID.ko`. Everything here is pure;
 * reading and writing RFC 4180 is the server's.
 */

const columnOfText = (field: string, language: string) =>
  `${field}${ownIdOf(field) === undefined ? '_' : '.'}${language}`;
const textColumns = oncePerFields(
  () =>
    new Map<string, { field: string; language: Language }>(
      LANGUAGES.flatMap((language) =>
        textNames().map((field) => [columnOfText(field, language), { field, language }] as const),
      ),
    ),
);

const CSV_NUMBERS = ['likes', 'views', 'created_at'] as const;

export const csvColumns = oncePerFields((): readonly string[] => [
  'id',
  ...sharedNames(),
  ...CSV_NUMBERS,
  ...textColumns().keys(),
]);

type CellKind = Pick<Field, 'control' | 'empty'>;
/** What stands in a column; of the id and the moment of making the text itself. */
const cellKinds = oncePerFields(
  (): Readonly<Record<string, CellKind>> => ({
    ...sharedDescriptors(),
    // An empty cell takes no value away that a company has to have.
    ...Object.fromEntries(
      Object.entries(ownShared())
        .filter(([, { required }]) => required)
        .map(([name, field]) => [name, { ...field, empty: undefined }]),
    ),
    likes: { control: 'number', empty: 0 },
    views: { control: 'number', empty: 0 },
  }),
);

/** A text as a table's cell: cleaned, and no formula. */
export const textCell = (text: string): string => escapeFormula(cleanText(text));

/** A list is lines; the further lines of one item begin with a tab, which no item does. */
function serializeList(items: readonly string[]): string {
  return items.map((item) => item.replaceAll('\n', '\n\t')).join('\n');
}

function parseList(cell: string): string[] {
  return cell
    .split(/\n(?!\t)/)
    .map((item) => item.replaceAll('\n\t', '\n').trim())
    .filter(Boolean);
}

function toCell(field: Pick<Field, 'control'> | undefined, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberText(value);
  if (field?.control === 'list') return serializeList(value as string[]);
  return field && isStructured(field.control) ? JSON.stringify(value) : String(value);
}

/** A company as the cells of its row, in the order of `csvColumns`. */
export function toRow(company: ExportedCompany): string[] {
  const shared = flatValues(company);
  const texts: Partial<Record<Language, Record<string, unknown>>> = {};
  for (const [language, text] of Object.entries(company.content))
    texts[language as Language] = flatValues(text);
  return csvColumns().map((column) => {
    const text = textColumns().get(column);
    if (!text) return textCell(toCell(cellKinds()[column], shared[column]));
    return textCell(toCell(findField(text.field, text.language), texts[text.language]?.[text.field]));
  });
}

/** The row, as a spreadsheet counts, by which a reader of CSV gave up. */
export const csvErrorRow = (error: object): number => {
  const { records = 0, empty_lines = 0 } = error as { records?: number; empty_lines?: number };
  return records + empty_lines + 1;
};

/** The line in which spreadsheets say what divides their cells. */
const SEPARATOR_LINE = /^"?sep=(.)"?\s*$/i;

const DELIMITERS = [',', ';', '\t'];

/** Delimiter of a table: named by a `sep=` line, else the one of comma, semicolon and tab that the header has most of, outside of quotation marks. */
export function delimiterOf(start: string): string {
  const [line = ''] = start.replace(/^\uFEFF/, '').split(/[\r\n]/, 1);
  const separator = SEPARATOR_LINE.exec(line)?.[1];
  if (separator) return separator;
  const unquoted = line.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((sign) => unquoted.split(sign).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

interface TableRow {
  record: readonly string[];
  info: { records: number; empty_lines: number };
}
/** A row that says something: `row` as a spreadsheet counts. */
export interface Row {
  cells: string[];
  row: number;
}

const isBlank = (cell: string) => cell.trim() === '';
const withoutBlankEnd = (cells: readonly string[], least = 0) =>
  cells.slice(0, Math.max(least, cells.findLastIndex((cell) => !isBlank(cell)) + 1));

/**
 * Takes the rows of a table one by one: its first line that says something is its columns, as they are named here
 * whatever their case and the spaces around them. What a spreadsheet leaves empty behind its last column or row is
 * passed over, as is its `sep=` line.
 * @returns a function that gives the columns for the first row, a row of cells for each other, or nothing
 */
export function tableRows(): (row: TableRow) => { header: string[] } | Row | undefined {
  let columns: number | undefined;
  return ({ record, info }) => {
    const cells = withoutBlankEnd(record, columns);
    if (columns === undefined) {
      if (cells.length === 0 || /^sep=$/i.test(record.join('')) || SEPARATOR_LINE.test(record.join(',')))
        return undefined;
      const header = cells.map((column) => column.normalize('NFKC').trim().toLowerCase());
      columns = header.length;
      return { header };
    }
    // Not its line: a cell can have several.
    return cells.every(isBlank) ? undefined : { cells, row: info.records + info.empty_lines };
  };
}

/** What is wrong with the names of a table's columns, or undefined. */
export function headerRefusal(header: readonly string[]): Refusal | undefined {
  const unknown = header.find((column) => !csvColumns().includes(column));
  if (unknown !== undefined) return refusal('table_unknown_column', { column: unknown.slice(0, 60) });
  const twice = header.find((column, i) => header.indexOf(column) !== i);
  if (twice !== undefined) return refusal('table_column_twice', { column: twice });
  if (header.includes('id') || LANGUAGES.some((language) => header.includes(`name_${language}`)))
    return undefined;
  return refusal('table_no_key', { column: `name_${LANGUAGES[0]}` });
}

/** The path of a field in a table: `name_ko` for `content.ko.name`. */
export function inColumns(path: string): string {
  const [first, language, field, ...rest] = path.split('.');
  if (first === 'fields' && language !== undefined)
    return [ownName(language), field ?? [], ...rest].flat().join('.');
  if (first !== 'content' || field === undefined) return path;
  const [id, ...within] = rest;
  return field === 'fields' && id !== undefined
    ? [columnOfText(ownName(id), language ?? ''), ...within].join('.')
    : [columnOfText(field, language ?? ''), ...rest].join('.');
}

/** Value of a cell. An empty cell clears a field that may be empty, and leaves other fields unchanged. */
function fromCell(field: CellKind | undefined, cell: string): unknown {
  const { control, empty } = field ?? {};
  if (control === 'list') return parseList(cell);
  if (cell === '') return empty === null || empty === '' ? empty : undefined;
  if (control === 'number' || control === 'year') {
    const number = readNumber(cell);
    return Number.isNaN(number) ? cell : number;
  }
  // Spreadsheets write TRUE and FALSE.
  if (control === 'switch' && /^\s*(?:true|false)\s*$/i.test(cell)) return /true/i.test(cell);
  if (control && isStructured(control)) {
    try {
      return JSON.parse(cell);
    } catch {
      return cell;
    }
  }
  return cell;
}

/**
 * A row as a multilingual company. A language whose cells are all empty is not named, so that an
 * import leaves it as it is. A column without a name is left out. Values that cannot be read stay texts, for the company's check to refuse.
 */
export function fromRow(header: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const company: Record<string, unknown> = {};
  const content: Partial<Record<Language, Record<string, unknown>>> = {};
  const named = new Set<Language>();
  header.forEach((column, i) => {
    if (column === '') return;
    const cell = unescapeFormula(cleanText(cells[i] ?? '').trim()).trim();
    const text = textColumns().get(column);
    if (!text) {
      // A spreadsheet writes moments in its own way: that of the import is as good.
      const isOther = column === 'created_at' && !/^\d{4}-\d{2}-\d{2}T/.test(cell);
      const value = isOther ? undefined : fromCell(cellKinds()[column], cell);
      if (value !== undefined) company[column] = value;
      return;
    }
    const { field, language } = text;
    if (cell !== '') named.add(language);
    const known = findField(field, language);
    const value = known && isStructured(known.control) ? fromCell(known, cell) : cell;
    content[language] = { ...content[language], [field]: value };
  });
  return {
    ...nestedValues(company),
    content: Object.fromEntries(
      [...named].map((language) => [language, nestedValues(content[language] ?? {})]),
    ),
  };
}
