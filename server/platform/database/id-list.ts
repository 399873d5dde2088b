import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Db } from './types.ts';

export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Any number of ids as one value: the statement is the same for all of them, and compiled once. */
export type IdList = string | readonly string[];

export const idList = (db: Db, ids: readonly string[]): IdList =>
  isPostgres(db) ? ids : JSON.stringify(ids);

/** Whether a column has one of some ids. */
export const isAmong = (db: Db, column: string, ids: IdList): RawBuilder<boolean> =>
  isPostgres(db)
    ? sql<boolean>`${sql.ref(column)} = any(${ids}::text[])`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${ids}))`;

/** The same of ids in a statement that is not compiled once. */
export const isOneOf = (db: Db, column: string, ids: readonly string[]): RawBuilder<boolean> =>
  isAmong(db, column, idList(db, ids));
