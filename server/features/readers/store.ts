import { type Selectable, sql } from 'kysely';
import { movedCategory } from '../../../core/categories.ts';
import { type Language, TIME_ZONES } from '../../../core/languages.ts';
import { Problem, problem } from '../../../core/problem.ts';
import type { SentMail } from '../../../core/readers/mail-schema.ts';
import {
  FOLLOWS_MAX,
  type Frequency,
  SENT_KEPT_DAYS,
  UNCONFIRMED_LIFETIME,
  WAITING_MAX,
} from '../../../core/readers/rules.ts';
import { DAY } from '../../../core/time.ts';
import { addressHash } from '../../platform/auth/secret-token.ts';
import { newId } from '../../platform/database/ids.ts';
import type {
  FollowTable,
  MailSuppressionTable,
  ReaderMailTable,
  ReaderTable,
  UserTable,
} from '../../platform/database/schema.ts';
import type { Db } from '../../platform/database/types.ts';

export type Reader = Selectable<ReaderTable>;
export type StoredFollow = Selectable<FollowTable>;
export type StoredMail = Selectable<ReaderMailTable>;
type AccountOfReader = Pick<
  Selectable<UserTable>,
  'id' | 'email' | 'language' | 'email_verified' | 'newsletter_subscribed' | 'newsletter_categories'
>;

