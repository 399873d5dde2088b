import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** When a proposal was rejected: until the next cleanup it can be had back. */
export function keepRejected(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('ai_proposals').addColumn('rejected_at', textColumn(dialect)).execute();
    },
  };
}
