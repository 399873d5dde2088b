import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Administrators, their sessions and log; settings; companies' histories and bin; moderation; jobs. */
export function createConsole(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('admins')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('username', text, (c) => c.notNull())
        .addColumn('username_key', text, (c) => c.notNull().unique())
        .addColumn('password_hash', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .execute();

      await db.schema
        .createTable('admin_sessions')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('token_hash', text, (c) => c.notNull().unique())
        .addColumn('admin_id', text, (c) => c.notNull().references('admins.id').onDelete('cascade'))
        .addColumn('device', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('admin_sessions_by_admin')
        .on('admin_sessions')
        .column('admin_id')
        .execute();

      await db.schema
        .createTable('audit_log')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('at', text, (c) => c.notNull())
        .addColumn('admin', text, (c) => c.notNull())
        .addColumn('action', text, (c) => c.notNull())
        .addColumn('subject', text, (c) => c.notNull())
        .addColumn('before', text)
        .addColumn('after', text)
        .execute();
      await db.schema.createIndex('audit_log_by_time').on('audit_log').columns(['at', 'id']).execute();

      await db.schema
        .createTable('settings')
        .addColumn('name', text, (c) => c.primaryKey().notNull())
        .addColumn('value', text, (c) => c.notNull())
        .execute();

      await db.schema
        .createTable('company_versions')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('company_id', text, (c) => c.notNull().references('companies.id').onDelete('cascade'))
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('at', text, (c) => c.notNull())
        .addColumn('actor_kind', text, (c) => c.notNull())
        .addColumn('actor', text, (c) => c.notNull())
        .addColumn('action', text, (c) => c.notNull())
        .addColumn('changes', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('company_versions_by_company')
        .on('company_versions')
        .columns(['company_id', 'id'])
        .execute();

      await db.schema
        .createTable('deleted_companies')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('company_id', text, (c) => c.notNull())
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('deleted_at', text, (c) => c.notNull())
        .addColumn('deleted_by', text, (c) => c.notNull())
        .addColumn('snapshot', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('deleted_companies_by_time')
        .on('deleted_companies')
        .column('deleted_at')
        .execute();

      // How a text came about, and since when another language is ahead of it.
      for (const column of ['pending_since', 'pending_language', 'model'] as const) {
        await db.schema.alterTable('company_texts').addColumn(column, text).execute();
      }
      await db.schema
        .alterTable('company_texts')
        .addColumn('origin', text, (c) => c.notNull().defaultTo('person'))
        .execute();
      await db.schema
        .alterTable('company_texts')
        .addColumn('reviewed', 'integer', (c) => c.notNull().defaultTo(1))
        .execute();

      // Likes that came with an import: a recount adds the recorded ones to them.
      await db.schema
        .alterTable('companies')
        .addColumn('likes_imported', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();

      await db.schema
        .alterTable('comments')
        .addColumn('status', text, (c) => c.notNull().defaultTo('published'))
        .execute();
      await db.schema.alterTable('comments').addColumn('deleted_at', text).execute();
      await db.schema
        .createIndex('comments_by_time')
        .on('comments')
        .columns(['status', 'created_at', 'id'])
        .execute();
      await db.schema
        .createTable('comment_reports')
        .addColumn('comment_id', text, (c) => c.notNull().references('comments.id').onDelete('cascade'))
        .addColumn('visitor', text, (c) => c.notNull())
        .addColumn('reason', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('comment_reports_key', ['comment_id', 'visitor'])
        .execute();

      await db.schema
        .createTable('jobs')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('kind', text, (c) => c.notNull())
        .addColumn('status', text, (c) => c.notNull())
        .addColumn('input', text, (c) => c.notNull())
        .addColumn('progress', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('total', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('results', text, (c) => c.notNull().defaultTo('[]'))
        .addColumn('error', text)
        .addColumn('created_by', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('started_at', text)
        .addColumn('finished_at', text)
        .addColumn('leased_until', text)
        .execute();
      await db.schema.createIndex('jobs_by_time').on('jobs').columns(['created_at', 'id']).execute();
    },
  };
}
