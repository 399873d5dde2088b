import { createHash } from 'node:crypto';
import {
  type Compilable,
  type CompiledQuery,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  ValueNode,
} from 'kysely';

/** Stands for a value while a statement is compiled. */
class CompiledParameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Has a parameter for every name: `p.id` is a value of the column's type to the query builder. */
const PARAMETERS = new Proxy({}, { get: (_, name) => new CompiledParameter(String(name)) });

/**
 * Writes values that are the same at each use into the text of a statement. PostgreSQL estimates a limit that it does
 * not know as a tenth of all rows, and then plans the statement again at each use.
 */
class InlineConstantsPlugin extends OperationNodeTransformer implements KyselyPlugin {
  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    return this.transformNode(node, queryId);
  }

  async transformResult<Result>({ result }: { result: Result }): Promise<Result> {
    return result;
  }

  protected override transformValue(node: ValueNode): ValueNode {
    const isConstant = typeof node.value === 'string' || typeof node.value === 'number';
    return isConstant ? ValueNode.createImmediate(node.value) : node;
  }
}

const inlineConstants = new InlineConstantsPlugin();

/** Names of prepared statements by their text, the same in every process. */
const preparedNames = new Map<string, string>();
const pipelinedTexts = new Set<string>();

/** The name under which PostgreSQL prepares a statement; undefined for one that is not compiled once. */
export const preparedName = (text: string): string | undefined => preparedNames.get(text);

/** Whether a statement may share a connection with others. */
export const isPipelined = (text: string): boolean => pipelinedTexts.has(text);

interface CompiledOptions {
  /**
   * Whether to pipeline it on a shared PostgreSQL connection, where later statements wait for it: for reads of few
   * rows by an index.
   */
  pipelined?: boolean;
}

/** Marks a statement that answers within about a millisecond, whatever the values are. */
export const PIPELINED: CompiledOptions = { pipelined: true };

/**
 * A statement that is built and compiled once for each kind of database, and prepared once for each connection. Building
 * a statement costs more than running it, where a few rows are read.
 * @param build may pass its parameters on as values only
 */
export function compiled<Schema, Values extends object, Row>(
  build: (db: Kysely<Schema>, parameters: Values) => Compilable<Row>,
  { pipelined = false }: CompiledOptions = {},
): (db: Kysely<Schema>, values: Values) => Promise<Row[]> {
  const byDialect = new Map<unknown, CompiledQuery<Row>>();
  return async (db, values) => {
    const dialect = db.getExecutor().adapter.constructor;
    let query = byDialect.get(dialect);
    if (!query) {
      query = build(db.withPlugin(inlineConstants), PARAMETERS as Values).compile();
      byDialect.set(dialect, query);
      preparedNames.set(query.sql, createHash('sha256').update(query.sql).digest('base64url'));
      if (pipelined) pipelinedTexts.add(query.sql);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof CompiledParameter ? values[value.name as keyof Values] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

/**
 * An insert that is built and compiled once for each set of columns and number of rows. All rows have the same columns,
 * none of them undefined.
 * @param finish adds what follows the rows, such as `on conflict`
 */
export function compiledInsert<Schema, Table extends keyof Schema & string, Row = never>(
  table: Table,
  finish: (insert: InsertQueryBuilder<Schema, Table, InsertResult>) => Compilable<Row> = (insert) =>
    insert as unknown as Compilable<Row>,
): (db: Kysely<Schema>, rows: readonly Insertable<Schema[Table]>[]) => Promise<Row[]> {
  const byDialect = new Map<unknown, Map<string, CompiledQuery<Row>>>();
  return async (db, rows) => {
    const columns = Object.keys(rows[0] ?? {});
    const dialect = db.getExecutor().adapter.constructor;
    const statements = byDialect.get(dialect) ?? new Map<string, CompiledQuery<Row>>();
    byDialect.set(dialect, statements);
    const key = `${rows.length} ${columns.join(' ')}`;
    let query = statements.get(key);
    if (!query) {
      query = finish(db.insertInto(table).values(rows)).compile();
      statements.set(key, query);
    }
    // In the order of the statement's placeholders: row by row.
    const parameters = rows.flatMap((row) =>
      columns.map((column) => (row as Record<string, unknown>)[column]),
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
