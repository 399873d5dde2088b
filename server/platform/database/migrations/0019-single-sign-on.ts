import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** By which account of which provider an administrator signs on. */
export function createIdentities(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('admin_identities')
        .addColumn('issuer', text, (c) => c.notNull())
        .addColumn('subject', text, (c) => c.notNull())
        .addColumn('admin_id', text, (c) => c.notNull().references('admins.id').onDelete('cascade'))
        .addColumn('created_at', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('admin_identities_pk', ['issuer', 'subject'])
        .execute();
      await db.schema
        .createIndex('admin_identities_by_admin')
        .on('admin_identities')
        .column('admin_id')
        .execute();
    },
  };
}
