import { type RawBuilder, sql } from 'kysely';
import {
  adapterOf,
  type Compile,
  type Numbered,
  type PostingsQuery,
  type Queued,
  type SearchDb,
  type SearchDocumentTable,
} from './adapter.ts';
import type { Leaves } from './expression.ts';
import { EVERY_LANGUAGE, type Posting, Segment } from './segment.ts';
import { addStored, type Bits, noBits } from './sets.ts';
import { isLocalized, type Tokens } from './tokens.ts';

/*
 * Tables of the index. A document has a number, a new one after each change. For each token of a language the
 * index stores the set of the numbers that have it, in segments that never change: writing is appending. The index
 * is made from the documents and can be thrown away.
 */

/** Begins a segment. Its postings count from `addDocuments` on. @param last the highest number in it */
export async function addSegment(tx: SearchDb, segment: number, last: number): Promise<void> {
  await sql`insert into search_segments (segment, last) values (${segment}, ${last})`.execute(tx);
}

export async function addPostings(
  tx: SearchDb,
  segment: number,
  postings: readonly Posting[],
): Promise<void> {
  await adapterOf(tx).insertPostings(segment, postings).execute(tx);
}

/** Makes a segment the only one in which these documents are found. */
export async function addDocuments(
  tx: SearchDb,
  segment: number,
  documents: readonly Numbered[],
): Promise<void> {
  if (documents.length === 0) return;
  await sql`
    insert into search_documents (number, document_id, segment)
    ${adapterOf(tx).documentRows(segment, documents)}
    on conflict (document_id) do update set number = excluded.number, segment = excluded.segment`.execute(tx);
}

/** Writes the tokens of one document in place of its former ones, as a segment. */
export async function writeDocument(
  tx: SearchDb,
  id: string,
  tokens: Tokens,
  languages: readonly string[],
): Promise<void> {
  const [number = 0] = await adapterOf(tx).takeNumbers(tx, 1);
  const segment = new Segment(languages);
  segment.add(number, tokens);
  await addSegment(tx, number, number);
  for (const part of segment.parts()) await addPostings(tx, number, part);
  await addDocuments(tx, number, [{ id, number }]);
  // A queued version is older.
  await sql`delete from search_queue where document_id = ${id}`.execute(tx);
}

/** Random, so that two processes never give the same version to one document. */
const newVersion = () => 1 + Math.floor(Math.random() * 2 ** 52);
/** Below zero: the document is indexed as it is, and only moves to another segment. */
const newVersionOfMerge = () => -newVersion();

/** Queues documents whose tokens are to be written soon: as many as one statement can have parameters. */
export async function enqueue(tx: SearchDb, ids: readonly string[]): Promise<void> {
  const rows = ids.map((id) => sql`(${id}, ${newVersion()})`);
  await sql`
    insert into search_queue (document_id, version) values ${sql.join(rows)}
    on conflict (document_id) do update set version = excluded.version`.execute(tx);
}

export async function readQueue(db: SearchDb, limit: number): Promise<Queued[]> {
  const { rows } = await sql<Queued>`
    select document_id as id, version from search_queue limit ${limit}`.execute(db);
  return rows.map(({ id, version }) => ({ id, version: Number(version) }));
}

