import type { Kysely, Migration } from 'kysely';

/** Whether the revenue and the people of a company's head follow the latest of its figures. */
export const followFigures: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['revenue_follows', 'employees_follows']) {
      await db.schema
        .alterTable('companies')
        .addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
    }
  },
};
