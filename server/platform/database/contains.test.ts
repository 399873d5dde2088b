import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchForm } from '../../../core/text.ts';
import { dialects, emptyDatabase } from '../../testing/dialects.ts';
import { contains } from './contains.ts';
import { openDatabase } from './open.ts';
import type { Database } from './types.ts';

/** What a pattern could take for its own, and characters of one to four bytes. */
const letters = fc.constantFrom(...'*?[]^-!\\%_#\'"()ab é리노紙😀\n');
const text = fc.string({ unit: letters, maxLength: 12 }).map(searchForm);

for (const dialect of dialects) {
  describe(`a text has a term on ${dialect}`, () => {
    let database: Database;
    let remove: () => Promise<void>;
    beforeAll(async () => {
      const empty = await emptyDatabase(dialect);
      database = await openDatabase(empty.url);
      remove = empty.remove;
    });
    afterAll(async () => {
      await database.close();
      await remove();
    });

    const finds = async (searched: string, term: string) => {
      const of = dialect === 'postgres' ? sql<string>`${searched}::text` : sql<string>`${searched}`;
      const { found } = await database.read
        .selectNoFrom(contains(dialect, of, term).as('found'))
        .executeTakeFirstOrThrow();
      return Boolean(found);
    };

    test.each(['*', '?', '[', ']', '[a]', '[^a]', '[*]', '%', '_', '\\'])(
      '%s is no wildcard',
      async (term) => {
        expect(await finds('ab', term)).toBe(false);
        expect(await finds(`a${term}b`, term)).toBe(true);
      },
    );

    test('where it does in JavaScript, character by character', async () => {
      await fc.assert(
        fc.asyncProperty(text, text, text, async (before, term, after) => {
          fc.pre(term !== '');
          expect(await finds(`${before}${term}${after}`, term)).toBe(true);
          expect(await finds(`${before}${after}`, term)).toBe(`${before}${after}`.includes(term));
        }),
        { numRuns: 300 },
      );
    });
  });
}
