import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { HOUR, MINUTE, SECOND } from '../../../core/time.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { type Lease, LeaseEnded } from '../../platform/jobs/lease.ts';
import type { Mail } from '../../platform/mail/message.ts';
import { GIVE_UP_AFTER, type MailEvents } from '../../platform/mail/outbox.ts';
import type { Transport } from '../../platform/mail/transport.ts';
import type { Now } from '../../platform/time/clock.ts';
import { countMail, endReader, findReader, type StoredMail } from '../readers/index.ts';

/** Digests that are sent side by side at most. */
const BATCH_MAX = 20;
const FIRST_DIGEST_WAIT = MINUTE;

interface DigestSending extends MailEvents {
  database: Database;
  transport: Transport;
  write(stored: StoredMail): Promise<Mail | undefined>;
  /** How long mails about replies gather what comes, in milliseconds. */
  repliesWait: number;
  /** Digests in a minute. */
  perMinute: number;
  /** Ends the mails on their way, where a stop cannot wait for them any longer. */
  giveUp: AbortSignal;
  now: Now;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

type MailRefusal = Error & { responseCode?: number; response?: string; command?: string };

/**
 * Whether a mail server says that there is no such mailbox (RFC 5321, 4.2.2). A refusal by a rule (5.7.x, RFC 3463)
 * says nothing of the address, but of us or of a setting.
 */
const isNoMailbox = ({ responseCode = 0, response = '', command }: MailRefusal) =>
  command === 'RCPT TO' && [550, 551, 553].includes(responseCode) && !/\b5\.7\.\d/.test(response);

/**
 * Due mails; mails about replies only after `repliesWait` more milliseconds, in which further replies are
 * collected.
 */
const queued = (db: Db, at: Date, repliesWait: number) =>
  db
    .selectFrom('reader_mails')
    .where('state', '=', 'queued')
    .where('next_attempt_at', '<=', at.toISOString())
    .where((eb) =>
      eb.or([
        eb('frequency', '<>', 'replies'),
        eb('next_attempt_at', '<=', new Date(at.getTime() - repliesWait).toISOString()),
      ]),
    );

/** Whether a digest waits whose time has come. */
export async function isAnyQueued(db: Db, now: Date, repliesWait: number): Promise<boolean> {
  return (await queued(db, now, repliesWait).select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Sends queued digests in batches, at most `MAIL_PER_MINUTE`; the lease keeps other processes out. A digest is marked as
 * sent when the mail server asks for its content, and queued again only where the server then refuses the content: no
 * reader gets a digest twice, wherever a process ends.
 */
export async function sendDigests(sending: DigestSending, lease: Lease): Promise<void> {
  const { database, perMinute, now } = sending;
  const batch = Math.min(BATCH_MAX, Math.max(1, Math.round(perMinute / 60)));
  while (!lease.signal.aborted) {
    const began = performance.now();
    const rows = await queued(database.read, now(), sending.repliesWait)
      .selectAll()
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(batch)
      .execute();
    if (rows.length === 0) return;
    await Promise.all(rows.map((row) => sendOne(sending, row, lease)));
    const wait = (rows.length / perMinute) * 60 * SECOND - (performance.now() - began);
    if (wait > 0) await pause(wait, undefined, { signal: lease.signal }).catch(() => {});
  }
}

async function sendOne(sending: DigestSending, row: StoredMail, lease: Lease): Promise<void> {
  const { database, transport, write, now, giveUp, onSent } = sending;
  const mail = await write(row);
  if (!mail) {
    await database.write(({ tx }) =>
      tx.updateTable('reader_mails').set({ state: 'empty' }).where('id', '=', row.id).execute(),
    );
    return;
  }
  let isHanded = false;
  try {
    await transport.send(mail, row.id, giveUp, async () => {
      await database.write(async ({ tx }) => {
        await lease.confirm(tx);
        const marked = await tx
          .updateTable('reader_mails')
          .set({ state: 'handed' })
          .where('id', '=', row.id)
          .where('state', '=', 'queued')
          // A reply that came meanwhile is in the next look's mail.
          .where('content', '=', row.content)
          .returning('id')
          .executeTakeFirst();
        // Ended by its reader meanwhile.
        if (!marked) throw new LeaseEnded(`The digest ${row.id} is not to be sent any more.`);
      });
      isHanded = true;
    });
    await database.write(async ({ tx }) => {
      await countMail(tx, row, 'sent');
      await tx
        .updateTable('reader_mails')
        .set({ state: 'sent', sent_at: now().toISOString() })
        .where('id', '=', row.id)
        .execute();
    });
    onSent();
  } catch (error) {
    if (error instanceof LeaseEnded || giveUp.aborted) return;
    await returnToQueue(sending, row, error as MailRefusal, isHanded);
  }
}

/** Outcome of a failed sending: queued again with a longer delay, or refused for good. */
async function returnToQueue(
  { database, now, log, onPostponed, onRefused }: DigestSending,
  row: StoredMail,
  error: MailRefusal,
  isHanded: boolean,
): Promise<void> {
  const at = now();
  const { responseCode, message } = error;
  if (isHanded && responseCode === undefined) {
    log.warn(
      { mail: row.id, reason: message },
      'nobody knows whether a digest arrived; it is not sent again',
    );
    return;
  }
  const isForGood = (responseCode ?? 0) >= 500 && ['RCPT TO', 'DATA'].includes(error.command ?? '');
  const isOld = at.getTime() - Date.parse(row.created_at) > GIVE_UP_AFTER;
  await database.write(async ({ tx }) => {
    if (isForGood || isOld) await countMail(tx, row, 'refused');
    if (isNoMailbox(error)) {
      const reader = await findReader(tx, row.reader_id);
      if (reader) await endReader(tx, reader, 'refused', at);
    }
    const wait = Math.min(HOUR, FIRST_DIGEST_WAIT * 2 ** Math.min(row.attempts, 10));
    await tx
      .updateTable('reader_mails')
      .set(
        isForGood || isOld
          ? { state: 'refused' }
          : {
              state: 'queued',
              attempts: row.attempts + 1,
              next_attempt_at: new Date(at.getTime() + wait).toISOString(),
            },
      )
      .where('id', '=', row.id)
      .execute();
  });
  log.warn({ mail: row.id, reason: message }, isForGood ? 'a digest was refused' : 'a digest has to wait');
  if (isForGood) onRefused();
  else onPostponed(message);
}
