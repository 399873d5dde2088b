import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Kysely, type KyselyConfig, type LogEvent, PostgresDialect } from 'kysely';
import { types } from 'pg';
import { DeferredCounters } from './deferred-counters.ts';
import { groupCommit } from './group-commit.ts';
import { openPool, openPostgresPool } from './postgres-pool.ts';
import { type ReadThread, readThreadKysely } from './read-thread.ts';
import { beginWrite, openFile, sqliteKysely } from './sqlite.ts';

// count(*) and bigint columns stay far below 2^53; callers expect numbers.
types.setTypeParser(types.builtins.INT8, Number);

/** A database, either SQLite or PostgreSQL. */
export interface Connection<Schema> {
  dialect: 'sqlite' | 'postgres';
  read: Kysely<Schema>;
  /** For reads whose time grows with the data. On SQLite in another thread. */
  scan: Kysely<Schema>;
  /** Runs a transaction, and returns after its commit. */
  write<T>(work: (tx: Kysely<Schema>, counters: DeferredCounters<Schema>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface StatementListener {
  /** Called after each statement, in the asynchronous context of its caller. */
  onStatement?: ((event: LogEvent, dialect: 'sqlite' | 'postgres') => void) | undefined;
}

/** Kysely's `log` option, absent without a listener: logging costs time at each statement. */
const logOption = (
  dialect: 'sqlite' | 'postgres',
  onStatement: StatementListener['onStatement'],
): Pick<KyselyConfig, 'log'> => (onStatement ? { log: (event) => onStatement(event, dialect) } : {});

interface SqliteOptions<Schema> extends StatementListener {
  /** False: no commit waits for the disk, so a crash of the machine can lose commits. */
  durable: boolean;
  /** Brings the tables up to date, within a transaction. */
  migrate(db: Kysely<Schema>): Promise<void>;
  /** Starts a worker thread that answers with `createReader`. */
  startReadThread(): ReadThread;
}

/** Opens a SQLite file, which is created where there is none. */
export async function openSqlite<Schema>(
  path: string,
  { durable, migrate, startReadThread, onStatement }: SqliteOptions<Schema>,
): Promise<Connection<Schema>> {
  const file = resolve(path);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  const writing = await openFile(file, false);
  if (!durable) writing.exec('pragma synchronous = off');
  const logged = logOption('sqlite', onStatement);
  const writer = sqliteKysely<Schema>(writing, logged);
  // One process migrates; the others wait for the lock and find the tables current.
  try {
    await beginWrite(writing);
    await migrate(writer);
    writing.exec('commit');
  } catch (error) {
    writing.close();
    throw error;
  }
  const reading = await openFile(file, true);
  const read = sqliteKysely<Schema>(reading, logged);
  const scan = readThreadKysely<Schema>(file, startReadThread, logged);
  return {
    dialect: 'sqlite',
    read,
    scan,
    write: groupCommit(writing, writer),
    async close() {
      await scan.destroy();
      await read.destroy();
      // Kysely does not close a connection that was never used. The writing connection closes last: it empties the
      // write-ahead log into the file.
      if (reading.isOpen) reading.close();
      await writer.destroy();
    },
  };
}

/** Opens a SQLite file for reading and writing with a single connection. */
export const openSqliteKysely = async <Schema>(file: string): Promise<Kysely<Schema>> =>
  sqliteKysely<Schema>(await openFile(file, false));

interface PostgresOptions<Schema> extends StatementListener {
  /** Milliseconds after which a statement is given up; without them, none is. */
  timeout: number | undefined;
  /** Migrates the schema, without a time limit. If absent, the schema is used as found. */
  migrate?(db: Kysely<Schema>): Promise<void>;
}

export async function openPostgres<Schema>(
  url: string,
  { timeout, migrate, onStatement }: PostgresOptions<Schema>,
): Promise<Connection<Schema>> {
  if (migrate) {
    const migrating = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: openPool({ connectionString: url, max: 2 }) }),
    });
    await migrate(migrating).finally(() => migrating.destroy());
  }
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: openPostgresPool(url, { timeout }) }),
    ...logOption('postgres', onStatement),
  });
  return {
    dialect: 'postgres',
    read: kysely,
    scan: kysely,
    write: (work) =>
      retryLost(() =>
        kysely.transaction().execute(async (tx) => {
          const counters = new DeferredCounters<Schema>();
          const value = await work(tx, counters);
          await counters.apply(tx);
          return value;
        }),
      ),
    close: () => kysely.destroy(),
  };
}

/** SQLSTATE of a serialization failure and of a deadlock: the transaction can simply run again. */
const LOST = new Set(['40001', '40P01']);
const ATTEMPTS = 4;

async function retryLost<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !LOST.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}
