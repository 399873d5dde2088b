import { existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

/** Where a database was put, so that an empty one can take its place. */
export interface SetAside {
  /** The file, or the schema of the PostgreSQL database. */
  place: string;
  /** Moves the database back, and removes the one in its place. */
  putBack(): Promise<void>;
}

/**
 * Sets aside a database with tables unknown to this version, without loss of data.
 * @throws Error while a server has the database open
 */
export async function setAside(url: string, at: Date): Promise<SetAside> {
  const stamp = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').toLowerCase();
  return url.startsWith('sqlite:')
    ? setFileAside(resolve(url.slice('sqlite:'.length)), stamp)
    : setTablesAside(url, `set_aside_${stamp}`);
}

async function setFileAside(file: string, stamp: string): Promise<SetAside> {
  const place = `${file}.set-aside-${stamp}`;
  const database = new DatabaseSync(file);
  try {
    // The connection that closes last empties the write-ahead log into the file and removes it.
    database.prepare('select count(*) from sqlite_master').get();
  } finally {
    database.close();
  }
  if (existsSync(`${file}-wal`))
    throw new Error('The server is running: stop it first. Nothing was changed.');
  renameSync(file, place);
  return {
    place,
    async putBack() {
      for (const path of [`${file}-wal`, `${file}-shm`]) rmSync(path, { force: true });
      renameSync(place, file);
    },
  };
}

async function setTablesAside(url: string, schema: string): Promise<SetAside> {
  const move = async (statements: (tables: string[]) => string[], from: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query(
        `select format('%I', tablename) as name from pg_tables where schemaname = ${from}`,
      );
      await client.query('begin');
      for (const statement of statements(rows.map(({ name }) => name))) await client.query(statement);
      await client.query('commit');
    } finally {
      await client.end();
    }
  };
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client
    .query("select format('%I', current_schema()) as name")
    .finally(() => client.end());
  const home: string = rows[0].name;
  await move(
    (tables) => [
      `create schema ${schema}`,
      ...tables.map((table) => `alter table ${home}.${table} set schema ${schema}`),
    ],
    'current_schema()',
  );
  return {
    place: schema,
    putBack: () =>
      move(
        (tables) => [
          ...tables.map((table) => `drop table if exists ${home}.${table} cascade`),
          ...tables.map((table) => `alter table ${schema}.${table} set schema ${home}`),
          `drop schema ${schema}`,
        ],
        `'${schema}'`,
      ),
  };
}
