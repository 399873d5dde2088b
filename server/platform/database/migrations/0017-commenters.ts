import type { Kysely, Migration } from 'kysely';

/**
 * A first comment asks for the number of its visitor on the company. By company alone that walked
 * through all of the company's comments; the same index serves whoever wants these.
 */
export const indexCommenters: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('comments_by_company').execute();
    await db.schema
      .createIndex('comments_by_company')
      .on('comments')
      .columns(['company_id', 'visitor', 'person'])
      .execute();
  },
};
