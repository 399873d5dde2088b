import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Passkeys of administrators and readers; administrators' authenticator apps and recovery codes. */
export function createSecondFactors(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('passkeys')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('admin_id', text, (c) => c.references('admins.id').onDelete('cascade'))
        .addColumn('user_id', text, (c) => c.references('users.id').onDelete('cascade'))
        .addColumn('public_key', text, (c) => c.notNull())
        .addColumn('counter', 'bigint', (c) => c.notNull())
        .addColumn('transports', text, (c) => c.notNull())
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('last_used_at', text)
        .execute();
      for (const owner of ['admin', 'user'] as const) {
        await db.schema
          .createIndex(`passkeys_by_${owner}`)
          .on('passkeys')
          .columns([`${owner}_id`, 'created_at'])
          .execute();
      }
      await db.schema
        .createTable('admin_totps')
        .addColumn('admin_id', text, (c) =>
          c.primaryKey().notNull().references('admins.id').onDelete('cascade'),
        )
        .addColumn('secret', text, (c) => c.notNull())
        .addColumn('confirmed_at', text)
        .addColumn('last_step', 'bigint', (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createTable('admin_recovery_codes')
        .addColumn('admin_id', text, (c) => c.notNull().references('admins.id').onDelete('cascade'))
        .addColumn('code_hash', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('admin_recovery_codes_key', ['admin_id', 'code_hash'])
        .execute();
      await db.schema
        .createTable('challenges')
        .addColumn('hash', text, (c) => c.primaryKey().notNull())
        .addColumn('purpose', text, (c) => c.notNull())
        .addColumn('owner', text, (c) => c.notNull())
        .addColumn('expires_at', text, (c) => c.notNull())
        .execute();
      await db.schema.createIndex('challenges_by_owner').on('challenges').column('owner').execute();
    },
  };
}
