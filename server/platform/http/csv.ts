import { stringify } from 'csv-stringify/sync';
import { textCell } from '../../../core/import-export/csv.ts';

/** A spreadsheet takes a file for UTF-8 by this. */
export const BYTE_ORDER_MARK = '\ufeff';

function cell(value: unknown): string {
  if (Array.isArray(value)) return textCell(value.join('\n'));
  return typeof value === 'string' ? textCell(value) : String(value ?? '');
}

/** A line of RFC 4180 with its end. A text that a spreadsheet would run gets an apostrophe before it. */
export function csvLine(values: readonly unknown[]): string {
  return stringify([values.map(cell)], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}
