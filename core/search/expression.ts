/** What a document has to have: a token, the beginning of one, or what is made of others. */
export type Expression =
  | { token: string; isBeginning?: boolean }
  | { all: readonly Expression[] }
  | { any: readonly Expression[] }
  | { these: Expression; without: Expression };

export const token = (text: string): Expression => ({ token: text });
export const beginning = (text: string): Expression => ({ token: text, isBeginning: true });

const combined = (name: 'all' | 'any') => (parts: readonly (Expression | undefined)[]) => {
  const known = parts.filter((part) => part !== undefined);
  if (known.length <= 1) return known[0];
  return (name === 'all' ? { all: known } : { any: known }) as Expression;
};
/** Of nothing it is undefined: nothing is asked for. */
export const allOf = combined('all');
/** Of nothing it is undefined: nothing would be found. */
export const anyOf = combined('any');

function write(
  expression: Expression,
  to: { token(text: string, isBeginning: boolean): string; all: string; any: string; without: string },
): string {
  const part = (of: Expression) => write(of, to);
  if ('token' in expression) return to.token(expression.token, expression.isBeginning === true);
  if ('all' in expression) return `(${expression.all.map(part).join(to.all)})`;
  if ('any' in expression) return `(${expression.any.map(part).join(to.any)})`;
  return `(${part(expression.these)}${to.without}${part(expression.without)})`;
}

/** As FTS5 of SQLite reads it. Tokens have no quotes. */
export const toFts5 = (expression: Expression): string =>
  write(expression, {
    token: (text, isBeginning) => `"${text}"${isBeginning ? '*' : ''}`,
    all: ' AND ',
    any: ' OR ',
    without: ' NOT ',
  });

/** As a `tsquery` of PostgreSQL. */
export const toTsquery = (expression: Expression): string =>
  write(expression, {
    token: (text, isBeginning) => `'${text}'${isBeginning ? ':*' : ''}`,
    all: ' & ',
    any: ' | ',
    without: ' & !',
  });