export async function findReader(db: Db, id: string): Promise<Reader | undefined> {
  return db.selectFrom('readers').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A reader as one is made of an account. */
export const newReader = ({ email, language }: Pick<AccountOfReader, 'email' | 'language'>) => ({
  ...{ email, language },
  time_zone: TIME_ZONES[language],
});

/** The reader of an address; of an account, whose address has to be verified. */
export async function findReaderOf(db: Db, email: string): Promise<Reader | undefined> {
  return db.selectFrom('readers').selectAll().where('address', '=', addressHash(email)).executeTakeFirst();
}

/** The reader of an address, made where there is none. */
export async function ensureReader(
  tx: Db,
  of: { email: string; language: Language; timeZone?: string | undefined; userId?: string },
  now: Date,
): Promise<Reader> {
  const { email, language, timeZone, userId } = of;
  return tx
    .insertInto('readers')
    .values({
      id: newId(),
      user_id: userId ?? null,
      email,
      address: addressHash(email),
      language,
      time_zone: timeZone ?? TIME_ZONES[language],
      created_at: now.toISOString(),
    })
    .onConflict((conflict) =>
      conflict.column('address').doUpdateSet((eb) => ({
        // Only a verified account sets the language and the time zone of its address.
        ...(userId
          ? { user_id: userId, language, ...(timeZone ? { time_zone: timeZone } : {}) }
          : { email: eb.ref('readers.email') }),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Stores what a reader follows.
 * @param confirmed whether its owner asks for it; else it waits, and changes nothing that is confirmed
 * @throws conflict where the reader follows as much as one can
 */
export async function putFollow(
  tx: Db,
  reader: Reader,
  {
    kind,
    value,
    frequency,
    visitor = null,
  }: Pick<StoredFollow, 'kind' | 'value' | 'frequency'> & Partial<Pick<StoredFollow, 'visitor'>>,
  now: Date,
  confirmed: boolean,
): Promise<StoredFollow> {
  const at = now.toISOString();
  // What strangers ask for in somebody's name does not fill the owner's list.
  const { count } = await tx
    .selectFrom('follows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('reader_id', '=', reader.id)
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  const known = await tx
    .selectFrom('follows')
    .selectAll()
    .where('reader_id', '=', reader.id)
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst();
  if (!known && !confirmed && Number(count) >= WAITING_MAX) await deleteOldestWaiting(tx, reader.id);
  if (!known?.confirmed_at && confirmed && Number(count) >= FOLLOWS_MAX)
    throw problem('conflict', `Nobody can follow more than ${FOLLOWS_MAX} things.`);
  if (known?.confirmed_at && !confirmed) return known;
  return tx
    .insertInto('follows')
    .values({
      id: newId(),
      reader_id: reader.id,
      kind,
      value,
      frequency,
      created_at: at,
      confirmed_at: confirmed ? at : null,
      visitor,
    })
    .onConflict((conflict) =>
      conflict.columns(['reader_id', 'kind', 'value']).doUpdateSet({
        frequency,
        ...(known?.confirmed_at ? {} : { visitor, confirmed_at: confirmed ? at : null }),
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes the oldest unconfirmed follow, in favour of the newest request. */
async function deleteOldestWaiting(tx: Db, readerId: string): Promise<void> {
  await tx
    .deleteFrom('follows')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('follows')
        .select('id')
        .where('reader_id', '=', readerId)
        .where('confirmed_at', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .limit(1),
    )
    .execute();
}

export const findFollows = (db: Db, readerId: string): Promise<StoredFollow[]> =>
  db
    .selectFrom('follows')
    .selectAll()
    .where('reader_id', '=', readerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/**
 * Confirms waiting follows of a reader: the link proves the ownership of the address.
 * @param follow the one that the mail names; all without it. A mail about a thread is about all that its visitor asked for.
 */
export async function confirmWaiting(
  tx: Db,
  reader: Reader,
  follow: string | undefined,
  timeZone: string | undefined,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('follows')
    .set({ confirmed_at: now.toISOString() })
    .where('reader_id', '=', reader.id)
    .where('confirmed_at', 'is', null)
    .$if(follow !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('id', '=', follow ?? ''),
          // Threads alone have a visitor.
          eb(
            'visitor',
            'in',
            eb
              .selectFrom('follows as named')
              .select('named.visitor')
              .where('named.id', '=', follow ?? '')
              .where('named.reader_id', '=', reader.id),
          ),
        ]),
      ),
    )
    .execute();
  if (timeZone)
    await tx.updateTable('readers').set({ time_zone: timeZone }).where('id', '=', reader.id).execute();
  await liftSuppression(tx, reader.address);
  await tellAccount(tx, reader);
}

/** Sets how often is told of one thing, in all its rows. Returns the row that stands for it. */
export async function setFrequency(
  tx: Db,
  row: StoredFollow,
  ids: readonly string[],
  frequency: Frequency,
): Promise<StoredFollow> {
  await tx.updateTable('follows').set({ frequency }).where('id', 'in', ids).execute();
  return { ...row, frequency };
}

export async function removeFollows(tx: Db, reader: Reader, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('follows').where('reader_id', '=', reader.id).where('id', 'in', ids).execute();
  await tellAccount(tx, reader);
}

/** Deletes the follows of a kind of a reader, and the queued mails about them. */
export async function endFollowsOf(tx: Db, reader: Reader, kind: 'newsletter' | 'thread'): Promise<void> {
  await tx.deleteFrom('follows').where('reader_id', '=', reader.id).where('kind', '=', kind).execute();
  await tellAccount(tx, reader);
  await tx
    .deleteFrom('reader_mails')
    .where('reader_id', '=', reader.id)
    .where('state', '=', 'queued')
    .where('frequency', '=', kind === 'thread' ? 'replies' : 'issue')
    .execute();
}

/**
 * Ends all follows and waiting digests of an address, and suppresses the address. The log of sent digests is kept for
 * an account, whose owner can still read the log.
 */
export async function endReader(
  tx: Db,
  reader: Reader,
  reason: MailSuppressionTable['reason'],
  now: Date,
): Promise<void> {
  await suppress(tx, reader.address, reason, now);
  await tx.deleteFrom('follows').where('reader_id', '=', reader.id).execute();
  await tellAccount(tx, reader);
  await tx
    .deleteFrom('reader_mails')
    .where('reader_id', '=', reader.id)
    .where('state', '=', 'queued')
    .execute();
  if (reader.user_id === null) await tx.deleteFrom('readers').where('id', '=', reader.id).execute();
}

/** Stops all mail to an address, given by hash, with or without follows. */
export async function suppress(
  tx: Db,
  address: string,
  reason: MailSuppressionTable['reason'],
  now: Date,
): Promise<void> {
  const row = { reason, at: now.toISOString() };
  await tx
    .insertInto('mail_suppressions')
    .values({ address, ...row })
    .onConflict((conflict) => conflict.column('address').doUpdateSet(row))
    .execute();
}

export const liftSuppression = (tx: Db, address: string) =>
  tx.deleteFrom('mail_suppressions').where('address', '=', address).execute();

/** Why nothing is sent to an address; undefined where mail is sent. */
export async function findSuppression(
  db: Db,
  address: string,
): Promise<MailSuppressionTable['reason'] | undefined> {
  const row = await db
    .selectFrom('mail_suppressions')
    .select('reason')
    .where('address', '=', address)
    .executeTakeFirst();
  return row?.reason;
}

/** What a reader was sent, the newest first. */
export const findMails = (db: Db, readerId: string) =>
  db
    .selectFrom('reader_mails')
    .selectAll()
    .where('reader_id', '=', readerId)
    .where('state', 'in', ['handed', 'sent'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** What a digest tells of, as it is stored: companies and newsletters, each with the follows because of which. */
export interface DigestContent {
  since: string;
  until: string;
  /** By id, what is followed for each company, as `category health`. */
  companies: [id: string, ...becauseOf: string[]][];
  /** Companies beyond those. */
  more: number;
  /** Categories. */
  newsletters: string[];
}

/** Stored content of a mail about replies. */
export interface RepliesContent {
  comments: { id: string; root: string; company: string }[];
}

/** What an issue of the newsletter is for one reader, as it is stored. */
export interface IssueContent {
  subject: string;
  /** Of the text. */
  language: Language;
  /** The newsletters that the reader follows: categories, or `all`. */
  newsletters: string[];
}

/** A stored mail as the reader gets the entry. */
export function toMail({
  sent_at,
  frequency,
  period,
  content,
  created_at,
}: Pick<StoredMail, 'sent_at' | 'frequency' | 'period' | 'content' | 'created_at'>): SentMail {
  if (frequency === 'issue') {
    const { subject, language, newsletters } = JSON.parse(content) as IssueContent;
    const issue = { id: period, subject, language };
    return { sent_at, frequency, period: created_at.slice(0, 10), issue, companies: [], newsletters };
  }
  if (frequency === 'replies') {
    const { comments } = JSON.parse(content) as RepliesContent;
    const companies = [...new Set(comments.map(({ company }) => company))].map((id) => ({
      id,
      because_of: [
        ...new Set(comments.filter(({ company }) => company === id).map(({ root }) => `thread ${root}`)),
      ],
    }));
    const day = created_at.slice(0, 10);
    return { sent_at, frequency, period: day, issue: null, companies, newsletters: [] };
  }
  const { companies, newsletters } = JSON.parse(content) as DigestContent;
  return {
    ...{ sent_at, frequency, period, newsletters, issue: null },
    companies: companies.map(([id, ...because_of]) => ({ id, because_of })),
  };
}

/** Keeps the newsletter of an account's profile the same as what its address follows. */
export async function tellAccount(tx: Db, { id, user_id }: Reader): Promise<void> {
  if (user_id === null) return;
  const values = (await findFollows(tx, id))
    .filter(({ kind, confirmed_at }) => kind === 'newsletter' && confirmed_at !== null)
    .map(({ value }) => value);
  await tx
    .updateTable('users')
    .set({
      newsletter_subscribed: values.length > 0 ? 1 : 0,
      ...(values.length > 0
        ? { newsletter_categories: JSON.stringify(values.includes('all') ? [] : values.sort()) }
        : {}),
    })
    .where('id', '=', user_id)
    .execute();
}

/**
 * Follows the newsletter as an account's profile asks for it, and nothing of an address that nobody has verified.
 * What the address followed before it had an account becomes the account's.
 */
export async function followNewsletter(tx: Db, user: AccountOfReader, now: Date): Promise<void> {
  if (user.email_verified !== 1) return;
  const isWanted = user.newsletter_subscribed === 1;
  if (!isWanted && !(await findReaderOf(tx, user.email))) return;
  const { email, language } = user;
  const reader = await ensureReader(tx, { email, language, userId: user.id }, now);
  const categories = (JSON.parse(user.newsletter_categories) as string[]).map(
    (id) => movedCategory(id) ?? id,
  );
  const named = categories.length === 0 || categories.includes('all') ? ['all'] : [...new Set(categories)];
  const wanted = isWanted ? named : [];
  const known = (await findFollows(tx, reader.id)).filter(({ kind }) => kind === 'newsletter');
  for (const { id, value } of known)
    if (!wanted.includes(value)) await tx.deleteFrom('follows').where('id', '=', id).execute();
  const added = wanted.filter((value) => !known.some((row) => row.value === value && row.confirmed_at));
  if (added.length === 0) return;
  const frequency = known[0]?.frequency ?? 'weekly';
  for (const value of added) {
    try {
      await putFollow(tx, reader, { kind: 'newsletter', value, frequency }, now, true);
    } catch (error) {
      // A full list must not keep an address from being verified, nor its owner from logging in.
      if (!(error instanceof Problem) || error.code !== 'conflict') throw error;
    }
  }
  await liftSuppression(tx, reader.address);
}

/** Forgets what nobody confirmed, threads that are gone, digests of long ago, and addresses of which nothing else is kept. */
export async function deleteOldFollows(tx: Db, now: Date): Promise<void> {
  const before = (time: number) => new Date(now.getTime() - time).toISOString();
  await tx
    .deleteFrom('follows')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before(UNCONFIRMED_LIFETIME))
    .execute();
  await tx
    .deleteFrom('follows')
    .where('kind', '=', 'thread')
    .where('value', 'not in', tx.selectFrom('comments').select('id'))
    // A company that comes out of the trash brings its threads back.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deleted_companies')
            .select('id')
            .where(sql<boolean>`snapshot like '%"id":"' || follows.value || '"%'`),
        ),
      ),
    )
    .execute();
  await tx
    .deleteFrom('reader_mails')
    .where('created_at', '<', before(SENT_KEPT_DAYS * DAY))
    .execute();
  await tx
    .deleteFrom('readers')
    .where('id', 'not in', tx.selectFrom('follows').select('reader_id'))
    .where('id', 'not in', tx.selectFrom('reader_mails').select('reader_id'))
    .execute();
}
