import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VERSION } from '../../../core/version.ts';
import { companyIndex } from '../../features/company-index/company-index.ts';
import { dialects, type EmptyDatabase, emptyDatabase } from '../../testing/dialects.ts';
import { makeFirstEdition } from '../../testing/first-edition.ts';
import { makeFolder } from '../../testing/folder.ts';
import { PROCESS_ENV } from '../../testing/process.ts';
import { MIGRATION_NAMES } from '../database/migrations/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { NewerDatabaseError } from '../database/upgrade.ts';
import { restoreBackup } from './backup.ts';
import { backUpBeforeUpgrade, wayBackFrom } from './before-upgrade.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Last migration of the first edition. */
const FIRST = '0006-comment-indexes';
const PENDING = MIGRATION_NAMES.slice(MIGRATION_NAMES.indexOf(FIRST) + 1);
/** Migrations in whose middle the process is killed: the first, one between, the last; `npm run torture` takes all. */
const KILLED_AT = process.env['CRASH_ROUNDS']
  ? PENDING
  : [0, PENDING.length >> 1, PENDING.length - 1].map((at) => PENDING[at] ?? '');
const MINUTES = 60_000;

type Statement = (text: string) => Promise<Record<string, unknown>[]>;

/** Runs statements on a database as it is, without bringing it up to date. */
async function withRows<T>(url: string, work: (run: Statement) => Promise<T>): Promise<T> {
  if (url.startsWith('sqlite:')) {
    const db = new DatabaseSync(url.slice('sqlite:'.length));
    try {
      return await work(async (text) => db.prepare(text).all());
    } finally {
      db.close();
    }
  }
  const client = new Client(url);
  await client.connect();
  try {
    return await work(async (text) => (await client.query(text)).rows);
  } finally {
    await client.end();
  }
}

/** All rows of all tables but those of the migrator and derived ones of the search, partitions among them. */
async function contents(url: string): Promise<Record<string, string[]>> {
  return withRows(url, async (run) => {
    const tables = await run(
      url.startsWith('sqlite:')
        ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name"
        : "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
    );
    const found: Record<string, string[]> = {};
    for (const name of tables
      .map((table) => String(table['name']))
      .filter((name) => !/^(search_|kysely_|company_searches_)/.test(name))) {
      found[name] = (await run(`select * from ${name}`))
        .map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))
        .sort();
    }
    found['migrations'] = (await run('select name from kysely_migration order by name')).map(({ name }) =>
      String(name),
    );
    return found;
  });
}

