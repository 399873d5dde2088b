import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { Dialect } from '../database/types.ts';

const DIALECTS: readonly Dialect[] = ['sqlite', 'postgres'];
const wanted = process.env['DIALECTS']?.split(',');

/** Every API suite runs once on each; `DIALECTS=sqlite` leaves the other out. */
export const dialects = DIALECTS.filter((dialect) => wanted?.includes(dialect) ?? true);

export interface EmptyDatabase {
  url: string;
  /** A folder of the test's own, for VAR_DIR. */
  folder: string;
  remove(): Promise<void>;
}

/** An empty database of its own: a file, or a database on the test run's PostgreSQL. */
export async function emptyDatabase(dialect: Dialect): Promise<EmptyDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  if (dialect === 'sqlite')
    return { url: `sqlite:${join(folder, 'test.db')}`, folder, remove: async () => removeFolder() };

  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const administer = async (statement: string) => {
    const client = new Client(`${server}/postgres`);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await administer(`create database ${name}`);
  return {
    url: `${server}/${name}`,
    folder,
    async remove() {
      await administer(`drop database if exists ${name} with (force)`);
      removeFolder();
    },
  };
}
