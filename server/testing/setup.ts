import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/database/open.ts';
import { MIGRATED } from './dialects.ts';
import { makeFolder } from './folder.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL, without a database name. */
    postgresUrl: string;
    /** For SQLite a file to copy, with the tables and without a row. */
    migratedFile: string;
  }
}

/** Before the first test file: a PostgreSQL, and of each kind a database with the tables of this version. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const folder = makeFolder('migrated');
  const file = join(folder, 'migrated.db');
  const client = new Client(`${server.url}/postgres`);
  await client.connect();
  await client.query(`drop database if exists ${MIGRATED}`);
  await client.query(`create database ${MIGRATED}`);
  await client.end();
  for (const url of [`sqlite:${file}`, `${server.url}/${MIGRATED}`]) await (await openDatabase(url)).close();
  project.provide('postgresUrl', server.url);
  project.provide('migratedFile', file);
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  };
}