for (const dialect of dialects) {
  describe(`an upgrade on ${dialect}`, () => {
    let database: EmptyDatabase;
    let settings: { DATABASE_URL: string; VAR_DIR: string };
    beforeEach(async () => {
      database = await emptyDatabase(dialect);
      settings = { DATABASE_URL: database.url, VAR_DIR: join(database.folder, 'var') };
      mkdirSync(settings.VAR_DIR);
    });
    afterEach(() => database.remove());

    const folder = () => join(settings.VAR_DIR, 'before-upgrade');
    const own = `before-${VERSION}-at-${FIRST}.db`;
    const kept = () => (existsSync(folder()) ? readdirSync(folder()).sort() : []);
    const open = async (options?: Parameters<typeof backUpBeforeUpgrade>[1]) =>
      (await openDatabase(database.url, { beforeUpgrade: backUpBeforeUpgrade(settings, options) })).close();
    const run = (script: string, ...words: string[]) =>
      promisify(execFile)(process.execPath, [join(ROOT, script), ...words], {
        env: { ...PROCESS_ENV, HOST: '127.0.0.1', PORT: '0', ...settings },
      });
    const withoutMigrations = ({ migrations: _, ...rows }: Record<string, string[]>) => rows;

    test('keeps the whole database of before, once, and what it kept can be restored', async () => {
      await makeFirstEdition(dialect, database.url, async (insert) => {
        for (const id of ['z-parent', 'a-reply'])
          await insert('comments', {
            id,
            company_id: 'old-hands',
            parent_id: id === 'a-reply' ? 'z-parent' : null,
            author: 'Ada',
            content: 'Ça 👩‍👩‍👧 와',
            created_at: '2026-11-01T00:00:00.000Z',
          });
      });
      const before = await contents(database.url);
      expect(before['companies']).toHaveLength(1);
      await open();
      await open();
      expect(kept()).toEqual([own]);
      const copy = await contents(`sqlite:${join(folder(), own)}`);
      expect(copy['migrations']?.at(-1)).toBe(FIRST);
      expect(withoutMigrations(copy)).toEqual(withoutMigrations(before));
      expect((await contents(database.url))['migrations']).toEqual(MIGRATION_NAMES);

      const upgraded = await openDatabase(database.url);
      await upgraded.write(({ tx }) => tx.deleteFrom('companies').execute());
      await restoreBackup(upgraded, join(folder(), own), companyIndex.clear);
      const found = await upgraded.read
        .selectFrom('comments')
        .select(['id', 'content'])
        .orderBy('id')
        .execute();
      await upgraded.close();
      expect(found).toEqual(['a-reply', 'z-parent'].map((id) => ({ id, content: 'Ça 👩‍👩‍👧 와' })));
    });

    test('makes no copy of an empty database, nor of one that is up to date', async () => {
      await open();
      await open();
      expect(kept()).toEqual([]);
      const stored = await withRows(database.url, (statement) =>
        statement('select * from state order by name'),
      );
      expect(stored).toEqual([
        { name: 'revision', value: '1' },
        { name: 'version', value: VERSION },
      ]);
    });

    test('keeps three copies, and one that is tried again replaces its own', async () => {
      mkdirSync(folder());
      const others = ['1.0.0-at-0001-a', '2.0.0-at-0002-b', '2.1.0-at-0003-c'].map(
        (name) => `before-${name}.db`,
      );
      for (const [day, name] of [own, ...others].entries()) {
        writeFileSync(join(folder(), name), 'older');
        utimesSync(join(folder(), name), day, day);
      }
      writeFileSync(join(folder(), 'notes.txt'), 'mine');
      await makeFirstEdition(dialect, database.url);
      await open();
      expect(kept()).toEqual(['before-2.0.0-at-0002-b.db', 'before-2.1.0-at-0003-c.db', own, 'notes.txt']);
      expect((await contents(`sqlite:${join(folder(), own)}`))['companies']).toHaveLength(1);
    });

    test('changes nothing where the copy has no room', async () => {
      await makeFirstEdition(dialect, database.url);
      const before = await contents(database.url);
      await expect(open({ free: () => 60 * 1024 ** 2 })).rejects.toThrow(
        /needs \d+ MiB in .*before-upgrade, where 60 MiB are free; nothing was changed/,
      );
      expect(await contents(database.url)).toEqual(before);
      expect(kept()).toEqual([]);
    });

    test('that fails changes nothing, and says which migration failed and how to go back', async () => {
      await makeFirstEdition(dialect, database.url);
      // In the way of the migration that makes this table.
      await withRows(database.url, (statement) => statement('create table topics (mine integer)'));
      const before = await contents(database.url);
      const failed = await run('server/main.ts').catch((error: { code: number; stderr: string }) => error);
      expect(failed).toMatchObject({ code: 1 });
      expect(failed.stderr).toMatch(/the migration 0032-topics failed: .*Nothing in it was changed/s);
      expect(failed.stderr).toContain(`npm run cli -- restore ${join(folder(), own)}`);
      expect(await contents(database.url)).toEqual(before);
      expect(kept()).toEqual([own]);
    });

    test('to a version that is newer than this one is left alone, and can be gone back from', async () => {
      await makeFirstEdition(dialect, database.url);
      await open();
      await withRows(database.url, async (statement) => {
        await statement(
          `insert into kysely_migration (name, timestamp) values ('9999-flying', '2030-01-01')`,
        );
        await statement("update state set value = '9.1.0' where name = 'version'");
        await statement('create table flights (id integer)');
      });
      const before = await contents(database.url);
      const file = join(folder(), own);
      for (const words of [['server/main.ts'], ['server/cli.ts', 'evaluate']] as const) {
        const [script, ...more] = words;
        const failed = await run(script, ...more).catch((error: { code: number; stderr: string }) => error);
        expect(failed).toMatchObject({ code: 1 });
        expect(failed.stderr).toContain(
          `it was made by version 9.1.0, and this is version ${VERSION}. Nothing was changed`,
        );
        expect(failed.stderr).toContain(`npm run cli -- restore ${file}`);
      }
      const unasked = await run('server/cli.ts', 'restore', file).catch((error: { stderr: string }) => error);
      expect(unasked.stderr).toContain('repeat the command with --yes');
      await expect(run('server/cli.ts', 'restore', join(folder(), 'none.db'), '--yes')).rejects.toThrow(
        'There is no file',
      );
      expect(await contents(database.url)).toEqual(before);

      const { stdout } = await run('server/cli.ts', 'restore', file, '--yes');
      const place = /of version 9\.1\.0 is kept as (\S+)\./.exec(stdout)?.[1] ?? '';
      const restored = await contents(database.url);
      expect(restored['migrations']).toEqual(MIGRATION_NAMES);
      expect(restored['companies']).toHaveLength(1);
      expect(restored).not.toHaveProperty('flights');
      if (dialect === 'sqlite') expect(await contents(`sqlite:${place}`)).toEqual(before);
      else
        expect(
          await withRows(database.url, (statement) => statement(`select id from ${place}.companies`)),
        ).toEqual([{ id: 'old-hands' }]);
    });

    test(`is done wholly or not at all, killed in the middle of ${KILLED_AT.length} migrations`, {
      timeout: 30 * MINUTES,
    }, async () => {
      await makeFirstEdition(dialect, database.url);
      const before = await contents(database.url);
      for (const name of KILLED_AT) {
        const child = spawn(
          process.execPath,
          [
            '--import',
            join(ROOT, 'server/testing/stop-at-migration.ts'),
            join(ROOT, 'server/testing/serve-api.ts'),
          ],
          {
            env: {
              ...PROCESS_ENV,
              HOST: '127.0.0.1',
              PORT: '0',
              STOP_AT_MIGRATION: name,
              ...settings,
            },
            stdio: ['ignore', 'pipe', 'inherit'],
          },
        );
        const exited = new Promise((resolve) => child.once('exit', resolve));
        const stopped = new Promise<boolean>((resolve) => {
          child.stdout?.once('data', (chunk) => resolve(String(chunk).startsWith('stopped')));
          child.once('exit', () => resolve(false));
        });
        expect([name, await stopped]).toEqual([name, true]);
        child.kill('SIGKILL');
        await exited;
        expect([name, await contents(database.url)]).toEqual([name, before]);
        expect(withoutMigrations(await contents(`sqlite:${join(folder(), own)}`))).toEqual(
          withoutMigrations(before),
        );
      }
      await open();
      expect(kept()).toEqual([own]);
      const after = await openDatabase(database.url);
      const { rows } = await sql<{
        name: string;
      }>`select name from company_texts where language = 'ko'`.execute(after.read);
      await after.close();
      expect(rows).toEqual([{ name: '오래된 손' }]);
    });
  });
}

test('the way back names the newer version where it is known, and asks for a backup where none was made', () => {
  const folder = makeFolder('way-back');
  expect(wayBackFrom(new NewerDatabaseError('9.1.0'), folder)).toContain('Start version 9.1.0 again');
  const unknown = wayBackFrom(new NewerDatabaseError(undefined), folder);
  expect(unknown).toContain('Start the version that made it again');
  expect(unknown).toContain('restore FILE, with a backup of this version.');
});
