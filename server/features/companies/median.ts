import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/types.ts';

/** The middle of what is known of a number of the companies `c`: what is unknown is null or below zero. */
export function median(
  { dialect }: Pick<Database, 'dialect'>,
  column: 'employees' | 'revenue_amount' | 'revenue_per_person',
): RawBuilder<number | null> {
  const known = sql`case when ${sql.ref(`c.${column}`)} >= 0 then ${sql.ref(`c.${column}`)} end`;
  return dialect === 'sqlite'
    ? sql`median(${known})`
    : sql`percentile_cont(0.5) within group (order by ${known})`;
}
