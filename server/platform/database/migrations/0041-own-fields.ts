import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Values of the fields that a directory defines, as JSON by the id of the field; what lists and search read of them. */
export function addOwnFields(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['companies', 'company_texts'])
        await db.schema.alterTable(table).addColumn('fields', text).execute();
      await db.schema.alterTable('company_listings').addColumn('text_fields', text).execute();
      await db.schema
        .createTable('company_numbers')
        .addColumn('field', text, (c) => c.notNull())
        .addColumn('value', dialect === 'postgres' ? 'double precision' : 'real', (c) => c.notNull())
        .addColumn('company_id', text, (c) => c.notNull().references('companies.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('company_numbers_pk', ['field', 'company_id'])
        .execute();
      const index = db.schema.createIndex('company_numbers_by_value').on('company_numbers');
      await index.columns(['field', 'value']).execute();
      const byCompany = db.schema.createIndex('company_numbers_by_company').on('company_numbers');
      await byCompany.column('company_id').execute();
    },
  };
}
