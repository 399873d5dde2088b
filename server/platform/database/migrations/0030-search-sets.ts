import { type Kysely, sql } from 'kysely';

/** The index of the search has other tables, made from the companies when the server starts. */
export const dropSearchIndex = {
  async up(db: Kysely<unknown>) {
    for (const table of ['documents', 'en', 'ko', 'ja', 'zh', 'words', 'waiting'])
      await sql`drop table if exists ${sql.table(`search_${table}`)}`.execute(db);
  },
};
