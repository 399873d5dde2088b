import type { SearchDb } from './adapter.ts';
import { allOf, type Expression, evaluateSet, type Leaves, leavesOf, token } from './expression.ts';
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
export class SetReader<D extends SearchDb> {
  readonly #reads: Reads<D>;
  readonly #db: D;
  readonly #scope: SearchScope;
  readonly #tokens = new Map<string, Bits | undefined>();
  readonly #beginnings = new Map<string, Bits | undefined>();
  /** Whether the last read found documents whose latest version is not indexed yet. */
  isIncomplete = false;

  constructor(reads: Reads<D>, db: D, scope: SearchScope) {
    this.#reads = reads;
    this.#db = db;
    this.#scope = scope;
  }

  /** Reads what is missing of the sets of all expressions, in one statement. */
  async read(expressions: readonly Expression[]): Promise<void> {
    const wanted = leavesOf(expressions.map((expression) => inScope(expression, this.#scope)));
    const missing: Leaves = {
      tokens: new Set([...wanted.tokens].filter((each) => !this.#tokens.has(each))),
      beginnings: new Set([...wanted.beginnings].filter((each) => !this.#beginnings.has(each))),
    };
    if (missing.tokens.size + missing.beginnings.size === 0) return;
    const sets = await this.#reads.readSets(this.#db, this.#scope.language, missing);
    this.isIncomplete = sets.isIncomplete;
    for (const each of missing.tokens) this.#tokens.set(each, sets.tokens.get(each));
    for (const each of missing.beginnings) this.#beginnings.set(each, sets.beginnings.get(each));
  }

  /** Documents of the scope that match; undefined if there are none. The set is shared and read-only. */
  evaluate(expression: Expression): Bits | undefined {
    return evaluateSet(inScope(expression, this.#scope), (text, isBeginning) =>
      (isBeginning ? this.#beginnings : this.#tokens).get(text),
    );
  }
}
