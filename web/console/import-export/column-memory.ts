import { csvColumns } from '../../../core/import-export/csv.ts';
import type { ColumnMapping, MappedColumn } from '../../../core/import-export/mapping.ts';
import { storage } from '../../shared/api.ts';

/** Where this device remembers what the columns of files are taken for. */
const COLUMNS_KEY = 'importColumns';
/** Columns that are remembered; the oldest go first. */
const COLUMNS_MAX = 200;

function rememberedColumns(): Record<string, string | null> {
  try {
    const known: unknown = JSON.parse(storage.get(COLUMNS_KEY) ?? '{}');
    return typeof known === 'object' && known !== null ? (known as Record<string, string | null>) : {};
  } catch {
    return {};
  }
}

/** What was chosen for the columns of a file before; columns that were never chosen are left out. */
export function rememberedMapping(columns: readonly MappedColumn[]): ColumnMapping {
  const known = rememberedColumns();
  return Object.fromEntries(
    columns.flatMap(({ header, isUnknown }) => {
      const column = known[header];
      const isKnown = column === null || (column !== undefined && csvColumns().includes(column));
      return isUnknown && isKnown ? [[header, column]] : [];
    }),
  );
}

/** Remembers a mapping for the next file. */
export function rememberMapping(mapping: ColumnMapping): void {
  const { ...known } = rememberedColumns();
  for (const header of Object.keys(mapping)) delete known[header];
  const all = Object.entries({ ...known, ...mapping });
  storage.set(COLUMNS_KEY, JSON.stringify(Object.fromEntries(all.slice(-COLUMNS_MAX))));
}
