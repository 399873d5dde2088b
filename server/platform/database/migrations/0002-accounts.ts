import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Users, their sessions and mailed tokens, the outbox and the throttles. */
export function createAccounts(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('users')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('email', text, (c) => c.notNull())
        .addColumn('email_key', text, (c) => c.notNull().unique())
        .addColumn('password_hash', text, (c) => c.notNull())
        .addColumn('nickname', text)
        .addColumn('first_name', text)
        .addColumn('last_name', text)
        .addColumn('job_title', text)
        .addColumn('job_category', text)
        .addColumn('organization', text)
        .addColumn('phone_number', text)
        .addColumn('country', text)
        .addColumn('language', text, (c) => c.notNull())
        .addColumn('website_url', text)
        .addColumn('social_urls', text, (c) => c.notNull().defaultTo('[]'))
        .addColumn('newsletter_subscribed', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('newsletter_categories', text, (c) => c.notNull().defaultTo('[]'))
        .addColumn('admin_notes', text)
        .addColumn('is_active', 'integer', (c) => c.notNull().defaultTo(1))
        .addColumn('email_verified', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('last_login_at', text)
        .addColumn('login_count', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('login_ip_addresses', text, (c) => c.notNull().defaultTo('[]'))
        .execute();
      await db.schema.createIndex('users_by_creation').on('users').columns(['created_at', 'id']).execute();

      await db.schema
        .createTable('user_sessions')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('token_hash', text, (c) => c.notNull().unique())
        .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('device', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('last_used_at', text, (c) => c.notNull())
        .addColumn('expires_at', text, (c) => c.notNull())
        .execute();
      await db.schema.createIndex('user_sessions_by_user').on('user_sessions').column('user_id').execute();

      // One row a user and kind: a newer token replaces the older one.
      await db.schema
        .createTable('user_tokens')
        .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('kind', text, (c) => c.notNull())
        .addColumn('token_hash', text, (c) => c.notNull().unique())
        .addColumn('expires_at', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('user_tokens_key', ['user_id', 'kind'])
        .execute();

      await db.schema
        .createTable('outbox')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('message', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('next_attempt_at', text, (c) => c.notNull())
        .addColumn('last_error', text)
        .execute();
      await db.schema.createIndex('outbox_by_time').on('outbox').column('next_attempt_at').execute();

      await db.schema
        .createTable('throttles')
        .addColumn('key', text, (c) => c.primaryKey().notNull())
        .addColumn('started_at', 'bigint', (c) => c.notNull())
        .addColumn('count', 'integer', (c) => c.notNull())
        .addColumn('blocked_until', 'bigint', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('throttles_by_time').on('throttles').column('started_at').execute();
    },
  };
}
