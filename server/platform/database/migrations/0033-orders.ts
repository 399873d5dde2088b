import type { Kysely, Migration } from 'kysely';

/**
 * Indexes of the orders in which the home page asks for a few of all companies. The one of revenue has
 * the people as well: how many companies have both is counted in it.
 */
export const indexOrders: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [name, ...columns] of [
      ['companies_by_revenue', 'revenue_amount desc', 'name_key', 'id', 'employees'],
      ['companies_by_revenue_per_person', 'revenue_per_person desc', 'name_key', 'id'],
      ['companies_by_creation', 'created_at desc', 'name_key', 'id'],
    ] as const) {
      await db.schema
        .createIndex(name)
        .on('companies')
        .columns(['show_on_site', ...columns])
        .execute();
    }
  },
};
