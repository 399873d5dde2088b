import { escapeFormula } from '../../../core/import-export/formula.ts';
import { saveFile } from '../../shared/ui/save-file.ts';
import type { SavedCompanies } from './use-saved-companies.ts';

const LIST_COLUMNS = [
  'id',
  'name',
  'note',
  'category',
  'country',
  'revenue',
  'employees',
  'founded',
  'website',
] as const;

/** A cell of RFC 4180, which no spreadsheet runs as a formula. */
function csvCell(value: unknown): string {
  const safe = typeof value === 'string' ? escapeFormula(value) : String(value ?? '');
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A list as CSV. The byte order mark at the beginning tells spreadsheets that it is UTF-8. */
export function listAsCsv(rows: SavedCompanies['shown']): string {
  const lines = rows.map(({ company, note }) => {
    const row: Record<string, unknown> = { ...company, note };
    return LIST_COLUMNS.map((column) => csvCell(row[column]));
  });
  return `\ufeff${[[...LIST_COLUMNS], ...lines].map((line) => `${line.join()}\r\n`).join('')}`;
}

/** Downloads a list as a file that is made on the device. */
export function downloadList(format: 'csv' | 'json', name: string, rows: SavedCompanies['shown']): void {
  const text =
    format === 'csv'
      ? listAsCsv(rows)
      : JSON.stringify(
          {
            name,
            companies: rows.map(({ company, note }) => {
              const row: Record<string, unknown> = { ...company, note };
              return Object.fromEntries(LIST_COLUMNS.map((column) => [column, row[column] ?? null]));
            }),
          },
          null,
          2,
        );
  const type = format === 'csv' ? 'text/csv' : 'application/json';
  const file = name.replace(/[\\/:*?"<>|\p{C}]+/gu, ' ').trim() || 'list';
  saveFile(new Blob([text], { type: `${type};charset=utf-8` }), `${file}.${format}`);
}
