import type { Db } from './types.ts';

/** Reads a row of the table `state`, of which there is one for each name. */
export async function readState(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('state').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Writes a row of the table `state`; holds its lock until the end of the transaction. */
export async function writeState(tx: Db, name: string, value: string): Promise<void> {
  await tx
    .insertInto('state')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** The row of `state` with the moment of the last restore: digests that were due by then are not made. */
export const DIGESTS_AFTER = 'digests_after';
