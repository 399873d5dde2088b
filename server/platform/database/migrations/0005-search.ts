import { type Kysely, type Migration, sql } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** As they were; of later ones the read model takes care. */
const LANGUAGES = ['en', 'ko', 'ja', 'zh'];

/**
 * What a search looks through, apart from what a list shows: narrow rows, those of one language
 * together, with what else decides whether a company is found. A tenth of the bytes to read. And the
 * threads of comments in the order in which moderators list them.
 */
export function createSearch(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  const layout = dialect === 'postgres' ? sql`partition by list (language)` : sql`without rowid`;
  return {
    async up(db: Kysely<unknown>) {
      await sql`
        create table company_searches (
          language ${text} not null,
          company_id ${text} not null,
          category ${text} not null,
          show_on_site integer not null,
          search_text ${text} not null,
          primary key (language, company_id)
        ) ${layout}`.execute(db);
      if (dialect === 'postgres') {
        for (const language of LANGUAGES) {
          await sql`
            create table ${sql.table(`company_searches_${language}`)}
            partition of company_searches for values in (${sql.lit(language)})`.execute(db);
        }
      }
      await sql`
        insert into company_searches
        select l.language, l.company_id, c.category, c.show_on_site, l.search_text
        from company_listings l join companies c on c.id = l.company_id`.execute(db);
      await db.schema.alterTable('company_listings').dropColumn('search_text').execute();
      // With the column of its condition, or SQLite would look each row up to count them.
      await sql`
        create index comments_roots_by_time on comments (created_at, id, parent_id)
        where parent_id is null`.execute(db);
      // Without roots in it: SQLite would look them up there, and then sort all of them.
      await db.schema.dropIndex('comments_by_parent').execute();
      await sql`
        create index comments_by_parent on comments (parent_id) where parent_id is not null`.execute(db);
    },
  };
}
