import { MEBIBYTE } from '../bytes.ts';
import { LANGUAGES } from '../languages.ts';
import { namedField, ofWhole, type ProblemDetail, refusal } from '../refusal.ts';

/** Largest file, in bytes, and most companies that one import takes. */
export const IMPORT_BYTES_MAX = 64 * MEBIBYTE;
export const IMPORT_COMPANIES_MAX = 100_000;
/** Deepest nesting of objects and arrays; an export has six levels. */
export const IMPORT_DEPTH_MAX = 20;
/** Largest company of a file, in MiB: all its texts at their longest, escaped, are less. */
export const COMPANY_MEGABYTES_MAX = 4;

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

const missingField = (field: string): ProblemDetail => ({ path: field, ...refusal('missing', { field }) });

/** What a company of a file lacks (specification, section 5). */
export function missingFields(company: unknown, format: ImportFormat): ProblemDetail[] {
  const lacking = (fields: readonly string[]) => fields.filter((field) => isMissing(company, field));
  if (format === 'legacy') return lacking(LEGACY_REQUIRED).map(missingField);
  const fields = lacking(['id', 'category']).map(missingField);
  const content = own(company, 'content');
  if (!isObject(content)) return [...fields, missingField('content')];
  const complete = LANGUAGES.some((language) => {
    const text = own(content, language);
    return isObject(text) && !TEXT_REQUIRED.some((field) => isMissing(text, field));
  });
  return complete ? fields : [...fields, { path: 'content', ...refusal('missing_text') }];
}

/** What a row lacks to make a company of: what a multilingual file needs, but that the name gives the id. */
export function missingCells(company: Readonly<Record<string, unknown>>): ProblemDetail[] {
  const { founder, content = {} } = company as { founder?: unknown; content?: Record<string, object> };
  const texts = Object.entries(content).map(([language, text]) => [language, { founder, ...text }]);
  const whole = { ...company, id: 'any', content: Object.fromEntries(texts) };
  return missingFields(whole, 'multilingual').map((lacked) =>
    lacked.path === 'category' ? lacked : ofWhole(refusal('missing_columns')),
  );
}

/** Where in a file a company is. */
export interface FilePlace {
  /** Counts from 0. */
  index: number;
  /** Of a table, as a spreadsheet counts: its first row, with the columns' names, is 1. */
  row?: number | undefined;
}

/** What is wrong with a file, or with the company at a place in it. */
export type FileProblem = ProblemDetail & Partial<FilePlace>;

/** What is wrong with one company, as one sentence of the API, in the file's own terms. */
export function companyError({ index, row }: FilePlace, details: readonly ProblemDetail[]): string {
  const text = details
    .map((detail) => {
      const field = namedField(detail);
      return field ? `${field}: ${detail.message}` : detail.message;
    })
    .join('; ');
  return row === undefined ? `Company at index ${index}: ${text}` : `Row ${row}: ${text}`;
}

export type ImportCheck =
  | { valid: true; format: ImportFormat; companies: unknown[] }
  | { valid: false; format: ImportFormat | null /** All of them. */; problems: FileProblem[] };

/** Whether a file's content can be imported, in which format, or what is wrong with it. Never throws. */
export function checkImportFile(data: unknown): ImportCheck {
  const companies = Array.isArray(data) ? data : own(data, 'companies');
  if (!Array.isArray(companies))
    return { valid: false, format: null, problems: [ofWhole(refusal('file_content'))] };
  const format = Array.isArray(data) ? 'legacy' : 'multilingual';
  const problems = companies.flatMap((company, index) =>
    missingFields(company, format).map((lacked) => ({ index, ...lacked })),
  );
  return problems.length > 0 ? { valid: false, format, problems } : { valid: true, format, companies };
}

/** The same for a file as text. */
export function checkImportText(text: string): ImportCheck {
  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '')
    return { valid: false, format: null, problems: [ofWhole(refusal('file_empty'))] };
  let data: unknown;
  try {
    data = JSON.parse(content);
  } catch {
    return { valid: false, format: null, problems: [ofWhole(refusal('file_not_json'))] };
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