/** Documents whose latest version is not indexed yet; `limit` + 1 if there are more than `limit`. */
export async function countOutdated(db: SearchDb, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from (select 1 from search_queue where version > 0 limit ${limit + 1}) as outdated`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

async function countStored(db: SearchDb, table: 'search_queue' | 'search_segments'): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}
export const countQueued = (db: SearchDb): Promise<number> => countStored(db, 'search_queue');
export const countSegments = (db: SearchDb): Promise<number> => countStored(db, 'search_segments');

/** Takes documents off the queue. Returns the ids of those that were not queued again meanwhile. */
export async function dequeue(tx: SearchDb, queued: readonly Queued[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    delete from search_queue where (document_id, version) in (${adapterOf(tx).queuedRows(queued)})
    returning document_id as id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Segments of about the same size that may exist side by side. */
const SIDE_BY_SIDE = 16;

/**
 * Deletes empty segments and queues the documents of small ones, which are then written together. Does nothing
 * while documents are queued, since a segment may be under way.
 * @param large documents from which a segment stays as it is
 * @returns how many segments are left; undefined if nothing was done
 */
export async function mergeSegments(tx: SearchDb, large: number): Promise<number | undefined> {
  if ((await readQueue(tx, 1)).length > 0) return undefined;
  const { rows } = await sql<{ segment: number; documents: number }>`
    select s.segment, count(d.number) as documents
    from search_segments as s left join search_documents as d on d.segment = s.segment
    group by s.segment`.execute(tx);
  const empty = rows.filter(({ documents }) => Number(documents) === 0).map(({ segment }) => segment);
  if (empty.length > 0) {
    await sql`delete from search_segments where segment in (${sql.join(empty)})`.execute(tx);
    await sql`delete from search_postings where segment in (${sql.join(empty)})`.execute(tx);
  }
  for (let size = SIDE_BY_SIDE; ; size *= SIDE_BY_SIDE) {
    const below = Math.min(size, large);
    const small = rows.filter(({ documents }) => Number(documents) > 0 && Number(documents) < below);
    if (small.length >= SIDE_BY_SIDE)
      await sql`
        insert into search_queue (document_id, version)
        select document_id, ${newVersionOfMerge()} from search_documents
        where segment in (${sql.join(small.map(({ segment }) => segment))})
        on conflict do nothing`.execute(tx);
    if (size >= large) return rows.length - empty.length;
  }
}

export async function clear(tx: SearchDb): Promise<void> {
  for (const table of ['documents', 'segments', 'postings', 'words', 'queue'])
    await sql`delete from ${sql.table(`search_${table}`)}`.execute(tx);
}

/** Whether no document is indexed or queued. */
export async function isIndexEmpty(db: SearchDb): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (select document_id from search_documents limit 1) as indexed
    union all select 1 from (select document_id from search_queue limit 1) as queued`.execute(db);
  return rows.length === 0;
}

/** Adds words to the typo vocabulary. Sorted, so that two transactions never wait for each other. */
export async function addWords(tx: SearchDb, words: readonly string[]): Promise<void> {
  if (words.length > 0)
    await adapterOf(tx)
      .insertWords([...words].sort())
      .execute(tx);
}

/** Words of the vocabulary that were added after a number, separated by spaces, and the last number. */
export async function readNewWords(db: SearchDb, after: number): Promise<{ words: string; last: number }> {
  const { rows } = await sql<{ words: string | null; last: number | null }>`
    select ${adapterOf(db).concat(sql`word`, ' ')} as words, max(number) as last
    from (select word, number from search_words where number > ${after} order by word) as ordered`.execute(
    db,
  );
  return { words: rows[0]?.words ?? '', last: Number(rows[0]?.last ?? after) };
}

/** Documents in an order, and their numbers at the same places: -1 for a document without one. */
export interface Ordered {
  ids: readonly string[];
  numbers: readonly number[];
}

