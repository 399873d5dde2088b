import type { Db } from './adapter.ts';
import { allOf, type Expression, evaluate, type Leaves, leavesOf, token } from './expression.ts';
import type { Bits } from './sets.ts';
import type { Reads } from './store.ts';
import { groupToken, HIDDEN } from './tokens.ts';

/** Documents among which a search looks. */
export interface SearchScope {
  language: string;
  group?: string | undefined;
  includeHidden: boolean;
}

function inScope(expression: Expression, { group, includeHidden }: SearchScope): Expression {
  const inGroup =
    group === undefined ? expression : (allOf([expression, token(groupToken(group))]) as Expression);
  return includeHidden ? inGroup : { these: inGroup, without: token(HIDDEN) };
}

/** Reads the sets of one search and evaluates expressions over them. A set is read once. */
export class SetReader<D extends Db> {
  readonly #reads: Reads<D>;
  readonly #db: D;
  readonly #scope: SearchScope;
  readonly #known: Leaves = { tokens: new Set(), beginnings: new Set() };
  readonly #tokens = new Map<string, Bits>();
  readonly #beginnings = new Map<string, Bits>();
  #isIncomplete = false;

  constructor(reads: Reads<D>, db: D, scope: SearchScope) {
    this.#reads = reads;
    this.#db = db;
    this.#scope = scope;
  }

  /** Whether the last read found documents whose latest version is not indexed yet. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  /** Reads what is missing of the sets of all expressions, in one statement. */
  async read(expressions: readonly Expression[]): Promise<void> {
    const known = this.#known;
    const wanted = leavesOf(expressions.map((expression) => inScope(expression, this.#scope)));
    const missing: Leaves = {
      tokens: wanted.tokens.difference(known.tokens),
      beginnings: wanted.beginnings.difference(known.beginnings),
    };
    if (missing.tokens.size + missing.beginnings.size === 0) return;
    const sets = await this.#reads.readSets(this.#db, this.#scope.language, missing);
    this.#isIncomplete = sets.isIncomplete;
    for (const token of missing.tokens) known.tokens.add(token);
    for (const start of missing.beginnings) known.beginnings.add(start);
    for (const [token, bits] of sets.tokens) this.#tokens.set(token, bits);
    for (const [start, bits] of sets.beginnings) this.#beginnings.set(start, bits);
  }

  /** Documents of the scope that match; undefined if there are none. The set is shared and read-only. */
  evaluate(expression: Expression): Bits | undefined {
    return evaluate(inScope(expression, this.#scope), (text, isBeginning) =>
      (isBeginning ? this.#beginnings : this.#tokens).get(text),
    );
  }
}
