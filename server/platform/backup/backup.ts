import { chmodSync, copyFileSync, existsSync, renameSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { backup as backupSqlite, DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { openPostgres, openSqliteKysely } from '#engine/sql';
import { chunksOf } from '../../../core/chunks.ts';
import { migrate } from '../database/migrations/migrate.ts';
import { openDatabase } from '../database/open.ts';
import type { MailSuppressionTable, Schema } from '../database/schema.ts';
import { DIGESTS_AFTER, writeState } from '../database/state.ts';
import { type Database, type Db, ROWS_PER_STATEMENT } from '../database/types.ts';
import { appliedMigrations, NewerDatabaseError } from '../database/upgrade.ts';
import { writeChecksum } from './checksum.ts';
import { keepIssuesBegun, readBegun } from './restored-issues.ts';
import { makeWorkFolder, removeWorkFolder } from './work-folder.ts';

/** Every table, in the order in which rows can be put back. The compiler says when one is missing. */
export const BACKUP_TABLES = Object.keys({
  companies: true,
  company_texts: true,
  company_listings: true,
  company_facets: true,
  company_issues: true,
  company_numbers: true,
  company_keys: true,
  dismissed_duplicates: true,
  company_moves: true,
  company_merges: true,
  tag_moves: true,
  tag_changes: true,
  company_sources: true,
  source_checks: true,
  logo_pictures: true,
  company_view_days: true,
  company_versions: true,
  merged_versions: true,
  company_changes: true,
  company_drafts: true,
  ai_proposals: true,
  ai_rounds: true,
  ai_usage: true,
  company_editors: true,
  shipped_companies: true,
  likes: true,
  comments: true,
  comment_persons: true,
  comment_reports: true,
  recent_views: true,
  visitors: true,
  visitor_days: true,
  daily_counts: true,
  state: true,
  topics: true,
  users: true,
  user_sessions: true,
  user_tokens: true,
  user_identities: true,
  saved_lists: true,
  comment_authors: true,
  followed_threads: true,
  notifications: true,
  outbox: true,
  readers: true,
  follows: true,
  reader_mails: true,
  digest_runs: true,
  newsletter_issues: true,
  mail_suppressions: true,
  throttles: true,
  admins: true,
  admin_sessions: true,
  admin_identities: true,
  admin_invitations: true,
  admin_totps: true,
  admin_recovery_codes: true,
  passkeys: true,
  challenges: true,
  audit_log: true,
  work_items: true,
  security_events: true,
  settings: true,
  documents: true,
  directory_config: true,
  saved_views: true,
  collections: true,
  deleted_companies: true,
  jobs: true,
  import_items: true,
  leases: true,
} satisfies Record<keyof Schema, true>) as (keyof Schema)[];

type BackupRow = Record<string, unknown>;

/**
 * Writes everything into a new file, a SQLite database, whichever database it comes from. The server
 * may go on working meanwhile: the file is the state of one moment.
 * @param options.isStopped asked in between; true ends the work
 * @param options.replace whether a file that exists is replaced, once the new one is complete
 * @throws Error where the file exists, or the work was ended
 */
export async function writeBackup(
  url: string,
  file: string,
  { isStopped = () => false, replace = false }: { isStopped?(): boolean; replace?: boolean } = {},
): Promise<number> {
  const goOn = () => {
    if (isStopped()) throw new Error('The backup was interrupted.');
  };
  const target = resolve(file);
  if (!replace && existsSync(target)) throw new Error(`${target} exists already.`);
  const folder = makeWorkFolder(dirname(target), 'backup');
  const part = join(folder, 'part.db');
  try {
    if (url.startsWith('sqlite:')) {
      const source = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true });
      try {
        // Of one moment: without it SQLite begins anew after each write of another connection, and
        // under steady writes it would never end.
        source.exec('begin; select 1 from sqlite_master');
        await backupSqlite(source, part, { progress: goOn });
      } finally {
        source.close();
      }
    } else {
      await exportToFile(url, part, goOn);
    }
    goOn();
    const rows = countRows(part);
    writeChecksum(part);
    // The copy holds all data of the database: only the owner may read the file.
    chmodSync(part, 0o600);
    renameSync(part, target);
    return rows;
  } finally {
    removeWorkFolder(folder);
  }
}

