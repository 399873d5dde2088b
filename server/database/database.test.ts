import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { dialects, emptyDatabase } from '../testing/dialects.ts';
import { openDatabase } from './open.ts';
import { numbersOf } from './search-index.ts';
import type { Database } from './types.ts';

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
  });
}

test.skipIf(!dialects.includes('postgres'))(
  'a prepared statement that a pooler has lost, or has from somebody else, is asked without its name',
  async () => {
    const empty = await emptyDatabase('postgres');
    const ask = async ({ read }: Database) => numbersOf(read, ['nobody']);
    const preparedOn = async ({ read }: Database) => {
      const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(read);
      return rows.map(({ name }) => name);
    };
    const first = await openDatabase(empty.url);
    expect(await ask(first)).toEqual(new Map());
    const [name = ''] = await preparedOn(first);
    expect(name).not.toBe('');
    await sql`deallocate all`.execute(first.read);
    expect(await ask(first)).toEqual(new Map());
    expect(await preparedOn(first)).toEqual([]);
    await first.close();

    const second = await openDatabase(empty.url);
    await sql`prepare ${sql.id(name)} as select 1`.execute(second.read);
    expect(await ask(second)).toEqual(new Map());
    await second.close();

    const third = await openDatabase(empty.url);
    await third.write(async ({ tx }) => {
      await numbersOf(tx, ['nobody']);
      expect(await preparedOn({ ...third, read: tx })).toEqual([]);
    });
    await ask(third);
    expect(await preparedOn(third)).toEqual([name]);
    // What is wrong with a statement itself is told as ever.
    await expect(sql`select nothing from nowhere`.execute(third.read)).rejects.toThrow('nowhere');
    await third.close();
    await empty.remove();
  },
);

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
