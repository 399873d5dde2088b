import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Where a tag that was renamed leads, and what takes a rename or a removal back. */
export function createTagMoves(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('tag_moves')
        .addColumn('tag', text, (c) => c.primaryKey().notNull())
        .addColumn('moved_to', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('tag_changes')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('at', text, (c) => c.notNull())
        .addColumn('tag', text, (c) => c.notNull())
        // Null where the tag was taken away.
        .addColumn('moved_to', text)
        // The companies with the tags that they had.
        .addColumn('companies', text, (c) => c.notNull())
        .execute();
    },
  };
}
