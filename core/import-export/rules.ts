import { LANGUAGES } from '../languages.ts';

/** Largest file, in bytes, and most companies that one import takes. */
export const IMPORT_BYTES_MAX = 64 * 1024 * 1024;
export const IMPORT_COMPANIES_MAX = 100_000;
/** Deepest nesting of objects and arrays; an export has six levels. */
export const IMPORT_DEPTH_MAX = 20;
/** How many of a file's errors the console lists (specification, section 5). */
export const ERRORS_LISTED = 5;

export const WRONG_CONTENT = 'File must contain either an array of companies or a multilingual export object';
export const WRONG_JSON = 'Invalid JSON file format';
export const EMPTY_FILE = 'The file is empty.';

/** `multilingual`: texts by language under `content`. `legacy`: flat companies in one language. */
export type ImportFormat = 'multilingual' | 'legacy';

const LEGACY_REQUIRED = ['name', 'founder', 'category', 'description'] as const;
const TEXT_REQUIRED = ['name', 'founder', 'description'] as const;
/** An export carries a founder or a description that nobody has written yet as an empty text. */
const CAN_BE_EMPTY: readonly string[] = ['founder', 'description'];

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an own key: what an object inherits is no content of a file. */
function own(object: unknown, key: string): unknown {
  return isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}

function isMissing(object: unknown, field: string): boolean {
  const value = own(object, field);
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && value.trim() === '' && !CAN_BE_EMPTY.includes(field);
}

/** What a company of a file lacks, in the words of the errors (specification, section 5). */
export function missingFields(company: unknown, format: ImportFormat): string[] {
  if (format === 'legacy') return LEGACY_REQUIRED.filter((field) => isMissing(company, field));
  const missing: string[] = ['id', 'category'].filter((field) => isMissing(company, field));
  const content = own(company, 'content');
  if (!isObject(content)) return [...missing, 'content'];
  const complete = LANGUAGES.some((language) => {
    const text = own(content, language);
    return isObject(text) && !TEXT_REQUIRED.some((field) => isMissing(text, field));
  });
  return complete ? missing : [...missing, 'content in any language with name, founder and description'];
}

/** What a new company needs in one language. */
export const MISSING_COLUMNS =
  'name, founder and description in one language, such as name_en, founder_en and description_en';

/** What a row lacks to make a company of: what a multilingual file needs, but that the name gives the id. */
export function missingCells(company: Readonly<Record<string, unknown>>): string[] {
  const { founder, content = {} } = company as { founder?: unknown; content?: Record<string, object> };
  const texts = Object.entries(content).map(([language, text]) => [language, { founder, ...text }]);
  const whole = { ...company, id: 'any', content: Object.fromEntries(texts) };
  return missingFields(whole, 'multilingual').map((field) =>
    field === 'category' ? field : MISSING_COLUMNS,
  );
}

/** A sentence about one company of a file. `index` counts from 0. */
export function companyError(index: number, text: string): string {
  return `Company at index ${index}: ${text}`;
}

/** The same about one row of a table. `row` is the spreadsheet's: its first row, with the columns' names, is 1. */
export function rowError(row: number, text: string): string {
  return `Row ${row}: ${text}`;
}

/** The first errors, and how many more there are. */
export function listErrors(errors: readonly string[], listed = ERRORS_LISTED): string[] {
  if (errors.length <= listed) return [...errors];
  return [...errors.slice(0, listed), `... and ${errors.length - listed} more errors`];
}

export type ImportCheck =
  | { valid: true; format: ImportFormat; companies: unknown[] }
  | { valid: false; format: ImportFormat | null /** All of them. */; errors: string[] };

/** Whether a file's content can be imported, in which format, or what is wrong with it. Never throws. */
export function checkImportFile(data: unknown): ImportCheck {
  const companies = Array.isArray(data) ? data : own(data, 'companies');
  if (!Array.isArray(companies)) return { valid: false, format: null, errors: [WRONG_CONTENT] };
  const format = Array.isArray(data) ? 'legacy' : 'multilingual';
  const errors = companies.flatMap((company, index) =>
    missingFields(company, format).map((field) => companyError(index, `Missing ${field}`)),
  );
  return errors.length > 0 ? { valid: false, format, errors } : { valid: true, format, companies };
}

/** The same for a file as text. */
export function checkImportText(text: string): ImportCheck {
  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '') return { valid: false, format: null, errors: [EMPTY_FILE] };
  let data: unknown;
  try {
    data = JSON.parse(content);
  } catch {
    return { valid: false, format: null, errors: [WRONG_JSON] };
  }
  return checkImportFile(data);
}

/**
 * The format of one company of a request. A request wraps companies of either format in
 * `{companies}`, so each says itself what it is.
 */
export function formatOf(company: unknown, inArray: boolean): ImportFormat {
  if (own(company, 'content') !== undefined) return 'multilingual';
  const isFlat = ['name', 'founder', 'description'].some((field) => own(company, field) !== undefined);
  return inArray || isFlat ? 'legacy' : 'multilingual';
}