/** Reads documents in an order, as two texts: thousands of rows take longer to hand over than to read. */
export async function readOrdered(
  db: SearchDb,
  { table, id }: SearchDocumentTable,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<Ordered> {
  const { concat } = adapterOf(db);
  const { rows } = await sql<{ ids: string | null; numbers: string | null }>`
    select ${concat(sql`id`, '\n')} as ids, ${concat(sql`number`, ',')} as numbers from (
      select coalesce(d.number, -1) as number, ${sql.ref(`${table}.${id}`)} as id
      from ${sql.table(table)} left join search_documents as d on d.document_id = ${sql.ref(`${table}.${id}`)}
      where ${condition} order by ${order}) as ordered`.execute(db);
  const { ids, numbers } = rows[0] ?? { ids: null, numbers: null };
  return { ids: ids?.split('\n') ?? [], numbers: JSON.parse(`[${numbers ?? ''}]`) };
}

/** Sets of the index, of outdated documents too. */
export interface Sets {
  tokens: ReadonlyMap<string, Bits>;
  beginnings: ReadonlyMap<string, Bits>;
  /** Whether the latest version of some document is not indexed yet. */
  isIncomplete: boolean;
}

interface SetsRow {
  last: number | null;
  is_incomplete: number;
  token: string | null;
  is_beginning: number;
  sets: string;
}

/** Sorts after every token with the same beginning. */
const LAST_CHARACTER = '\u{10ffff}';

/** The statements of each search, compiled once. */
export function createReads<D extends SearchDb>(compile: Compile<D>) {
  const selectSets = compile<PostingsQuery, SetsRow>((db, query) => {
    const { selectPostings, concat } = adapterOf(db);
    const statement = sql<SetsRow>`
      select n.last, n.is_incomplete, f.token, f.is_beginning, f.sets
      from (
        select (select max(last) from search_segments) as last,
          case when exists (select 1 from search_queue where version > 0) then 1 else 0 end as is_incomplete) as n
      left join (
        select token, is_beginning, ${concat(sql`numbers`, ' ')} as sets
        from (${selectPostings(query)}) as found group by token, is_beginning) as f on 1 = 1`;
    return { compile: () => statement.compile(db) };
  });

  const selectIds = compile<{ numbers: unknown }, Numbered>((db, { numbers }) => {
    const statement = sql<Numbered>`
      select number, document_id as id from search_documents
      where ${adapterOf(db).isAmong(sql`number`, numbers as string, 'bigint')}`;
    return { compile: () => statement.compile(db) };
  });

  const selectNumbers = compile<{ ids: unknown }, Numbered>(
    (db, { ids }) => {
      const statement = sql<Numbered>`
        select number, document_id as id from search_documents
        where ${adapterOf(db).isAmong(sql`document_id`, ids as string, 'text')}`;
      return { compile: () => statement.compile(db) };
    },
    { pipelined: true },
  );

  return {
    /** Reads the sets of all tokens and beginnings in one statement. */
    async readSets(db: D, language: string, { tokens, beginnings }: Leaves): Promise<Sets> {
      const { list } = adapterOf(db);
      const ranges = [...beginnings].flatMap((start) =>
        (isLocalized(start) ? [EVERY_LANGUAGE, language] : [EVERY_LANGUAGE]).map((of) => ({
          start,
          end: `${start}${LAST_CHARACTER}`,
          language: of,
        })),
      );
      const rows = await selectSets(db, {
        languages: list([EVERY_LANGUAGE, language]),
        tokens: list([...tokens].sort()),
        ranges: JSON.stringify(ranges),
      });
      const last = Number(rows[0]?.last ?? 0);
      const found = { tokens: new Map<string, Bits>(), beginnings: new Map<string, Bits>() };
      for (const { token, is_beginning: isBeginning, sets } of rows) {
        if (token === null) continue;
        const bits = noBits(last);
        for (const set of sets.split(' ')) addStored(bits, Buffer.from(set, 'hex'));
        (isBeginning ? found.beginnings : found.tokens).set(token, bits);
      }
      return { ...found, isIncomplete: rows[0]?.is_incomplete === 1 };
    },

    /** Document ids by number. A number that a document had before its last change is left out. */
    async readIds(db: D, numbers: readonly number[]): Promise<Map<number, string>> {
      if (numbers.length === 0) return new Map();
      const rows = await selectIds(db, { numbers: adapterOf(db).list(numbers) });
      return new Map(rows.map(({ number, id }) => [Number(number), id]));
    },

    /** Numbers by document id; a queued document that is new has none. */
    async readNumbers(db: D, ids: readonly string[]): Promise<Map<string, number>> {
      if (ids.length === 0) return new Map();
      const rows = await selectNumbers(db, { ids: adapterOf(db).list(ids) });
      return new Map(rows.map(({ number, id }) => [id, Number(number)]));
    },
  };
}
export type Reads<D extends SearchDb> = ReturnType<typeof createReads<D>>;
