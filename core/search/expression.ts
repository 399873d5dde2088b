import { type Bits, copyOf, keep, takeOut, unite } from './sets.ts';

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

/** The documents of a token, or of all tokens with that prefix; undefined if none. */
export type SetOf = (token: string, isBeginning: boolean) => Bits | undefined;

/** Documents that match an expression; undefined if none. The set is shared and read-only. */
export const evaluate = (expression: Expression, setOf: SetOf): Bits | undefined =>
  partOf(expression, setOf)?.bits;

interface Part {
  bits: Bits;
  /** Whether the caller owns the set and may modify it in place, which saves a copy at each step. */
  isOwn: boolean;
}

/** Reckons in the one of two that is nobody else's; the order of both does not matter. */
function combinedBy(change: (set: Bits, others: Bits) => Bits, a: Part, b: Part): Part {
  const [to, from] = a.isOwn || !b.isOwn ? [a, b] : [b, a];
  return { bits: change(to.isOwn ? to.bits : copyOf(to.bits), from.bits), isOwn: true };
}

function partOf(expression: Expression, setOf: SetOf): Part | undefined {
  if ('token' in expression) {
    const bits = setOf(expression.token, expression.isBeginning === true);
    return bits && { bits, isOwn: false };
  }
  let result: Part | undefined;
  if ('all' in expression) {
    for (const each of expression.all) {
      const part = partOf(each, setOf);
      if (!part) return undefined;
      result = result ? combinedBy(keep, result, part) : part;
    }
    return result;
  }
  if ('any' in expression) {
    for (const each of expression.any) {
      const part = partOf(each, setOf);
      if (part) result = result ? combinedBy(unite, result, part) : part;
    }
    return result;
  }
  const these = partOf(expression.these, setOf);
  const others = these && partOf(expression.without, setOf);
  if (!others) return these;
  return { bits: takeOut(these.isOwn ? these.bits : copyOf(these.bits), others.bits), isOwn: true };
}
