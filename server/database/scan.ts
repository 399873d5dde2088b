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

/** A read, as the thread is asked for it. */
export type Scan = Pick<CompiledQuery, 'sql' | 'parameters'>;

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

class ThreadDriver extends DummyDriver implements DatabaseConnection {
  readonly #thread: Thread<Scan, unknown[]>;

  constructor(file: string) {
    super();
    this.#thread = createThread(new URL('./scan-thread.ts', import.meta.url), {
      data: file,
      mostWaiting: MOST_WAITING,
    });
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this;
  }

  override async beginTransaction(): Promise<void> {
    throw new Error('This connection only reads.');
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: (await this.#thread.ask({ sql, parameters })) as R[] };
  }

  // biome-ignore lint/correctness/useYield: nothing streams from here.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('This connection does not stream.');
  }

  override destroy(): Promise<void> {
    return this.#thread.stop();
  }
}
