import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Which companies name which sources, and what was found at the addresses of these. */
export function createSourceChecks(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('company_sources')
        .addColumn('company_id', text, (c) => c.notNull().references('companies.id').onDelete('cascade'))
        .addColumn('url', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('company_sources_pk', ['company_id', 'url'])
        .execute();
      await db.schema
        .createIndex('company_sources_by_url')
        .on('company_sources')
        .columns(['url', 'company_id'])
        .execute();
      await db.schema
        .createTable('source_checks')
        .addColumn('url', text, (c) => c.primaryKey().notNull())
        .addColumn('checked_at', text, (c) => c.notNull())
        .addColumn('status', 'integer')
        .addColumn('failure', text)
        .addColumn('failures', 'integer', (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('source_checks_by_failures')
        .on('source_checks')
        .column('failures')
        .execute();
    },
  };
}
