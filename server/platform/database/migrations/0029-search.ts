import type { Kysely } from 'kysely';

/** The search has an index of its own, made from the companies: not by a migration. */
export const dropSearches = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropTable('company_searches').execute();
  },
};
