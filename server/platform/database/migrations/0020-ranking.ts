import type { Kysely, Migration } from 'kysely';

/** Of companies with the same score the one that earns more for each of its people stands first. */
export const rankByRevenuePerPerson: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('companies')
      .addColumn('revenue_per_person', 'double precision', (c) => c.notNull().defaultTo(-1))
      .execute();
    const order = ['score desc', 'revenue_per_person desc', 'likes desc', 'name_key', 'id'];
    for (const [name, first] of [
      ['companies_by_rank', ['show_on_site']],
      ['companies_by_category_rank', ['show_on_site', 'category']],
    ] as const) {
      await db.schema.dropIndex(name).execute();
      await db.schema
        .createIndex(name)
        .on('companies')
        .columns([...first, ...order])
        .execute();
    }
  },
};
