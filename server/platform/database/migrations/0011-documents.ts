import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** About, privacy, terms and contact, where whoever runs the site wrote them anew. */
export function createDocuments(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('documents')
        .addColumn('document', text, (c) => c.notNull())
        .addColumn('language', text, (c) => c.notNull())
        .addColumn('text', text, (c) => c.notNull())
        .addColumn('updated_at', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('documents_key', ['document', 'language'])
        .execute();
    },
  };
}