/**
 * Copies the tables of a PostgreSQL database, as one of its snapshots has them, into a new SQLite file.
 * The file gets the tables of the version that the database has, which may be an older one.
 */
async function exportToFile(url: string, file: string, goOn: () => void): Promise<void> {
  const source = await openPostgres<Schema>(url, { timeout: undefined });
  const target: Kysely<Schema> = await openSqliteKysely<Schema>(file);
  try {
    await source.read
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (from) => {
        const level = (await appliedMigrations(from, 'postgres')).at(-1);
        if (level === undefined) throw new Error('The database is empty.');
        // Rows come in any order. The pragma does nothing within a transaction.
        await sql`pragma foreign_keys = off`.execute(target);
        await sql`begin`.execute(target);
        await migrate(target, 'sqlite', { to: level, disableTransactions: true });
        for (const table of await tablesOf(target)) {
          await target.deleteFrom(table).execute();
          await sql`declare rows_of_table no scroll cursor for select * from ${sql.table(table)}`.execute(
            from,
          );
          for (;;) {
            const { rows } =
              await sql<BackupRow>`fetch ${sql.lit(ROWS_PER_STATEMENT)} from rows_of_table`.execute(from);
            if (rows.length === 0) break;
            goOn();
            await insertRows(target, table, rows);
          }
          await sql`close rows_of_table`.execute(from);
        }
        await sql`commit`.execute(target);
      });
  } finally {
    await source.close();
    await target.destroy();
  }
}

