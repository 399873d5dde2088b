import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** What one of several processes has for itself: jobs, mails and backups held it each in a way of their own. */
export function createLeases(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('leases')
        .addColumn('name', text, (c) => c.primaryKey().notNull())
        .addColumn('holder', text, (c) => c.notNull())
        .addColumn('held_until', text, (c) => c.notNull())
        .execute();
      await db.schema.alterTable('jobs').dropColumn('leased_until').execute();
    },
  };
}
