import { chunksOf } from '../../../core/chunks.ts';
import { isOffered, type Language, usualLanguage } from '../../../core/languages.ts';
import { type Db, ROWS_PER_STATEMENT } from '../../platform/database/types.ts';
import type { Reader, StoredMail } from './store.ts';

/** Readers to whom something may be sent now: no account of theirs is suspended, and no address suppressed. */
export const reachableReaders = (db: Db) =>
  db
    .selectFrom('readers as r')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .where('r.address', 'not in', db.selectFrom('mail_suppressions').select('address'))
    .where((eb) => eb.or([eb('u.id', 'is', null), eb('u.is_active', '=', 1)]));

/** The language of a mail to a reader of a language that may be offered no longer. */
export const mailLanguage = (language: Language): Language =>
  isOffered(language) ? language : usualLanguage();

/** To whom a mail goes, in which language; undefined where nothing may be sent there any more. */
export async function findRecipient(
  db: Db,
  readerId: string,
): Promise<{ email: string; language: Language } | undefined> {
  const row = await reachableReaders(db)
    .select((eb) => ['r.email', eb.fn.coalesce('u.language', 'r.language').as('language')])
    .where('r.id', '=', readerId)
    .executeTakeFirst();
  return row && { email: row.email, language: mailLanguage(row.language) };
}

/**
 * Reachable readers who follow the newsletter, or the newsletter of a category.
 * @param before only follows that were confirmed before this time
 */
export const subscribedReaders = (db: Db, before: string) =>
  reachableReaders(db).where((eb) =>
    eb.exists(
      eb
        .selectFrom('follows as f')
        .select('f.id')
        .whereRef('f.reader_id', '=', 'r.id')
        .where('f.kind', '=', 'newsletter')
        .where('f.confirmed_at', '<', before),
    ),
  );

/** Whether a reader follows the newsletter. */
export async function isSubscribed(db: Db, reader: Pick<Reader, 'id'>): Promise<boolean> {
  const row = await db
    .selectFrom('follows')
    .select('id')
    .where('reader_id', '=', reader.id)
    .where('kind', '=', 'newsletter')
    .where('confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Raises a number of an issue. Comes before the rows of its readers are written: cancelling locks in this order, too. */
export async function countForIssue(
  tx: Db,
  issue: string,
  what: 'sent' | 'refused' | 'bounced' | 'unsubscribed',
): Promise<void> {
  await tx
    .updateTable('newsletter_issues')
    .set((eb) => ({ [what]: eb(what, '+', 1) }))
    .where('id', '=', issue)
    .execute();
}

/** Raises a number of the issue that a mail is; nothing for a digest. */
export async function countMail(
  tx: Db,
  { frequency, period }: Pick<StoredMail, 'frequency' | 'period'>,
  what: 'sent' | 'refused',
): Promise<void> {
  if (frequency === 'issue') await countForIssue(tx, period, what);
}

/** The issue that a reader was sent last: a mail that comes back, or is complained about, is that one. */
export async function lastIssueOf(tx: Db, reader: Pick<Reader, 'id'>): Promise<string | undefined> {
  const row = await tx
    .selectFrom('reader_mails')
    .select('period')
    .where('reader_id', '=', reader.id)
    .where('frequency', '=', 'issue')
    .where('state', 'in', ['handed', 'sent'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.period;
}

/** Mails whose readers still exist. */
export async function existingReaders<M extends { reader_id: string }>(
  tx: Db,
  mails: readonly M[],
): Promise<M[]> {
  const there = new Set<string>();
  for (const some of chunksOf(mails, ROWS_PER_STATEMENT)) {
    const ids = some.map(({ reader_id }) => reader_id);
    const rows = await tx.selectFrom('readers').select('id').where('id', 'in', ids).execute();
    for (const { id } of rows) there.add(id);
  }
  return mails.filter(({ reader_id }) => there.has(reader_id));
}
