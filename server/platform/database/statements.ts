import type { Compilable, Insertable, InsertQueryBuilder, InsertResult } from 'kysely';
import * as engine from '#engine/sql';
import type { Schema } from './schema.ts';
import type { Db } from './types.ts';

export const { PIPELINED } = engine;

/** `compiled` of the engine, for the tables of this database. */
export const compiled: <Values extends object, Row>(
  build: (db: Db, parameters: Values) => Compilable<Row>,
  options?: Parameters<typeof engine.compiled>[1],
) => (db: Db, values: Values) => Promise<Row[]> = engine.compiled;

/** `compiledInsert` of the engine, for the tables of this database. */
export const compiledInsert: <Table extends keyof Schema, Row = never>(
  table: Table,
  finish?: (insert: InsertQueryBuilder<Schema, Table, InsertResult>) => Compilable<Row>,
) => (db: Db, rows: readonly Insertable<Schema[Table]>[]) => Promise<Row[]> = engine.compiledInsert;

/** Variants of a compiled statement, by a key of which there are few: each is made when it is first used. */
export function variants<Key, Statement>(make: (key: Key) => Statement): (key: Key) => Statement {
  const made = new Map<Key, Statement>();
  return (key) => {
    const statement = made.get(key) ?? make(key);
    made.set(key, statement);
    return statement;
  };
}
