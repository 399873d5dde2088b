import { type Bits, copyOf, keep, takeOut, unite } from './sets.ts';

/** A boolean expression over tokens and beginnings of tokens. */
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
/** Conjunction; undefined of nothing. */
export const allOf = combined('all');
/** Disjunction; undefined of nothing. */
export const anyOf = combined('any');

/** Tokens and beginnings of tokens in expressions. */
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

/** The documents of a token, or of all tokens with a beginning; undefined if there are none. */
export type SetOf = (token: string, isBeginning: boolean) => Bits | undefined;

/** Documents that match an expression; undefined if there are none. The set of a token is shared and read-only. */
export function evaluateSet(expression: Expression, setOf: SetOf): Bits | undefined {
  if ('token' in expression) return setOf(expression.token, expression.isBeginning === true);
  // Parts are combined in place of the first one: a search would else allocate hundreds of sets.
  const evaluateOwned = (part: Expression) => {
    const bits = evaluateSet(part, setOf);
    return bits && 'token' in part ? copyOf(bits) : bits;
  };
  let result: Bits | undefined;
  if ('all' in expression) {
    for (const part of expression.all) {
      const bits = result ? evaluateSet(part, setOf) : evaluateOwned(part);
      if (!bits) return undefined;
      result = result ? keep(result, bits) : bits;
    }
    return result;
  }
  if ('any' in expression) {
    for (const part of expression.any) {
      const bits = result ? evaluateSet(part, setOf) : evaluateOwned(part);
      if (bits) result = result ? unite(result, bits) : bits;
    }
    return result;
  }
  result = evaluateOwned(expression.these);
  const others = result && evaluateSet(expression.without, setOf);
  return result && others ? takeOut(result, others) : result;
}
