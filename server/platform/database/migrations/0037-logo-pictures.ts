import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** What was found at the addresses of logos on other sites. */
export function createLogoPictures(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('logo_pictures')
        .addColumn('url', text, (c) => c.primaryKey().notNull())
        .addColumn('checked_at', text, (c) => c.notNull())
        .addColumn('type', text)
        .addColumn('picture', text)
        .addColumn('failure', text)
        .execute();
    },
  };
}
