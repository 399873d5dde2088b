import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { openPostgres } from '#engine/sql';
import { companyIndex } from '../../features/company-index/company-index.ts';
import { dialects, emptyDatabase } from '../../testing/dialects.ts';
import { openDatabase } from './open.ts';
import type { Schema } from './schema.ts';
import { compiled, PIPELINED } from './statements.ts';
import type { Database, Db } from './types.ts';

for (const dialect of dialects) {
  describe(`the database on ${dialect}`, () => {
    test('several processes that start at once all find it migrated', async () => {
      const empty = await emptyDatabase(dialect);
      const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase(empty.url)));
      for (const database of opened) expect(await database.revision.current()).toBe(1);
      await Promise.all(opened.map((database) => database.close()));
      await empty.remove();
    });

    test('of concurrent writes one that fails leaves nothing behind and the others stay', async () => {
      const empty = await emptyDatabase(dialect);
      const database = await openDatabase(empty.url);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, (_, i) =>
          database.write(async (unit) => {
            await unit.tx
              .insertInto('state')
              .values({ name: `key ${i}`, value: 'x' })
              .execute();
            if (i % 10 === 3) throw new Error('no');
            unit.changed('company', String(i));
          }),
        ),
      );
      expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(5);
      const rows = await database.read
        .selectFrom('state')
        .select('name')
        .where('name', 'like', 'key %')
        .execute();
      expect(rows).toHaveLength(45);
      expect(rows.map((row) => row.name)).not.toContain('key 13');
      expect(await database.revision.current()).toBe(46);
      await database.close();
      await empty.remove();
    });

    test('a write that the end of the database overtakes fails, and holds nothing up', async () => {
      const empty = await emptyDatabase(dialect);
      const database = await openDatabase(empty.url);
      const put = (name: string) =>
        database.write(({ tx }) => tx.insertInto('state').values({ name, value: 'x' }).execute());
      const late = Promise.allSettled([put('a'), put('b')]);
      await database.close();
      for (const { status } of await late) expect(['fulfilled', 'rejected']).toContain(status);
      await expect(put('c')).rejects.toThrow();
      await empty.remove();
    });
  });
}

/** A statement for the pipelined connection. */
const quickly = <Row>(text: string) =>
  compiled((db: Db, { value }: { value: number }) => {
    const [before, after] = text.split('?');
    const statement = sql<Row>`${sql.raw(before ?? '')}${after === undefined ? sql`` : sql`${value}${sql.raw(after)}`}`;
    return { compile: () => statement.compile(db) };
  }, PIPELINED);

