import { sql } from 'kysely';
import { DEEPEST_REPLY } from '../../../core/comments/rules.ts';
import type { Db, Unit } from '../../platform/database/types.ts';

/** Adds to the number of published replies below a top-level comment. */
export function addReplies(unit: Unit, rootId: string, change: number): void {
  unit.increment(`comments ${rootId} replies`, change, (tx, replies) => updateThread(tx, rootId, replies));
}

/** The status of a top-level comment changed, and perhaps whether its thread is shown. */
export function settleThread(unit: Unit, rootId: string): void {
  unit.increment(`comments ${rootId} status`, 1, (tx) => updateThread(tx, rootId, 0));
}

/** Adds to the number of a company's threads that are shown. */
export function addThreads(unit: Unit, companyId: string, change: number): void {
  unit.increment(`companies ${companyId} threads_count`, change, (tx, threads) =>
    changeThreadCount(tx, companyId, threads),
  );
}

async function changeThreadCount(tx: Db, companyId: string, change: number): Promise<void> {
  await tx
    .updateTable('companies')
    .set((eb) => ({ threads_count: eb('threads_count', '+', change) }))
    .where('id', '=', companyId)
    .execute();
}

/** A thread is shown while its first comment is, or while something stands below the place of it. */
async function updateThread(tx: Db, rootId: string, change: number): Promise<void> {
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
  await changeThreadCount(tx, root.company_id, shown - root.shown);
}

/**
 * Brings the threads of a company up to date that comes out of the trash: it may be from before
 * replies had a deepest level, and before threads were counted.
 */
export async function renewThreads(tx: Db, companyId: string): Promise<void> {
  await sql`
    with recursive below (id, level, place) as (
      select id, 1, id from comments where company_id = ${companyId} and parent_id is null
      union all
      select c.id, b.level + 1, case when b.level < ${sql.lit(DEEPEST_REPLY)} then c.id else b.place end
      from below b join comments c on c.parent_id = b.id
    )
    update comments set parent_id = (select place from below where below.id = comments.id)
    where id in (select id from below where level > ${sql.lit(DEEPEST_REPLY)} + 1)`.execute(tx);
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
