import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** The configuration of the directory: every version of each part, the highest one in force. */
export function createDirectoryConfig(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('directory_config')
        .addColumn('part', text, (c) => c.notNull())
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('value', text, (c) => c.notNull())
        .addColumn('admin', text, (c) => c.notNull())
        .addColumn('at', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('directory_config_key', ['part', 'version'])
        .execute();
    },
  };
}
