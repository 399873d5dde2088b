import { type Kysely, type Migration, sql } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/**
 * What a page of threads needs without looking at all of them: which are shown, how many replies each
 * has, how many there are of a company, and a number for each person in the comments on one company.
 */
export function createThreads(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      const comments = () => db.schema.alterTable('comments');
      await comments()
        .addColumn('replies', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      await comments()
        .addColumn('shown', 'integer', (c) => c.notNull().defaultTo(1))
        .execute();
      await comments().addColumn('person', 'integer').execute();
      await db.schema
        .alterTable('companies')
        .addColumn('threads_count', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createTable('comment_persons')
        .addColumn('company_id', text, (c) =>
          c.primaryKey().notNull().references('companies.id').onDelete('cascade'),
        )
        .addColumn('last', 'integer', (c) => c.notNull())
        .execute();

      await sql`
        update comments set replies = (
          select count(*) from comments reply
          where reply.root_id = comments.id and reply.parent_id is not null and reply.status = 'published')
        where parent_id is null`.execute(db);
      await sql`
        update comments set shown = 0
        where parent_id is null and (status = 'held' or (status = 'deleted' and replies = 0))`.execute(db);
      await sql`
        update comments set person = people.person
        from (
          select company_id, visitor,
            row_number() over (partition by company_id order by min(created_at), min(id)) as person
          from comments where visitor is not null group by company_id, visitor
        ) as people
        where people.company_id = comments.company_id and people.visitor = comments.visitor`.execute(db);
      await sql`
        insert into comment_persons
        select company_id, max(person) from comments where person is not null group by company_id`.execute(
        db,
      );

      // Both pages are read along their index, as far as they go and no further.
      await sql`
        create index comments_threads on comments (company_id, created_at, id)
        where parent_id is null and shown = 1`.execute(db);
      await sql`
        create index comments_replies on comments (root_id, created_at, id)
        where parent_id is not null and status <> 'held'`.execute(db);
      await sql`
        update companies set threads_count = (
          select count(*) from comments
          where company_id = companies.id and parent_id is null and shown = 1)`.execute(db);
      // The threads' own order is in the index above; what is left is to find all of a company.
      await db.schema.dropIndex('comments_by_company').execute();
      await db.schema.createIndex('comments_by_company').on('comments').column('company_id').execute();
    },
  };
}
