import { sql } from 'kysely';
import type { Db, Unit } from '../database/types.ts';

/** Adds to the number of published replies below a top-level comment. */
export function addReplies(unit: Unit, rootId: string, change: number): void {
  unit.increment(`comments ${rootId} replies`, change, (tx, replies) => settle(tx, rootId, replies));
}

/** The status of a top-level comment changed, and perhaps whether its thread is shown. */
export function settleThread(unit: Unit, rootId: string): void {
  unit.increment(`comments ${rootId} status`, 1, (tx) => settle(tx, rootId, 0));
}

/** Adds to the number of a company's threads that are shown. */
export function addThreads(unit: Unit, companyId: string, change: number): void {
  unit.increment(`companies ${companyId} threads_count`, change, (tx, threads) =>
    countThreads(tx, companyId, threads),
  );
}

async function countThreads(tx: Db, companyId: string, change: number): Promise<void> {
  await tx
    .updateTable('companies')
    .set((eb) => ({ threads_count: eb('threads_count', '+', change) }))
    .where('id', '=', companyId)
    .execute();
}

/** A thread is shown while its first comment is, or while something stands below the place of it. */
async function settle(tx: Db, rootId: string, change: number): Promise<void> {
  const root = await tx
    .updateTable('comments')
    .set((eb) => ({ replies: eb('replies', '+', change) }))
    .where('id', '=', rootId)
    .returning(['company_id', 'status', 'replies', 'shown'])
    .executeTakeFirst();
  if (!root) return;
  const shown = Number(root.status === 'published' || (root.status === 'deleted' && root.replies > 0));
  if (shown === root.shown) return;
  await tx.updateTable('comments').set({ shown }).where('id', '=', rootId).execute();
  await countThreads(tx, root.company_id, shown - root.shown);
}

/** Counts the threads of a company anew: one that comes out of the trash may be from before they were counted. */
export async function recountThreads(tx: Db, companyId: string): Promise<void> {
  await sql`
    update comments set replies = (
      select count(*) from comments reply
      where reply.root_id = comments.id and reply.parent_id is not null and reply.status = 'published')
    where company_id = ${companyId} and parent_id is null`.execute(tx);
  await sql`
    update comments
    set shown = case when status = 'published' or (status = 'deleted' and replies > 0) then 1 else 0 end
    where company_id = ${companyId} and parent_id is null`.execute(tx);
  await sql`
    update companies set threads_count = (
      select count(*) from comments where company_id = ${companyId} and parent_id is null and shown = 1)
    where id = ${companyId}`.execute(tx);
}
