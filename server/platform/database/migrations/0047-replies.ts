import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Which account wrote a comment, who is told of replies, and when a comment was edited. */
export function createReplies(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('comments').addColumn('edited_at', text).execute();
      await db.schema
        .alterTable('users')
        .addColumn('reply_mails', 'integer', (c) => c.notNull().defaultTo(1))
        .execute();
      await db.schema
        .createTable('comment_authors')
        .addColumn('comment_id', text, (c) => c.primaryKey().references('comments.id').onDelete('cascade'))
        .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
        .execute();
      await db.schema
        .createIndex('comment_authors_by_user')
        .on('comment_authors')
        .columns(['user_id', 'comment_id'])
        .execute();
      await db.schema
        .createTable('followed_threads')
        .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('root_id', text, (c) => c.notNull().references('comments.id').onDelete('cascade'))
        .addColumn('muted', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('followed_threads_key', ['user_id', 'root_id'])
        .execute();
      await db.schema
        .createIndex('followed_threads_by_root')
        .on('followed_threads')
        .columns(['root_id'])
        .execute();
      await db.schema
        .createTable('notifications')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('comment_id', text, (c) => c.notNull().references('comments.id').onDelete('cascade'))
        .addColumn('kind', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('read_at', text)
        .addColumn('mailed_at', text)
        .addUniqueConstraint('notifications_once', ['user_id', 'comment_id'])
        .execute();
      await db.schema
        .createIndex('notifications_of_user')
        .on('notifications')
        .columns(['user_id', 'id'])
        .execute();
      const comment = db.schema.createIndex('notifications_of_comment').on('notifications');
      await comment.columns(['comment_id']).execute();
      const unmailed = db.schema.createIndex('notifications_to_mail').on('notifications');
      await unmailed.columns(['mailed_at', 'created_at']).execute();
    },
  };
}