/** Tables of a SQLite database but those of the migrator. */
async function tablesOf(db: Kysely<Schema>): Promise<(keyof Schema)[]> {
  const { rows } = await sql<{ name: keyof Schema }>`
    select name from sqlite_master where type = 'table' and name not like 'kysely_%' and name not like 'sqlite_%'
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Puts the contents of a backup in the place of everything that is stored, in one transaction: it
 * happens wholly or not at all. A backup of an older version is brought up to date on the way.
 * @param clearDerived deletes what features derive from the stored rows, as the search index, in the same transaction
 * @returns the number of rows
 * @throws Error where the file is no backup
 */
export async function restoreBackup(
  database: Database,
  file: string,
  clearDerived: (tx: Db) => Promise<void>,
): Promise<number> {
  const source = resolve(file);
  return readBackup(source, dirname(source), ({ reader }) =>
    database.write(async (unit) => {
      const { tx } = unit;
      const { value } = await tx
        .selectFrom('state')
        .select('value')
        .where('name', '=', 'revision')
        .executeTakeFirstOrThrow();
      await clearDerived(tx);
      const suppressed = await tx.selectFrom('mail_suppressions').selectAll().execute();
      const begun = await readBegun(tx);
      const rows = await replaceRows(tx, reader);
      await endWhatWasGivenOut(tx);
      await keepMailEnded(tx, suppressed);
      await keepIssuesBegun(tx, begun, new Date());
      // What processes keep carries a revision of before: the next one must be another.
      await tx.updateTable('state').set({ value }).where('name', '=', 'revision').execute();
      unit.changed('settings', 'all');
      return rows;
    }),
  );
}

/** A backup that is being read. */
interface OpenedBackup {
  /** A copy of the file, brought up to date. */
  reader: DatabaseSync;
  /** Where the copy is; removed when it has been read. */
  folder: string;
}

/**
 * Reads a backup from a copy that has the tables of this version. The file itself is not opened.
 * @param parent an existing folder in which the copy is made
 * @param check called with the path of the copy, whose bytes are still those of the file
 * @throws Error where the file is no backup, or one of a newer version
 */
export async function readBackup<T>(
  file: string,
  parent: string,
  work: (opened: OpenedBackup) => Promise<T>,
  check?: (copy: string) => void,
): Promise<T> {
  const source = resolve(file);
  if (!existsSync(source)) throw new Error(`There is no file ${source}.`);
  const folder = makeWorkFolder(parent, 'restore');
  const copy = join(folder, 'copy.db');
  try {
    copyFileSync(source, copy);
    check?.(copy);
    requireBackup(copy, source);
    // Opening a database runs missing migrations.
    await (
      await openDatabase(`sqlite:${copy}`).catch((error: Error) => {
        if (error instanceof NewerDatabaseError)
          throw new Error(`${source} cannot be restored: ${error.message}.`);
        throw error;
      })
    ).close();
    const reader = new DatabaseSync(copy, { readOnly: true });
    try {
      return await work({ reader, folder });
    } finally {
      reader.close();
    }
  } finally {
    removeWorkFolder(folder);
  }
}

/** Puts the rows of a backup in the place of all rows. Returns their number. @param goOn called in between; throws to end the work */
export async function replaceRows(tx: Db, reader: DatabaseSync, goOn = () => {}): Promise<number> {
  await emptyTables(tx);
  let rows = 0;
  for (const table of BACKUP_TABLES) {
    let chunk: BackupRow[] = [];
    const order = table === 'comments' ? ' order by id' : '';
    for (const row of reader.prepare(`select * from ${table}${order}`).iterate()) {
      chunk.push({ ...row });
      rows++;
      if (chunk.length === ROWS_PER_STATEMENT) {
        goOn();
        await insertRows(tx, table, chunk);
        chunk = [];
      }
    }
    if (chunk.length > 0) await insertRows(tx, table, chunk);
  }
  return rows;
}

/**
 * What was given out before the backup may be in other hands by now: sessions, mailed links and leases
 * end.
 * Mail that waited then was sent since, or is of the past: it is kept to be seen, and not sent again.
 */
async function endWhatWasGivenOut(tx: Db): Promise<void> {
  for (const table of [
    'user_sessions',
    'admin_sessions',
    'admin_invitations',
    'challenges',
    'user_tokens',
    'leases',
  ] as const)
    await tx.deleteFrom(table).execute();
  await tx
    .updateTable('outbox')
    .set({ refused_at: new Date().toISOString(), last_error: 'Restored from a backup, and not sent again.' })
    .where('refused_at', 'is', null)
    .execute();
}

/**
 * Nobody who ended it gets mail again because of a restore: addresses stay suppressed, and what they followed then is
 * ended. Digests up to now were sent before, or are of the past.
 */
async function keepMailEnded(tx: Db, suppressed: readonly MailSuppressionTable[]): Promise<void> {
  for (const some of chunksOf(suppressed, ROWS_PER_STATEMENT))
    await tx
      .insertInto('mail_suppressions')
      .values(some)
      .onConflict((conflict) => conflict.column('address').doNothing())
      .execute();
  const ended = tx
    .selectFrom('readers')
    .select('id')
    .where('address', 'in', tx.selectFrom('mail_suppressions').select('address'));
  await tx
    .updateTable('users')
    .set({ newsletter_subscribed: 0 })
    .where('id', 'in', tx.selectFrom('readers').select('user_id').where('id', 'in', ended))
    .execute();
  await tx.deleteFrom('follows').where('reader_id', 'in', ended).execute();
  await tx.updateTable('reader_mails').set({ state: 'refused' }).where('state', '=', 'queued').execute();
  await writeState(tx, DIGESTS_AFTER, new Date().toISOString());
}

function requireBackup(copy: string, file: string): void {
  let found: unknown;
  try {
    const db = new DatabaseSync(copy);
    try {
      const check = db.prepare('pragma integrity_check').get() as { integrity_check: string };
      if (check.integrity_check !== 'ok') throw new Error('damaged');
      found = db.prepare("select name from sqlite_master where name = 'kysely_migration'").get();
    } finally {
      db.close();
    }
  } catch {
    throw new Error(`${file} is damaged, or no backup.`);
  }
  if (!found) throw new Error(`${file} is no backup of a directory.`);
}

async function emptyTables(tx: Db): Promise<void> {
  for (const table of [...BACKUP_TABLES].reverse()) await tx.deleteFrom(table).execute();
}

async function insertRows(tx: Db, table: keyof Schema, rows: readonly BackupRow[]): Promise<void> {
  await tx
    .insertInto(table)
    .values(rows as never)
    .execute();
}

function countRows(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const found = db.prepare("select name from sqlite_master where type = 'table'").all();
    const names = new Set(found.map(({ name }) => name));
    return BACKUP_TABLES.filter((table) => names.has(table)).reduce(
      (sum, table) =>
        sum + Number((db.prepare(`select count(*) as n from ${table}`).get() as { n: number }).n),
      0,
    );
  } finally {
    db.close();
  }
}
