import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Who came in, who did not, and what concerns access. */
export function createSecurityLog(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('security_events')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('at', text, (c) => c.notNull())
        .addColumn('event', text, (c) => c.notNull())
        .addColumn('outcome', text, (c) => c.notNull())
        .addColumn('source', text, (c) => c.notNull())
        .addColumn('actor_kind', text, (c) => c.notNull())
        .addColumn('actor', text, (c) => c.notNull())
        .addColumn('subject', text, (c) => c.notNull())
        .addColumn('network', text, (c) => c.notNull())
        .addColumn('device', text, (c) => c.notNull())
        .addColumn('count', 'integer', (c) => c.notNull())
        .addColumn('last_at', text, (c) => c.notNull())
        .addColumn('repeat_key', text, (c) => c.unique())
        .addColumn('search_text', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('security_events_by_time')
        .on('security_events')
        .columns(['last_at', 'id'])
        .execute();
      await db.schema
        .createIndex('security_events_by_actor')
        .on('security_events')
        .columns(['actor', 'last_at'])
        .execute();
      await db.schema
        .createIndex('security_events_by_subject')
        .on('security_events')
        .column('subject')
        .execute();
    },
  };
}
