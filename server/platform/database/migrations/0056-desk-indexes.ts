import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Indexes of what the console counts and sorts of all companies: the few texts that are behind or that nobody
 * reviewed, and the names and founders of a language, which are sorted by its alphabet outside of the database.
 */
export const indexDesk: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [name, condition] of [
      ['company_texts_pending', sql`pending_since is not null`],
      ['company_texts_unreviewed', sql`reviewed = 0`],
    ] as const)
      await db.schema
        .createIndex(name)
        .on('company_texts')
        .columns(['company_id', 'language'])
        .where(sql<boolean>`${condition}`)
        .execute();
    await db.schema.dropIndex('company_listings_by_name').execute();
    await db.schema
      .createIndex('company_listings_by_name')
      .on('company_listings')
      .columns(['language', 'name_key', 'company_id', 'name'])
      .execute();
    await db.schema
      .createIndex('company_listings_by_founder')
      .on('company_listings')
      .columns(['language', 'founder', 'company_id'])
      .execute();
  },
};
