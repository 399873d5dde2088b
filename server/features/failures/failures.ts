import type { FastifyBaseLogger } from 'fastify';
import { siteName } from '../../../core/directory/site-name.ts';
import { FAILURE_KINDS, FAILURES_BEFORE_ALERT, type FailureKind } from '../../../core/failures/rules.ts';
import { LOCALES } from '../../../core/languages.ts';
import type { Env } from '../../env.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { type MailKind, writeMail } from '../../platform/mail/message.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { Now } from '../../platform/time/clock.ts';
import type { SettingsStore } from '../settings/index.ts';
import { failureMailText } from './texts.ts';

/** Characters of a reason that are kept. */
const REASON_MAX = 300;
const stateKeyOf = (kind: FailureKind) => `failure ${kind}`;

/** A failure that lasts. */
export interface FailureRecord {
  kind: FailureKind;
  /** ISO 8601. */
  since: string;
  reason: string;
}

export interface Failures {
  /** Counts a failure; tells a person once, if it lasts. Never rejects. */
  report(kind: FailureKind, reason: string): Promise<void>;
  /** Ends a failure, and notifies the persons notified of the failure. Never rejects. */
  recover(kind: FailureKind): Promise<void>;
  /** Puts a test mail into the outbox for each recipient, and returns how many there are. */
  putTest(tx: Db): Promise<number>;
}

interface FailureOptions {
  database: Database;
  env: Pick<Env, 'CONTACT_EMAIL' | 'SITE_NAME' | 'SITE_TIME_ZONE' | 'SITE_URL'>;
  outbox: Outbox;
  settings: SettingsStore;
  now: Now;
  log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;
  /** Counts a failure in the metrics. */
  onFailure(kind: FailureKind): void;
}

/** Tells owners by mail of failing work, once for all processes, and of its recovery. */
export function createFailures({
  database,
  env,
  outbox,
  settings,
  now,
  log,
  onFailure,
}: FailureOptions): Failures {
  const inRow = new Map<FailureKind, number>();

  async function putMails(tx: Db, kind: MailKind, values: Record<string, string>, of?: FailureKind) {
    const recipients = await failureRecipients(tx, env);
    const { alertLanguage: language } = await settings.read(tx);
    const time = new Intl.DateTimeFormat(LOCALES[language], {
      dateStyle: 'medium',
      timeStyle: 'long',
      timeZone: env.SITE_TIME_ZONE,
    });
    const { since = now().toISOString() } = values;
    for (const { to, name } of recipients) {
      const mail = writeMail(kind, {
        to,
        name,
        language,
        site: siteName(env.SITE_NAME, language),
        link: `${env.SITE_URL}/admin`,
        values: {
          ...values,
          time: time.format(new Date(since)),
          what: of ? failureMailText(of, language) : '',
        },
      });
      await outbox.put(tx, mail);
    }
    return recipients.length;
  }

  async function begin(kind: FailureKind, reason: string): Promise<void> {
    const since = now().toISOString();
    const isNew = await database.write(async ({ tx }) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('state')
        .values({ name: stateKeyOf(kind), value: JSON.stringify({ since, reason }) })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirstOrThrow();
      if (!numInsertedOrUpdatedRows) return false;
      // A mail about mail that fails would come together with the one of the recovery.
      if (kind !== 'mail' && (await settings.read(tx)).failureMails)
        await putMails(tx, 'failureBegan', { since, reason }, kind);
      return true;
    });
    if (!isNew) return;
    log.error({ failure: kind, reason }, 'a failure lasts; it is told to the owners');
    outbox.wake();
  }

  async function end(kind: FailureKind): Promise<void> {
    if (!(await findFailures(database.read)).some((failure) => failure.kind === kind)) return;
    const isOver = await database.write(async ({ tx }) => {
      const gone = await tx
        .deleteFrom('state')
        .where('name', '=', stateKeyOf(kind))
        .returning('value')
        .executeTakeFirst();
      if (!gone) return false;
      if ((await settings.read(tx)).failureMails)
        await putMails(tx, 'failureEnded', JSON.parse(gone.value), kind);
      return true;
    });
    if (!isOver) return;
    log.info({ failure: kind }, 'a failure is over');
    outbox.wake();
  }

  /** The database may be away: the next failure or success of this kind is told then. */
  const quietly = (work: Promise<void>) =>
    work.catch((error: Error) => log.warn({ reason: error.message }, 'a failure could not be recorded'));

  return {
    async report(kind, reason) {
      onFailure(kind);
      const count = (inRow.get(kind) ?? 0) + 1;
      inRow.set(kind, count);
      if (count >= FAILURES_BEFORE_ALERT[kind]) await quietly(begin(kind, reason.slice(0, REASON_MAX)));
    },
    async recover(kind) {
      inRow.delete(kind);
      await quietly(end(kind));
    },
    putTest: (tx) => putMails(tx, 'failureTest', {}),
  };
}

/** Failures that last, in the order of their kinds. */
export async function findFailures(db: Db): Promise<FailureRecord[]> {
  const rows = await db
    .selectFrom('state')
    .selectAll()
    .where('name', 'in', FAILURE_KINDS.map(stateKeyOf))
    .execute();
  return FAILURE_KINDS.flatMap((kind) => {
    const row = rows.find(({ name }) => name === stateKeyOf(kind));
    return row ? [{ kind, ...(JSON.parse(row.value) as Omit<FailureRecord, 'kind'>) }] : [];
  });
}

/** Owners with an address; where none has one, the contact of the site. */
async function failureRecipients(
  tx: Db,
  env: Pick<Env, 'CONTACT_EMAIL'>,
): Promise<{ to: string; name: string }[]> {
  const owners = await tx
    .selectFrom('admins')
    .select(['username', 'email'])
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .execute();
  const found = owners.flatMap(({ username, email }) =>
    email === null ? [] : [{ to: email, name: username }],
  );
  return found.length === 0 && env.CONTACT_EMAIL ? [{ to: env.CONTACT_EMAIL, name: '' }] : found;
}
