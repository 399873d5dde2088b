import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type Compilable, Kysely, SqliteDialect, sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createSearchIndex, createSearchTables, type SearchDocument, type SearchResults } from './index.ts';
import { countOutdated, dequeue, readQueue } from './store.ts';

type Db = Kysely<unknown>;

/** Kysely on `node:sqlite`, in memory. */
function openMemory(): Db {
  const sqlite = new DatabaseSync(':memory:');
  sqlite.exec('pragma foreign_keys = on');
  const database = {
    prepare(text: string) {
      const statement = sqlite.prepare(text);
      return {
        reader: statement.columns().length > 0,
        all: (values: readonly unknown[]) => statement.all(...(values as SQLInputValue[])),
        run: (values: readonly unknown[]) => statement.run(...(values as SQLInputValue[])),
        iterate: (values: readonly unknown[]) => statement.iterate(...(values as SQLInputValue[])),
      };
    },
    close: () => sqlite.close(),
  };
  return new Kysely({ dialect: new SqliteDialect({ database }) });
}

const BOOKS = { table: 'books', id: 'isbn' };

/** An index of books in English and Korean, whose rank is the order of their ids. */
async function openIndex() {
  const db = openMemory();
  const books = new Map<string, SearchDocument>();
  await sql`create table books (isbn text primary key, is_hidden integer not null)`.execute(db);
  await createSearchTables(db, BOOKS);
  const database = {
    read: db,
    scan: db,
    write: <T>(work: (unit: { tx: Db }) => Promise<T>) => db.transaction().execute((tx) => work({ tx })),
  };
  let published = 0;
  const index: ReturnType<typeof createSearchIndex<Db, typeof database>> = createSearchIndex({
    languages: ['en', 'ko'],
    documents: BOOKS,
    compile:
      <Values extends object, Row>(build: (db: Db, values: Values) => Compilable<Row>) =>
      async (connection: Db, values: Values): Promise<Row[]> =>
        (await connection.executeQuery<Row>(build(connection, values).compile())).rows,
    load: async (_db, ids) => ids.flatMap((id) => books.get(id) ?? []),
    async publish(of, work) {
      await of.write(({ tx }) => work(tx));
      published++;
    },
    ranking: {
      load: (_database, connection, { includeHidden }) =>
        index.readRanking(connection, includeHidden ? sql`1 = 1` : sql`is_hidden = 0`, sql`isbn`),
      loaded: () => undefined,
    },
    findQueued: async () => [],
    findSigns: async () => [],
  });
  const add = async (id: string, document: Partial<SearchDocument>) => {
    const { isHidden = false } = document;
    const texts = [
      { fact: [], summary: [], body: [] },
      { fact: [], summary: [], body: [] },
    ];
    const book = {
      id,
      isHidden,
      group: 'novel',
      names: { en: id },
      persons: [],
      keys: [],
      texts,
      ...document,
    };
    books.set(id, book);
    await sql`insert into books values (${id}, ${isHidden ? 1 : 0}) on conflict do nothing`.execute(db);
    return book;
  };
  const search = (q: string, request: object = {}): Promise<SearchResults> =>
    index.search(database, db, { q, language: 'en', includeHidden: false, ...request });
  const find = async (q: string, request: object = {}) => {
    const { steps } = await search(q, request);
    return [...steps].sort((a, b) => a[1] - b[1]).map(([id]) => id);
  };
  return { db, database, index, add, search, find, books, published: () => published };
}
let opened: Awaited<ReturnType<typeof openIndex>>;
beforeEach(async () => {
  opened = await openIndex();
});

const text = (summary: string) => ({ fact: [], summary: [summary], body: [] });

test('a document is found by its new version alone, and not at all when its row is deleted', async () => {
  const { db, index, add, find } = opened;
  await index.index(db, await add('b1', { names: { en: 'Moby Dick' } }));
  await index.index(db, await add('b1', { names: { en: 'The Whale' } }));
  expect(await find('whale')).toEqual(['b1']);
  expect(await find('moby')).toEqual([]);
  await sql`delete from books where isbn = 'b1'`.execute(db);
  expect(await find('whale')).toEqual([]);
});

