import { type Kysely, type Migration, sql } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Administrators are persons with roles, who are invited. Who was one before is an owner. */
export function createAdministrators(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('admins')
        .addColumn('role', text, (c) => c.notNull().defaultTo('owner'))
        .execute();
      for (const column of ['email', 'email_key', 'disabled_at', 'last_login_at'] as const) {
        await db.schema.alterTable('admins').addColumn(column, text).execute();
      }
      await db.schema.createIndex('admins_by_email').on('admins').column('email_key').unique().execute();

      await db.schema
        .alterTable('admin_sessions')
        .addColumn('proved_at', text, (c) => c.notNull().defaultTo(''))
        .execute();
      await sql`update admin_sessions set proved_at = created_at`.execute(db);

      await db.schema
        .createTable('admin_invitations')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('token_hash', text, (c) => c.notNull().unique())
        .addColumn('email', text, (c) => c.notNull())
        .addColumn('email_key', text, (c) => c.notNull().unique())
        .addColumn('role', text, (c) => c.notNull())
        .addColumn('language', text, (c) => c.notNull())
        .addColumn('invited_by', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('expires_at', text, (c) => c.notNull())
        .execute();
    },
  };
}
