import type { FastifyBaseLogger } from 'fastify';
import type { ExpressionBuilder, Selectable } from 'kysely';
import { DAY, HOUR } from '../../../core/time.ts';
import type { Encryption } from '../auth/encryption.ts';
import { addressHash } from '../auth/secret-token.ts';
import { newId } from '../database/ids.ts';
import type { OutboxTable, Schema } from '../database/schema.ts';
import type { Database, Db } from '../database/types.ts';
import { heldNames, holdLease, type Lease } from '../jobs/lease.ts';
import type { Now } from '../time/clock.ts';
import { CLOCK_DIFFERENCE } from '../time/clock.ts';
import { after, every } from '../time/timer.ts';
import type { Mail } from './message.ts';
import type { Transport } from './transport.ts';

const FIRST_RETRY = 15_000;
const LONGEST_RETRY = HOUR;
/** Interval at which the outbox is polled, in milliseconds. */
const OUTBOX_POLL_MS = 5_000;
/** How long a stop waits for the mail under way, in milliseconds. */
export const OUTBOX_STOP_MS = 3_000;
/** A mail is tried this long; refused for good it is kept this long for a person to see why. */
export const GIVE_UP_AFTER = 3 * DAY;

export interface Outbox {
  /** Folder of mails without a mail server; null with one. */
  folder: string | null;
  /** Puts a mail into the outbox, in the transaction of what it is about. */
  put(tx: Db, mail: Mail): Promise<void>;
  /** Sends due mails; called after the commit of a write that added some. */
  wake(): void;
  /** Whether there is a mail server. Rejects where it cannot be reached or refuses us. */
  verify(): Promise<boolean>;
  /** Resolves when nothing is being sent; for tests and the stop. */
  whenIdle(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** Characters of a mail server's answer that are stored. */
const ERROR_MAX = 500;

type MailRow = Selectable<OutboxTable>;
type SmtpError = Error & { responseCode?: number; command?: string };

/**
 * Whether a mail server will not take this mail whenever it is tried (RFC 5321, 4.2.1): it refused the
 * recipient or the content. A refused log-in or sender is a setting that somebody mends.
 */
function isForGood({ responseCode = 0, command = '' }: SmtpError): boolean {
  return responseCode >= 500 && responseCode < 600 && /^(RCPT TO|DATA)$/.test(command);
}

/** Forgets refused mails after a while. */
export async function forgetRefused(tx: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - GIVE_UP_AFTER).toISOString();
  await tx.deleteFrom('outbox').where('refused_at', '<', before).execute();
}

interface OutboxOptions {
  database: Database;
  encryption: Encryption;
  transport: Transport;
  now: Now;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Counts a mail that was refused for good. */
  onRefused(): void;
  /** Called with the reason where a mail has to wait. */
  onPostponed(reason: string): void;
  /** Called after a mail server took a mail. */
  onSent(): void;
}

/** Due: its time has come, or lies so far ahead that the clock was set back since. */
const isMailDue = (at: Date) => (eb: ExpressionBuilder<Schema, 'outbox'>) =>
  eb.and([
    eb('refused_at', 'is', null),
    eb.or([
      eb('next_attempt_at', '<=', at.toISOString()),
      eb('created_at', '>', new Date(at.getTime() + CLOCK_DIFFERENCE).toISOString()),
    ]),
  ]);

/**
 * Mail that is written with what it is about and sent afterwards: at least once, never lost while
 * the mail server is away. A process holds the lease of the mail that it sends, so two never send the
 * same one.
 */
export function createOutbox({
  database,
  encryption,
  transport,
  now,
  log,
  onRefused,
  onPostponed,
  onSent,
}: OutboxOptions): Outbox {
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const stopping = new AbortController();

  async function findDue(): Promise<string | undefined> {
    const at = now();
    const row = await database.read
      .selectFrom('outbox')
      .select('id')
      .where(isMailDue(at))
      .where('id', 'not in', heldNames(database.read, at))
      .orderBy('next_attempt_at')
      .limit(1)
      .executeTakeFirst();
    return row?.id;
  }

  /** Counts an attempt. Undefined where another process was faster. */
  async function beginAttempt(tx: Db, id: string): Promise<MailRow | undefined> {
    const at = now();
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

  async function sendDue(): Promise<void> {
    while (!stopped) {
      const id = await findDue();
      if (id === undefined) return;
      await holdLease({ database, now, log }, id, (tx) => beginAttempt(tx, id), send);
    }
  }

  async function send(row: MailRow, lease: Lease): Promise<void> {
    try {
      const mail = JSON.parse(encryption.decrypt(row.message)) as Mail;
      // The same id at every attempt: a mailbox that got it twice can tell.
      await transport.send(mail, row.id, stopping.signal);
      await database.write(({ tx }) => tx.deleteFrom('outbox').where('id', '=', row.id).execute());
      onSent();
    } catch (error) {
      const refusal = error as SmtpError;
      await database.write(async ({ tx }) => {
        await lease.confirm(tx);
        await (isForGood(refusal) ? giveUp(tx, row, refusal) : postpone(tx, row, refusal));
      });
    }
  }

  /** The mail server will never take it: it is kept to be shown, and not sent again. */
  async function giveUp(tx: Db, { id }: MailRow, { message }: SmtpError): Promise<void> {
    log.warn({ mail: id, reason: message }, 'a mail was refused for good');
    onRefused();
    await tx
      .updateTable('outbox')
      .set({ refused_at: now().toISOString(), last_error: message.slice(0, ERROR_MAX) })
      .where('id', '=', id)
      .execute();
  }

  async function postpone(tx: Db, { id, attempts, created_at }: MailRow, error: SmtpError): Promise<void> {
    const at = now().getTime();
    const old = at - Date.parse(created_at) > GIVE_UP_AFTER;
    if (old) {
      log.warn({ mail: id, attempts, reason: error.message }, 'gave up on a mail after three days');
      await tx.deleteFrom('outbox').where('id', '=', id).execute();
      return;
    }
    const wait = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** Math.min(attempts - 1, 10));
    log.warn(
      { mail: id, attempts, retryInSeconds: wait / 1000, reason: error.message },
      'a mail could not be sent yet',
    );
    onPostponed(error.message);
    await tx
      .updateTable('outbox')
      .set({
        next_attempt_at: new Date(at + wait).toISOString(),
        last_error: error.message.slice(0, ERROR_MAX),
      })
      .where('id', '=', id)
      .execute();
  }

  function wake(): void {
    if (stopped) return;
    if (sending) {
      again = true;
      return;
    }
    sending = sendDue()
      // The database is away: the timer looks again.
      .catch((error: Error) => log.warn({ reason: error.message }, 'the outbox could not be read'))
      .finally(() => {
        sending = undefined;
        if (again) {
          again = false;
          wake();
        }
      });
  }

  return {
    folder: transport.folder,
    async put(tx, mail) {
      const at = now().toISOString();
      await tx
        .insertInto('outbox')
        .values({
          id: newId(),
          message: encryption.encrypt(JSON.stringify(mail)),
          recipient: addressHash(mail.to),
          created_at: at,
          next_attempt_at: at,
          last_error: null,
        })
        .execute();
    },
    wake,
    verify: () => transport.verify(),
    async whenIdle() {
      while (sending) await sending;
    },
    start() {
      timer = every(OUTBOX_POLL_MS, wake);
      timer.unref();
      wake();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      // A mail on its way arrives, but a mail server that does not answer holds no stop up.
      const deadline = after(OUTBOX_STOP_MS, () => stopping.abort(new Error('The server is stopping.')));
      await sending;
      clearTimeout(deadline);
      transport.close();
    },
  };
}
