import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Accounts at other providers by which readers log in. */
export function createUserIdentities(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('user_identities')
        .addColumn('issuer', text, (c) => c.notNull())
        .addColumn('subject', text, (c) => c.notNull())
        .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('created_at', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('user_identities_key', ['issuer', 'subject'])
        .execute();
      const byUser = db.schema.createIndex('user_identities_by_user').on('user_identities');
      await byUser.columns(['user_id']).execute();
    },
  };
}
