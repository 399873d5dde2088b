import type { FastifyInstance } from 'fastify';
import { MINUTE, SECOND } from '../../../core/time.ts';
import { holdLease, type Lease } from '../../platform/jobs/lease.ts';
import { periodically } from '../../platform/jobs/periodically.ts';
import { type MailEvents, OUTBOX_STOP_MS } from '../../platform/mail/outbox.ts';
import type { Transport } from '../../platform/mail/transport.ts';
import { after } from '../../platform/time/timer.ts';
import type { Services } from '../../services.ts';
import { issueWriter, READER_MAILS_LEASE } from '../newsletter/index.ts';
import { createReaderTokens, type StoredMail } from '../readers/index.ts';
import { digestWriter } from './digest-mail.ts';
import { dueRuns, makeDigests } from './make-digests.ts';
import { repliesWriter } from './reply-mail.ts';
import { isAnyQueued, sendDigests } from './send-digests.ts';

const SEND_EVERY = 5 * SECOND;

export interface Digests {
  /** Makes the digests that are due, then sends the waiting ones. */
  run(): Promise<void>;
}

/** Makes digests when they are due, and sends them: each of the two in one of all processes. */
export function digestsOnSchedule(
  app: FastifyInstance,
  { env, database, now }: Services,
  transport: Transport,
  events: MailEvents,
): Digests {
  const { log } = app;
  const holding = { database, now, log };
  const tokens = createReaderTokens(env.APP_SECRET, env.APP_SECRET_OLD);
  const writeDigest = digestWriter(env, database, tokens);
  const writeIssue = issueWriter(env, database, tokens);
  const writeReplies = repliesWriter(env, database, tokens);
  const repliesWait = env.REPLY_MAIL_SECONDS * SECOND;
  const stopping = new AbortController();
  const givenUp = new AbortController();
  app.addHook('preClose', async () => {
    stopping.abort();
    after(OUTBOX_STOP_MS, () => givenUp.abort()).unref();
  });
  const sending = {
    ...events,
    ...{ database, transport, now, log },
    write(stored: StoredMail) {
      if (stored.frequency === 'issue') return writeIssue(stored);
      return stored.frequency === 'replies' ? writeReplies(stored) : writeDigest(stored);
    },
    repliesWait,
    perMinute: env.MAIL_PER_MINUTE,
    giveUp: givenUp.signal,
  };
  /** Looks without writing whether there is something to do, and does it in one of all processes. */
  async function inOneProcess(
    name: string,
    isDue: () => Promise<boolean>,
    work: (lease: Lease) => Promise<void>,
  ): Promise<void> {
    try {
      if (await isDue())
        await holdLease(
          holding,
          name,
          async () => true,
          (_, lease) => work(lease),
          stopping.signal,
        );
    } catch (error) {
      // The database is away: the next time is early enough.
      log.warn({ reason: (error as Error).message }, `${name} had to stop`);
    }
  }
  const make = periodically(app, MINUTE, () =>
    inOneProcess(
      'digests',
      async () => (await dueRuns(database.read, now())).length > 0,
      (lease) => makeDigests(database, now(), lease),
    ),
  );
  const send = periodically(app, SEND_EVERY, () =>
    inOneProcess(
      READER_MAILS_LEASE,
      () => isAnyQueued(database.read, now(), repliesWait),
      (lease) => sendDigests(sending, lease),
    ),
  );
  return {
    async run() {
      await make();
      await send();
    },
  };
}
