import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { csvErrorRow, delimiterOf, headerRefusal, tableRows } from '../../../core/import-export/csv.ts';
import { encodingOf, spreadsheetRefusal } from '../../../core/import-export/file-bytes.ts';
import {
  checkImportText,
  type FileProblem,
  formatOf,
  IMPORT_BYTES_MAX,
  type ImportFormat,
} from '../../../core/import-export/rules.ts';
import { isLanguage, LANGUAGES, type Language } from '../../../core/languages.ts';
import { ofWhole, refusal } from '../../../core/refusal.ts';

export type FileFormat = ImportFormat | 'table';

/** What is in a file, or what is wrong with it: small enough to be handed from thread to thread. */
export type FileCheck =
  | {
      valid: true;
      format: FileFormat;
      companies: number;
      /** How many companies have a text in each language. */
      languages: { language: Language; count: number }[];
      /** Number of companies with a text of unspecified language. */
      unnamed: number;
    }
  | { valid: false; format: FileFormat | null /** All of them. */; problems: FileProblem[] };

const refusedFile = (format: FileFormat | null, ...problems: FileProblem[]): FileCheck => ({
  valid: false,
  format,
  problems,
});

export function isTable(file: { name: string; type: string }): boolean {
  return file.type === 'text/csv' || /\.csv$/i.test(file.name);
}

const languageCounts = (counts: ReadonlyMap<Language, number>) =>
  LANGUAGES.flatMap((language) => {
    const count = counts.get(language);
    return count ? [{ language, count }] : [];
  });

const countInLanguage = (counts: Map<Language, number>, language: Language) =>
  counts.set(language, (counts.get(language) ?? 0) + 1);

export function checkJson(text: string): FileCheck {
  const check = checkImportText(text);
  if (!check.valid) return check;
  const counts = new Map<Language, number>();
  let unnamed = 0;
  for (const company of check.companies as { content?: object; language?: unknown }[]) {
    if (formatOf(company, check.format === 'legacy') === 'multilingual') {
      for (const key of Object.keys(company.content ?? {})) if (isLanguage(key)) countInLanguage(counts, key);
    } else if (isLanguage(company.language)) countInLanguage(counts, company.language);
    else unnamed++;
  }
  return {
    valid: true,
    format: check.format,
    companies: check.companies.length,
    languages: languageCounts(counts),
    unnamed,
  };
}

export function checkTable(text: string): FileCheck {
  if (text.replace(/^\uFEFF/, '').trim() === '') return refusedFile('table', ofWhole(refusal('file_empty')));
  let records: Parameters<ReturnType<typeof tableRows>>[0][];
  try {
    records = parse(text, {
      ...{ bom: true, delimiter: delimiterOf(text.slice(0, 1024)) },
      ...{ relax_column_count: true, skip_empty_lines: true, info: true },
    }) as never;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refusedFile('table', ofWhole(refusal('table_not_csv', { row: csvErrorRow(error) })));
  }
  const taken = records.map(tableRows()).filter((row) => row !== undefined);
  const header = taken.flatMap((row) => ('header' in row ? row.header : []));
  const rows = taken.flatMap((row) => ('cells' in row ? [row] : []));
  const wrong = headerRefusal(header);
  if (wrong) return refusedFile('table', ofWhole(wrong));
  const problems = rows.flatMap(({ cells: { length }, row }, index): FileProblem[] => {
    if (length === header.length) return [];
    const counts = { cells: length, columns: header.length };
    return [{ index, row, ...ofWhole(refusal('wrong_cells', counts)) }];
  });
  if (problems.length > 0) return refusedFile('table', ...problems);
  const counts = new Map<Language, number>();
  for (const language of LANGUAGES) {
    const columns = header.flatMap((column, i) => (column.endsWith(`_${language}`) ? [i] : []));
    const count = rows.filter(({ cells }) => columns.some((i) => cells[i]?.trim())).length;
    if (count > 0) counts.set(language, count);
  }
  return {
    valid: true,
    format: 'table',
    companies: rows.length,
    languages: languageCounts(counts),
    unnamed: 0,
  };
}

/** Reads a file and looks whether it can be imported. Takes seconds for a large one. */
export async function checkFile(file: File): Promise<FileCheck> {
  if (file.size > IMPORT_BYTES_MAX)
    return refusedFile(
      null,
      ofWhole(refusal('file_too_large', { megabytes: IMPORT_BYTES_MAX / 1024 / 1024 })),
    );
  if (file.size === 0) return refusedFile(null, ofWhole(refusal('file_empty')));
  const bytes = await file.arrayBuffer();
  const start = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  const spreadsheet = spreadsheetRefusal(start);
  if (spreadsheet) return refusedFile(null, ofWhole(spreadsheet));
  const encoding = encodingOf(start);
  if (!isTable(file)) return checkJson(new TextDecoder(encoding).decode(bytes));
  try {
    return checkTable(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return refusedFile('table', ofWhole(refusal('table_encoding')));
  }
}
