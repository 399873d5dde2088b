import { describe, expect, test } from 'vitest';
import { dialects, emptyDatabase } from '../testing/dialects.ts';
import { openDatabase } from './open.ts';

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
