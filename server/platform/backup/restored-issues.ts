import type { Db } from '../database/types.ts';

/** Issues of the newsletter that have begun to be sent, with their numbers. */
export const readBegun = (tx: Db) =>
  tx
    .selectFrom('newsletter_issues')
    .select([
      ...(['id', 'status', 'at', 'started_at', 'finished_at', 'queued_at'] as const),
      ...(['recipients', 'sent', 'refused', 'bounced', 'unsubscribed'] as const),
    ])
    .where('started_at', 'is not', null)
    .execute();

/**
 * Nobody gets an issue twice because of a restore: one that had begun by then stays begun, and who still waited for it
 * gets nothing; so does one whose moment has passed since the backup.
 * @param begun issues of before the restore
 */
export async function keepIssuesBegun(
  tx: Db,
  begun: Awaited<ReturnType<typeof readBegun>>,
  now: Date,
): Promise<void> {
  for (const { id, ...values } of begun)
    await tx.updateTable('newsletter_issues').set(values).where('id', '=', id).execute();
  const at = now.toISOString();
  await tx
    .updateTable('newsletter_issues')
    .set({ status: 'cancelled', finished_at: at })
    .where((eb) =>
      eb.or([eb('status', '=', 'sending'), eb.and([eb('status', '=', 'scheduled'), eb('at', '<=', at)])]),
    )
    .execute();
}
