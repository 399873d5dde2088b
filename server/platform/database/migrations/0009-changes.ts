import { type Kysely, type Migration, sql } from 'kysely';

/** The shown companies by their last change: what the feeds begin with. */
export const orderChanges: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index companies_by_change on companies (updated_at desc, id desc)
      where show_on_site = 1`.execute(db);
  },
};
