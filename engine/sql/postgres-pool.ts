import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { isPipelined, preparedName } from './compiled.ts';

/** Most connections of one process to PostgreSQL. */
const POOL_SIZE = 10;
/** Message of pg where a statement was not answered within `query_timeout`. */
export const STATEMENT_TIMEOUT = 'Query read timeout';

/** SQLSTATE where a prepared statement is missing, exists already, or no longer fits its tables. */
const UNPREPARED = new Set(['26000', '42P05', '0A000']);

type QueryResult = PostgresQueryResult<unknown>;
type RunQuery = (text: string, values: readonly unknown[]) => Promise<QueryResult>;

interface PoolOptions {
  /** Milliseconds after which a statement is given up; without them, none is. */
  timeout: number | undefined;
}

/** A pool in which a connection that the server closes does not end the process: the next statement fails anyway. */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * The PostgreSQL connections of a process, as Kysely takes them. Pipelined statements outside of transactions share one
 * connection and are sent without waiting for each other's answers: sending them one by one would be half of the cost of
 * a page. Every other statement has a connection for itself meanwhile.
 */
export function openPostgresPool(url: string, { timeout }: PoolOptions): PostgresPool {
  const config: PoolConfig = {
    connectionString: url,
    // Also the wait for a free connection, which is long under a storm of writes.
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  };
  const open = (options: PoolConfig) => openPool({ ...config, ...options });
  const pool = open({ max: POOL_SIZE - 1, ...(timeout === undefined ? {} : { query_timeout: timeout }) });
  const pipelinePool = open({ max: 1, pipeline: true } as PoolConfig);
  const prepared: PreparedStatements = { areRefused: false };
  const pipeline = createPipeline(pipelinePool, { prepared, timeout });
  return {
    async connect() {
      return new LazyConnection(pool, prepared, pipeline);
    },
    async end() {
      await Promise.all([pool.end(), pipelinePool.end()]);
    },
  };
}

interface PreparedStatements {
  /** Set behind a pooler that changes the connection from one statement to the next: then none is prepared. */
  areRefused: boolean;
}

async function run(
  client: PoolClient,
  text: string,
  values: readonly unknown[],
  prepared: PreparedStatements | undefined,
): Promise<QueryResult> {
  const name = prepared && !prepared.areRefused ? preparedName(text) : undefined;
  const statement = { text, values: [...values] };
  try {
    return (await client.query(name ? { ...statement, name } : statement)) as unknown as QueryResult;
  } catch (error) {
    if (!prepared || !name || !UNPREPARED.has((error as { code?: string }).code ?? '')) throw error;
    prepared.areRefused = true;
    return (await client.query(statement)) as unknown as QueryResult;
  }
}

/** Whether a connection still waits for the answer to a statement that was given up. */
const isStuck = (error: unknown) => error instanceof Error && error.message === STATEMENT_TIMEOUT;

/** A connection for a statement or a transaction, taken from the pool once a statement needs it. */
class LazyConnection implements PostgresPoolClient {
  readonly #pool: Pool;
  readonly #prepared: PreparedStatements;
  readonly #pipeline: RunQuery;
  #client: PoolClient | undefined;
  #isInTransaction = false;
  #isStuck = false;

  constructor(pool: Pool, prepared: PreparedStatements, pipeline: RunQuery) {
    this.#pool = pool;
    this.#prepared = prepared;
    this.#pipeline = pipeline;
  }

  // Kysely's type also has the query of a cursor, which nothing here asks for.
  query = (async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    if (!this.#client && isPipelined(text)) return this.#pipeline(text, values);
    this.#client ??= await this.#pool.connect();
    if (/^(begin|start transaction)/.test(text)) this.#isInTransaction = true;
    try {
      // Within a transaction a refused prepared statement would end the transaction.
      return await run(this.#client, text, values, this.#isInTransaction ? undefined : this.#prepared);
    } catch (error) {
      this.#isStuck ||= isStuck(error);
      throw error;
    }
  }) as PostgresPoolClient['query'];

  release(): void {
    this.#client?.release(this.#isStuck);
  }
}

/** Sends statements over one connection without waiting for the answers of earlier ones. */
function createPipeline(
  pool: Pool,
  { prepared, timeout }: PoolOptions & { prepared: PreparedStatements },
): RunQuery {
  /** Shared by concurrent statements; returned to the pool after the last one. */
  let shared: Shared | undefined;
  return async (text, values) => {
    shared ??= new Shared(pool, timeout);
    const own = shared;
    own.waiting++;
    try {
      const client = await own.client;
      const result = await Promise.race([run(client, text, values, prepared), own.stuck]);
      own.noteAnswer();
      return result;
    } catch (error) {
      // The next statement takes a new connection: this one may be gone.
      if (shared === own) shared = undefined;
      throw error;
    } finally {
      own.waiting--;
      if (own.waiting === 0) {
        if (shared === own) shared = undefined;
        own.release();
      }
    }
  };
}

/** The connection of a pipeline while statements wait for their answers. */
class Shared {
  readonly client: Promise<PoolClient>;
  /** Rejects once no answer has come for the timeout: not within it of sending, because earlier statements come first. */
  readonly stuck: Promise<never>;
  waiting = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStuck = false;

  constructor(pool: Pool, timeout: number | undefined) {
    this.client = pool.connect();
    const { promise, reject } = Promise.withResolvers<never>();
    this.stuck = promise;
    promise.catch(() => {});
    if (timeout === undefined) return;
    this.#timer = setTimeout(() => {
      this.#isStuck = true;
      reject(new Error(STATEMENT_TIMEOUT));
    }, timeout).unref();
  }

  noteAnswer(): void {
    this.#timer?.refresh();
  }

  release(): void {
    clearTimeout(this.#timer);
    this.client.then(
      (client) => client.release(this.#isStuck),
      () => {},
    );
  }
}
