import type { Insertable, Selectable } from 'kysely';
import { chunksOf } from '../../../core/chunks.ts';
import { FREQUENCIES, type Frequency } from '../../../core/readers/rules.ts';
import { newId } from '../../platform/database/ids.ts';
import type { DigestRunTable, ReaderMailTable } from '../../platform/database/schema.ts';
import { DIGESTS_AFTER, readState } from '../../platform/database/state.ts';
import { type Database, type Db, ROWS_PER_STATEMENT } from '../../platform/database/types.ts';
import type { Lease } from '../../platform/jobs/lease.ts';
import { dayIn } from '../../platform/time/clock.ts';
import { existingReaders, reachableReaders, type StoredFollow } from '../readers/index.ts';
import { digestFor, type News, readNews } from './news.ts';
import { type DigestPeriod, lastPeriod } from './periods.ts';

/** Readers whose digests are made in one transaction. */
const READERS_AT_ONCE = 1000;

type DigestRun = Selectable<DigestRunTable>;

/** The run of a period that is due: begun, or where it was left. */
async function beginRun(
  database: Database,
  { frequency, timeZone, period }: DueRun,
  lease: Lease,
): Promise<DigestRun> {
  return database.write(async ({ tx }) => {
    await lease.confirm(tx);
    const last = await tx
      .selectFrom('digest_runs')
      .selectAll()
      .where('frequency', '=', frequency)
      .where('time_zone', '=', timeZone)
      .executeTakeFirst();
    if (last?.finished_at === null) return last;
    const row = {
      until: period.until.toISOString(),
      // Where nobody was there for a while, the digest goes back to the last one.
      since: last ? last.until : period.since.toISOString(),
      last_reader: null,
      finished_at: null,
    };
    return tx
      .insertInto('digest_runs')
      .values({ frequency, time_zone: timeZone, ...row })
      .onConflict((conflict) => conflict.columns(['frequency', 'time_zone']).doUpdateSet(row))
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** The next readers of a run, who may get mail, in the order of their ids. */
function nextReaders(db: Db, { frequency, time_zone, until, last_reader }: DigestRun) {
  return reachableReaders(db)
    .select((eb) => ['r.id', eb.fn.coalesce('u.language', 'r.language').as('language')])
    .where('r.time_zone', '=', time_zone)
    .where('r.id', '>', last_reader ?? '')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('follows as f')
          .select('f.id')
          .whereRef('f.reader_id', '=', 'r.id')
          .where('f.frequency', '=', frequency)
          .where('f.kind', '<>', 'thread')
          .where('f.confirmed_at', '<', until),
      ),
    )
    .orderBy('r.id')
    .limit(READERS_AT_ONCE)
    .execute();
}

async function followsOf(db: Db, run: DigestRun, readers: readonly { id: string }[]) {
  const rows = new Map<string, StoredFollow[]>();
  for (const some of chunksOf(readers, ROWS_PER_STATEMENT)) {
    const found = await db
      .selectFrom('follows')
      .selectAll()
      .where(
        'reader_id',
        'in',
        some.map(({ id }) => id),
      )
      .where('frequency', '=', run.frequency)
      .where('confirmed_at', '<', run.until)
      .execute();
    for (const row of found) rows.set(row.reader_id, [...(rows.get(row.reader_id) ?? []), row]);
  }
  return rows;
}

/** Queues the digests of the next readers. Returns the last one; undefined where the run is over. */
async function makeSome(
  database: Database,
  news: News,
  run: DigestRun,
  at: string,
  lease: Lease,
): Promise<string | undefined> {
  const period = dayIn(run.time_zone)(new Date(run.until));
  const readers = news.companies.length === 0 ? [] : await nextReaders(database.read, run);
  const follows = await followsOf(database.read, run, readers);
  const mails: Insertable<ReaderMailTable>[] = [];
  for (const { id, language } of readers) {
    const content = await digestFor(database, news, follows.get(id) ?? [], language);
    if (content)
      mails.push({
        id: newId(),
        reader_id: id,
        frequency: run.frequency,
        period,
        content: JSON.stringify(content),
        state: 'queued',
        next_attempt_at: at,
        created_at: at,
      });
  }
  const last = readers.at(-1)?.id;
  await database.write(async ({ tx }) => {
    await lease.confirm(tx);
    // Readers deleted meanwhile are left out: the foreign key would fail the whole insert.
    const there = await existingReaders(tx, mails);
    for (const some of chunksOf(there, ROWS_PER_STATEMENT))
      await tx
        .insertInto('reader_mails')
        .values(some)
        // One for each day, also for a reader who has moved to another time zone.
        .onConflict((conflict) => conflict.columns(['reader_id', 'frequency', 'period']).doNothing())
        .execute();
    await tx
      .updateTable('digest_runs')
      .set(last === undefined ? { finished_at: at } : { last_reader: last })
      .where('frequency', '=', run.frequency)
      .where('time_zone', '=', run.time_zone)
      .execute();
  });
  return last;
}

interface DueRun {
  frequency: Frequency;
  timeZone: string;
  period: DigestPeriod;
}

/** The periods that have ended, and whose digests are not all made. */
export async function dueRuns(db: Db, now: Date): Promise<DueRun[]> {
  const [zones, runs, restored] = await Promise.all([
    db.selectFrom('readers').select('time_zone').distinct().execute(),
    db.selectFrom('digest_runs').selectAll().execute(),
    readState(db, DIGESTS_AFTER),
  ]);
  const known = new Map(runs.map((run) => [`${run.frequency} ${run.time_zone}`, run]));
  return zones.flatMap(({ time_zone: timeZone }) =>
    FREQUENCIES.flatMap((frequency) => {
      const period = lastPeriod(frequency, timeZone, now);
      const until = period.until.toISOString();
      const last = known.get(`${frequency} ${timeZone}`);
      // What was due before a restore was sent before it. A clock that was set back begins no period again.
      const isOver = restored !== undefined && restored >= until;
      const isMade = last !== undefined && last.until >= until && last.finished_at !== null;
      return isOver || isMade ? [] : [{ frequency, timeZone, period }];
    }),
  );
}

/**
 * Queues every digest that is due, in each time zone, and goes on where a process that crashed has stopped. Held by
 * the lease, one process does it.
 */
export async function makeDigests(database: Database, now: Date, lease: Lease): Promise<void> {
  // Time zones whose mornings begin together have the same news.
  const known = new Map<string, Promise<News>>();
  for (const due of await dueRuns(database.read, now)) {
    let run = await beginRun(database, due, lease);
    const key = `${run.since} ${run.until}`;
    const news = known.get(key) ?? readNews(database.read, run.since, run.until);
    known.set(key, news);
    while (!lease.signal.aborted) {
      const last = await makeSome(database, await news, run, now.toISOString(), lease);
      if (last === undefined) break;
      run = { ...run, last_reader: last };
    }
  }
}
