import { type Kysely, type Migration, sql } from 'kysely';

/** Cuts what names are ordered by to 200 signs: folded, some were so long that no cursor took them. */
export const cutNameKeys: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['companies', 'company_listings'])
      await sql`update ${sql.table(table)} set name_key = substr(name_key, 1, 200) where length(name_key) > 200`.execute(
        db,
      );
  },
};
