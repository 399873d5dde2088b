import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** What finds duplicates among companies, and what a merge of two leaves: the redirect, the history, the undo. */
export function createMerges(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('company_keys')
        .addColumn('company_id', text, (c) => c.notNull().references('companies.id').onDelete('cascade'))
        .addColumn('kind', text, (c) => c.notNull())
        .addColumn('value', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('company_keys_pk', ['company_id', 'kind', 'value'])
        .execute();
      const byValue = db.schema.createIndex('company_keys_by_value').on('company_keys');
      await byValue.columns(['kind', 'value', 'company_id']).execute();
      await db.schema
        .createTable('dismissed_duplicates')
        // In the order of the ids.
        .addColumn('company_id', text, (c) => c.notNull())
        .addColumn('other_id', text, (c) => c.notNull())
        .addColumn('at', text, (c) => c.notNull())
        .addColumn('admin', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('dismissed_duplicates_pk', ['company_id', 'other_id'])
        .execute();
      await db.schema
        .createTable('company_moves')
        .addColumn('company_id', text, (c) => c.primaryKey().notNull())
        .addColumn('moved_to', text, (c) => c.notNull())
        .execute();
      await db.schema.createIndex('company_moves_by_target').on('company_moves').column('moved_to').execute();
      await db.schema
        .createTable('company_merges')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('at', text, (c) => c.notNull())
        .addColumn('company_id', text, (c) => c.notNull())
        .addColumn('moved_to', text, (c) => c.notNull())
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('snapshot', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('merged_versions')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('company_id', text, (c) => c.notNull().references('companies.id').onDelete('cascade'))
        .addColumn('merged_from', text, (c) => c.notNull())
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('at', text, (c) => c.notNull())
        .addColumn('actor_kind', text, (c) => c.notNull())
        .addColumn('actor', text, (c) => c.notNull())
        .addColumn('action', text, (c) => c.notNull())
        .addColumn('changes', text, (c) => c.notNull())
        .execute();
      const byCompany = db.schema.createIndex('merged_versions_by_company').on('merged_versions');
      await byCompany.column('company_id').execute();
    },
  };
}
