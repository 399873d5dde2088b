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

/** A cell of RFC 4180. A text that a spreadsheet would run gets an apostrophe before it (OWASP, 'CSV Injection'). */
function csvCell(value: unknown): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r\n＝＋－＠']/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The file of a list. The mark at its begin tells a spreadsheet that it is UTF-8. */
export function listAsCsv(rows: SavedCompanies['shown']): string {
  const lines = rows.map(({ company, note }) => {
    const row: Record<string, unknown> = { ...company, note };
    return LIST_COLUMNS.map((column) => csvCell(row[column]));
  });
  return `\ufeff${[[...LIST_COLUMNS], ...lines].map((line) => `${line.join()}\r\n`).join('')}`;
}

/** Hands a list to the browser to keep, made on the device. */
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
