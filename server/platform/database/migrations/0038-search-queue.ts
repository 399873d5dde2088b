import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../types.ts';

/** Renames the queue of the search index, and the columns of document ids. A new database has none of them yet. */
export const renameSearchQueue = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const { rows } = await (dialect === 'postgres'
      ? sql`select 1 where to_regclass('search_waiting') is not null`
      : sql`select 1 from sqlite_master where type = 'table' and name = 'search_waiting'`
    ).execute(db);
    if (rows.length === 0) return;
    await sql`alter table search_waiting rename to search_queue`.execute(db);
    await sql`alter table search_queue rename column company_id to document_id`.execute(db);
    await sql`alter table search_queue rename column note to version`.execute(db);
    await sql`alter table search_documents rename column company_id to document_id`.execute(db);
  },
});
