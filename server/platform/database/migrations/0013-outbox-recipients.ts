import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/**
 * Whom a mail is to, hashed: with an account its mails go. When a mail was refused for good: it is
 * shown for a while and not sent again.
 */
export function nameRecipients(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('outbox').addColumn('recipient', text).execute();
      await db.schema.alterTable('outbox').addColumn('refused_at', text).execute();
      await db.schema.createIndex('outbox_by_recipient').on('outbox').column('recipient').execute();
    },
  };
}
