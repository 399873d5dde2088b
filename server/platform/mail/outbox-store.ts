import type { ExpressionBuilder, Selectable } from 'kysely';
import { newId } from '../database/ids.ts';
import type { OutboxTable, Schema } from '../database/schema.ts';
import type { Db } from '../database/types.ts';
import { heldNames } from '../jobs/lease.ts';
import { CLOCK_DIFFERENCE } from '../time/clock.ts';

/** Characters of a mail server's answer that are stored. */
const ERROR_MAX = 500;

/** A mail of the outbox, encrypted, with its attempts. */
export type MailRow = Selectable<OutboxTable>;

/** Due: its time has come, or lies so far ahead that the clock was set back since. */
const isMailDue = (at: Date) => (eb: ExpressionBuilder<Schema, 'outbox'>) =>
  eb.and([
    eb('refused_at', 'is', null),
    eb.or([
      eb('next_attempt_at', '<=', at.toISOString()),
      eb('created_at', '>', new Date(at.getTime() + CLOCK_DIFFERENCE).toISOString()),
    ]),
  ]);

/** Id of the mail that is due first and that no process is sending. */
export async function findDueMail(db: Db, at: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where(isMailDue(at))
    .where('id', 'not in', heldNames(db, at))
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Counts an attempt. Undefined where another process was faster. */
export async function beginAttempt(tx: Db, id: string, at: Date): Promise<MailRow | undefined> {
  return tx
    .updateTable('outbox')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      created_at: eb
        .case()
        .when('created_at', '>', at.toISOString())
        .then(at.toISOString())
        .else(eb.ref('created_at'))
        .end(),
    }))
    .where('id', '=', id)
    .where(isMailDue(at))
    .returningAll()
    .executeTakeFirst();
}

/** Puts an encrypted mail into the outbox, due at once. @param recipient hash of the address */
export async function insertMail(
  tx: Db,
  { message, recipient }: Pick<MailRow, 'message' | 'recipient'>,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      id: newId(),
      message,
      recipient,
      created_at: at.toISOString(),
      next_attempt_at: at.toISOString(),
      last_error: null,
    })
    .execute();
}

/** Has a mail tried again at a time. */
export async function delayMail(tx: Db, id: string, until: Date, reason: string): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ next_attempt_at: until.toISOString(), last_error: reason.slice(0, ERROR_MAX) })
    .where('id', '=', id)
    .execute();
}

/** Keeps a refused mail to be shown; it is not sent again. */
export async function keepRefusedMail(tx: Db, id: string, at: Date, reason: string): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ refused_at: at.toISOString(), last_error: reason.slice(0, ERROR_MAX) })
    .where('id', '=', id)
    .execute();
}

export async function deleteMail(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('outbox').where('id', '=', id).execute();
}
