import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Which job a proposal comes from; unknown of those from before. */
export function nameJobs(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('ai_proposals').addColumn('job_id', textColumn(dialect)).execute();
    },
  };
}
