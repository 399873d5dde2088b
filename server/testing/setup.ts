import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/database/open.ts';
import { dialects, MIGRATED } from './dialects.ts';
import { makeFolder } from './folder.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL, without a database name; absent where only SQLite is tested. */
    postgresUrl: string;
    /** For SQLite a file to copy, with the tables and without a row. */
    migratedFile: string;
  }
}

/** Before the first test file: of each kind of database that is tested, one with the tables of this version. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeFolder('migrated');
  const file = join(folder, 'migrated.db');
  await migrate(`sqlite:${file}`);
  project.provide('migratedFile', file);
  const server = dialects.includes('postgres') ? await startPostgres() : undefined;
  if (server) {
    const client = new Client(`${server.url}/postgres`);
    await client.connect();
    await client.query(`drop database if exists ${MIGRATED}`);
    await client.query(`create database ${MIGRATED}`);
    await client.end();
    await migrate(`${server.url}/${MIGRATED}`);
    project.provide('postgresUrl', server.url);
  }
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await server?.stop();
  };
}

async function migrate(url: string): Promise<void> {
  const database = await openDatabase(url);
  await database.close();
}
