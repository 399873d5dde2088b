import type { FastifyInstance } from 'fastify';
import type { Insertable, Selectable } from 'kysely';
import { movedCategory } from '../../../core/categories.ts';
import { chunksOf } from '../../../core/chunks.ts';
import { type IssueTexts, issueLanguage } from '../../../core/newsletter/rules.ts';
import { SECOND } from '../../../core/time.ts';
import { newId } from '../../platform/database/ids.ts';
import type { NewsletterIssueTable, ReaderMailTable } from '../../platform/database/schema.ts';
import { type Database, type Db, ROWS_PER_STATEMENT } from '../../platform/database/types.ts';
import { heldNames, holdLease, type Lease } from '../../platform/jobs/lease.ts';
import { periodically } from '../../platform/jobs/periodically.ts';
import type { Services } from '../../services.ts';
import { existingReaders, type IssueContent, mailLanguage, subscribedReaders } from '../readers/index.ts';

type StoredIssue = Selectable<NewsletterIssueTable>;

const ISSUES_EVERY = 5 * SECOND;
/** Readers for whom an issue is queued in one write. */
const SUBSCRIBERS_AT_ONCE = 500;
/** The lease under which mails of readers are sent. */
export const READER_MAILS_LEASE = 'digest mails';

/** Due issues and issues that are being sent. */
const issuesUnderWay = (db: Db, now: Date) =>
  db
    .selectFrom('newsletter_issues')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('status', '=', 'sending'),
        eb.and([eb('status', '=', 'scheduled'), eb('at', '<=', now.toISOString())]),
      ]),
    )
    .orderBy('at')
    .orderBy('id')
    .execute();

/** Undefined where the issue is not scheduled any more. */
async function beginIssue(
  database: Database,
  { id }: StoredIssue,
  now: Date,
  lease: Lease,
): Promise<StoredIssue | undefined> {
  return database.write(async (unit) => {
    const { tx } = unit;
    await lease.confirm(tx);
    unit.changed('newsletter', id);
    return tx
      .updateTable('newsletter_issues')
      .set({ status: 'sending', started_at: now.toISOString() })
      .where('id', '=', id)
      .where('status', '=', 'scheduled')
      .returningAll()
      .executeTakeFirst();
  });
}

/** The next readers of an issue, each with the newsletters because of which it comes. */
async function nextSubscribers(db: Db, { started_at, last_reader }: StoredIssue) {
  // Readers who subscribe during the sending get the next issue: a new subscription must not repeat this one.
  const before = started_at ?? '';
  const readers = await subscribedReaders(db, before)
    .select((eb) => ['r.id', eb.fn.coalesce('u.language', 'r.language').as('language')])
    .where('r.id', '>', last_reader ?? '')
    .orderBy('r.id')
    .limit(SUBSCRIBERS_AT_ONCE)
    .execute();
  if (readers.length === 0) return [];
  const follows = await db
    .selectFrom('follows')
    .select(['reader_id', 'value'])
    .where(
      'reader_id',
      'in',
      readers.map(({ id }) => id),
    )
    .where('kind', '=', 'newsletter')
    .where('confirmed_at', '<', before)
    .execute();
  return readers.map(({ id, language }) => ({
    id,
    language: mailLanguage(language),
    newsletters: [
      ...new Set(
        follows
          .filter(({ reader_id }) => reader_id === id)
          .map(({ value }) => movedCategory(value) ?? value)
          .sort(),
      ),
    ],
  }));
}

