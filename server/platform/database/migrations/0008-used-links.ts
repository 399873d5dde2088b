import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** A verification link that was used is remembered: opened again it says that the address is verified. */
export function rememberUsedLinks(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('user_tokens').addColumn('used_at', textColumn(dialect)).execute();
    },
  };
}
