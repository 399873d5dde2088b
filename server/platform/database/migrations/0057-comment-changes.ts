import { type Kysely, type Migration, sql } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Which entry of the change feed tells of a comment. */
export function tellComments(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('comments').addColumn('change_id', textColumn(dialect)).execute();
      await sql`
        create index comments_by_change on comments (change_id) where change_id is not null`.execute(db);
    },
  };
}
