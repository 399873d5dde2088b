import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from './open.ts';

/** Whether a column in search form has a term, taken literally: both functions count no wildcard. */
export function contains(dialect: Dialect, column: string, term: string): RawBuilder<boolean> {
  return dialect === 'postgres'
    ? sql<boolean>`strpos(${sql.ref(column)}, ${term}) > 0`
    : sql<boolean>`instr(${sql.ref(column)}, ${term}) > 0`;
}