test('texts are found in their language, names in each; results can be restricted', async () => {
  const { db, index, add, find } = opened;
  const texts = [text('a sea voyage'), text('바다 여행')];
  await index.index(db, await add('b1', { names: { en: 'Omoo', ko: '오무' }, texts }));
  await index.index(
    db,
    await add('b2', { names: { en: 'Omoo', ko: '오무' }, isHidden: true, group: 'poem' }),
  );
  expect(await find('여행')).toEqual([]);
  expect(await find('여행', { language: 'ko' })).toEqual(['b1']);
  expect(await find('ㅇㅁ')).toEqual(['b1']);
  expect(await find('omoo', { includeHidden: true, group: 'poem' })).toEqual(['b2']);
  expect(await find('omoo', { group: 'poem' })).toEqual([]);
});

test('typos are corrected by words that any process has added, synonyms and keys are found', async () => {
  const { db, database, index, add, search, find } = opened;
  await index.index(db, await add('b1', { names: { en: 'Leviathan' }, keys: ['leviathan.example'] }));
  const results = await search('levaithan');
  expect([...results.steps.keys()]).toEqual(['b1']);
  expect(results).toMatchObject({ usedFuzzyMatch: true });
  expect(await index.suggest(database, results, 'Leviathan')).toBe('Leviathan');
  await index.index(db, await add('b2', { names: { en: 'Quokka' } }));
  expect(await find('quokkka')).toEqual(['b2']);
  expect(await find('whale', { synonyms: [[[word('whale')], [word('leviathan')]]] })).toEqual(['b1']);
  expect(await find('unrelated', { address: { name: 'unknown', keys: ['leviathan.example'] } })).toEqual([
    'b1',
  ]);
});
const word = (of: string) => ({ text: of, isCjk: false, isJoined: false });

test('queued documents are waited for, and indexed together', async () => {
  const { db, database, index, add, find, published } = opened;
  for (const id of ['b1', 'b2', 'b3']) await add(id, { names: { en: `Heron ${id}` } });
  await index.enqueue(db, ['b1', 'b2', 'b3']);
  expect((await find('heron')).sort()).toEqual(['b1', 'b2', 'b3']);
  expect(published()).toBe(1);
  expect(await index.countSegments(db)).toBe(1);
  expect(await index.countQueued(db)).toBe(0);
  expect(await index.indexQueued(database)).toBe(0);
});

test('a document that is queued again while it is indexed stays queued', async () => {
  const { db, index, add } = opened;
  await add('b1', {});
  await index.enqueue(db, ['b1']);
  const before = await readQueue(db, 10);
  await index.enqueue(db, ['b1']);
  expect(await dequeue(db, before)).toEqual(new Set());
  expect(await dequeue(db, await readQueue(db, 10))).toEqual(new Set(['b1']));
});

test('many small segments become one, and nothing is outdated meanwhile', async () => {
  const { db, database, index, add, find } = opened;
  for (let i = 10; i < 30; i++) await index.index(db, await add(`b${i}`, { names: { en: `Tern ${i}` } }));
  await index.merge(database);
  expect([await index.countQueued(db), await countOutdated(db, 10)]).toEqual([20, 0]);
  await index.indexAllQueued(database);
  await index.merge(database);
  expect(await index.countSegments(db)).toBe(1);
  expect(await find('tern 12')).toContain('b12');
});

test('of a broad search the best are known by step, and the others follow by rank', async () => {
  const { db, database, index, add, search } = opened;
  for (let i = 1000; i < 1600; i++) await add(`b${i}`, { names: { en: `Gull ${i}` }, texts: both('a bird') });
  await add('b9', { names: { en: 'Bird' }, texts: both('a bird') });
  await index.enqueue(db, [...opened.books.keys()].slice(0, 500));
  await index.enqueue(db, [...opened.books.keys()].slice(500));
  await index.indexAllQueued(database);
  const results = await search('bird');
  expect(results.total).toBe(601);
  expect([...results.steps.keys()]).toEqual(['b9']);
  const order = results.inOrder?.(4)?.map(([id]) => id);
  expect(order).toEqual(['b9', 'b1000', 'b1001', 'b1002']);
  const { rows } = await sql`
    select isbn from books where ${index.isIn(db, results.broad?.all ?? new Uint8Array(), 'books.isbn')}`.execute(
    db,
  );
  expect(rows).toHaveLength(600);
});
const both = (of: string) => [text(of), text(of)];
