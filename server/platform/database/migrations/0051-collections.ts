import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Lists of companies with words. */
export function createCollections(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('collections')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('texts', text, (c) => c.notNull())
        .addColumn('companies', text, (c) => c.notNull())
        .addColumn('published', 'integer', (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('updated_at', text, (c) => c.notNull())
        .execute();
    },
  };
}
