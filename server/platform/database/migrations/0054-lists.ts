import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Companies that readers with an account save. */
export function createSavedLists(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('saved_lists')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('entries', text, (c) => c.notNull())
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('token', text, (c) => c.unique())
        .addColumn('shared_by', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('updated_at', text, (c) => c.notNull())
        .addUniqueConstraint('saved_lists_once', ['user_id', 'name'])
        .execute();
    },
  };
}
