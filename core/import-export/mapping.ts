import { type Refusal, refusal } from '../refusal.ts';
import { csvColumns, headerRefusal } from './csv.ts';

/** The directory's columns by the names that a file has for them; null leaves a column out. */
export type ColumnMapping = Readonly<Record<string, string | null>>;

/** A column of an imported file: lower-case header, and the column of the directory. */
export interface MappedColumn {
  header: string;
  /** Null for a column that is not imported. */
  column: string | null;
  /** Neither the header nor a mapping names the field of the column. */
  isUnknown?: boolean | undefined;
}

/** A name of a column as it is compared. */
const headerForm = (header: string) => header.normalize('NFKC').trim().toLowerCase();

export function mapColumns(header: readonly string[], mapping: ColumnMapping = {}): MappedColumn[] {
  const given = new Map(Object.entries(mapping).map(([name, column]) => [headerForm(name), column]));
  return header.map((name) => {
    const column = given.get(headerForm(name));
    if (column !== undefined) return { header: name, column };
    if (csvColumns().includes(name)) return { header: name, column: name };
    return { header: name, column: null, ...(name === '' ? {} : { isUnknown: true }) };
  });
}

/** Refusal of wrong or repeated targets of a mapping; unmapped columns are let through. */
export function mappingRefusal(columns: readonly MappedColumn[]): Refusal | undefined {
  const taken = columns.flatMap(({ column }) => (column === null ? [] : [column]));
  // With unknown columns alone, the caller lists the columns instead of a refusal: one of them may be the
  // name.
  if (taken.length === 0 && columns.length > 0) return undefined;
  const wrong = headerRefusal(taken);
  return wrong?.code === 'table_no_key' ? undefined : wrong;
}

/**
 * Reason why a table cannot be imported yet, though a trial run can: unmapped columns, or no id and no name
 * column.
 */
export function unmappedRefusal(columns: readonly MappedColumn[]): Refusal | undefined {
  if (columns.length === 0) return undefined;
  const unknown = columns.find(({ isUnknown }) => isUnknown);
  if (unknown) return refusal('table_unknown_column', { column: unknown.header.slice(0, 60) });
  return headerRefusal(columns.flatMap(({ column }) => (column === null ? [] : [column])));
}
