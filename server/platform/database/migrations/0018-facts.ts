import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Facts as data: figures over time, what became of it, what it is, who founded it, and what happened when. */
export function createFacts(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      for (const list of ['kinds', 'tags', 'founders', 'figures']) {
        await db.schema
          .alterTable('companies')
          .addColumn(list, text, (c) => c.notNull().defaultTo('[]'))
          .execute();
      }
      for (const one of ['status', 'checked_at']) {
        await db.schema.alterTable('companies').addColumn(one, text).execute();
      }
      await db.schema
        .alterTable('company_texts')
        .addColumn('timeline', text, (c) => c.notNull().defaultTo('[]'))
        .execute();
      for (const one of ['city', 'money', 'first_customers', 'lesson']) {
        await db.schema.alterTable('company_texts').addColumn(one, text).execute();
      }
      // What lists and pages of facts look companies up by: written with the listing.
      await db.schema
        .createTable('company_facets')
        .addColumn('facet', text, (c) => c.notNull())
        .addColumn('value', text, (c) => c.notNull())
        .addColumn('company_id', text, (c) => c.notNull().references('companies.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('company_facets_pk', ['facet', 'value', 'company_id'])
        .execute();
      await db.schema
        .createIndex('company_facets_by_company')
        .on('company_facets')
        .column('company_id')
        .execute();
    },
  };
}
