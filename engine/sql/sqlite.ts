import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type BinaryOperationNode,
  Kysely,
  type KyselyConfig,
  type LimitNode,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
  ValueNode,
} from 'kysely';
import { LRUCache } from 'lru-cache';

/** How long a single statement may wait for a lock, in milliseconds: short, because it blocks the thread. */
const BUSY_TIMEOUT = 5;
/** How long a write waits for the write of another process, in milliseconds; the thread is free meanwhile. */
const WRITE_WAIT = 15_000;
const SQLITE_BUSY = 5;

/** Opens a file with the settings that every connection has. */
export async function openFile(file: string, readOnly: boolean): Promise<DatabaseSync> {
  const sqlite = new DatabaseSync(file, { readOnly, timeout: BUSY_TIMEOUT });
  if (!readOnly) await enableWriteAheadLog(sqlite);
  // FULL: an answer is given after the commit is on the disk (specification of the product's trust).
  sqlite.exec('pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory');
  // In KiB. The log is copied into the file after SQLite's own 1,000 pages: reads wait for longer copying.
  sqlite.exec('pragma cache_size = -16000');
  return sqlite;
}

/** Several processes that open a new file together cannot all switch it at once. */
async function enableWriteAheadLog(sqlite: DatabaseSync): Promise<void> {
  await whileBusy(() => sqlite.exec('pragma journal_mode = wal'));
}

/**
 * Begins a write transaction. While another process writes, the thread is free and tries again.
 * @throws the database's busy error after 15 seconds
 */
export async function beginWrite(sqlite: DatabaseSync): Promise<void> {
  await whileBusy(() => sqlite.exec('begin immediate'));
}

async function whileBusy(statement: () => void): Promise<void> {
  const started = performance.now();
  for (let pause = 1; ; pause = Math.min(pause * 2, 20)) {
    try {
      return statement();
    } catch (error) {
      // Extended result codes keep the primary one in the low byte.
      const busy = ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY;
      if (!busy || performance.now() - started > WRITE_WAIT) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    }
  }
}

/** Kysely over one `node:sqlite` connection, with a cache of prepared statements. */
export function sqliteKysely<Schema>(
  sqlite: DatabaseSync,
  logged: Pick<KyselyConfig, 'log'> = {},
): Kysely<Schema> {
  const prepared = new LRUCache<string, SqliteStatement>({ max: 300 });
  const database: SqliteDatabase = {
    prepare(sql) {
      let statement = prepared.get(sql);
      if (!statement) {
        statement = adapt(sqlite.prepare(sql));
        prepared.set(sql, statement);
      }
      return statement;
    },
    close: () => sqlite.close(),
  };
  const dialect = new SqliteDialect({ database });
  return new Kysely({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => dialect.createDriver(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => new StablePlanCompiler(),
    },
    ...logged,
  });
}

/**
 * Compiles statements whose plan does not depend on parameters. SQLite plans a statement again at each use, 60 us for
 * one that takes 5, where a parameter is a limit alone or is compared with a column of a partial index.
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    this.append(' + 0');
  }

  /** Flags are written into the text: partial indexes ask about them. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { rightOperand: right } = node;
    const isFlag = ValueNode.is(right) && (right.value === 0 || right.value === 1);
    super.visitBinaryOperation(
      isFlag ? { ...node, rightOperand: ValueNode.createImmediate(right.value) } : node,
    );
  }
}

function adapt(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => {
      const { changes, lastInsertRowid } = statement.run(...values(parameters));
      return { changes: Number(changes), lastInsertRowid };
    },
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}
