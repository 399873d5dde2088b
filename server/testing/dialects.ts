import { randomUUID } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { inject } from 'vitest';
import type { Dialect } from '../platform/database/types.ts';
import { makeFolder } from './folder.ts';

const DIALECTS: readonly Dialect[] = ['sqlite', 'postgres'];
const wanted = process.env['DIALECTS']?.split(',');

/** Every API suite runs once on each; `DIALECTS=sqlite` leaves the other out. */
export const dialects = DIALECTS.filter((dialect) => wanted?.includes(dialect) ?? true);

/** The database of PostgreSQL that every test's own is copied from. */
export const MIGRATED = 'migrated';

export interface EmptyDatabase {
  url: string;
  /** A folder of the test's own, for VAR_DIR. */
  folder: string;
  remove(): Promise<void>;
}

/** An empty database of its own, without a table: a file, or a database on the test run's PostgreSQL. */
export async function emptyDatabase(dialect: Dialect): Promise<EmptyDatabase> {
  return ownDatabase(dialect, {
    file: () => {},
    database: (name) => administer(`create database ${name}`),
  });
}

/** The same with the tables of this version, copied from one that was migrated once for the whole run. */
export async function migratedDatabase(dialect: Dialect): Promise<EmptyDatabase> {
  return ownDatabase(dialect, {
    file: (path) => copyFileSync(inject('migratedFile'), path),
    // Files are copied in a third of the time that it takes to write them into the log page by page.
    database: (name) => administer(`create database ${name} template ${MIGRATED} strategy file_copy`),
  });
}

async function ownDatabase(
  dialect: Dialect,
  make: { file(path: string): void; database(name: string): Promise<void> },
): Promise<EmptyDatabase> {
  const folder = makeFolder('test');
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  if (dialect === 'sqlite') {
    const file = join(folder, 'test.db');
    make.file(file);
    return { url: `sqlite:${file}`, folder, remove: async () => removeFolder() };
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await make.database(name);
  return {
    url: `${inject('postgresUrl')}/${name}`,
    folder,
    async remove() {
      await administer(`drop database if exists ${name} with (force)`);
      removeFolder();
    },
  };
}

let administrator: Pool | undefined;

/** Runs a statement on the server's own database. A test file makes one connection for all of them. */
async function administer(statement: string): Promise<void> {
  administrator ??= new Pool({
    connectionString: `${inject('postgresUrl')}/postgres`,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
    // The server stops after the last test, sooner than the process that ran it.
  }).on('error', () => {});
  await administrator.query(statement);
}
