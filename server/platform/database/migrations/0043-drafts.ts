import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Changes of companies that are kept beside what readers see, and who edits which company now. */
export function createDrafts(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('company_drafts')
        .addColumn('company_id', text, (c) => c.primaryKey().references('companies.id').onDelete('cascade'))
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('company_version', 'integer', (c) => c.notNull())
        .addColumn('changes', text, (c) => c.notNull())
        .addColumn('state', text, (c) => c.notNull())
        .addColumn('saved_by', text, (c) => c.notNull())
        .addColumn('saved_at', text, (c) => c.notNull())
        .addColumn('publish_at', text)
        .addColumn('approved_by', text)
        .execute();
      const due = db.schema.createIndex('company_drafts_due').on('company_drafts');
      await due.columns(['state', 'publish_at']).execute();
      await db.schema
        .createTable('company_editors')
        .addColumn('company_id', text, (c) => c.notNull().references('companies.id').onDelete('cascade'))
        .addColumn('admin', text, (c) => c.notNull())
        .addColumn('seen_at', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('company_editors_key', ['company_id', 'admin'])
        .execute();
    },
  };
}
