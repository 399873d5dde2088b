import type { FastifyBaseLogger } from 'fastify';
import { DAY, HOUR } from '../../../core/time.ts';
import type { Encryption } from '../auth/encryption.ts';
import { addressHash } from '../auth/secret-token.ts';
import type { Database, Db } from '../database/types.ts';
import { holdLease, type Lease } from '../jobs/lease.ts';
import type { Now } from '../time/clock.ts';
import { after, every } from '../time/timer.ts';
import type { Mail } from './message.ts';
import {
  beginAttempt,
  delayMail,
  deleteMail,
  findDueMail,
  insertMail,
  keepRefusedMail,
  type MailRow,
} from './outbox-store.ts';
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

/** What the sending of mails reports. */
export interface MailEvents {
  /** Counts a mail that was refused for good. */
  onRefused(): void;
  /** Called with the reason where a mail has to wait. */
  onPostponed(reason: string): void;
  /** Called after a mail server took a mail. */
  onSent(): void;
}

interface OutboxOptions extends MailEvents {
  database: Database;
  encryption: Encryption;
  transport: Transport;
  now: Now;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

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

  async function sendDue(): Promise<void> {
    while (!stopped) {
      const id = await findDueMail(database.read, now());
      if (id === undefined) return;
      await holdLease({ database, now, log }, id, (tx) => beginAttempt(tx, id, now()), send);
    }
  }

  async function send(row: MailRow, lease: Lease): Promise<void> {
    try {
      const mail = JSON.parse(encryption.decrypt(row.message)) as Mail;
      // The same id at every attempt: a mailbox that got it twice can tell.
      await transport.send(mail, row.id, stopping.signal);
      await database.write(({ tx }) => deleteMail(tx, row.id));
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
    await keepRefusedMail(tx, id, now(), message);
  }

  async function postpone(tx: Db, { id, attempts, created_at }: MailRow, error: SmtpError): Promise<void> {
    const at = now().getTime();
    const old = at - Date.parse(created_at) > GIVE_UP_AFTER;
    if (old) {
      log.warn({ mail: id, attempts, reason: error.message }, 'gave up on a mail after three days');
      await deleteMail(tx, id);
      return;
    }
    const wait = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** Math.min(attempts - 1, 10));
    log.warn(
      { mail: id, attempts, retryInSeconds: wait / 1000, reason: error.message },
      'a mail could not be sent yet',
    );
    onPostponed(error.message);
    await delayMail(tx, id, new Date(at + wait), error.message);
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
      const message = encryption.encrypt(JSON.stringify(mail));
      await insertMail(tx, { message, recipient: addressHash(mail.to) }, now());
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