/** Queues an issue for the next readers. Returns the issue then; undefined where nobody is left, or it was stopped. */
async function queueSome(
  database: Database,
  issue: StoredIssue,
  now: Date,
  lease: Lease,
): Promise<StoredIssue | undefined> {
  const at = now.toISOString();
  const texts = JSON.parse(issue.texts) as IssueTexts;
  const readers = await nextSubscribers(database.read, issue);
  const mails = readers.flatMap(({ id, language, newsletters }): Insertable<ReaderMailTable>[] => {
    const textLanguage = issueLanguage(texts, language);
    if (!textLanguage) return [];
    const content: IssueContent = {
      subject: texts[textLanguage]?.subject ?? '',
      language: textLanguage,
      newsletters,
    };
    return [
      {
        id: newId(),
        reader_id: id,
        frequency: 'issue',
        period: issue.id,
        content: JSON.stringify(content),
        state: 'queued',
        next_attempt_at: at,
        created_at: at,
      },
    ];
  });
  return database.write(async ({ tx }) => {
    await lease.confirm(tx);
    // Locks the issue first: a cancellation waits, and deletes what is queued here, or was before and is seen.
    const locked = await tx
      .updateTable('newsletter_issues')
      .set({
        last_reader: readers.at(-1)?.id ?? issue.last_reader,
        ...(readers.length === 0 ? { queued_at: at } : {}),
      })
      .where('id', '=', issue.id)
      .where('status', '=', 'sending')
      .returningAll()
      .executeTakeFirst();
    if (!locked || readers.length === 0) return undefined;
    // Readers deleted meanwhile are left out: the foreign key would fail the whole insert.
    const there = await existingReaders(tx, mails);
    let queued = 0;
    for (const some of chunksOf(there, ROWS_PER_STATEMENT)) {
      const rows = await tx
        .insertInto('reader_mails')
        .values(some)
        .onConflict((conflict) => conflict.columns(['reader_id', 'frequency', 'period']).doNothing())
        .returning('id')
        .execute();
      queued += rows.length;
    }
    return tx
      .updateTable('newsletter_issues')
      .set((eb) => ({ recipients: eb('recipients', '+', queued) }))
      .where('id', '=', issue.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Ends an issue for which nobody waits any more. */
async function finishIssue(database: Database, { id }: StoredIssue, now: Date, lease: Lease): Promise<void> {
  const under = (state: 'queued' | 'handed') =>
    database.read
      .selectFrom('reader_mails')
      .select('id')
      .where('period', '=', id)
      .where('state', '=', state)
      .limit(1)
      .executeTakeFirst();
  if (await under('queued')) return;
  // The mail server may still refuse a mail that was handed over; without a process that sends, the answer is lost.
  const held = await heldNames(database.read, now).where('leases.name', '=', READER_MAILS_LEASE).execute();
  if (held.length > 0 && (await under('handed'))) return;
  await database.write(async ({ tx }) => {
    await lease.confirm(tx);
    await tx
      .updateTable('newsletter_issues')
      .set({ status: 'sent', finished_at: now.toISOString() })
      .where('id', '=', id)
      .where('status', '=', 'sending')
      .execute();
  });
}

/** Queues issues whose moment has come, each reader once, and goes on where a process that crashed has stopped. */
async function sendIssues(database: Database, now: Date, lease: Lease): Promise<void> {
  for (const stored of await issuesUnderWay(database.read, now)) {
    let issue = stored.status === 'scheduled' ? await beginIssue(database, stored, now, lease) : stored;
    while (issue && issue.queued_at === null && !lease.signal.aborted)
      issue = await queueSome(database, issue, now, lease);
    if (stored.queued_at !== null) await finishIssue(database, stored, now, lease);
  }
}

/** Begins and ends issues of the newsletter, in one of all processes; the mails are sent with the digests. */
export function sendIssuesOnSchedule(
  app: FastifyInstance,
  { database, now }: Pick<Services, 'database' | 'now'>,
): { look(): Promise<void> } {
  const { log } = app;
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  const look = periodically(app, ISSUES_EVERY, async () => {
    try {
      if ((await issuesUnderWay(database.read, now())).length === 0) return;
      await holdLease(
        { database, now, log },
        'newsletter issues',
        async () => true,
        (_, lease) => sendIssues(database, now(), lease),
        stopping.signal,
      );
    } catch (error) {
      // The database is away: the next look is early enough.
      log.warn({ reason: (error as Error).message }, 'issues of the newsletter have to wait');
    }
  });
  return { look };
}
