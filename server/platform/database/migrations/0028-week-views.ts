import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** How often each company was opened on which day, and in the last seven. */
export function countWeekViews(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('company_view_days')
        .addColumn('company_id', text, (c) => c.notNull().references('companies.id').onDelete('cascade'))
        .addColumn('day', text, (c) => c.notNull())
        .addColumn('views', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('company_view_days_pk', ['company_id', 'day'])
        .execute();
      await db.schema.createIndex('company_view_days_by_day').on('company_view_days').column('day').execute();
      await db.schema
        .alterTable('companies')
        .addColumn('week_views', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema.createIndex('companies_by_week_views').on('companies').column('week_views').execute();
    },
  };
}
