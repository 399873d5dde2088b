import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { createThread, type Thread } from '../operations/thread.ts';
import type { Schema } from './schema.ts';

/** What the thread is asked: to read from its file, or, without a query, to close it. */
export interface Scan {
  file: string;
  query?: Pick<CompiledQuery, 'sql' | 'parameters'>;
}

/** Reads that wait at most: at 20 a second, nobody waits for the rest of them. */
const MOST_WAITING = 1000;

/**
 * Kysely over a reading connection to a SQLite file in a thread of its own, for reads whose time
 * grows with the data: `node:sqlite` works on the thread that asks, and nobody else is answered
 * meanwhile.
 */
export function scanningKysely(file: string): Kysely<Schema> {
  const driver = new ThreadDriver(file);
  return new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** Threads whose files are closed. Whoever opens the next file takes one over: a start costs more than most reads. */
const free: Thread<Scan, unknown[]>[] = [];

class ThreadDriver extends DummyDriver implements DatabaseConnection {
  readonly #file: string;
  readonly #thread: Thread<Scan, unknown[]>;
  #isOpen = false;
  #reading = 0;

  constructor(file: string) {
    super();
    this.#file = file;
    this.#thread =
      free.pop() ?? createThread(new URL('./scan-thread.ts', import.meta.url), { mostWaiting: MOST_WAITING });
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
    // Nobody wants to know what is still read.
    if (this.#reading > 0) return this.#thread.stop();
    if (this.#isOpen) await this.#thread.ask({ file: this.#file });
    free.push(this.#thread);
  }
}
