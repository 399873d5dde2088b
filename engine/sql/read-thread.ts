import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  type KyselyConfig,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { openFile } from './sqlite.ts';

/** A request to the thread: a statement to run, or, without one, to close the file. */
export interface ReadRequest {
  file: string;
  query?: Pick<CompiledQuery, 'sql' | 'parameters'>;
}

/** A worker thread that answers requests with `createReader`. */
export interface ReadThread {
  ask(request: ReadRequest): Promise<unknown[]>;
  stop(): Promise<void>;
}

/**
 * Kysely over a read-only connection to a SQLite file in a worker thread, for reads whose time grows with the data:
 * `node:sqlite` blocks the thread that calls it.
 * @param start starts a thread
 */
export function readThreadKysely<Schema>(
  file: string,
  start: () => ReadThread,
  logged: Pick<KyselyConfig, 'log'>,
): Kysely<Schema> {
  const driver = new ThreadDriver(file, start);
  return new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    ...logged,
  });
}

/** Threads whose files are closed, for the next file: starting one costs more than most reads. */
const idle: ReadThread[] = [];

class ThreadDriver extends DummyDriver implements DatabaseConnection {
  readonly #file: string;
  readonly #thread: ReadThread;
  #isOpen = false;
  #reading = 0;

  constructor(file: string, start: () => ReadThread) {
    super();
    this.#file = file;
    this.#thread = idle.pop() ?? start();
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this;
  }

  override async beginTransaction(): Promise<void> {
    throw new Error('This connection only reads.');
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.#isOpen = true;
    this.#reading++;
    try {
      return { rows: (await this.#thread.ask({ file: this.#file, query: { sql, parameters } })) as R[] };
    } finally {
      this.#reading--;
    }
  }

  // biome-ignore lint/correctness/useYield: nothing streams from here.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('This connection does not stream.');
  }

  override async destroy(): Promise<void> {
    // The answers of running reads are not needed any more.
    if (this.#reading > 0) return this.#thread.stop();
    if (this.#isOpen) await this.#thread.ask({ file: this.#file });
    idle.push(this.#thread);
  }
}

/** @returns what a worker thread answers read requests with; it keeps one file open */
export function createReader(): (request: ReadRequest) => Promise<unknown[]> {
  let opened: Promise<DatabaseSync> | undefined;
  const prepared = new LRUCache<string, StatementSync>({ max: 100 });
  return async ({ file, query }) => {
    if (!query) {
      prepared.clear();
      (await opened)?.close();
      opened = undefined;
      return [];
    }
    opened ??= openFile(file, true);
    const sqlite = await opened.catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    let statement = prepared.get(query.sql);
    if (!statement) {
      statement = sqlite.prepare(query.sql);
      prepared.set(query.sql, statement);
    }
    return statement.all(...(query.parameters as SQLInputValue[]));
  };
}
