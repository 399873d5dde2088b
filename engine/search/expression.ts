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

/** Documents that match an expression; undefined if there are none. The set is shared and read-only. */
export const evaluate = (expression: Expression, setOf: SetOf): Bits | undefined =>
  evaluateOwned(expression, setOf)?.bits;

interface Evaluated {
  bits: Bits;
  /** Whether the caller owns the set and may modify it in place, which saves a copy at each step. */
  isOwn: boolean;
}

/** Combines two sets in place of an owned one; the operation is commutative. */
function combine(change: (set: Bits, others: Bits) => Bits, a: Evaluated, b: Evaluated): Evaluated {
  const [to, from] = a.isOwn || !b.isOwn ? [a, b] : [b, a];
  return { bits: change(to.isOwn ? to.bits : copyOf(to.bits), from.bits), isOwn: true };
}

function evaluateOwned(expression: Expression, setOf: SetOf): Evaluated | undefined {
  if ('token' in expression) {
    const bits = setOf(expression.token, expression.isBeginning === true);
    return bits && { bits, isOwn: false };
  }
  let result: Evaluated | undefined;
  if ('all' in expression) {
    for (const each of expression.all) {
      const part = evaluateOwned(each, setOf);
      if (!part) return undefined;
      result = result ? combine(keep, result, part) : part;
    }
    return result;
  }
  if ('any' in expression) {
    for (const each of expression.any) {
      const part = evaluateOwned(each, setOf);
      if (part) result = result ? combine(unite, result, part) : part;
    }
    return result;
  }
  const these = evaluateOwned(expression.these, setOf);
  const others = these && evaluateOwned(expression.without, setOf);
  if (!others) return these;
  return { bits: takeOut(these.isOwn ? these.bits : copyOf(these.bits), others.bits), isOwn: true };
}
