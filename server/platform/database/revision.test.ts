import { expect, test } from 'vitest';
import { createRevision } from './revision.ts';
import type { Db } from './types.ts';

/** A database whose answers come when the test says so, in the order that it likes. */
function slowDatabase() {
  let value = 0;
  const tags = new Map<string, number>();
  const waiting: (() => void)[] = [];
  const answered = <T>(answer: T) =>
    new Promise<T>((resolve) => {
      waiting.push(() => resolve(answer));
    });
  const read = {
    selectFrom: () => {
      let since = 0;
      const query = {
        select: () => query,
        orderBy: () => query,
        limit: () => query,
        where(_column: string, operator: string, than: unknown) {
          if (operator === '>') since = Number(than);
          return query;
        },
        // What they read is what stands there when they are asked.
        executeTakeFirst: () => answered({ value: `${value}` }),
        execute: () =>
          answered(
            [...tags]
              .filter(([, revision]) => revision > since)
              .map(([name, revision]) => ({ name, revision })),
          ),
      };
      return query;
    },
  };
  return {
    read: read as unknown as Db,
    change(tag: string, revision = value + 1) {
      value = revision;
      tags.set(tag, revision);
    },
    /** Lets the question that was asked as the first, or the one after it, have its answer. */
    async answer(index = 0) {
      waiting.splice(index, 1)[0]?.();
      await new Promise(setImmediate);
    },
  };
}

const ALPHA = ['company:alpha'] as const;

test('of two looks at once the one that saw more counts, whichever comes back last', async () => {
  const database = slowDatabase();
  const revision = createRevision(database.read, async () => {});
  const first = revision.current();
  await database.answer();
  await database.answer();
  expect(await first).toBe(0);
  revision.expire();

  database.change('company:alpha');
  const slow = revision.current();
  await database.answer();
  // It has its revision, and waits for its tags; meanwhile this process changes the same once more.
  database.change('company:alpha');
  revision.expire();
  // The one that waits looks again by itself, this one as soon as it is asked.
  const quick = revision.current();
  await database.answer();
  for (let i = 0; i < 6; i++) await database.answer();
  expect(await slow).toBe(2);
  expect(await quick).toBe(2);
  expect(revision.isChanged(ALPHA, 1)).toBe(true);
  expect(revision.isChanged(ALPHA, 2)).toBe(false);
  expect(revision.isChanged(['company:beta'], 2)).toBe(false);
});

test('after an older database took its place, everything cached before counts as changed', async () => {
  const database = slowDatabase();
  const revision = createRevision(database.read, async () => {});
  const look = async () => {
    revision.expire();
    const found = revision.current();
    for (let i = 0; i < 2; i++) await database.answer();
    return found;
  };
  database.change('company:alpha', 9);
  expect(await look()).toBe(9);
  // What stands there at the start is told apart.
  expect(revision.isChanged(ALPHA, 8)).toBe(true);
  expect(revision.isChanged(ALPHA, 9)).toBe(false);
  expect(revision.isChanged(['company:beta'], 3)).toBe(false);
  database.change('company:beta', 4);
  for (let i = 0; i < 2; i++) expect(await look()).toBe(4);
  expect(revision.isChanged(['company:gamma'], 9)).toBe(true);
});
