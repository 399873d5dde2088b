import { Worker } from 'node:worker_threads';
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
import type { Schema } from './schema.ts';

export interface ScanRequest {
  id: number;
  sql: string;
  parameters: readonly unknown[];
}

export type ScanAnswer =
  | { id: number; rows: unknown[]; failure?: undefined }
  | { id: number; failure: { message: string; code: string | undefined; errcode: number | undefined } };

/**
 * Kysely over a reading connection to a SQLite file in a thread of its own, for reads whose time
 * grows with the data: `node:sqlite` works on the thread that asks, and nobody else is answered
 * meanwhile. The thread starts with the first of them.
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

interface Waiting {
  resolve: (result: QueryResult<never>) => void;
  reject: (error: Error) => void;
}

class ThreadDriver extends DummyDriver implements DatabaseConnection {
  readonly #file: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #last = 0;

  constructor(file: string) {
    super();
    this.#file = file;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this;
  }

  override async beginTransaction(): Promise<void> {
    throw new Error('This connection only reads.');
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const worker = this.#started();
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, sql, parameters } satisfies ScanRequest);
    });
  }

  // biome-ignore lint/correctness/useYield: nothing streams from here.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('This connection does not stream.');
  }

  override async destroy(): Promise<void> {
    await this.#worker?.terminate();
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { workerData: this.#file });
    worker.unref();
    worker.on('message', (answer: ScanAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (!answer.failure) waiting?.resolve({ rows: answer.rows as never[] });
      else waiting?.reject(Object.assign(new Error(answer.failure.message), answer.failure));
    });
    // The next read starts another thread.
    const end = (error: Error) => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    worker.on('error', end);
    worker.on('exit', () => end(new Error('The thread of the database ended.')));
    this.#worker = worker;
    return worker;
  }
}
