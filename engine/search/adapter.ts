import { type Compilable, PostgresAdapter, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { postgres } from './postgres.ts';
import type { Posting } from './segment.ts';
import type { Bits } from './sets.ts';
import { sqlite } from './sqlite.ts';

/** A Kysely connection or transaction. */
export type SearchDb = QueryExecutorProvider;

/** A connection that can begin a transaction. */
export interface SearchConnection extends SearchDb {
  transaction(): { execute(work: (tx: SearchDb) => Promise<void>): Promise<void> };
}

/** The table that the documents are made from. A deleted row leaves the index. */
export interface SearchDocumentTable {
  table: string;
  id: string;
}

/** Any number of values as one parameter of a statement, so that its text is always the same. */
export type SqlList = string | readonly unknown[];

/** A queued document; a changed version means that the document was queued again. */
export interface Queued {
  id: string;
  version: number;
}

export interface Numbered {
  id: string;
  number: number;
}

/** Parameters of the statement that reads postings. */
export interface PostingsQuery {
  languages: SqlList;
  tokens: SqlList;
  /** JSON: ranges of tokens as `{ start, end, language }[]`, `end` excluded. */
  ranges: string;
}

/** What differs between the databases. */
export interface Adapter {
  createTables(db: SearchConnection, documents: SearchDocumentTable): Promise<void>;
  /** Takes numbers that no document has had, ascending. */
  takeNumbers(tx: SearchDb, count: number): Promise<number[]>;
  insertPostings(segment: number, postings: readonly Posting[]): RawBuilder<unknown>;
  /** Rows (number, document_id, segment). */
  documentRows(segment: number, documents: readonly Numbered[]): RawBuilder<unknown>;
  insertWords(sorted: readonly string[]): RawBuilder<unknown>;
  /** Rows (document_id, version). */
  queuedRows(queued: readonly Queued[]): RawBuilder<unknown>;
  list(values: readonly unknown[]): SqlList;
  isAmong(column: RawBuilder<unknown>, values: SqlList, type: 'text' | 'bigint'): RawBuilder<boolean>;
  /** Joins the values of rows to one text. */
  concat(value: RawBuilder<unknown>, separator: string): RawBuilder<string | null>;
  /** Rows (token, is_beginning, numbers) of all tokens and ranges, numbers in hexadecimal digits. */
  selectPostings(query: PostingsQuery): RawBuilder<unknown>;
  /** Whether the number of the document with an id is in a set. */
  isIn(set: Bits, id: RawBuilder<unknown>): RawBuilder<boolean>;
}

export const adapterOf = (db: SearchDb): Adapter =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite;

/** Creates the tables of the index where they are missing; several processes may do so at once. */
export const createSearchTables = (db: SearchConnection, documents: SearchDocumentTable): Promise<void> =>
  adapterOf(db).createTables(db, documents);

/** Compiles a statement once for each kind of database; `pipelined` marks a statement of about a millisecond. */
export type Compile<D extends SearchDb> = <Values extends object, Row>(
  build: (db: D, parameters: Values) => Compilable<Row>,
  options?: { pipelined?: boolean },
) => (db: D, values: Values) => Promise<Row[]>;
