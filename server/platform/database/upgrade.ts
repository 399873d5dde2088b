import { sql } from 'kysely';
import { VERSION } from '../../../core/version.ts';
import { MIGRATION_NAMES, migrate } from './migrations/migrate.ts';
import type { Db, Dialect } from './types.ts';

/** The row of `state` with the version of the product that opened the database last. */
const OPENED_BY = 'version';
/** Tables that make a database worth a backup where one has a row. */
const CONTENT = ['companies', 'users', 'admins', 'comments'];

/** An upgrade that is about to change the tables of a database. */
export interface Upgrade {
  /** The last migration that the database has, as `0036-mailboxes`. */
  level: string;
}

/** Copies the database before an upgrade, and rejects where that is not possible: then nothing is changed. */
export type BeforeUpgrade = (upgrade: Upgrade) => Promise<void>;

/** The tables of a database are newer than those of this version. */
export class NewerDatabaseError extends Error {
  /** The version that opened it last; undefined where no version was recorded. */
  readonly version: string | undefined;
  constructor(version: string | undefined) {
    super(`it was made by version ${version ?? 'unknown, a newer one'}, and this is version ${VERSION}`);
    this.version = version;
  }
}

/** Names of the applied migrations, in order; empty for an empty database. */
export async function appliedMigrations(db: Db, dialect: Dialect): Promise<string[]> {
  if (!(await hasTable(db, dialect, 'kysely_migration'))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Number of missing migrations; 0 for an empty database, which needs no upgrade.
 * @throws NewerDatabaseError
 */
export async function planUpgrade(db: Db, dialect: Dialect): Promise<number> {
  const applied = await appliedMigrations(db, dialect);
  if (applied.some((name) => !MIGRATION_NAMES.includes(name)))
    throw new NewerDatabaseError(await readVersion(db));
  return applied.length === 0 ? 0 : MIGRATION_NAMES.length - applied.length;
}

/**
 * Brings the tables of a database up to date, after `before` where that changes tables with content.
 * @throws NewerDatabaseError; what `before` throws; what a migration throws, which then has changed nothing
 */
export async function upgrade(db: Db, dialect: Dialect, before: BeforeUpgrade | undefined): Promise<void> {
  const isPending = await applyPending(db, dialect, before);
  if (isPending || (await readVersion(db)) !== VERSION) {
    await sql`
      insert into state (name, value) values (${OPENED_BY}, ${VERSION})
      on conflict (name) do update set value = excluded.value`.execute(db);
  }
}

async function applyPending(db: Db, dialect: Dialect, before: BeforeUpgrade | undefined): Promise<boolean> {
  const apply = async () => {
    const pending = await planUpgrade(db, dialect);
    const level = (await appliedMigrations(db, dialect)).at(-1);
    if (level && pending === 0) return false;
    if (level && before && (await hasContent(db, dialect))) await before({ level });
    // On SQLite the caller's transaction has all of them; on PostgreSQL the migrator's own.
    await migrate(db, dialect, { disableTransactions: dialect === 'sqlite' });
    return true;
  };
  if (dialect === 'sqlite') return apply();
  if ((await appliedMigrations(db, dialect)).join() === MIGRATION_NAMES.join()) return false;
  // Of several starting processes one copies and migrates; the others wait for the lock and find the tables current.
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('upgrade'))`.execute(tx);
    return apply();
  });
}

async function hasTable(db: Db, dialect: Dialect, table: string): Promise<boolean> {
  const { rows } = await (dialect === 'postgres'
    ? sql`select 1 where to_regclass(${table}) is not null`
    : sql`select 1 from sqlite_master where type = 'table' and name = ${table}`
  ).execute(db);
  return rows.length > 0;
}

async function hasContent(db: Db, dialect: Dialect): Promise<boolean> {
  for (const table of CONTENT) {
    if (!(await hasTable(db, dialect, table))) continue;
    if ((await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)).rows.length > 0) return true;
  }
  return false;
}

async function readVersion(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select value from state where name = ${OPENED_BY}`.execute(
    db,
  );
  return rows[0]?.value;
}