describe.skipIf(!dialects.includes('postgres'))('statements on PostgreSQL', () => {
  test('a connection that the server ends between two statements of a migration ends no process', async () => {
    const empty = await emptyDatabase('postgres');
    let ended = 0;
    const connection = await openPostgres<Schema>(empty.url, {
      timeout: undefined,
      async migrate(db) {
        const sleep = () => sql`select pg_sleep(0.2)`.execute(db);
        await Promise.all([sleep(), sleep()]);
        const { rows } = await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
        ended = rows.length;
        await sleep();
      },
    });
    expect(ended).toBe(1);
    await connection.close();
    await empty.remove();
  });

  test('a prepared one that a pooler has lost, or has from somebody else, is asked without its name', async () => {
    const empty = await emptyDatabase('postgres');
    const ask = async ({ read }: Database) => companyIndex.readNumbers(read, ['nobody']);
    // Itself prepared, as every compiled statement.
    const selectPrepared = quickly<{ name: string }>(
      "select name from pg_prepared_statements where statement not like '%pg_prepared%' and 0 < ?",
    );
    const preparedOn = async ({ read }: Database) =>
      (await selectPrepared(read, { value: 1 })).map(({ name }) => name);
    const first = await openDatabase(empty.url);
    expect(await ask(first)).toEqual(new Map());
    const [name = ''] = await preparedOn(first);
    expect(name).not.toBe('');
    await quickly('deallocate all')(first.read, { value: 1 });
    expect(await ask(first)).toEqual(new Map());
    expect(await preparedOn(first)).toEqual([]);
    await first.close();

    const second = await openDatabase(empty.url);
    await quickly(`prepare "${name}" as select 1`)(second.read, { value: 1 });
    expect(await ask(second)).toEqual(new Map());
    await second.close();

    const third = await openDatabase(empty.url);
    await third.write(async ({ tx }) => {
      await companyIndex.readNumbers(tx, ['nobody']);
      expect(await preparedOn({ ...third, read: tx })).toEqual([]);
    });
    await ask(third);
    expect(await preparedOn(third)).toEqual([name]);
    // What is wrong with a statement itself is told as ever.
    await expect(sql`select nothing from nowhere`.execute(third.read)).rejects.toThrow('nowhere');
    await third.close();
    await empty.remove();
  });

  test('quick ones share a connection: each has its own answer, whether another one fails or the connection ends', async () => {
    const empty = await emptyDatabase('postgres');
    const database = await openDatabase(empty.url);
    const divide = quickly<{ hundredth: number; pid: number }>(
      'select 100 / cast(? as integer) as hundredth, pg_backend_pid() as pid',
    );
    const divided = (from: number, to: number) =>
      Promise.allSettled(
        Array.from({ length: to - from }, (_, i) => divide(database.read, { value: from + i })),
      );
    const answers = await divided(-20, 20);
    const found = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value[0] : undefined));
    expect(found.map((row) => row?.hundredth)).toEqual(
      Array.from({ length: 40 }, (_, i) => (i === 20 ? undefined : Math.trunc(100 / (i - 20)))),
    );
    expect(new Set(found.flatMap((row) => row?.pid ?? [])).size).toBe(1);

    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.read);
    expect(rows[0]?.pid).not.toBe(found[0]?.pid);
    const sleeping = quickly('select pg_sleep(?)')(database.read, { value: 60 });
    const behind = divide(database.read, { value: 1 });
    const ended = Promise.allSettled([sleeping, behind]);
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where pid = ${found[0]?.pid} and wait_event = 'PgSleep'`.execute(
        database.read,
      );
      expect(rows).toHaveLength(1);
    });
    await sql`select pg_terminate_backend(${found[0]?.pid})`.execute(database.read);
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const [again] = await divide(database.read, { value: 4 });
    expect(again?.hundredth).toBe(25);
    expect(again?.pid).not.toBe(found[0]?.pid);
    await database.close();
    await empty.remove();
  });
});

test('SQLite plans a statement once: no limit and no flag is a parameter of its own', async () => {
  const empty = await emptyDatabase('sqlite');
  const database = await openDatabase(empty.url);
  const { sql: text } = database.read
    .selectFrom('companies')
    .select('id')
    .where('show_on_site', '=', 1)
    .where('score', '=', 50)
    .limit(3)
    .compile();
  expect(text).toBe('select "id" from "companies" where "show_on_site" = 1 and "score" = ? limit ? + 0');
  await database.close();
  await empty.remove();
});

for (const dialect of dialects) {
  test(`what was computed is kept until it changes on ${dialect}`, async () => {
    const empty = await emptyDatabase(dialect);
    const database = await openDatabase(empty.url);
    expect(database.kept('answer')).toBeUndefined();
    const computing = database.cached('answer', async () => 42);
    expect(database.kept('answer')).toBeUndefined();
    await computing;
    expect(database.kept('answer')).toBe(42);
    await expect(database.cached('failure', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(database.kept('failure')).toBeUndefined();
    await database.write(async (unit) => unit.changed('company', 'one'));
    await database.revision.current();
    expect(database.kept('answer')).toBeUndefined();
    await database.close();
    await empty.remove();
  });
}

for (const dialect of dialects) {
  test(`what was read of single companies is kept until each is changed on ${dialect}`, async () => {
    const empty = await emptyDatabase(dialect);
    const database = await openDatabase(empty.url);
    const asked: string[][] = [];
    const lengths = (ids: string[]) =>
      database.cachedEach('length', ids, async (missing) => {
        asked.push(missing);
        return new Map(missing.filter((id) => id !== 'nobody').map((id) => [id, { length: id.length }]));
      });
    const change = (id: string) =>
      database.write(async (unit) => unit.changed('company', id, { tags: [`company:${id}`] }));
    expect([...(await lengths(['one', 'three', 'nobody']))]).toEqual([
      ['one', { length: 3 }],
      ['three', { length: 5 }],
    ]);
    await lengths(['one', 'three', 'nobody']);
    await change('three');
    expect((await lengths(['one', 'three'])).get('three')).toEqual({ length: 5 });
    await lengths(['one', 'three']);
    await database.write(async (unit) => unit.changed('settings', 'all'));
    await lengths(['one']);
    // What is not there is no company's, and asked for again.
    expect(asked).toEqual([['one', 'three', 'nobody'], ['nobody'], ['three'], ['one']]);
    await database.close();
    await empty.remove();
  });
}
