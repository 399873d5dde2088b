import { createHash } from 'node:crypto';
import {
  type Compilable,
  type CompiledQuery,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  ValueNode,
} from 'kysely';
import type { Schema } from './schema.ts';
import type { Db } from './types.ts';

/** Stands for a value while a statement is compiled. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Fills in for every parameter: `p.id` is a value of the column's type to the builder. */
const PARAMETERS = new Proxy({}, { get: (_, name) => new Parameter(String(name)) });

/**
 * Writes what is the same at each use into the text. PostgreSQL plans a statement anew at each use where its
 * plan for any values looks dearer than one for these: it takes a limit that it does not know for a tenth of
 * all rows.
 */
class ConstantsInText extends OperationNodeTransformer implements KyselyPlugin {
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

const constantsInText = new ConstantsInText();

/** Names of statements that PostgreSQL is to plan once for each connection, by their text. */
const names = new Map<string, string>();

/** The name under which a statement may be prepared: the same text has the same one in every process. */
export const preparedName = (text: string): string | undefined => names.get(text);

/** Statements that are answered at once, however much there is. */
const quickTexts = new Set<string>();

/** Whether a statement may stand in a row with others on one connection. */
export const isQuick = (text: string): boolean => quickTexts.has(text);

/** Statements with whose answers most is to be done. */
const firstTexts = new Set<string>();

/** Whether a statement goes before what is asked at the same time. */
export const isAskedFirst = (text: string): boolean => firstTexts.has(text);

/** For a page: PostgreSQL plans it once, and answers it over the connection of all that is quick. */
export const QUICK = { prepared: true, quick: true };

/** The same, where there is more to do with its answer than with those of what its page asks for beside it. */
export const ASKED_FIRST = { ...QUICK, first: true };

/**
 * A statement that is built and compiled once for each database, not at each use: that costs more
 * than SQLite's work for a small one. For the busiest requests. What `build` gets as parameters can
 * only be passed on as values.
 * @param options.prepared PostgreSQL plans it once, too: where the plan is the same whatever the values are
 * @param options.quick a few rows along an index, whatever the values are
 * @param options.first most is to be done once it is answered: where several wait to be sent, it goes first
 */
export function compiled<Values extends object, Row>(
  build: (db: Db, parameters: Values) => Compilable<Row>,
  { prepared = false, quick = false, first = false } = {},
): (db: Db, values: Values) => Promise<Row[]> {
  const byDialect = new Map<unknown, CompiledQuery<Row>>();
  return async (db, values) => {
    const dialect = db.getExecutor().adapter.constructor;
    let query = byDialect.get(dialect);
    if (!query) {
      query = build(db.withPlugin(constantsInText), PARAMETERS as Values).compile();
      byDialect.set(dialect, query);
      if (prepared) names.set(query.sql, createHash('sha256').update(query.sql).digest('base64url'));
      if (quick) quickTexts.add(query.sql);
      if (first) firstTexts.add(query.sql);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Parameter ? values[value.name as keyof Values] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

/** Statements of which there are a few variants: each is made when it is first asked for. */
export function variants<Key, Statement>(make: (key: Key) => Statement): (key: Key) => Statement {
  const made = new Map<Key, Statement>();
  return (key) => {
    const statement = made.get(key) ?? make(key);
    made.set(key, statement);
    return statement;
  };
}

/**
 * An insert of rows that is built and compiled once for each set of columns and number of rows: where
 * a few rows are written at once, each with the same columns and none of them undefined.
 * @param finish what the statement says behind the rows
 */
export function compiledInsert<Table extends keyof Schema, Row = never>(
  table: Table,
  finish: (insert: InsertQueryBuilder<Schema, Table, InsertResult>) => Compilable<Row> = (insert) =>
    insert as unknown as Compilable<Row>,
): (db: Db, rows: readonly Insertable<Schema[Table]>[]) => Promise<Row[]> {
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
    // In the order of the statement: row by row.
    const parameters = rows.flatMap((row) =>
      columns.map((column) => (row as Record<string, unknown>)[column]),
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
