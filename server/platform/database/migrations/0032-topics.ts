import type { Kysely } from 'kysely';

/** At which revision what kept answers show was changed last. */
export const createTopics = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('topics')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('revision', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('topics_revision').on('topics').column('revision').execute();
  },
};
