import type { Compilable, CompiledQuery } from 'kysely';
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
 * A statement that is built and compiled once for each database, not at each use: that costs more
 * than SQLite's work for a small one. For the busiest requests. What `build` gets as parameters can
 * only be passed on as values.
 */
export function compiled<Values extends object, Row>(
  build: (db: Db, parameters: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const byDialect = new Map<unknown, CompiledQuery<Row>>();
  return async (db, values) => {
    const dialect = db.getExecutor().adapter.constructor;
    let query = byDialect.get(dialect);
    if (!query) {
      query = build(db, PARAMETERS as Values).compile();
      byDialect.set(dialect, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Parameter ? values[value.name as keyof Values] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
