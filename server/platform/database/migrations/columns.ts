import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../types.ts';

/** The column type of a text that sorts by code point on both databases. */
export function textColumn(dialect: Dialect): RawBuilder<unknown> {
  return dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
}
