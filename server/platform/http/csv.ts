import { stringify } from 'csv-stringify/sync';
import { textCell } from '../../../core/import-export/csv.ts';

/** Spreadsheets recognise UTF-8 by this mark. */
export const BYTE_ORDER_MARK = '\ufeff';

function cell(value: unknown): string {
  if (Array.isArray(value)) return textCell(value.join('\n'));
  return typeof value === 'string' ? textCell(value) : String(value ?? '');
}

/**
 * A CSV line (RFC 4180) with its line break. Formulas get a leading apostrophe, so that no spreadsheet runs
 * them.
 */
export function csvLine(values: readonly unknown[]): string {
  return stringify([values.map(cell)], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}
