import { type Category, isCompanyCategory } from '../../core/categories.ts';
import type { Language } from '../../core/languages.ts';
import {
  allOf,
  type Expression,
  evaluate,
  type Leaves,
  leavesOf,
  token,
} from '../../core/search/expression.ts';
import type { Bits } from '../../core/search/sets.ts';
import { HIDDEN, inCategory } from '../../core/search/tokens.ts';
import { readSets } from '../database/search-index.ts';
import type { Db } from '../database/types.ts';

/** Among which companies one searches. */
export interface Among {
  language: Language;
  category?: Category | undefined;
  includeHidden: boolean;
}

/** The same for the companies among which one searches. */
function within(expression: Expression, { category, includeHidden }: Among): Expression {
  const these = isCompanyCategory(category)
    ? (allOf([expression, token(inCategory(category))]) as Expression)
    : expression;
  return includeHidden ? these : { these, without: token(HIDDEN) };
}

/** What the sets of the index answer to the questions of one search. */
interface Answers {
  /** Reads the sets that questions are made of, at once; none of them a second time. */
  read(expressions: readonly Expression[]): Promise<void>;
  /** Matching documents; undefined if none. Read-only. */
  to(expression: Expression): Bits | undefined;
  /** Whether companies waited for their tokens to be written when it was looked last. */
  readonly isWaiting: boolean;
}

export function openAnswers(db: Db, among: Among): Answers {
  const known: Leaves = { tokens: new Set(), beginnings: new Set() };
  const tokens = new Map<string, Bits>();
  const beginnings = new Map<string, Bits>();
  let isWaiting = false;
  return {
    async read(expressions) {
      const wanted = leavesOf(expressions.map((expression) => within(expression, among)));
      const missing: Leaves = {
        tokens: wanted.tokens.difference(known.tokens),
        beginnings: wanted.beginnings.difference(known.beginnings),
      };
      if (missing.tokens.size + missing.beginnings.size === 0) return;
      const sets = await readSets(db, among.language, missing);
      isWaiting = sets.isWaiting;
      for (const token of missing.tokens) known.tokens.add(token);
      for (const start of missing.beginnings) known.beginnings.add(start);
      for (const [token, bits] of sets.tokens) tokens.set(token, bits);
      for (const [start, bits] of sets.beginnings) beginnings.set(start, bits);
    },
    to: (expression) =>
      evaluate(within(expression, among), (text, isBeginning) =>
        (isBeginning ? beginnings : tokens).get(text),
      ),
    get isWaiting() {
      return isWaiting;
    },
  };
}
