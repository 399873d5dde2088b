import { type Bits, both, either, without } from './sets.ts';

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

/** The tokens, and the beginnings of tokens, that expressions are made of. */
export interface Leaves {
  tokens: Set<string>;
  beginnings: Set<string>;
}

export function leavesOf(
  expressions: readonly Expression[],
  leaves: Leaves = { tokens: new Set(), beginnings: new Set() },
): Leaves {
  for (const expression of expressions) {
    if ('token' in expression)
      (expression.isBeginning ? leaves.beginnings : leaves.tokens).add(expression.token);
    else if ('all' in expression) leavesOf(expression.all, leaves);
    else if ('any' in expression) leavesOf(expression.any, leaves);
    else leavesOf([expression.these, expression.without], leaves);
  }
  return leaves;
}

/** The documents that have what is asked for. @param setOf those of a token, or of all that begin with it */
export function evaluate(expression: Expression, setOf: (token: string, isBeginning: boolean) => Bits): Bits {
  const part = (of: Expression) => evaluate(of, setOf);
  if ('token' in expression) return setOf(expression.token, expression.isBeginning === true);
  if ('all' in expression) return expression.all.map(part).reduce(both);
  if ('any' in expression) return expression.any.map(part).reduce(either);
  return without(part(expression.these), part(expression.without));
}
