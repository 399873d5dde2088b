import type { Kysely, Migration } from 'kysely';
import { searchForm } from '../../../../core/text.ts';
import type { Schema } from '../schema.ts';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** What the console searches and sorts users and comments by, and what a restored comment goes back to. */
export function createPeople(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('users')
        .addColumn('search_text', text, (c) => c.notNull().defaultTo(''))
        .execute();
      await db.schema
        .alterTable('users')
        // The last code point there is: an unknown organization sorts after every known one.
        .addColumn('organization_key', text, (c) => c.notNull().defaultTo('\u{10ffff}'))
        .execute();
      await db.schema
        .createIndex('users_by_organization')
        .on('users')
        .columns(['organization_key', 'id'])
        .execute();

      await db.schema
        .alterTable('comments')
        .addColumn('search_text', text, (c) => c.notNull().defaultTo(''))
        .execute();
      for (const column of ['status_before', 'root_id'] as const) {
        await db.schema.alterTable('comments').addColumn(column, text).execute();
      }
      await db.schema
        .createIndex('comments_by_thread')
        .on('comments')
        .columns(['root_id', 'created_at', 'id'])
        .execute();
      await db.schema
        .createIndex('comments_by_visitor')
        .on('comments')
        .columns(['visitor', 'status'])
        .execute();
      await fillIn(db as Kysely<Schema>);
    },
  };
}

async function fillIn(db: Kysely<Schema>): Promise<void> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'email', 'nickname', 'first_name', 'last_name', 'organization'])
    .execute();
  for (const { id, ...searched } of users) {
    await db
      .updateTable('users')
      .set({
        search_text: searchForm(Object.values(searched).filter(Boolean).join('\n')),
        ...(searched.organization ? { organization_key: searchForm(searched.organization) } : {}),
      })
      .where('id', '=', id)
      .execute();
  }
  const comments = await db
    .selectFrom('comments')
    .select(['id', 'parent_id', 'author', 'content'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const roots = new Map<string, string>();
  for (const { id, parent_id, author, content } of comments) {
    const root_id = parent_id === null ? id : (roots.get(parent_id) ?? parent_id);
    roots.set(id, root_id);
    await db
      .updateTable('comments')
      .set({ root_id, search_text: searchForm(`${author}\n${content}`) })
      .where('id', '=', id)
      .execute();
  }
}
