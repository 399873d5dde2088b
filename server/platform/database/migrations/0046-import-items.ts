import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Companies of files that jobs import, checked and ready to be saved. */
export function createImportItems(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('import_items')
        .addColumn('job_id', text, (c) => c.notNull())
        .addColumn('position', 'integer', (c) => c.notNull())
        .addColumn('item', text, (c) => c.notNull())
        .addColumn('before', text)
        .addColumn('created_at', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('import_items_key', ['job_id', 'position'])
        .execute();
    },
  };
}
