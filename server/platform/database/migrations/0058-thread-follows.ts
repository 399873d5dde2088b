import { type Kysely, type Migration, sql } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Addresses follow threads of comments: who wrote in one, and which readers follow it. */
export function followThreads(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('follows').addColumn('visitor', textColumn(dialect)).execute();
      await sql`create index follows_of_thread on follows (value) where kind = 'thread'`.execute(db);
    },
  };
}
