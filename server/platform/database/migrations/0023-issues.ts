import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** What is to be looked after in each company: a table of its own, because the companies' rows are long. */
export function createIssues(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('company_issues')
        .addColumn('company_id', text, (c) =>
          c.primaryKey().notNull().references('companies.id').onDelete('cascade'),
        )
        .addColumn('category', text, (c) => c.notNull())
        .addColumn('oldest_year', 'integer')
        .addColumn('checked_at', text)
        .addColumn('unsourced', 'integer', (c) => c.notNull())
        .addColumn('contradiction', 'integer', (c) => c.notNull())
        .addColumn('findings', text, (c) => c.notNull())
        .execute();
    },
  };
}
