import type { Socket } from 'node:net';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { after } from '../timer.ts';
import { isAskedFirst, isQuick, preparedName } from './compiled.ts';
import { GIVEN_UP } from './failure.ts';
import { rowsOf } from './rows.ts';

/** Most connections of one process to PostgreSQL. */
const POOL_SIZE = 10;

type Values = readonly unknown[];
type Result = PostgresQueryResult<unknown>;
type Query = (text: string, values: Values) => Promise<Result>;

/** A connection as `wrapStatements` leaves it. */
type Client = Omit<PoolClient, 'query'> & { query: Query };

/**
 * The connections of a process, as Kysely takes them. Statements that are quick go over one of them in a row,
 * those of a moment in one piece: half of what a page costs here would be to send its statements one by one.
 * Every other statement outside of a transaction has a connection for itself meanwhile.
 * @param options.within milliseconds after which a statement is given up; without them, none is
 */
export function openPool(url: string, { within }: { within: number | undefined }): PostgresPool {
  const config: PoolConfig = {
    connectionString: url,
    // Also the wait for a free connection: under a storm of writes it is long, but it comes.
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  };
  const naming = { isRefused: false };
  const open = (options: PoolConfig) => {
    const pool = new Pool({ ...config, ...options });
    // Without a listener a connection that the server closes while idle would end the process.
    pool.on('error', () => {});
    // The same for one that is lent out, between two statements of a transaction: the next one fails anyway.
    pool.on('connect', (client) => {
      client.on('error', () => {});
      wrapStatements(client, { within, naming });
    });
    return pool;
  };
  const pool = open({ max: POOL_SIZE - 1 });
  const row = open({ max: 1, pipeline: true } as PoolConfig);
  const askQuickly = inARow(row);
  return {
    async connect() {
      return new Lent(pool, askQuickly);
    },
    async end() {
      await Promise.all([pool.end(), row.end()]);
    },
  };
}

/** A connection for a statement or a transaction, taken from the pool once one needs it. */
class Lent implements PostgresPoolClient {
  readonly #pool: Pool;
  readonly #askQuickly: Query;
  #client: Client | undefined;

  constructor(pool: Pool, askQuickly: Query) {
    this.#pool = pool;
    this.#askQuickly = askQuickly;
  }

