import { COMMON_FIELDS, TEXT_FIELDS } from '../companies/fields.ts';
import { LANGUAGES, type Language } from '../languages.ts';
import { type Refusal, refusal } from '../refusal.ts';
import type { ExportedCompany } from './calls.ts';

/**
 * The directory as a table: one row a company, one column a common field, and one a text field and
 * language, as `name_ko`. Everything here is pure; reading and writing RFC 4180 is the server's.
 */

type TextColumn = `${(typeof TEXT_FIELDS)[number]}_${Language}`;

const TEXT_COLUMNS = new Map<string, { field: (typeof TEXT_FIELDS)[number]; language: Language }>(
  LANGUAGES.flatMap((language) =>
    TEXT_FIELDS.map((field) => [`${field}_${language}` satisfies TextColumn, { field, language }] as const),
  ),
);

const FIGURES = ['likes', 'views', 'created_at'] as const;

export const CSV_COLUMNS: readonly string[] = ['id', ...COMMON_FIELDS, ...FIGURES, ...TEXT_COLUMNS.keys()];

const NUMBERS = new Set<string>([
  'employees',
  'founded',
  'score',
  'revenue_as_of',
  'employees_as_of',
  'likes',
  'views',
]);
/** Fields whose empty cell says that there is none; of the others it says nothing, or is an empty text. */
const CAN_BE_NONE = new Set<string>([
  'employees',
  'founded',
  'website',
  'logo',
  'country',
  'revenue_as_of',
  'revenue_basis',
  'employees_as_of',
]);
const CAN_BE_EMPTY = new Set<string>(['founder', 'revenue']);

/** What a spreadsheet takes for a formula, with the full-width forms (OWASP, 'CSV Injection'). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A cell that no spreadsheet runs. An apostrophe of its own gets another one, so that the way back is exact. */
export function defuse(cell: string): string {
  return FORMULA.test(cell) || cell.startsWith("'") ? `'${cell}` : cell;
}

/** The cell as it was before `defuse`; of a foreign file's apostrophe only what defuse could have put there goes. */
export function restore(cell: string): string {
  const rest = cell.slice(1);
  return cell.startsWith("'") && (FORMULA.test(rest) || rest.startsWith("'")) ? rest : cell;
}

/** Highlights are lines; the further lines of one begin with a tab, which no highlight does. */
function writeHighlights(highlights: readonly string[]): string {
  return highlights.map((highlight) => highlight.replaceAll('\n', '\n\t')).join('\n');
}

function readHighlights(cell: string): string[] {
  return cell
    .split(/\n(?!\t)/)
    .map((highlight) => highlight.replaceAll('\n\t', '\n').trim())
    .filter(Boolean);
}

function plainCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A company as the cells of its row, in the order of CSV_COLUMNS. */
export function toRow(company: ExportedCompany): string[] {
  return CSV_COLUMNS.map((column) => {
    const text = TEXT_COLUMNS.get(column);
    if (!text) return defuse(plainCell(company[column as keyof ExportedCompany]));
    const value = company.content[text.language]?.[text.field];
    return defuse(Array.isArray(value) ? writeHighlights(value) : plainCell(value));
  });
}

/** What is wrong with a table's first row, or undefined. */
export function headerRefusal(header: readonly string[]): Refusal | undefined {
  const unknown = header.find((column) => !CSV_COLUMNS.includes(column));
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
  return first === 'content' && field !== undefined ? [`${field}_${language}`, ...rest].join('.') : path;
}

function fromCell(column: string, cell: string): unknown {
  if (cell === '') return CAN_BE_NONE.has(column) ? null : CAN_BE_EMPTY.has(column) ? '' : undefined;
  if (NUMBERS.has(column)) return /^\d+$/.test(cell.trim()) ? Number(cell) : cell;
  // Spreadsheets write TRUE and FALSE.
  if (column === 'show_on_site' && /^\s*(?:true|false)\s*$/i.test(cell)) return /true/i.test(cell);
  if (column === 'sources') {
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
 * import leaves it as it is. Values that cannot be read stay texts, for the company's check to refuse.
 */
export function fromRow(header: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const company: Record<string, unknown> = {};
  const content: Partial<Record<Language, Record<string, unknown>>> = {};
  const named = new Set<Language>();
  header.forEach((column, i) => {
    const cell = restore(cells[i] ?? '');
    const text = TEXT_COLUMNS.get(column);
    if (!text) {
      const value = fromCell(column, cell);
      if (value !== undefined) company[column] = value;
      return;
    }
    const { field, language } = text;
    if (cell !== '') named.add(language);
    content[language] = {
      ...content[language],
      [field]: field === 'highlights' ? readHighlights(cell) : cell,
    };
  });
  return {
    ...company,
    content: Object.fromEntries([...named].map((language) => [language, content[language]])),
  };
}
