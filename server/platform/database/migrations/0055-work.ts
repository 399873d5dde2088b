import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Work of the inbox: assignees, administrators who snoozed an item, and notes of administrators. */
export function createWork(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('work_items')
        .addColumn('kind', text, (c) => c.notNull())
        .addColumn('item', text, (c) => c.notNull())
        .addColumn('assignee', text)
        .addColumn('snoozes', text, (c) => c.notNull())
        .addColumn('notes', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('work_items_key', ['kind', 'item'])
        .execute();
    },
  };
}