  // Kysely's type has a cursor's query, too, which nothing here asks for.
  query = (async (text: string, values: Values): Promise<Result> => {
    if (!this.#client && isQuick(text)) return this.#askQuickly(text, values);
    this.#client ??= (await this.#pool.connect()) as unknown as Client;
    return this.#client.query(text, values);
  }) as PostgresPoolClient['query'];

  release(): void {
    this.#client?.release();
  }
}

/** Asks over one connection, without waiting for the answers of what was asked before. */
function inARow(pool: Pool): Query {
  /** Whoever asks at the same time shares it; it goes back when nobody waits for it. */
  let lent: { client: Promise<Client>; waiting: number } | undefined;
  return async (text, values) => {
    lent ??= { client: pool.connect() as unknown as Promise<Client>, waiting: 0 };
    const own = lent;
    own.waiting++;
    let client: Client | undefined;
    try {
      client = await own.client;
      return await client.query(text, values);
    } catch (error) {
      // What is asked next is not to wait for a connection that may be gone.
      if (lent === own) lent = undefined;
      throw error;
    } finally {
      own.waiting--;
      if (own.waiting === 0) {
        if (lent === own) lent = undefined;
        client?.release();
      }
    }
  };
}

/** What pg answers: rows as arrays, where it is asked for them. */
type Answered = Result & { fields: readonly { name: string }[] };
type Answer = (error: (Error & { code?: string }) | null, result: Answered) => void;
type Statement = string | { text: string; name?: string; rowMode: 'array' };
type Ask = (statement: Statement, values: Values, answer: Answer) => void;

/** How rows are made of the values of statements that are asked again and again, by their texts. */
const rowMakers = new Map<string, { columns: readonly string[]; make: ReturnType<typeof rowsOf> }>();

function withRows(text: string, { fields, ...result }: Answered): Result {
  let maker = rowMakers.get(text);
  // A table may have got another column meanwhile.
  if (maker?.columns.length !== fields.length || fields.some(({ name }, i) => name !== maker?.columns[i])) {
    const columns = fields.map(({ name }) => name);
    maker = { columns, make: rowsOf(columns) };
    rowMakers.set(text, maker);
  }
  return { ...result, rows: (result.rows as Values[]).map(maker.make) };
}

/** SQLSTATE where a prepared statement is not there, is there already, or no longer fits its tables. */
const UNPREPARED = new Set(['26000', '42P05', '0A000']);

/**
 * Gives up a statement that is not answered in time, and its connection with it: that still waits for
 * the answer, and everybody who got it next would wait behind that. The pool makes another one, by a new
 * look for the address.
 *
 * pg would do the first, with a timer for each statement, and promise an answer itself; but whatever it
 * sets as a callback afterwards keeps the rows of each answer until all memory is collected.
 *
 * Statements that have a name are prepared under it outside of transactions. Behind a pooler whose
 * connections change from one statement to the next they may not be there: then none is named any more.
 * What is asked in one turn of the process is sent together, what most is to be done with first: the rest is
 * answered meanwhile, and the process is not woken for each of them.
 * @param options.within milliseconds; without them, nothing is given up
 * @param options.naming of all connections of a pool
 */
function wrapStatements(
  client: PoolClient,
  { within, naming }: { within: number | undefined; naming: { isRefused: boolean } },
): void {
  const ask = client.query.bind(client) as unknown as Ask;
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const running = new Set<(error: Error) => void>();
  let timer: NodeJS.Timeout | undefined;
  let isInTransaction = false;
  let asked: { isFirst: boolean; send: () => void }[] = [];
  function giveUp(): void {
    if (running.size === 0) return;
    for (const reject of running) reject(new Error(GIVEN_UP));
    running.clear();
    stream.destroy();
  }
  function sendAll(): void {
    const all = asked.sort((a, b) => Number(b.isFirst) - Number(a.isFirst));
    asked = [];
    stream.cork();
    for (const { send } of all) send();
    stream.uncork();
  }
  function askSoon(text: string, ...parts: Parameters<Ask>): void {
    const [, , answer] = parts;
    const send = () => {
      try {
        ask(...parts);
      } catch (error) {
        answer(error as Error, undefined as never);
      }
    };
    if (asked.push({ isFirst: isAskedFirst(text), send }) === 1) process.nextTick(sendAll);
  }
  const query: Query = (text, values) =>
    new Promise((resolve, reject) => {
      // One timer for all of them: it begins anew with each that has to wait for none, and with each answer.
      if (within !== undefined && running.size === 0) {
        timer ??= after(within, giveUp).unref();
        timer.refresh();
      }
      running.add(reject);
      if (/^(begin|start transaction)/.test(text)) isInTransaction = true;
      else if (/^(commit|rollback)$/.test(text)) isInTransaction = false;
      const name = preparedName(text);
      const answer: Answer = (error, result) => {
        timer?.refresh();
        running.delete(reject);
        if (error) reject(error);
        else resolve(name === undefined ? result : withRows(text, result));
      };
      if (name === undefined) return askSoon(text, text, values, answer);
      const unnamed: Statement = { text, rowMode: 'array' };
      if (isInTransaction || naming.isRefused) return askSoon(text, unnamed, values, answer);
      askSoon(text, { ...unnamed, name }, values, (error, result) => {
        if (!UNPREPARED.has(error?.code ?? '')) return answer(error, result);
        naming.isRefused = true;
        askSoon(text, unnamed, values, answer);
      });
    });
  Object.assign(client, { query });
}
