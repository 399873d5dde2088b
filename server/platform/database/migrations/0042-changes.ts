import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** What readers are told of changes: one row for each change of a field, edits within an hour folded. */
export function createChanges(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('company_changes')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('company_id', text, (c) => c.notNull().references('companies.id').onDelete('cascade'))
        .addColumn('at', text, (c) => c.notNull())
        .addColumn('field', text, (c) => c.notNull())
        .addColumn('before', text, (c) => c.notNull())
        .addColumn('after', text, (c) => c.notNull())
        .addColumn('year', 'integer')
        .addColumn('source', text)
        .execute();
      const byTime = db.schema.createIndex('company_changes_by_time').on('company_changes');
      await byTime.columns(['at', 'id']).execute();
      const byCompany = db.schema.createIndex('company_changes_by_company').on('company_changes');
      await byCompany.columns(['company_id', 'at']).execute();
    },
  };
}
